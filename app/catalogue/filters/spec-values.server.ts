import { parseInterval, type Interval } from './spec-numbers.server'

/** One of the values that a specification states. */
export interface SpecValue {
  /** Names the value in addresses: its English text, or its number. */
  key: string
  /** In the page's language. */
  text: string
  /** null for words. */
  interval: Interval | null
}

/** Commas between the digits of a number do not separate values: "10,000". */
const separator = /[،;؛]|,(?!\d{3}(?!\d))/

/** A list in one value has fewer parts; further ones are not looked at. */
const maxParts = 50

const maxSlugLength = 80

/**
 * The values of a specification: several for a list such as "8, 12, 18".
 * @param text in the page's language
 * @param english the same value in English; the same text if there is no translation
 */
export function valuesOf(text: string, english: string): SpecValue[] {
  const keys = partsOf(english)
  const texts = text === english ? keys : partsOf(text)
  // A list with another number of parts cannot be paired, so the parts are shown in English.
  return keys.map((part, at) => valueOf(part, (texts.length === keys.length && texts[at]) || part))
}

function valueOf(part: string, text: string): SpecValue {
  const interval = parseInterval(part)
  const key = interval?.min === interval?.max && interval ? String(interval.min) : part
  return { key, text, interval }
}

function partsOf(text: string) {
  const parts = text.split(separator, maxParts).map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

/**
 * The name of a label in addresses: "Rated current" is `rated-current`. Empty for a label without letters
 * and digits.
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

/** A text for comparison: letter case and spaces do not count. */
export function folded(text: string) {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
