/*
 * In Arabic text a browser orders digits and signs by the Unicode bidirectional algorithm (UAX #9). After
 * an Arabic letter "230 ÷ 14" is shown as 14 ÷ 230, "C#" as #C and "A ← B" as B ← A, since signs and spaces
 * beside numbers and Latin letters take the direction of the text. So a stretch without right-to-left
 * characters is one run, which is isolated: no list of signs could be complete. Only what belongs to the
 * Arabic text around it stays outside: marks that end a phrase, brackets around the run, a sign between it
 * and an Arabic word, the number of a counted Arabic word.
 *
 * Arabic-Indic digits belong to no run: "٢٣٠ ÷ ١٤" is read from right to left, as browsers show it.
 */
import { arabicUnit } from '../units.ts'

/** Letters, digits and punctuation of right-to-left scripts, and the right-to-left mark. */
const rtl =
  '\\u0590-\\u08FF\\u200F\\uFB1D-\\uFDFF\\uFE70-\\uFEFC\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}'
const hasRtl = new RegExp(`[${rtl}]`, 'u')
/** Direction controls bound a stretch: an isolate must not cross one. */
const stretches = new RegExp(`[^${rtl}\\u202A-\\u202E\\u2066-\\u2069]+`, 'gu')

/** These are displayed in the same order in any text; "5 %" is not. */
const plainNumber = /^\d+(?:[.,:/]\d+)*$/
/** A run has a letter or digit, or several signs, as in "+/−". */
const readable = /[\p{L}\p{N}]|^[\p{S}\p{P}]{2,}$/u
const hasLetter = /\p{L}/u
const space = /[\s\u200E]/

