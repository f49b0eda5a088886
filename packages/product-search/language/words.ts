import { foldWord } from './fold-word.ts'
import { wordForms } from './synonyms.ts'
import {
  findUnits,
  formatNumber,
  type Unit,
  listRangeTerms,
  maxUnitWords,
  parseNumber,
  quantityTerm,
} from './units.ts'

const article = /^(?:[وفبك]?ال|لل)(?=.{3})/u
const arabic = /^[\u0620-\u06ff]+$/u

/** Maps irregular forms (broken plurals, American spellings) to the first form of their line. */
const firstForms = readForms()

/**
 * Strips the article and the prepositions joined to it from a folded Arabic word; at least three
 * letters stay.
 */
export function withoutArticle(folded: string) {
  return folded.replace(article, '')
}

/**
 * Stems a folded word: removes number, gender and common endings. The stemmer is light, so that
 * words of different meaning stay different.
 */
export function stem(folded: string) {
  const bare = withoutArticle(folded)
  const known = firstForms.get(bare)
  if (known) return known
  const stemmed = arabic.test(bare) ? stemArabic(bare) : stemEnglish(bare)
  return firstForms.get(stemmed) ?? stemmed
}

function stemArabic(word: string) {
  // Possessive endings: "your branches", "our products"; the taa marbuta of "your company" is
  // written open.
  const owned = word.replace(/(?<=.{3})(?:(?<!ا)ت)?(?:كم|نا)$/u, '')
  const singular = owned.replace(/(?<=.{3})(?:ات|ين|ون|ان)$/u, '')
  return singular.replace(/(?<=.{3})ه$/u, '')
}

function stemEnglish(word: string) {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const spelled = word
    .replace(/(?<=.{3})is(?=(?:e[drs]?|ing|ation)$)/, 'iz')
    .replace(/(?<=.{3})our(?=s?$|ed$|ing$)/, 'or')
  const singular = spelled
    .replace(/ies$/, 'y')
    .replace(/(?<=sh|ch|ss|x|z)es$/, '')
    .replace(/(?<=[^siu])s$/, '')
  const ended = singular.replace(/(?<=[aeiouy].*.{2})(?:ing|ed)$/, '')
  const single = ended === singular ? ended : ended.replace(/([bdgmnprt])\1$/, '$1')
  return single.length > 3 ? single.replace(/(?<=.{3})e$/, '') : single
}

function readForms() {
  const forms = new Map<string, string>()
  for (const line of wordForms.trim().split('\n')) {
    const words = line.trim().split(/\s+/).map(foldWord)
    const first = words[0] ?? ''
    const stemmed = arabic.test(first) ? stemArabic(first) : stemEnglish(first)
    for (const word of words) forms.set(word, stemmed)
    for (const word of words) {
      forms.set(arabic.test(word) ? stemArabic(word) : stemEnglish(word), stemmed)
    }
  }
  return forms
}

/** A word of a text. */
export interface Word {
  /** Start offset in the text, in UTF-16 units. */
  from: number
  to: number
  /** Folded, without the article. */
  folded: string
  /** The term indexed for it. */
  term: string
  /** Its value, if it is a number. */
  number?: number
  /** The number with the unit after it, as terms: "32a". A unit's name can mean several units. */
  quantities: string[]
  /** The units that these terms stand for. */
  units?: Unit[]
  /** The terms of the numbers in a range that ends here, if it has a unit. */
  ranges: string[]
  /** The index of the number whose unit this word names. */
  unitOf?: number
}

/** A part number: words joined by hyphens, or one with letters and digits. */
export interface Code {
  from: number
  to: number
  /** The code without hyphens. */
  term: string
}

const wordPattern = new RegExp(
  [
    // Abbreviations: ك.ف.أ, U.P.S.
    '(?<![\\p{L}\\p{N}])(?<dotted>\\p{L}(?:\\.\\p{L})+)(?![\\p{L}\\p{N}])',
    // 3x2.5
    '(?<=\\p{Nd})(?<cross>[xX*])(?=\\p{Nd})',
    '(?<number>\\p{Nd}+(?:[.,٫٬]\\p{Nd}+)*)',
    '(?<latin>[\\p{Script=Latin}µΩ][\\p{Script=Latin}\\p{M}\\p{Cf}\\p{N}]*)',
    '(?<letters>[\\p{L}\\p{Cf}][\\p{L}\\p{M}\\p{Cf}\\p{No}]*)',
  ].join('|'),
  'gu',
)

/** Longer sequences of letters are skipped. */
const maxWordLength = 60

/** Maximum number of words read from a text. */
const maxWords = 20_000

/** Maximum number of range terms per text; further ranges are indexed by their ends only. */
const maxRangeTerms = 2_000

/** Maximum number of memoised words; the memo is cleared when full. */
const maxRemembered = 20_000
const remembered = new Map<string, { folded: string; term: string }>()

/**
 * Lists the words of a text in order, at most `maxWords`. Numbers have the unit that follows them.
 */
