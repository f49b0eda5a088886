import { withPlainCharacters, unseen } from '../text/characters.ts'
import {
  columnWords,
  duals,
  greetings,
  noteStarts,
  numberWords,
  quantityLabels,
  quantityUnits,
  references,
} from './line-words.ts'

/** What a line of a bill of quantities says, besides the product's own words. */
export interface ReadLine {
  /** Whether it is no item: a heading, a total, a greeting. */
  isNote: boolean
  /** The number of the line, as it is written: "2.1"; empty if it has none. */
  number: string
  /** Whole, from 1; 1 if the line has none. */
  quantity: number
  hasQuantity: boolean
  /** A key of `quantityUnits`; empty if the line names none. */
  unit: string
  /** What is left: the words about the product, with digits 0 to 9. */
  words: string
}

/** Characters of a line that are read; a longer line is prose. */
const maxLength = 600

export const maxQuantity = 99_999

const unitNames = new Map(
  Object.entries(quantityUnits).flatMap(([unit, names]) =>
    names.split(/\s+/).map((name): [string, string] => [name, unit]),
  ),
)
const numberOfWord = new Map(
  numberWords.flatMap((names, at) => names.split(' ').map((name): [string, number] => [name, at + 1])),
)

const alternativesOf = (words: Iterable<string>) =>
  [...words].sort((a, b) => b.length - a.length).join('|')

const unit = alternativesOf(unitNames.keys())
const label = alternativesOf(quantityLabels.split(' '))
const amount = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?'
const end = '(?![\\p{L}\\p{N}])'
const start = '(?<![\\p{L}\\p{N}.,/×x*-])'

/** Lengths in a description are no quantities; at an end of the line, or beside a dash, they are. */
const lengthUnits = ['metre', 'kilometre', 'length']

/** Units that follow the number of a rating. */
const ratingUnits =
  'pole|poles|p|phase|ph|core|cores|c|way|ways|wire|pair|pairs|gang|hp|amp|amps|a|ma|ka|v|kv|kva|mva|kw|w|watt|mm|cm|inch|in|hz|port|module|u|قطب|اقطاب|طور|فاز|قلب|قلوب|كور|خط|مخرج|امبير|فولت|واط|كيلو|بوصه|ملم|مم|سم|حصان|بول'

const patterns = {
  /** "2.1.4 ", "12) ", "3- ", "أ) ", "بند ٧: ", "Item 4 - ". */
  number: new RegExp(
    `^(?:(?:item|pos|no|بند|البند|م)\\.? ?(?:no\\.?|رقم)? ?)?(?<number>\\(?\\d{1,4}(?:\\.\\d{1,3})*\\)|\\d{1,3}(?:\\.\\d{1,3}){2,}|\\d{1,3}(?:[./]\\d{1,3})*(?=[.)]? ?[-:–_] ?(?!${ratingUnits})\\D|[.)] ?(?!\\d)|\\.\\s)|\\(?[a-zأ-ي]\\)|[a-zأ-ي](?=[.)-] ))[.):_ -]+(?=\\S)`,
    'iu',
  ),
  named: new RegExp(`(?:item|بند|البند) ?(?:no\\.?|رقم)? ?(?<number>\\d{1,4}(?:\\.\\d{1,3})*)[ .:)_-]+`, 'iu'),
  labelled: new RegExp(`${start}(?:${label})\\.? ?[-:=( ]* ?(?<amount>${amount})(?<unit> ?(?:${unit}))?${end}`, 'giu'),
  withUnit: new RegExp(`${start}(?<amount>${amount}) ?[-(/]? ?(?<unit>${unit})${end}\\.?\\)?`, 'giu'),
  unitFirst: new RegExp(`${start}(?<unit>nos?|ea|each|pcs?|حبه|قطعه|عدد|طقم|لفه)\\.? ?[:=(-]* ?(?<amount>${amount})${end}\\)?`, 'giu'),
  spelled: new RegExp(`${start}(?<word>${alternativesOf(numberOfWord.keys())}) (?<unit>${unit})${end}`, 'giu'),
  unitThenWord: new RegExp(`${start}(?<unit>حبه|قطعه|لفه) واحده${end}`, 'giu'),
  dual: new RegExp(`${start}(?<dual>${alternativesOf(duals.split(' '))})${end}`, 'giu'),
  times: new RegExp(`(?<=(?:^|\\s)\\S*[^\\d\\s.,x×*]\\S*) ?[x×*] ?(?<amount>${amount})\\s*$`, 'iu'),
  unknownUnit: new RegExp(` [-=:] ?(?<amount>${amount}) (?!(?:${ratingUnits})${end})\\p{L}+\\s*$`, 'iu'),
  timesFirst: new RegExp(`^(?<amount>\\d{1,5}) ?[x×*] ?(?=[^\\d\\s])`, 'iu'),
  dashed: new RegExp(`(?: [-=:>]+ ?|\\s\\(|[=:])(?<amount>${amount})\\)?\\s*$`, 'u'),
  first: new RegExp(`^(?<amount>\\d{1,5})\\s+(?!(?:${ratingUnits})${end})(?=[\\p{L}])`, 'iu'),
  last: new RegExp(`(?<=\\d ?(?:a|ka|ma|kw|w|kva|mm2?|kvar|v|p|امبير|واط|كيلوواط|مم2?|ملم2?|k)|[a-z]+-?[a-z]*\\d+\\S*)\\s+(?<amount>\\d{1,5})\\s*$`, 'iu'),
}

