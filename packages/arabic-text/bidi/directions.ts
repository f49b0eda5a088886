import { isolateLtrRuns, splitLtrRuns } from './ltr-runs.ts'

export { isolateLtrRuns, ltrClass, splitCodes, splitLtrRuns } from './ltr-runs.ts'
export { arabicUnit, gapBefore, keepUnits, withBreakableSpaces } from '../units.ts'

/*
 * Text for places outside the pages, in which Arabic and Latin meet: mails, messages, copied text. A program
 * that shows it knows nothing of the site's markup, so the text itself has to tell its order.
 */

export type Direction = 'ltr' | 'rtl'

/** The language of the text that surrounds an inserted one. */
type Language = 'Ar' | 'En'

/** Isolates, embeddings and marks of the Unicode bidirectional algorithm (UAX #9). */
const marks = {
  isolate: { ltr: '\u2066', auto: '\u2068', end: '\u2069' },
  embedRtl: '\u202b',
  endEmbedding: '\u202c',
  ltr: '\u200e',
  rtl: '\u200f',
}

/** Letters and digits from right to left. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const letter = /\p{L}/gu

/** Whether a text is an e-mail or web address, which reads from left to right even with an Arabic domain. */
function isAddress(text: string) {
  return /@|:\/\//.test(text) && !/\s/.test(text)
}

/**
 * Returns the direction in which a line reads: that of its first letter. A line that starts with a code or a
 * name, as in "TM63-C16 قاطع أحادي القطب", reads from right to left if at least half of its letters do.
 */
export function directionOf(text: string): Direction {
  const letters = text.match(letter) ?? []
  const rtlCount = letters.filter((each) => rightToLeft.test(each)).length
  if (rtlCount === 0 || isAddress(text)) return 'ltr'
  const startsRtl = rightToLeft.test(letters[0] ?? '')
  return startsRtl || rtlCount * 2 >= letters.length ? 'rtl' : 'ltr'
}

/** Splits a line into left-to-right runs and the rest. A line without Arabic is one run, with its punctuation. */
export function directedParts(text: string) {
  return rightToLeft.test(text) && !isAddress(text) ? splitLtrRuns(text) : [{ text, isLtr: true }]
}

/**
 * Isolates a line of plain text within text of the given language, so that neither changes the order of the
 * other: it has its own direction, and its left-to-right runs are isolated. English within English stays as it is,
 * since some programs show these characters as boxes.
 */
export function isolate(text: string, language: Language) {
  if (isPlain(text, language)) return text
  const { ltr, auto, end } = marks.isolate
  const parts = directedParts(text)
  const inner = parts.length === 1 ? text : withRuns(parts, (run) => ltr + run + end)
  // The direction of what is in no run is always that of its Arabic.
  return (directionOf(text) === 'rtl' ? auto : ltr) + inner + end
}

/**
 * Isolates the left-to-right runs of a text that stands alone, such as the title of a browser's tab. A text without
 * Arabic stays as it is.
 */
export function isolateRuns(text: string) {
  return rightToLeft.test(text) ? isolateLtrRuns(text) : text
}

/**
 * Does for a mail's subject what `isolate` does: old mail programs show isolates as boxes there, but support
 * marks and embeddings.
 * @param language of the subject; by default that of the text, which is then the whole subject
 */
export function markForSubject(
  text: string,
  language: Language = rightToLeft.test(text) ? 'Ar' : 'En',
) {
  if (isPlain(text, language)) return text
  const isRtl = directionOf(text) === 'rtl'
  // Ends a run, so that a number or another run after it does not become part of it.
  const afterRun = isRtl || language === 'Ar' ? marks.rtl : ''
  const parts = directedParts(text)
  const inner = withRuns(parts, (run) => marks.ltr + run + marks.ltr + afterRun)
  if (language === 'Ar' || !isRtl) return inner
  return parts.length > 1
    ? marks.embedRtl + inner + marks.endEmbedding
    : marks.ltr + inner + marks.ltr
}

function withRuns(parts: ReturnType<typeof directedParts>, wrap: (run: string) => string) {
  return parts.map(({ text, isLtr }) => (isLtr ? wrap(text) : text)).join('')
}

/**
 * Sets the direction of a plain-text line to that of its language: mail programs derive it from the
 * first letter outside isolates, which a line may lack.
 */
export function directLine(line: string, language: Language) {
  if (isPlain(line, language)) return line
  return (language === 'Ar' ? marks.rtl : marks.ltr) + line
}

/** Whether a text needs no marks: English within English. */
function isPlain(text: string, language: Language) {
  return text === '' || (language === 'En' && !rightToLeft.test(text))
}
