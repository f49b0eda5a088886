/*
 * In Arabic text a browser orders digits and signs by the Unicode bidirectional algorithm (UAX #9). After
 * an Arabic letter "230 ÷ 14" is shown as 14 ÷ 230, "2026-11-23" as 23-11-2026 and "+5" as 5+, since signs
 * and spaces between numbers take the direction of the text. So what is written from left to right is
 * isolated as a run: words without Arabic, with the signs and spaces between them, unless they are one
 * plain number.
 *
 * Arabic-Indic digits belong to no run: "٢٣٠ ÷ ١٤" is read from right to left, as browsers show it.
 */

/** Letters, digits and punctuation of right-to-left scripts. */
const rtl = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC'
/** Never inside a word: spaces, brackets, quotation marks, marks that end a phrase, bidi controls. */
const separators = '\\s()[\\]{}«»‹›“”„‘"!;|•—\\u200F\\u202A-\\u202E\\u2066-\\u2069'

const letter = `(?![${rtl}])[\\p{L}\\p{N}]`
/** Not the "²" of an Arabic unit. */
const initial = `(?![²³¹⁰-₉])${letter}`
const inside = `[^${rtl}${separators}]`
/** A "+" or "/" before an Arabic word belongs to that word. */
const final = `(?:${letter}|[%‰°′″®™]|[+/](?!\\p{L}))`
/** One space, with a left-to-right mark that an editor may have set. */
const space = '\\u200E?[ \\u00A0\\u2009\\u202F\\n]\\u200E?'
/** "#7", "±10", "≥ 90", "−20", "-C16", "/products", but not the hyphen of an Arabic word. */
const sign = `(?:[#±≥≤≈~°√∅⌀§$€£№@]{1,2}(?:${space})?|[<>](?:${space})?(?=[+−-]?\\d)|[+−×÷/-]{1,2})`
/** A bracketed group without Arabic: "(A)" in "dB(A)", "(1 × 185)". */
const group = `\\([^()${rtl}]{1,40}\\)`
const rest = `(?:${inside}*${final})?`
/** In inches: 4", 1½". */
const inches = `(?:${initial}(?:${rest}${group})*${inside}*)?[\\d¼½¾⅓⅔⅛⅜⅝⅞]"(?!\\p{L})`
const word = `${sign}?(?:${inches}|${initial}${rest}(?:${group}${rest})*)(?:${space}[%‰])?`

const beforeNumber = `(?=${space}[+−-]?\\d)`
/** A number and the sign between it and another one: "6 – 63", "1 : 10"; "TM63" is no number. */
const upTo = `${sign}?\\d[\\d.,:/]{0,12}${space}[–:/-]${beforeNumber}${space}`
const words = `(?:${upTo})*${word}`
const beforeCountedWord = `${space}\\d[\\d.,]*${space}[${rtl}]`
/**
 * A sign between spaces. Dashes, colons and slashes also join the parts of a sentence, as in
 * "TM63 – 5 أقسام" and "63 A / 3 أقطاب": there the number belongs to the Arabic word.
 */
const operator = `${space}(?:[+×·⋅÷*−=≠≈≤≥<>±~&@→↔…]|\\.\\.\\.|/(?!${beforeCountedWord}))${space}`

/** Brackets belong to a run only between its words: "dB(A)", "0.6/1 (1.2) kV", not "(8/20 µs)". */
const runs = new RegExp(
  `(?:${group}(?:${operator})?|\\(\\+\\d{1,4}\\)${space})?${words}` +
    `(?:(?:${space}${group})?(?:${operator}|${space})${words}|${operator}${group})*`,
  'gu',
)

/**
 * Displayed in the same order in any text; excludes "%" cases, which Arabic readers expect left of
 * its number.
 */
const plainNumber = /^\d+(?:[.,:/]\d+)*(?:\s?%)?$/
const hasRtl = new RegExp(`[${rtl}]`, 'u')
const hasLetter = new RegExp(letter, 'u')

/** Maximum number of runs in a plain text, each of which is an element. */
const maxPlainRuns = 12

/** A part of a text; `isLtr` if it has to be isolated as left-to-right. */
interface TextPart {
  text: string
  isLtr: boolean
}

/** Start and end offset of a part. */
type Span = readonly [start: number, end: number]

/**
 * Finds left-to-right runs in Arabic text: "TM63-C16", "IEC 60947-4-1", "13.8 kV", "6–63", "≥ 90",
 * "+966 11 555 0100". A text without Arabic is one run. Takes time in proportion to the text's length.
 * @param limit the most runs; further ones stay in the text
 */
export function splitLtrRuns(text: string, limit = maxPlainRuns): TextPart[] {
  const parts: TextPart[] = []
  let position = 0
  let found = 0
  for (const [start, end] of hasRtl.test(text) ? runsIn(text) : wholeRun(text)) {
    if (found === limit) break
    if (start > position) parts.push({ text: text.slice(position, start), isLtr: false })
    parts.push({ text: text.slice(start, end), isLtr: true })
    position = end
    found += 1
  }
  if (position < text.length) parts.push({ text: text.slice(position), isLtr: false })
  return parts
}

function* runsIn(text: string): Generator<Span> {
  const search = new RegExp(runs)
  let position = 0
  let isQuoted = false
  for (let match = search.exec(text); match; match = search.exec(text)) {
    if (isInsideWord(text, match)) {
      search.lastIndex = match.index + 1
      continue
    }
    const quotes = text.slice(position, match.index).split('"').length - 1
    if (quotes % 2 === 1) isQuoted = !isQuoted
    // After an open quotation mark, the next one closes it and is not an inch mark.
    const closing = isQuoted ? match[0].indexOf('"') : -1
    const run = closing < 0 ? match[0] : match[0].slice(0, closing)
    position = match.index + run.length
    search.lastIndex = position
    if (!plainNumber.test(run)) yield [match.index, position]
  }
}

/**
 * Whether a run begins with the hyphen or another sign of an Arabic word. Not as lookbehind in the pattern,
 * which is a syntax error in Safari before 16.4.
 */
function isInsideWord(text: string, { 0: run, index }: RegExpExecArray) {
  return /^[+−×÷/-]/.test(run) && /\p{L}$/u.test(text.slice(Math.max(0, index - 2), index))
}

/** Returns a text without Arabic as one run, except for its final punctuation. */
function wholeRun(text: string): Span[] {
  const start = text.length - text.trimStart().length
  let end = text.length
  while (end > start && /[\s.,:;!?…]/.test(text.charAt(end - 1))) end -= 1
  const run = text.slice(start, end)
  return hasLetter.test(run) && !plainNumber.test(run) ? [[start, end]] : []
}

/** Wraps the runs of a plain text in Unicode isolates, for places without markup. */
export function isolateLtrRuns(text: string) {
  return splitLtrRuns(text)
    .map((part) => (part.isLtr ? `\u2066${part.text}\u2069` : part.text))
    .join('')
}

/** Maximum lengths that fit on a narrow phone; unbroken runs even in a large heading. */
const maxLength = { unbroken: 13, formula: 32 }

/**
 * Returns the class of a run's element, which keeps short runs on one line, and formulae where they
 * fit.
 */
export function ltrClass(run: string) {
  if (run.length <= maxLength.unbroken) return 'ltr-unbroken'
  return run.length <= maxLength.formula && / [=×÷] /.test(run) ? 'ltr-formula' : undefined
}