export function listWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(wordPattern)) {
    if (words.length >= maxWords) break
    const { dotted, number, latin, letters } = match.groups ?? {}
    const from = match.index
    const to = from + match[0].length
    const last = words.at(-1)
    if (number !== undefined) {
      words.push({ from, to, ...foldNumber(number) })
    } else if (
      latin !== undefined &&
      last?.to === from &&
      last.number !== undefined &&
      !isUnit(latin)
    ) {
      // "3D32" is one word, "32A" two.
      words.splice(-1, 1, wordOf(text.slice(last.from, to), last.from, to))
    } else {
      const written = dotted ?? latin ?? letters
      if (written === undefined || written.length > maxWordLength) continue
      const word = wordOf(written, from, to)
      if (word.folded !== '') words.push(word)
    }
  }
  addQuantities(text, words)
  return words
}

function wordOf(written: string, from: number, to: number): Word {
  return { from, to, ...foldAndStem(written), quantities: [], ranges: [] }
}

function foldAndStem(written: string) {
  const known = remembered.get(written)
  if (known) return known
  const folded = withoutArticle(foldWord(written))
  const result = { folded, term: stem(folded) }
  if (remembered.size >= maxRemembered) remembered.clear()
  remembered.set(written, result)
  return result
}

function foldNumber(written: string) {
  const number = parseNumber(written)
  const folded = Number.isFinite(number) && number < 1e15 ? formatNumber(number) : foldWord(written)
  return { folded, term: folded, number, quantities: [], ranges: [] }
}

function isUnit(written: string) {
  return findUnits(foldWord(written)).length > 0
}

/**
 * Adds the unit that follows to each number, and the terms of each range to the number that ends
 * it.
 */
function addQuantities(text: string, words: Word[]) {
  let rangeTerms = 0
  for (const [at, word] of words.entries()) {
    if (word.number === undefined) continue
    const unit = findUnitAfter(text, words, at)
    if (!unit) continue
    const { number } = word
    word.units = unit.units
    word.quantities = unit.units.map((found) => quantityTerm(number, found))
    for (const named of words.slice(at + 1, at + 1 + unit.words)) named.unitOf = at
    const start = findRangeStart(text, words, at)
    if (start === undefined || rangeTerms >= maxRangeTerms) continue
    word.ranges = unit.units.flatMap((found) => listRangeTerms(start, number, found))
    rangeTerms += word.ranges.length
  }
}

function findUnitAfter(text: string, words: Word[], at: number) {
  for (let count = maxUnitWords; count > 0; count--) {
    const named = words.slice(at + 1, at + 1 + count)
    if (named.length < count) continue
    const isNext = named.every((word, index) => {
      const gap = text.slice(words[at + index]?.to, word.from)
      return /^[\s\u00a0\u202f°"-]{0,3}$/u.test(gap) && word.number === undefined
    })
    if (!isNext) continue
    const name = named.map((word) => foldWord(text.slice(word.from, word.to))).join('')
    // "12 W H 90" are no watt-hours.
    const units = count > 1 && /^[a-z]{2}$/.test(name) ? [] : findUnits(name)
    if (units.length > 0) return { units, words: count }
  }
  return undefined
}

/** Finds the start of a range such as "6–63 A", "9 to 38 A", "من 9 إلى 38 أمبير". */
function findRangeStart(text: string, words: Word[], at: number) {
  const end = words[at]
  const before = words[at - 1]
  if (!end || !before) return undefined
  if (before.number !== undefined) {
    return /^\s*[-–—…]\s*$/.test(text.slice(before.to, end.from)) ? before.number : undefined
  }
  return /^(?:to|الي)$/.test(before.folded) ? words[at - 2]?.number : undefined
}

/** Lists the part numbers in a text: TM63-3D32, TX160, TM-LK. */
export function listCodes(text: string, words: Word[]): Code[] {
  const codes: Code[] = []
  for (let at = 0; at < words.length;) {
    let end = at + 1
    while (end < words.length && isJoined(text, words, at, end)) end++
    const first = words[at]
    const last = words[end - 1]
    if (first && last && isCode(text.slice(first.from, last.to), end - at)) {
      codes.push({ from: first.from, to: last.to, term: foldWord(text.slice(first.from, last.to)) })
    }
    at = end
  }
  return codes
}

/** Whether a hyphen joins two words; after one, a unit's letter may follow directly: TSB-215C. */
function isJoined(text: string, words: Word[], start: number, end: number) {
  const gap = text.slice(words[end - 1]?.to, words[end]?.from)
  return gap === '' ? end - start > 1 : /^[-\u2010\u2011_]$/.test(gap)
}

function isCode(written: string, words: number) {
  if (!/^[A-Z0-9][A-Za-z0-9\u2010\u2011_-]+$/.test(written) || !/[A-Z]/.test(written)) return false
  return /\d/.test(written) ? written.length > 2 : words > 1 && !/[a-z]/.test(written)
}
