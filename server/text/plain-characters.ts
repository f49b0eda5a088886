import { withLatinDigits } from './latin-digits.ts'

/** Signs that are typed or pasted in many forms, and the one form in which they are parsed. */
const forms: [pattern: RegExp, plain: string][] = [
  // Tatweel is typed as a dash in Arabic.
  [/[\u0640\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-'],
  [/[\t\v\f\p{Zs}]/gu, ' '],
  [/[\uFF0B\uFE62\u207A]/g, '+'],
  [/[\u2044\u2215\uFF0F]/g, '/'],
  [/[\u066B\uFF0E]/g, '.'],
  [/[\uFF20\uFE6B]/g, '@'],
  [/\uFF08/g, '('],
  [/\uFF09/g, ')'],
]

/** Direction marks, zero-width characters and soft hyphens, which come with pasted values. */
const invisible =
  /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\u20E3|[\uFE0E\uFE0F]/g

/** Stands for a character that is not seen, so that positions stay those of the written text. */
export const unseen = '\u200B'

/**
 * A text with one form of each digit, space, hyphen and sign. Each character stays at its position, so that what
 * is found here can be cut out of the written text.
 */
export function withPlainCharacters(text: string) {
  if (/^[ -~]*$/.test(text)) return text
  let plain = withLatinDigits(text).replace(invisible, unseen)
  for (const [pattern, sign] of forms) plain = plain.replace(pattern, sign)
  return plain
}

/** The same without what is not seen, and without spaces around it. */
export function plainTextOf(text: string) {
  return withPlainCharacters(text).replaceAll(unseen, '').trim()
}

/** Whether there is something to read: editors leave spaces, direction marks or a dash in a field. */
export function isReadable(text: string) {
  return /[\p{L}\p{N}]/u.test(text)
}
