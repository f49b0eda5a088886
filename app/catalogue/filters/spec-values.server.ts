import { withLatinDigits } from '@site/arabic-text/characters'

/** A number or a closed range of numbers, in the unit of its label. */
export interface Interval {
  min: number
  max: number
}

/**
 * An unsigned number: at most twelve digits, optionally with commas between thousands, and at most
 * six decimals, so that `String()` never uses an exponent.
 */
const digits = '(?:\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,12})(?:\\.\\d{1,6})?'
const signed = `[+−-]?${digits}`
const number = new RegExp(`^${signed}$`)
/** "6–63", "−25…+60", "10-40", optionally with spaces around the dash. */
const range = new RegExp(`^(${signed}) ?(?:[–—…-]|\\.{2,3}) ?(${signed})$`)
/** "≥ 80": such a value counts as its limit. */
const limit = /^[<>≤≥≈±~] ?(?=[\d+−-])/

/** Longer texts are not parsed as numbers. */
const maxLength = 60

/**
 * Parses a written number: "10,000", "−25", "+60", Arabic digits.
 * @returns null for anything else
 */
export function parseNumber(text: string): number | null {
  const plain = text.length > maxLength ? '' : withLatinSigns(text.trim())
  return number.test(plain) ? numberIn(plain) : null
}

/**
 * Parses a number typed into a range, which may also be "1,5" or "10 000" or have its unit.
 * @param unit of the range; may be empty
 */
export function typedNumber(text: string, unit: string): number | null {
  if (text.length > maxLength) return null
  const plain = withLatinSigns(text.replace(/\p{Cf}/gu, '').trim()).replaceAll('،', ',')
  const number = unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length) : plain
  const ungrouped = number.replace(/(\d)\s(?=\d{3}(?!\d))/g, '$1')
  // "0,125" is not thousands, and text that is not yet a number may have a decimal comma.
  const isFraction = /^[+−-]?0,/.test(ungrouped)
  return (isFraction ? null : parseNumber(ungrouped)) ?? parseNumber(ungrouped.replace(',', '.'))
}

/** Parses a number, a range or a limit; null for words, dimensions, codes and ratios. */
export function parseInterval(text: string): Interval | null {
  if (text.length > maxLength) return null
  const plain = withLatinSigns(text.trim()).replace(limit, '')
  if (number.test(plain)) {
    const value = numberIn(plain)
    return { min: value, max: value }
  }
  const [, first, last] = range.exec(plain) ?? []
  return first === undefined || last === undefined
    ? null
    : intervalOf(numberIn(first), numberIn(last))
}

/** Returns the interval between two numbers in any order. */
export function intervalOf(a: number, b: number): Interval {
  return { min: Math.min(a, b), max: Math.max(a, b) }
}

export function overlaps(a: Interval, b: Interval) {
  return a.min <= b.max && b.min <= a.max
}

/** Converts Arabic and Persian digits, and the Arabic decimal and thousands separators. */
function withLatinSigns(text: string) {
  return withLatinDigits(text).replaceAll('٫', '.').replaceAll('٬', ',')
}

/** @returns never -0, which addresses would write as 0 */
function numberIn(text: string) {
  return Number(text.replaceAll(',', '').replace('−', '-').replace('+', '')) + 0
}

/** One value of a specification. */
export interface SpecValue {
  /** Identifies the value in addresses: its English text, or its number. */
  key: string
  /** In the page's language. */
  text: string
  /** Null for words. */
  interval: Interval | null
}

/** Separates values, but not at commas between the digits of a number: "10,000". */
const separator = /[،;؛]|,(?!\d{3}(?!\d))/

/** Maximum number of values in a list; further ones are ignored. */
const maxParts = 50

const maxSlugLength = 80

/**
 * Parses the values of a specification; a list such as "8, 12, 18" has several.
 * @param text in the page's language
 * @param english the same value in English; the same text if there is no translation
 */
export function valuesOf(text: string, english: string): SpecValue[] {
  const keys = valuePartsOf(english)
  const texts = text === english ? keys : valuePartsOf(text)
  // Lists of different lengths cannot be paired, so their parts are shown in English.
  return keys.map((part, at) => valueOf(part, (texts.length === keys.length && texts[at]) || part))
}

function valueOf(part: string, text: string): SpecValue {
  const interval = parseInterval(part)
  const key = interval?.min === interval?.max && interval ? String(interval.min) : part
  return { key, text, interval }
}

function valuePartsOf(text: string) {
  const parts = text.split(separator, maxParts).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/**
 * Converts a label to its name in addresses: "Rated current" is `rated-current`. Empty for a label
 * without letters and digits.
 */
export function slugOf(name: string) {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words
    .join('-')
    .slice(0, maxSlugLength)
    .replace(/[\ud800-\udbff]$/, '')
}

/** Normalises a text for comparison, ignoring letter case and spaces. */
export function folded(text: string) {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const format = new Intl.NumberFormat('en', { useGrouping: 'min2', maximumFractionDigits: 6 })

/** Formats a number for tables in both languages: "2500", "24,000", "−25". */
function numberText(number: number) {
  return format.format(number).replace('-', '−')
}

/** Formats a range for tables: "6–63", "−25…+60", "≥ 6", "≤ 63", and "32" for a single number. */
export function intervalText({ min, max }: Interval) {
  if (min === max) return numberText(min)
  if (min === -Infinity) return `≤ ${numberText(max)}`
  if (max === Infinity) return `≥ ${numberText(min)}`
  return min < 0
    ? `${numberText(min)}…${max > 0 ? '+' : ''}${numberText(max)}`
    : `${numberText(min)}–${numberText(max)}`
}