/** A word that joins what stands on both of its sides, or ends a phrase. */
const joint =
  /^(?:[-–—−+×·⋅÷*=≠/&|•@→←↔⇒⇐⇔.,:;!?…<>≤≥±#]|\.{2,3}|[<>=-]=|=>|->|\p{Extended_Pictographic}\uFE0F?)$/u
/** Such a word at the start of a run compares or approximates what follows: "≥ 90", "± 5", "@ 40 °C". */
const prefix = /^(?:[@≤≥±#]|[<>]=)$/
const comparison = /^[<>]$/
const digit = /\d/

/** A number that names or lists what stands before it in Arabic: "1- TM63", "Table 3 – TM63", "No. 2 (TX250)". */
const label =
  /^\d{1,3}(?:[.)-]\s+|\s+(?=\(\p{L}[^()]*\)$)|\s[-–—]\s+(?=\p{L}[\p{L}\p{N}]))(?=[\p{L}(])/u
/** A number that counts the Arabic word after it: "TP16 – 5 sections", "63 A / 3 poles", but not "6 – 63". */
const counted = /[^\d\s.,+−-]\S*(\s[-–—/:&]\s\d[\d.,]*)$/
/** A number, range or product that ends a run: "Icu = 10", "In = 6 – 63". */
const lastNumber = /(\s[+−-]?\d[\d.,]*(?:\s?[–…×/-]\s?[+−-]?\d[\d.,]*)*)$/
/** The Latin part of an Arabic label before its value: in brackets, or a symbol before a number, but no phrase. */
const bracketedLabel = /^\s*(?:\([^()]+\)|\[[^[\]]+\])(?=:\s)/
const symbolLabel =
  /^\s*(?!\S*\p{L}{5})\p{L}\S*?(?:\s(?!\d)\S{1,3}){0,2}(?=:\s[<>≤≥±≈~]?\s?[+−-]?\d)/u
const maxLabel = 60
const opensExcerpt = /[…,;]/
const endsPhrase = /[.,:;!?…]/
/** These stand between a run and an Arabic word that is written to it: "TM63/old". */
const joinsWords = /[-–—−+×÷/&.,:;!?…²³¹⁰₀-₉]/
/** A full stop belongs to these, but not to "CO" or "NO". */
const abbreviation =
  /(?:^|[\s(])(?:\p{L}(?:\.\p{L})+|[Aa](?:pprox|rt)|[Cc](?:at|o|orp)|[Dd](?:ept|ia)|[Ee](?:d|ng|tc|xcl|xt)|[Ff]ig|[Ii]ncl?|[Ll]td|[Mm](?:ax|in)|[Nn]om?|[Qq]ty|[Rr]e[fv]|[Ss](?:ec|t)|[Tt](?:emp|yp)|[Vv](?:ol|s))\.$/u

const pairs: Record<string, string> = { '(': ')', '[': ']', '{': '}', '«': '»', '‹': '›', '“': '”' }
const closing = new Set(Object.values(pairs))

/** The most elements that a text may become, which protects pages from hostile content. */
const maxRuns = 100

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
export function splitLtrRuns(text: string, limit = maxRuns): TextPart[] {
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

/** Wraps the runs of a plain text in Unicode isolates, for places without markup. */
export function isolateLtrRuns(text: string) {
  return splitLtrRuns(text)
    .map((part) => (part.isLtr ? `\u2066${part.text}\u2069` : part.text))
    .join('')
}

function isRun(text: string) {
  return readable.test(text) && !plainNumber.test(text)
}

function wholeRun(text: string): Span[] {
  const [start, end] = withoutSpaces(text, [0, text.length])
  return isRun(text.slice(start, end)) ? [[start, end]] : []
}

function* runsIn(text: string): Generator<Span> {
  let isQuoted = false
  for (const { 0: stretch, index } of text.matchAll(stretches)) {
    // Most stretches are the space between two Arabic words, which holds no run.
    if (stretch === ' ') continue
    const brackets = matchBrackets(text, [index, index + stretch.length], isQuoted)
    isQuoted = brackets.isQuoted
    let start = index
    for (const end of [...brackets.unmatched, index + stretch.length]) {
      for (const run of runsOf(text, [start, end], brackets.matches)) {
        if (isRun(text.slice(...run))) yield run
      }
      start = end + 1
    }
  }
}

/**
 * Finds the brackets and quotation marks of a stretch. One whose partner is elsewhere belongs to the Arabic text.
 * @param isQuoted whether a straight quotation mark before the stretch has no partner yet
 */
function matchBrackets(text: string, [start, end]: Span, isQuoted: boolean) {
  const open: number[] = []
  const matches = new Map<number, number>()
  const unmatched: number[] = []

  function close(at: number, opening: string) {
    const last = open.at(-1)
    if (last === undefined || (text[last] === '"') !== (opening === '"')) unmatched.push(at)
    else matches.set(open.pop() ?? 0, at)
  }

  for (let at = start; at < end; at += 1) {
    const character = text.charAt(at)
    if (character === '"') {
      // Inches, as in 4" and 1½"; after an open quotation mark, the next one closes it.
      if (!isQuoted && /[\d¼½¾⅓⅔⅛⅜⅝⅞]/.test(text.charAt(at - 1))) continue
      if (isQuoted) close(at, '"')
      else open.push(at)
      isQuoted = !isQuoted
    } else if (/[«»‹›]/.test(character) && isSpaceAt(text, at - 1) && isSpaceAt(text, at + 1)) {
      // A separator, as in "File » Save".
      continue
    } else if (character in pairs) open.push(at)
    else if (closing.has(character)) close(at, '(')
  }
  return { matches, unmatched: [...unmatched, ...open].sort((one, other) => one - other), isQuoted }
}

/** Narrows a part of a stretch to its runs, which may be empty: that of a label, the main one, and what counts an Arabic word. */
function runsOf(text: string, part: Span, matches: ReadonlyMap<number, number>): Span[] {
  const value = startOfValue(text, part)
  const run = narrowed(text, withoutJoined(text, [value, part[1]]), matches)
  const counted = startOfCounted(text, run)
  const spans: Span[] = [
    [part[0], value],
    [run[0], counted],
    [counted, run[1]],
  ]
  return spans.map((span) => narrowed(text, span, matches))
}

/**
 * Returns where the value begins whose label is Arabic with a Latin part, as in "الأبعاد (W × H): 450 × 1050 mm"; else the
 * part's start.
 */
function startOfValue(text: string, [start, end]: Span) {
  if (!isWordAt(text, start - 1)) return start
  const words = text.slice(start, Math.min(end, start + maxLabel))
  // In prose, more words follow.
  const isLast = !isWordAt(text, end) || arabicUnit.test(text.slice(end, end + 24))
  const [label = ''] = bracketedLabel.exec(words) ?? (isLast ? symbolLabel.exec(words) : null) ?? []
  return /[.:]$/.test(label) ? start : start + label.length
}

function narrowed(text: string, part: Span, matches: ReadonlyMap<number, number>) {
  let run = withoutSpaces(text, part)
  for (;;) {
    const [start, end] = run
    if (start >= end) return run
    const isBracketed = matches.get(start) === end - 1
    const [first, last] = isBracketed
      ? [start + 1, end - 1]
      : withoutEnd(text, withoutStart(text, run))
    if (first === start && last === end) return run
    run = withoutSpaces(text, [first, last])
  }
}

function withoutSpaces(text: string, [start, end]: Span): Span {
  while (start < end && space.test(text.charAt(start))) start += 1
  while (end > start && space.test(text.charAt(end - 1))) end -= 1
  return [start, end]
}

/** Leaves out what is written to an Arabic word: the hyphen of "model-5", the power of an Arabic unit. */
function withoutJoined(text: string, [first, last]: Span): Span {
  let [start, end] = [first, last]
  if (isWordAt(text, start - 1) && !isSigned(text, start)) {
    while (start < end && joinsWords.test(text.charAt(start))) start += 1
  }
  if (isWordAt(text, end)) {
    while (end > start && joinsWords.test(text.charAt(end - 1))) end -= 1
  }
  return [start, end]
}

function isSpaceAt(text: string, at: number) {
  return space.test(text.charAt(at))
}

function isWordAt(text: string, at: number) {
  return hasRtl.test(text.charAt(at)) && /[\p{L}\p{M}]/u.test(text.charAt(at))
}

/** Whether a sign is that of a number after a one-letter word: "and −20". */
function isSigned(text: string, at: number) {
  return (
    /[+−-]/.test(text.charAt(at)) &&
    digit.test(text.charAt(at + 1)) &&
    (text.charAt(at) === '−' || !isWordAt(text, at - 2))
  )
}

function withoutStart(text: string, [start, end]: Span): Span {
  if (opensExcerpt.test(text.charAt(start))) return [start + 1, end]
  const word = wordAt(text, start, end)
  const next = text.charAt(start + word.length + 1)
  const isPrefix = prefix.test(word) || (comparison.test(word) && /[\d+−-]/.test(next))
  if (joint.test(word) && !isPrefix) return [start + word.length, end]
  const { 0: number } = label.exec(text.slice(start, end)) ?? ['']
  return [start + number.length, end]
}

function withoutEnd(text: string, [start, end]: Span): Span {
  const last = text.charAt(end - 1)
  if (endsPhrase.test(last)) {
    const tail = text.slice(Math.max(start, end - 10), end)
    // An English exclamation has several words; that of an Arabic sentence may follow a part number.
    const isEnglish =
      /[!?]/.test(last) &&
      /\p{L}{2,}[^\p{L}]+\p{L}{2,}[!?]$/u.test(text.slice(Math.max(start, end - 60), end))
    return isEnglish || abbreviation.test(tail) || /[^.]\.\.$/.test(tail)
      ? [start, end]
      : [start, end - 1]
  }
  const word = wordBefore(text, start, end)
  if (word.length < end - start && joint.test(word)) return [start, end - word.length]
  // "1-" before an Arabic word.
  return /^\d{1,3}[-)]$/.test(text.slice(start, end)) ? [end, end] : [start, end]
}

/** Returns where the number of the Arabic word after a run begins, as in "TP16 – 5 sections"; else the run's end. */
function startOfCounted(text: string, [start, end]: Span) {
  const after = text.slice(end, end + 24).trimStart()
  const run = text.slice(start, end)
  // A range or product of numbers stays whole: "6 – 63", "3 × 16".
  if (!isWordAt(after, 0) || !hasLetter.test(run)) return end
  const tail = run.slice(-24)
  const number = (arabicUnit.test(after) && lastNumber.exec(tail)) || counted.exec(tail)
  return end - (number?.[1] ?? '').length
}

const maxJoint = 3

/** Returns the word at a position; empty if it is longer than a joint. */
function wordAt(text: string, start: number, end: number) {
  const word = text.slice(start, Math.min(end, start + maxJoint + 1)).split(space)[0] ?? ''
  return word.length > maxJoint ? '' : word
}

/** Returns the word before a position; empty if it is longer than a joint. */
function wordBefore(text: string, start: number, end: number) {
  const word =
    text
      .slice(Math.max(start, end - maxJoint - 1), end)
      .split(space)
      .at(-1) ?? ''
  return word.length > maxJoint ? '' : word
}

/** Maximum lengths that fit on a narrow phone; unbroken runs even in a large heading. */
const maxLength = { unbroken: 13, formula: 32 }

/**
 * Returns the class of a run's element, which keeps short runs on one line, and formulae where they
 * fit.
 */
export function ltrClass(run: string) {
  if (run.length <= maxLength.unbroken) return 'ltr-unbroken'
  return run.length <= maxLength.formula && /\s[=×÷]\s/.test(run) ? 'ltr-formula' : undefined
}

/** An order code or a range: browsers end a line after its hyphen, dash or slash. */
const codeOrRange = /^(?=\S*\d)\S+[-–—/]\S+$/

/**
 * Splits a left-to-right text so that no short order code or range is broken between lines.
 * @returns text and codes in turns, a text first; one text where there is no code
 */
export function splitCodes(text: string): string[] {
  const parts = ['']
  for (const word of text.split(/(\s+)/)) {
    if (word.length <= maxLength.unbroken && codeOrRange.test(word)) parts.push(word, '')
    else parts.push((parts.pop() ?? '') + word)
  }
  return parts
}
