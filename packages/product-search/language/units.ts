import { withLatinDigits } from '@site/arabic-text/characters'
import { foldWord } from './fold-word.ts'
import { units } from './synonyms.ts'

export interface Unit {
  /** The base unit, as in terms. */
  base: string
  /** The number of base units in one unit. */
  factor: number
}

/** The first name of each unit, by base and factor. */
const firstNames = new Map<string, string>()

/** A name can mean several units: "كيلو" is kW, kVA and kA. */
const unitsByName = readUnits()

/** The number of words in the longest name: "kilo volt ampere". */
export const maxUnitWords = 3

export function findUnits(foldedName: string): Unit[] {
  return unitsByName.get(foldedName) ?? []
}

/** Returns the first name of a unit, such as `ma`; undefined for one that has none. */
export function nameOfUnit({ base, factor }: Unit) {
  return firstNames.get(base + factor)
}

/** Returns a quantity as one term, regardless of the unit's prefix: 0.4 kV and 400 V are equal. */
export function quantityTerm(number: number, { base, factor }: Unit) {
  return `${formatNumber(number * factor)}${base}`
}

/** Formats a number without binary rounding artefacts. */
export function formatNumber(number: number) {
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(9)))
}

/**
 * Parses a number as written in a text: a comma or point before three digits separates thousands,
 * and Arabic text has its own separators.
 */
export function parseNumber(text: string) {
  const digits = withLatinDigits(text)
    .replace(/٬|,(?=\d{3}(?!\d))/g, '')
    .replace(/[٫,]/g, '.')
  // Two decimal points make no number: a version, or a clause of a standard.
  const [whole = '', fraction, ...rest] = digits.split('.')
  return rest.length > 0 ? NaN : Number(fraction === undefined ? whole : `${whole}.${fraction}`)
}

/**
 * Preferred numbers of ratings, one decade. A range is indexed as the preferred numbers that it
 * contains.
 */
const preferred = [
  1, 1.1, 1.2, 1.25, 1.3, 1.32, 1.5, 1.6, 1.8, 1.85, 2, 2.2, 2.4, 2.5, 3, 3.15, 3.2, 3.5, 3.6, 3.7,
  4, 4.5, 5, 5.5, 6, 6.3, 7, 7.5, 8, 9,
]

/** Suffix of the term of a number within a range. */
const within = '.'

/** Returns the terms of a range: one for each preferred number that it contains. */
export function listRangeTerms(from: number, to: number, unit: Unit) {
  const terms: string[] = []
  if (!(from > 0 && to > from)) return terms
  const first = Math.floor(Math.log10(from))
  for (let decade = first; decade <= Math.log10(to) && decade < first + 6; decade++) {
    for (const step of preferred) {
      const number = step * 10 ** decade
      if (number >= from * 0.999999 && number <= to * 1.000001) {
        terms.push(quantityTerm(number, unit) + within)
      }
    }
  }
  return terms
}

/**
 * Returns the terms of the ranges that contain a number: its own, or those of the neighbouring
 * preferred numbers.
 */
export function listTermsAround(number: number, unit: Unit) {
  if (!(number > 0)) return []
  const decade = 10 ** Math.floor(Math.log10(number))
  const steps = [...preferred, 10].map((step) => step * decade)
  const isNear = (step: number) => Math.abs(step - number) < number / 1e6
  const exact = steps.find(isNear)
  const above = steps.findIndex((step) => step > number)
  const around = exact === undefined ? steps.slice(above - 1, above + 1) : [exact]
  return around.map((step) => quantityTerm(step, unit) + within)
}

function readUnits() {
  const byName = new Map<string, Unit[]>()
  for (const line of units.trim().split('\n')) {
    const [base = '', factor = '', ...names] = line.trim().split(/\s+/)
    firstNames.set(base + Number(factor), foldWord(names[0] ?? ''))
    for (const name of new Set(names.map(foldWord))) {
      byName.set(name, [...(byName.get(name) ?? []), { base, factor: Number(factor) }])
    }
  }
  return byName
}
