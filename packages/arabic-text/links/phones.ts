import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { zeroWidthSpace, withPlainCharacters } from '../characters.ts'
import { linkedText, type FoundLink, type TextPart } from './text-parts.ts'

/** A run of digits. */
interface Group {
  digits: string
  start: number
  end: number
  /** Text between these digits and the previous ones. */
  gap: string
}

/** A number to dial, and its place in the text. */
interface PhoneNumber {
  dialled: string
  start: number
  end: number
}

/** Maximum digits: with a country code (E.164), without one in any country, and in the region. */
const [maxDigits, maxDialledDigits, maxLocalDigits] = [15, 13, 11]

/**
 * Fewer digits without a plus sign are more likely a local number than one with its country code.
 */
const minInternationalDigits = 11

/**
 * Minimum digits: of a whole number, as dialled within an area; of a hotline beside one; of a short
 * number that stands alone.
 */
const [minWhole, minHotline, minShort] = [7, 5, 3]

/** Separators within a number. A plus sign that does not follow a digit starts another number. */
const inside = /^\+?[ ().\-/\\|,،;؛&•\r\n]*$/

/** Separators between two numbers or parts of one: "011 - 555 0100", "02/25550100", "(966) 11". */
const divider = /[(/\\|,،;؛&•\r\n]|-.* | .*-/

const faxBefore = /(?:fax|فاكس|(?<!\p{L})[fف])[^\p{L}\p{N}]*$/iu
const faxAfter = /^\s*(?:\(\s*(?:fax|فاكس|f)\s*\)|(?:fax|فاكس)\s*$)/iu
const phoneWord = /tel|phone|mob|هاتف|تل[يف]|جوال|(?<!\p{L})t(?!\p{L})/iu

/** Words before numbers that are not phone numbers: extensions, P.O. boxes, registrations. */
const otherWord =
  /(?:(?<!\p{L})(?:ext|extn|extension|x|box|zip|c\.?r|vat)|#|تحويل[ةه]|داخلي|وصل[ةه]|ص\s?\.?\s?ب|بريد\p{L}*|سجل[ \p{L}]*|ضريب\p{L}*)[^\p{L}\p{N}]*$/iu

/** Masked digits: "+966 13 8XX XXXX". */
const masked = /^[ -]?[x*]{2}/i

/** A toll-free number in letters, as in the Emirates: "800 TAYYAR". */
const letterNumber = /^[ -]?([A-Z]{4,9})(?![\p{L}\d])/u
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']

/** Splits a text into tel links and text. */
export function phoneParts(text: string): TextPart[] {
  return linkedText(text, findPhones(text))
}

/**
 * Finds the phone numbers in a text, without fax numbers and extensions. A number with a country
 * code becomes international (E.164); a local, unified or short number stays as dialled. No library
 * knows all of these, so numbers need not be valid according to one.
 */
export function findPhones(text: string): FoundLink[] {
  const plain = withPlainCharacters(text)
  const numbers = spansOf(plain)
    .flatMap(splitNumbers)
    .flatMap(numbersIn)
    .map((number) => withLetters(number, plain))
  const hasWhole = numbers.some(({ dialled }) => dialled.length >= minWhole)
  return numbers.flatMap((number, at) => {
    const { dialled, end } = number
    const before = plain.slice(numbers[at - 1]?.end ?? 0, number.start)
    const after = plain.slice(end)
    const isOther = otherWord.test(before) || masked.test(after) || isFax(before, after)
    if (isOther || !isWhole(dialled, hasWhole, numbers[at - 1])) return []
    return [{ ...withSigns(number, plain), href: `tel:${dialled}` }]
  })
}

/**
 * Whether digits are a number of their own: beside a whole number, few digits are the end of
 * another, as in "0115550100/1" or "011 555 0100 - 0101".
 */
function isWhole(dialled: string, hasWhole: boolean, before: PhoneNumber | undefined) {
  if (dialled.length >= minWhole) return true
  if (!hasWhole) return dialled.length >= minShort
  const isEnd = dialled.startsWith('0') || before?.dialled.endsWith(dialled)
  return dialled.length >= minHotline && !isEnd
}

function isFax(before: string, after: string) {
  return (faxBefore.test(before) && !phoneWord.test(before)) || faxAfter.test(after)
}

/** Groups runs of digits that only separators divide. */
function spansOf(plain: string): Group[][] {
  const spans: Group[][] = []
  let last = 0
  for (const { index, 0: digits } of plain.matchAll(/\d+/g)) {
    const gap = plain.slice(last, index).replaceAll(zeroWidthSpace, '')
    last = index + digits.length
    const group = { digits, start: index, end: last, gap }
    if (spans.length > 0 && inside.test(gap)) spans.at(-1)?.push(group)
    else spans.push([group])
  }
  return spans
}

/**
 * Splits groups at dividers, unless the part before a divider is only the beginning of a number.
 */
function splitNumbers(span: Group[]): Group[][] {
  const parts: Group[][] = []
  for (const group of span) {
    const isFirst = parts.length === 0 || divider.test(group.gap)
    if (isFirst) parts.push([group])
    else parts.at(-1)?.push(group)
  }
  const joined = parts.reduce<Group[][][]>((done, part) => {
    const last = done.at(-1)
    if (last && isBeginning(last.flat()) && isPossible([...last.flat(), ...part])) last.push(part)
    else done.push([part])
    return done
  }, [])
  // "24/7" is not a short number.
  return joined.flatMap((each) => (digitsOf(each.flat()).length >= minWhole ? [each.flat()] : each))
}

/** Whether the groups are a country code, an area code, or both. */
function isBeginning(groups: Group[]) {
  const digits = digitsOf(groups)
  const isHotline = groups.length === 1 && digits.length >= minHotline && !digits.startsWith('0')
  return digits.length < minWhole && !isHotline
}

function isPossible(groups: Group[]) {
  const digits = digitsOf(groups)
  if (hasCountryCode(groups)) return digits.length <= maxDigits + 2
  return digits.length <= maxLocalDigits || withoutPlus(digits) !== undefined
}

/** Splits groups with nothing but spaces, hyphens and dots between them into numbers. */
function numbersIn(groups: Group[]): PhoneNumber[] {
  const count = countFirst(groups)
  const [first, rest] = [groups.slice(0, count), groups.slice(count)]
  const dialled = dialledOf(first)
  const [start, end] = [first[0]?.start ?? 0, first.at(-1)?.end ?? 0]
  const others = rest.length > 0 ? numbersIn(rest) : []
  const max = dialled.startsWith('+') ? maxDigits + 1 : maxDialledDigits
  return dialled.length > max ? others : [{ dialled, start, end }, ...others]
}

/** Counts the groups that form the first number. */
function countFirst(groups: Group[]) {
  const isInternational = hasCountryCode(groups)
  const tooMany = groups.findIndex(
    (_, at) => digitsOf(groups.slice(0, at + 1)).length > maxDigits + 2,
  )
  for (let count = tooMany < 0 ? groups.length : tooMany; count > 0; count -= 1) {
    const [digits, rest] = [digitsOf(groups.slice(0, count)), digitsOf(groups.slice(count))]
    if (isInternational && validNumber(digits)) return count
    // Two local numbers together could look like a number of another country.
    if (withoutPlus(digits) && (rest === '' || withoutPlus(rest))) return count
  }
  if (isInternational) return groups.length
  const next = groups.findIndex((_, at) => at > 0 && startsAnother(groups, at))
  return next < 0 ? groups.length : next
}

/** Whether a local number ends before a group that begins another number, or ends one. */
function startsAnother(groups: Group[], at: number) {
  const [before, rest] = [digitsOf(groups.slice(0, at)).length, digitsOf(groups.slice(at)).length]
  const { digits, gap } = groups[at] ?? { digits: '', gap: '' }
  const isTooLong = before >= minWhole && before + digits.length > maxLocalDigits
  const isNextAreaCode = digits.startsWith('0') && before >= 9 && rest >= minWhole
  const isAfterWhole = (groups[at - 1]?.digits.length ?? 0) >= minWhole
  const isEndOrWhole = digits.length >= minWhole || (rest <= 3 && gap.includes('-'))
  return isTooLong || isNextAreaCode || (isAfterWhole && isEndOrWhole)
}

function dialledOf(groups: Group[]) {
  const digits = digitsOf(groups)
  if (!hasCountryCode(groups)) return withoutPlus(digits)?.number ?? digits
  const valid = validNumber(digits)
  if (valid) return valid.number
  // The zero in "+966 (0)11" is only dialled within a country.
  const kept = groups.filter((group, at) => at === 0 || group.digits !== '0')
  return `+${digitsOf(kept).replace(/^0+/, '')}`
}

/**
 * Whether a plus sign or its equivalent 00 precedes the number. No country code starts with a zero:
 * "+011 555 0100" is local.
 */
function hasCountryCode(groups: Group[]) {
  const digits = digitsOf(groups)
  if (/^00[1-9]/.test(digits)) return digits.length >= minInternationalDigits - 1
  return /\+[ (]*$/.test(groups[0]?.gap ?? '') && !digits.startsWith('0')
}

function validNumber(digits: string) {
  const number = parsePhoneNumberFromString(`+${digits.replace(/^00/, '')}`, { extract: false })
  return number?.isValid() ? number : undefined
}

/** Parses a number that has its country code but no plus sign. */
function withoutPlus(digits: string) {
  const isPossible = digits.length >= minInternationalDigits && digits.length <= maxDigits
  if (!isPossible || digits.startsWith('0')) return undefined
  const number = validNumber(digits)
  return number?.isNonGeographic() ? undefined : number
}

function digitsOf(groups: Group[]) {
  return groups.map(({ digits }) => digits).join('')
}

function withLetters(number: PhoneNumber, plain: string): PhoneNumber {
  const [written = '', letters = ''] =
    (/(?<!\d)[68]00$/.test(number.dialled.replace(/^\+\d{3}/, '')) &&
      letterNumber.exec(plain.slice(number.end))) ||
    []
  const typed = [...letters].map((letter) => keys.findIndex((key) => key.includes(letter)) + 2)
  return {
    ...number,
    dialled: number.dialled + typed.join(''),
    end: number.end + written.length,
  }
}

/** Extends a number to its plus sign, and to both of its brackets or none. */
function withSigns({ start, end }: PhoneNumber, plain: string) {
  const signs = /[+(][+( \u200B]*$/.exec(plain.slice(0, start))
  const from = signs ? signs.index : start
  const written = plain.slice(from, end)
  const isOpen = written.split('(').length > written.split(')').length
  if (!isOpen) return { start: from, end }
  return plain[end] === ')'
    ? { start: from, end: end + 1 }
    : { start: from + written.indexOf('(') + 1, end }
}
