import { listWords } from '../language/words.ts'
import type { Clause } from '../question/parse/clauses.ts'
import { unitOf } from './line/quantities.ts'

/** Words that name a rating, or who issues a standard, and units: without a number they ask for nothing. */
const ratingNames = new Set(
  listWords(
    `rated rating nominal capacity current voltage power frequency size type standard iec bs en din vde
    قدرة سعة تيار جهد تردد مقنن مقاس قياس نوع قوة بقدرة بقوة بسعة`,
  ).map(({ term }) => term),
)

const saysNothing = (text: string) =>
  listWords(text).every(({ folded, term }) => ratingNames.has(term) || unitOf(folded) !== '')

/**
 * Lists the words of a line that say something about the goods, and that nothing was compared with; adjacent ones
 * together, as the buyer wrote them.
 * @param text the line
 * @param open the clauses that neither a condition nor the product's own words are about
 */
export function listUnchecked(text: string, open: readonly Clause[]): string[] {
  const parts: { from: number; to: number }[] = []
  for (const { from, to } of open.toSorted((a, b) => a.from - b.from)) {
    const last = parts.at(-1)
    if (last && /^[\s/-]*$/.test(text.slice(last.to, from))) last.to = to
    else parts.push({ from, to })
  }
  // The second number of 600/1000 V is known.
  const isFirst = (from: number, to: number) => /^\d+\/\d/.test(text.slice(from, to + 2))
  return parts.flatMap(({ from, to }) => {
    const part = text.slice(from, to)
    return saysNothing(part) || (/^\d+$/.test(part) && isFirst(from, to)) ? [] : [part]
  })
}