/** Folds letters as `foldWord` does, but keeps every character's offset. */
export function foldLine(text: string) {
  return withPlainCharacters(text)
    .replaceAll(unseen, ' ')
    .toLowerCase()
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ک/g, 'ك')
}

const marks = /[\u064b-\u0652\u0670]/g

/**
 * Reads a line as people write it: "٣- توريد وتركيب قاطع مقولب ٣×٢٥٠ أمبير — ٤ حبات".
 * @param text one line, or the description in a table
 */
export function readLine(text: string): ReadLine {
  let words = withPlainCharacters(text.slice(0, maxLength).replace(marks, ''))
    .replaceAll(unseen, '')
    .replace(/^\[[^\]\n]{5,40}\] ?[^:]{1,40}: /, '')
    .replace(/^\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}[^-]{0,5}- [^:]{1,40}: /, '')
    .replace(/^[\s*•·▪◦●○■□✓✔➢►>_~"'|+-]+|["'|\s]+$/gu, '')
    .replace(/\s+/g, ' ')
  const none = { isNote: false, number: '', quantity: 1, hasQuantity: false, unit: '' }
  const isNumberOnly = /^[\d\s.,:/()%#*=_-]*$/.test(words)
  if (isNumberOnly || !/\p{L}{2}/u.test(words)) return { ...none, isNote: true, words }

  const cut = (match: RegExpExecArray | RegExpMatchArray) => {
    const at = match.index ?? 0
    words = `${words.slice(0, at)} ${words.slice(at + match[0].length)}`.replace(/\s+/g, ' ').trim()
  }
  const numbered = patterns.number.exec(foldLine(words)) ?? patterns.named.exec(foldLine(words))
  const number = (numbered?.groups?.number ?? '').replace(/[()]/g, '')
  if (numbered) cut(numbered)
  const found = findQuantity(foldLine(words))
  if (found) cut(found.match)
  const { quantity = 1, unit: named = '' } = found ?? {}
  words = words.replace(/[\s,;:=-]+$|^[\s,;:=-]+/g, '')
  const read = { number, quantity, hasQuantity: found !== undefined, unit: named }
  return { ...read, isNote: isNote(foldLine(words), read), words }
}

interface FoundQuantity {
  match: RegExpExecArray | RegExpMatchArray
  quantity: number
  unit: string
}

/** Finds the quantity: the plainest way of writing it first. */
function findQuantity(folded: string): FoundQuantity | undefined {
  const read = (match: RegExpExecArray | RegExpMatchArray): FoundQuantity => {
    const { amount: one, unit: written = '' } = match.groups ?? {}
    const unitName = unitNames.get(written.trim()) ?? ''
    return { match, quantity: quantityOf(one ?? '1'), unit: unitName }
  }
  const [labelled] = folded.matchAll(patterns.labelled)
  if (labelled) {
    const found = read(labelled)
    return found.unit === '' && labelled[0].startsWith('عدد') ? { ...found, unit: 'each' } : found
  }
  const counted = [...folded.matchAll(patterns.withUnit)].map(read)
  const isAtEnd = ({ match }: FoundQuantity) => {
    const after = folded.slice((match.index ?? 0) + match[0].length)
    const before = folded.slice(0, match.index)
    return /^[\s.)]*$/.test(after) || /^[\s(-]*$/.test(before) || (/[-,:=(]\s*$/.test(before) && /^\s*[-,;)]/.test(after))
  }
  const isItem = ({ unit: one }: FoundQuantity) => !lengthUnits.includes(one)
  const best = counted.findLast((one) => isItem(one)) ?? counted.findLast(isAtEnd)
  if (best) return best
  const [unitFirst] = folded.matchAll(patterns.unitFirst)
  if (unitFirst) return read(unitFirst)
  const [spelled] = folded.matchAll(patterns.spelled)
  if (spelled?.groups) {
    const { word = '', unit: written = '' } = spelled.groups
    return { match: spelled, quantity: numberOfWord.get(word) ?? 1, unit: unitNames.get(written) ?? '' }
  }
  const [single] = folded.matchAll(patterns.unitThenWord)
  if (single) return read(single)
  const [dual] = folded.matchAll(patterns.dual)
  if (dual) {
    const stem = dual[0].replace(/ت?(?:ين|ان)$/, '')
    return { match: dual, quantity: 2, unit: unitNames.get(`${stem}ه`) ?? unitNames.get(stem) ?? '' }
  }
  for (const pattern of [patterns.times, patterns.unknownUnit, patterns.timesFirst, patterns.dashed, patterns.first, patterns.last]) {
    const match = pattern.exec(folded)
    if (match) return read(match)
  }
  return undefined
}

/** @returns a key of `quantityUnits`; empty for a text that is no unit */
export function unitOf(text: string) {
  return unitNames.get(foldLine(text).replace(/[\s.()]/g, '')) ?? ''
}

/** @returns a whole number from 1 to `maxQuantity`; fractions are rounded up */
export function quantityOf(text: string) {
  const number = Math.ceil(Number(text.replaceAll(',', '')))
  return Number.isFinite(number) ? Math.min(Math.max(number, 1), maxQuantity) : 1
}

const noteStart = new RegExp(`^(?:${noteStarts.replace(/\s*\n\s*/g, '')})${end}`, 'iu')

const greeting = new RegExp(`^(?:${greetings.replace(/\s*\n\s*/g, '')})${end}`, 'iu')

const headings = new Set(Object.values(columnWords).flatMap((words) => words.split(/\s+/)))

/** Whether a line is no item. A rating or a quantity makes it one, except in a total. */
function isNote(folded: string, { hasQuantity }: { hasQuantity: boolean }) {
  const words = folded.match(/[\p{L}\p{M}]+/gu) ?? []
  if (words.length === 0 || words.join('').length < 2) return true
  if (words.every((word) => headings.has(word))) return words.length > 1 || !hasQuantity
  const hasRating = /\d\s?(?:a|ka|ma|w|kw|kva|v|kv|mm|p|c)(?![\p{L}\p{N}])|\d\s?(?:امبير|واط|فولت|مم|كيلو)|[a-z]+-?\d/iu.test(folded)
  if (noteStart.test(folded)) return !hasRating || !hasQuantity
  if (greeting.test(folded)) return !hasRating && !hasQuantity
  return !hasQuantity && !hasRating && /:\s*$/.test(folded)
}

const reference = new RegExp(`(?:^|[\\s,;(])(?:${references.replace(/\s*\n\s*/g, '')})(?!\\p{L})[^,;.()،؛]*`, 'giu')

/** Abbreviations of ratings, and products of numbers, as words that the search knows. */
const rewritten: [pattern: RegExp, words: string][] = [
  [/(?<!\p{L})al(?=\/)/giu, 'aluminium'],
  [/(?<![\p{L}\p{N}])(?:spn|sp\+n|1p\+n)(?![\p{L}\p{N}])/giu, ' 1P+N '],
  [/(?<![\p{L}\p{N}])sp(?![\p{L}\p{N}])/giu, ' 1 pole '],
  [/(?<![\p{L}\p{N}])dp(?![\p{L}\p{N}])/giu, ' 2 pole '],
  [/(?<![\p{L}\p{N}])tp(?![\p{L}\p{N}])/giu, ' 3 pole '],
  [/(?<![\p{L}\p{N}])(?:tp\+n|tpn|tp&n|fp|3p\+n)(?![\p{L}\p{N}])/giu, ' 4 pole '],
  [/(?<![\p{L}\p{N}.])([1-4])\s?[x×*]\s?(\d+(?:\.\d+)?)\s?(a|amps?|امبير|أمبير|امب|أمب)(?![\p{L}\p{N}])/giu, ' $1 pole $2 A '],
  [/(?<![\p{L}\p{N}.])(\d{1,2})\s?(?:c|core|cores|قلب|كور)?\s?[x×*]\s?(\d+(?:\.\d+)?)\s?(?:mm2|mm²|sq\.? ?mm|mm|مم2|مم²|ملم2|مم|ملم)(?![\p{L}\p{N}])/giu, ' $1 core $2 mm2 '],
  [/(?<![\p{L}\p{N}.])(\d{1,2})c\s?[x×*]\s?(\d+(?:\.\d+)?)/giu, ' $1 core $2 mm2 '],
  [/(?<![\p{L}\p{N}.])(\d{1,2})\s?[x×*]\s?(0\.[57]5?|1(?:\.5|[026]|20|50|85)?|2(?:\.5|5|40)?|3(?:5|00)|4(?:00)?|50|6|70|95)(?=\s*(?:$|[^\p{L}\p{N}\s.x×*]|\p{L}))(?<=(?:cable|wire|flex|cord|كيبل|كابل|سلك|كبل|واير).*)/giu, ' $1 core $2 mm2 '],
  [/منحن[يى]\s+سي(?!\p{L})/gu, 'منحنى C'],
  [/منحن[يى]\s+دي(?!\p{L})/gu, 'منحنى D'],
  [/منحن[يى]\s+بي(?!\p{L})/gu, 'منحنى B'],
]

/**
 * Returns what the search is asked for a line's words: without what refers to documents and approvals, and with ratings
 * written out.
 */
export function questionOf(words: string) {
  let question = ` ${words} `
  for (const match of [...foldLine(question).matchAll(reference)].reverse()) {
    const rest = question.slice(0, match.index) + ' ' + question.slice(match.index + match[0].length)
    // A line may consist of nothing else: "as per sample".
    if (/\p{L}{2}/u.test(rest)) question = rest
  }
  for (const [pattern, plain] of rewritten) question = question.replace(pattern, plain)
  return question.replace(/\s+/g, ' ').trim()
}
