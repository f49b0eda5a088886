import { LRUCache } from 'lru-cache'

/** Texts whose result is remembered; those of visitors' browsers are a few hundred. */
const mostTexts = 500

/** Longer ones are worked out each time: no page of ours asks for such, and memory is dear. */
const longestText = 300

/**
 * Works a thing out once for each of the texts that are asked for all the time.
 * @param workOut depends on the text alone
 */
export function remember<Result extends string | object>(workOut: (text: string) => Result) {
  const known = new LRUCache<string, Result>({ max: mostTexts })
  return (text: string): Result => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const result = workOut(text)
    if (text.length <= longestText) known.set(text, result)
    return result
  }
}
