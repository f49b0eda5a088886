import type { ContentLanguage } from '../../content/content-calls.ts'

/** Unicode's isolates: what is between them neither changes the direction around it nor is changed by it. */
const marks = {
  ltr: '\u2066',
  auto: '\u2068',
  end: '\u2069',
  leftToRight: '\u200e',
  rightToLeft: '\u200f',
}

/** Letters that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A number, code, address or phone number in a plain text: always read from left to right. */
export function isolateLtr(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.ltr}${text}${marks.end}`
}

/** A text of a visitor in a plain text, in its own direction. */
export function isolate(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.auto}${text}${marks.end}`
}

/** A code in a subject: old mail programs show isolates as boxes, but know this mark. */
export function markLtr(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.leftToRight}${text}${marks.leftToRight}`
}

/**
 * A line of a plain text in the direction of its language. Mail programs take a line's direction from its first
 * letter outside of isolates, and for a line without one from nothing.
 */
export function directLine(line: string, language: ContentLanguage) {
  if (line === '' || isPlain(line, language)) return line
  return (language === 'Ar' ? marks.rightToLeft : marks.leftToRight) + line
}

/** English among English needs nothing, and stays readable where the marks are shown. */
function isPlain(text: string, language: ContentLanguage) {
  return text === '' || (language === 'En' && !rightToLeft.test(text))
}
