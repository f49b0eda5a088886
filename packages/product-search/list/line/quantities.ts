import {
  foldLine,
  halves,
  multiples,
  numberWords,
  quantityUnits,
  tensWords,
  type QuantityUnit,
} from './line-words.ts'

/** Maximum quantity of a line; a larger one is unread. */
export const maxQuantity = 99_999

/** A quantity as a list gives it. */
export interface ReadQuantity {
  /** Whole, from 0; null if it is unread: the list gives none, or one that is not understood. */
  quantity: number | null
  /** The text that stood for an unread quantity; empty if the list gives none. */
  quantityText: string
}

/** No quantity in the list. */
export const noQuantity: ReadQuantity = { quantity: null, quantityText: '' }

const unitNames = new Map(
  (Object.keys(quantityUnits) as QuantityUnit[]).flatMap((unit) =>
    quantityUnits[unit].split(/\s+/).map((name): [string, QuantityUnit] => [name, unit]),
  ),
)

/** The names of units, for patterns. */
export const unitWords = [...unitNames.keys()]

/** @returns empty for a text that is no unit */
export function unitOf(text: string): QuantityUnit | '' {
  return unitNames.get(foldLine(text).replace(/[\s.()]/g, '')) ?? ''
}

const alternativesOf = (words: Iterable<string>) =>
  [...words].sort((a, b) => b.length - a.length).join('|')

/** The value of each word of a number. */
const valueOfWord = new Map(
  [
    ...numberWords.map((names, at): [string, number] => [names, at + 1]),
    ...tensWords.map((names, at): [string, number] => [names, 10 * (at + 2)]),
    ...([
      [multiples.dozen, 12],
      [multiples.hundred, 100],
      [multiples.thousand, 1000],
      [halves, 0.5],
    ] as [string, number][]),
  ].flatMap(([names, value]) => names.split(' ').map((name): [string, number] => [name, value])),
)
const multiplied = new Set(Object.values(multiples).join(' ').split(' '))

const [ones, tens, multiple] = [numberWords, tensWords, Object.values(multiples)].map((names) =>
  alternativesOf(names.join(' ').split(' ')),
)

/** A number in words, for patterns of folded text: "two dozen", "twenty-five", «خمسة وعشرون», «نص دستة». */
export const spelledNumber = `(?:(?:${ones}|(?:${alternativesOf(halves.split(' '))})(?: an?)?) )?(?:${multiple})|(?:(?:${ones}) و ?)?(?:${tens})(?:[ -](?:${ones}))?|(?:${ones})(?: عشره?(?!\\p{L}))?`

/** Returns the value of a number in words, in folded text. */
export function numberInWords(text: string) {
  const words = text
    .replace(/(?<= )و ?| an?(?= )/gu, '')
    .split(/[ -]/)
    .map((word) => ({ value: valueOfWord.get(word) ?? 0, isMultiple: multiplied.has(word) }))
  const sum = words.reduce((all, { value, isMultiple }) => (isMultiple ? all : all + value), 0)
  return words.reduce((all, { value, isMultiple }) => (isMultiple ? all * value : all), sum || 1)
}

/** Units of which a part can be bought; it is rounded up. */
const divisible: ReadonlySet<QuantityUnit | ''> = new Set(['metre'])

/** Ways of writing a number, with how its separators are read; a number in no such way is ambiguous, such as 1.200. */
const numberForms: [pattern: RegExp, plain: (text: string) => string][] = [
  [/^\d+$/, (text) => text],
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, (text) => text.replaceAll(',', '')],
  [
    /^[1-9]\d{0,2}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/,
    (text) => text.replace(/[ '’]/g, '').replace(',', '.'),
  ],
  [/^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/, (text) => text.replaceAll('.', '').replace(',', '.')],
  [/^[1-9]\d{0,2}(?:\.\d{3}){2,}$/, (text) => text.replaceAll('.', '')],
  [/^\d+\.(?:\d{1,2}|\d{4,})$/, (text) => text],
  [/^0\.\d+$/, (text) => text],
  [/^\d+,\d{1,2}$/, (text) => text.replace(',', '.')],
]

/**
 * Reads a number as people write it: "1,200.50", "1.200,50", "1 200", "2,5".
 * @param text with digits 0 to 9
 * @returns null for a text that is no number, or an ambiguous one
 */
export function numberOf(text: string): number | null {
  const form = numberForms.find(([pattern]) => pattern.test(text))
  return form ? Number(form[1](text)) : null
}

/** A number with a unit before or behind it, or in brackets: "5 pcs", "عدد 5", "~1200", "(4)". */
const amountWithUnit =
  /^[~≈]?\(?(?<before>[\p{L}.]*)[ :=]*(?<number>\d(?:[\d.,'’ ]*\d)?)[ .]*(?<after>[\p{L}. ]*)\)?$/u

/**
 * Reads the text of a quantity: the number that it states, and its unit.
 * @param unit the unit of its line; a part of a piece is unread
 */
export function readQuantity(
  text: string,
  unit: QuantityUnit | '' = '',
): ReadQuantity & { unit: QuantityUnit | '' } {
  const {
    before = '',
    number = '',
    after = '',
  } = amountWithUnit.exec(foldLine(text).trim())?.groups ?? {}
  const [unitBefore, unitAfter] = [unitOf(before), unitOf(after)]
  const isUnderstood = (before === '' || unitBefore !== '') && (after === '' || unitAfter !== '')
  const written = unit || unitAfter || unitBefore
  const amount = isUnderstood ? numberOf(number) : null
  return wholeQuantity(amount, text.trim(), written)
}

/**
 * Rounds a number to a quantity; a part of a kilometre is one of metres.
 * @param amount null if it is not understood
 * @param text the number as it is written
 */
export function wholeQuantity(
  amount: number | null,
  text: string,
  unit: QuantityUnit | '',
): ReadQuantity & { unit: QuantityUnit | '' } {
  if (unit === 'kilometre' && amount !== null && !Number.isInteger(amount))
    return wholeQuantity(Math.round(amount * 1000), text, 'metre')
  const isWhole = amount !== null && (Number.isInteger(amount) || divisible.has(unit))
  const quantity = isWhole ? Math.ceil(amount) : null
  return quantity === null || quantity > maxQuantity
    ? { quantity: null, quantityText: text, unit }
    : { quantity, quantityText: '', unit }
}
