/**
 * Finds misspelt words by deletion keys: two words that differ by few letters become equal when each
 * loses few. Only the first letters count, so that long words do not have hundreds of keys.
 */

const keyLetters = 7

/** From this length on, two letters may be wrong. */
const twoErrorsFrom = 8

/** Shorter words are never corrected. */
export const minLetters = 4

/** How many letters may be wrong. */
export function maxErrors(word: string) {
  return word.length < twoErrorsFrom ? 1 : 2
}

/** The deletion keys of a folded word. Different words can share one; compare with countErrors. */
export function listDeletionKeys(word: string): number[] {
  const start = word.slice(0, keyLetters)
  const found = new Set([start])
  let last = [start]
  for (let errors = maxErrors(word); errors > 0; errors--) {
    last = last.flatMap((text) => [...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)))
    for (const text of last) found.add(text)
  }
  return [...found].map(hash)
}

/** FNV-1a: 32 bits. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  }
  return value >>> 0
}

/** Letters to insert, delete, replace or exchange with their neighbour (Damerau), up to a limit. */
export function countErrors(a: string, b: string, limit: number) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1)
      }
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
