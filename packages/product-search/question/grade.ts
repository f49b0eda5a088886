import { withLatinDigits } from '@site/arabic-text/characters'
import { foldWord } from '../language/fold-word.ts'
import { relationOf } from '../language/relations.ts'
import { findUnits, nameOfUnit, parseNumber, type Unit } from '../language/units.ts'
import { listWords, type Word } from '../language/words.ts'
import type { AskedCondition, ConditionResult, SearchEntry } from '../types.ts'
import { oncePer, type Clause } from './parse/clauses.ts'
import { kindOfSpec, plainKinds } from './parse/spec-kinds.ts'
import { isOfCurve, type Condition } from './parse/conditions.ts'

type Spec = SearchEntry['specs'][number]

/** Tells which conditions of a question a product meets, and by which order code. */
export interface Grade {
  results: ConditionResult[]
  metClauses: Clause[]
  unmetClauses: Clause[]
  /** How far the stated values are from those asked for: 0 if all are met. */
  distance: number
  /** Whether the product is made for a special use that the question does not name. */
  isForOtherUse?: boolean
  /** The only order code that comes this near, with its specifications. */
  variant?: SearchEntry['variants'][number]
  /** All order codes that come this near, in the product's order. */
  variants: SearchEntry['variants']
}

/**
 * Units whose prefixes make no other quantity: 0.8 MVA and 800 kVA are stated by the same specification. In contrast,
 * mA, A and kA are the units of residual, rated and short-circuit currents.
 */
const scaled = ['va', 'var', 'w', 'wh']

const counted = ['pole', 'core', 'way', 'port', 'phase']

/** Units that a device is rated by: a number without a unit means one of them. */
const rated = 'a w va var wh ah mm2 pole core way port hour'.split(' ')

/**
 * Grades a product by its best order code: a single code has to meet all conditions.
 * @returns undefined if the product states none of the quantities
 */
export function gradeProduct(
  { specs, variants }: Pick<SearchEntry, 'specs' | 'variants'>,
  conditions: readonly Condition[],
): Grade | undefined {
  const bases = new Set(conditions.flatMap(({ values }) => values.map(({ unit }) => unit.base)))
  const isRated = conditions.some(({ bare }) => bare !== undefined)
  const isAsked = (spec: Spec) =>
    !relationOf(spec) &&
    (unitsOf(spec).some(({ base }) => bases.has(base) || (isRated && rated.includes(base))) ||
      conditions.some(({ meets }) => meets?.(spec) !== undefined))
  const own = specs.filter(isAsked)
  const rows = variants.map((variant) => {
    const names = new Set(variant.specs.map(({ name }) => name))
    const inherited = own.filter(({ name }) => !names.has(name))
    return { variant, specs: [...variant.specs.filter(isAsked), ...inherited] }
  })
  // A length is not what the size of a device is bought by, unless it is named.
  const isDevice = specs.some(({ unit }) => unit === 'A' || unit === 'kA')
  const graded = (rows.length > 0 ? rows : [{ specs: own }]).map((row) => ({
    ...row,
    results: gradeConditions(row.specs, conditions, isDevice),
  }))
  // An order code that leaves out what other codes of its product state does not meet it.
  const isStated = conditions.map((_, at) =>
    graded.some(({ results }) => results[at]?.state !== 'unstated'),
  )
  if (!isStated.includes(true)) return undefined
  const grades = graded.map(({ results, ...row }) => {
    const count = (state: string) => results.filter((one) => one.state === state).length
    const distance = results.reduce((sum, one) => sum + one.distance, 0)
    return { row, results, met: count('met'), distance }
  })
  grades.sort((a, b) => b.met - a.met || a.distance - b.distance)
  const [best, next] = grades
  if (!best) return undefined
  const isOnly = next?.met !== best.met || next.distance !== best.distance
  const results = best.results.map(({ distance: _, ...result }, at): ConditionResult => {
    const condition = conditions[at]
    const state = result.state === 'unstated' && isStated[at] ? 'unmet' : result.state
    return { ...result, ...(condition && askedAs(condition, result.spec)), state }
  })
  const clausesThat = (state: ConditionResult['state']) =>
    conditions.filter((_, at) => results[at]?.state === state).map(({ clause }) => clause)
  return {
    results,
    metClauses: clausesThat('met'),
    unmetClauses: clausesThat('unmet'),
    distance: best.distance,
    ...(isOnly && 'variant' in best.row && { variant: best.row.variant }),
    variants: grades.flatMap(({ row, met, distance }) =>
      'variant' in row && met === best.met && distance === best.distance ? [row.variant] : [],
    ),
  }
}

/** Returns a condition with its quantity: its only value, or the one that a specification states in its unit. */
export function askedAs({ asked, values, bare }: Condition, spec?: Spec): AskedCondition {
  const units = spec ? unitsOf(spec) : []
  const named = values.filter(({ unit }) => !spec || units.some(({ base }) => base === unit.base))
  const rating = bare !== undefined && units[0] ? [{ number: bare, unit: units[0] }] : named
  const [value, ...others] = rating
  const unit = value && others.length === 0 ? nameOfUnit(value.unit) : undefined
  return { asked, ...(value && unit && { quantity: { number: value.number, unit } }) }
}

/** Distance of a missing value, and of one below a rating that may only be larger. */
const far = 10

/** A product rated up to twice as high as asked is nearer than any that is too small. */
const tooSmall = Math.LN2

/** Distance of a number of poles that does the work of another. */
const otherCount = 0.1

/** Distance of another tripping curve. */
const otherCurve = 1

/** Batteries are named by less than their energy: one of 5.12 kWh is of 5. */
const nominalEnergy = 1.03

type Graded = ConditionResult & { distance: number }

/** Returns the main specification of each unit that a device is rated by. */
function ratingsOf(specs: readonly Spec[]) {
  const mains = new Map<string, { spec: Spec; values: StatedValue[] }>()
  for (const spec of specs) {
    const values = readValues(spec)
    const { base = '', factor } = values[0]?.unit ?? {}
    const [value] = values
    if (!value || !rated.includes(base) || isCapacity(value.unit)) continue
    const isPlain = plainKinds(value.unit)?.includes(value.kind) ?? true
    if (isPlain && !mains.has(`${base} ${factor}`)) mains.set(`${base} ${factor}`, { spec, values })
  }
  return [...mains.values()]
}

/** Grades the conditions; a number without a unit is about a rating that no other of them is about. */
function gradeConditions(
  specs: readonly Spec[],
  conditions: readonly Condition[],
  isDevice: boolean,
): Graded[] {
  const results = conditions.map((condition) => gradeCondition(specs, condition, isDevice))
  const isExact = (value: number, one: StatedValue) => one.min === one.max && isWithin(value, one)
  // A number of poles or ways is not what another number misses.
  const isSize = (_: number, { unit }: StatedValue) => !counted.includes(unit.base)
  for (const fits of [isExact, isWithin, isSize]) {
    for (const [at, { bare, asked }] of conditions.entries()) {
      if (bare === undefined || results[at]?.spec) continue
      const found = ratingsOf(specs).find(
        ({ spec, values }) =>
          !results.some((one) => one.spec?.name === spec.name) &&
          values.some((one) => fits(bare * one.unit.factor, one)),
      )
      if (!found) continue
      const { spec, values } = found
      const away = values.map((one) => distanceOf(bare * one.unit.factor, one).distance)
      const isMet = values.some((one) => isWithin(bare * one.unit.factor, one))
      const distance = isMet ? 0 : Math.min(...away)
      results[at] = { asked, state: isMet ? 'met' : 'unmet', spec, distance }
    }
  }
  return results
}

function gradeCondition(specs: readonly Spec[], condition: Condition, isDevice: boolean): Graded {
  const { asked, values, isCount, meets } = condition
  if (meets) {
    const met = specs.find((spec) => meets(spec))
    const spec = met ?? specs.find((one) => meets(one) === false)
    if (!spec) return { asked, state: 'unstated', distance: far }
    return {
      asked,
      state: met ? 'met' : 'unmet',
      spec,
      distance: met ? 0 : isOfCurve(condition) ? otherCurve : far,
    }
  }
  const compared = values.map(({ number, unit, kind }) => {
    const value = number * unit.factor
    const stated: (StatedValue & { spec: Spec })[] = []
    for (const spec of specs) {
      for (const one of readValues(spec)) {
        if (isComparable(value, unit, one)) stated.push({ ...one, spec })
      }
    }
    return { number, value, unit, stated: ofKind(stated, value, unit, kind, isDevice) }
  })
  // A word such as «رباعي» means the first of its quantities that the product states; «ملي» of what trips on residual
  // currents, mA; "mm" of a cable, its cross-section.
  const comparedWith = compared.filter(({ stated }) => stated.length > 0)
  const section = comparedWith.find(({ unit }) => unit.base === 'mm2' || isSensitivity(unit))
  const first = section ?? comparedWith[0]
  const meant =
    first && (isCount || first === section)
      ? compared.filter(({ unit }) => unit.base === first.unit.base)
      : compared
  for (const { number, value, unit, stated } of meant) {
    const met = stated.find(
      (one) =>
        isWithin(value, one) ||
        (isCapacity(unit) && isCapacity(one.unit) && one.max >= value) ||
        (unit.base === 'wh' && one.min <= value * nominalEnergy && one.max >= value),
    )
    // Four poles switch three phases, but who asks for three expects three.
    const isOther = isCount && number !== values[0]?.number
    if (met) return { asked, state: 'met', spec: met.spec, distance: isOther ? otherCount : 0 }
  }
  const exact = meant.flatMap(({ value, unit, stated }) =>
    stated.filter((one) => isSameScale(unit, one.unit)).map((one) => ({ value, ...one })),
  )
  const comparable = exact.length > 0 ? exact : meant.flatMap(otherPrefixes)
  // The first specification of a unit is the product's main one.
  const [nearest] = comparable
    .filter(({ spec, unit }) => {
      const first = comparable.find((one) => one.unit.base === unit.base)
      return spec.name === first?.spec.name
    })
    .map(({ value, ...one }) => ({ spec: one.spec, ...distanceOf(value, one) }))
    .sort((a, b) => a.distance - b.distance)
  if (!nearest) return { asked, state: 'unstated', distance: far }
  const { spec, distance, isNextUp } = nearest
  return { asked, state: 'unmet', spec, distance, ...(isNextUp && { isNextUp }) }
}

function otherPrefixes<T extends StatedValue>({
  value,
  unit,
  stated,
}: {
  value: number
  unit: Unit
  stated: T[]
}) {
  return scaled.includes(unit.base) ? stated.map((one) => ({ value, ...one })) : []
}

/** Whether units are those of the same quantity: what is stated in metres is no width. */
function isSameScale(a: Unit, b: Unit) {
  return a.base === 'mm' ? a.factor >= 1000 === b.factor >= 1000 : a.factor === b.factor
}

/** Whether a stated value may meet one in base units: kA are no A, but 0.03 A are 30 mA, and 6000 A are 6 kA. */
function isComparable(value: number, { base, factor }: Unit, { unit }: StatedValue) {
  if (unit.base !== base) return false
  if (base !== 'a' || Math.sign(Math.log(factor)) === Math.sign(Math.log(unit.factor))) return true
  return factor === 1 && (unit.factor < 1 ? value < 1 : value >= 3000)
}

/** Kinds of length that a number in mm or m without words may have. */
const plainLengths = {
  mm: ['diameter', 'width', 'height', 'length'],
  m: ['length', 'mounting', 'height'],
}

/** Keeps the values of the kind that is named, or that a number means without a name. */
function ofKind<T extends StatedValue & { spec: Spec }>(
  stated: T[],
  value: number,
  asked: Unit,
  named: string | undefined,
  isDevice: boolean,
) {
  if (named !== undefined) return stated.filter((one) => one.kind === named)
  if (stated.length === 0) return stated
  if (asked.base === 'mm') {
    const kinds = isDevice ? [] : plainLengths[asked.factor >= 1000 ? 'm' : 'mm']
    // One of the dimensions may be meant: then it is stated, but no other is missed.
    const isOne = (one: T) => one.kind === 'size' && !isDevice && isWithin(value, one)
    return stated.filter((one) => kinds.includes(one.kind) || isOne(one))
  }
  let meant = stated
  if (asked.base === 'a') {
    const own = stated.filter(({ unit }) => isSameScale(asked, unit))
    const others = stated.filter(({ unit }) => !isSameScale(asked, unit))
    // 0.03 A are a residual current, and 6000 A what a breaker of 63 A breaks.
    const isOther = value < 1 || own.every(({ max }) => max < value / 10)
    meant = others.length > 0 && isOther ? others : own
  }
  const plain = meant[0] && plainKinds(meant[0].unit)
  const first = plain?.find((one) => meant.some(({ kind }) => kind === one))
  return plain ? meant.filter(({ kind }) => kind === first) : meant
}

function distanceOf(value: number, { min, max, unit }: StatedValue) {
  const isAbove = min > value
  const ratio = Math.abs(Math.log((isAbove ? min : max) / value))
  const isNextUp = isMoreSafe(unit) && isAbove
  const distance = Number.isFinite(ratio) ? ratio : far
  return { distance: distance + penaltyOf(unit, isAbove), isNextUp }
}

/** Short-circuit and surge currents, in kA: a higher rating satisfies a lower one. */
export function isCapacity({ base, factor }: Unit) {
  return base === 'a' && factor > 1
}

/** Residual currents, in mA: the smaller protects better. */
function isSensitivity({ base, factor }: Unit) {
  return base === 'a' && factor < 1
}

/** Returns the penalty of a value that does not do the work: a rating that is too small, a residual current that is too large. */
function penaltyOf(unit: Unit, isAbove: boolean) {
  if (isSensitivity(unit)) return isAbove ? far : 0
  return !isAbove && (isMoreSafe(unit) || unit.base === 'a') ? tooSmall : 0
}

/** Whether the next size up does the work: apparent power, and active power in kW; no current, no lamp. */
function isMoreSafe({ base, factor }: Unit) {
  return base === 'va' || (base === 'w' && factor > 1)
}

/** A stated value or range, in base units. */
interface StatedValue {
  min: number
  max: number
  unit: Unit
  /** The kind of its quantity, among those of the unit. */
  kind: string
}

function isWithin(value: number, { min, max }: StatedValue) {
  const tolerance = Math.abs(value) / 1e6
  return value >= min - tolerance && value <= max + tolerance
}

/** Whether a product is made for the medium or high voltage that a question names, if it names one. */
export function withstands(
  facts: Pick<SearchEntry, 'specs' | 'variants'> | undefined,
  clauses: readonly Clause[],
) {
  const { specs = [], variants = [] } = facts ?? {}
  const asked = clauses.flatMap(({ number, units = [] }) =>
    units.flatMap(({ base, factor }) =>
      base === 'v' && factor > 1 ? [Number(number) * factor] : [],
    ),
  )
  if (asked.length === 0) return true
  const stated = [...specs, ...variants.flatMap((variant) => variant.specs)]
    .filter(({ name }) => !/insulation|withstand|impulse|عزل|تحم/iu.test(name))
    .flatMap(readValues)
    .flatMap(({ max, unit }) => (unit.base === 'v' ? [max] : []))
  return stated.length === 0 || Math.max(...asked) <= 1.1 * Math.max(...stated)
}

/** Returns the units of a specification: its own, or those that its name and value name, as in "Poles". */
const unitsOf = oncePer(readUnits)

function readUnits({ name, value, unit }: Spec): Unit[] {
  if (unit !== '') {
    const units = unit === '°' ? [{ base: 'deg', factor: 1 }] : findUnits(foldWord(unit))
    // Only people leave the square out; a specification means what it says.
    const isLength = units.some(({ base }) => base === 'mm')
    return isLength ? units.filter(({ base }) => base !== 'mm2') : units
  }
  return [
    ...listWords(name).flatMap((word) => findUnits(word.folded)),
    ...listWords(value).flatMap((word) => word.units ?? []),
  ]
}

const readValues = oncePer(parseValues)

const signedNumber = /(?<sign>(?<!\d)[-−+])?(?<digits>\d+(?:[.,٫٬]\d+)*)/g
const rangeSign = /^\s*(?:[-–—…~]|\.{2,3})\s*$/

const isOfQuantity = ({ number, unitOf, folded }: Word) =>
  number !== undefined || unitOf !== undefined || /^(?:n|ac|dc|to|x|max|min|الي)$/.test(folded)

/** Parses the numbers and ranges of a value: "40, 63", "6–63", "−25…+60", "230/400", "1P+N". */
function parseValues(spec: Spec): StatedValue[] {
  const text = withLatinDigits(spec.value)
  const words = listWords(text)
  // Prose mentions quantities of other things: "Steel 1.0–1.5 mm", "type 2 cable".
  const isProse = spec.unit === '' && !words.every(isOfQuantity)
  const ownUnits = new Map(words.map((word) => [word.to, word.units]))
  const units = unitsOf({ ...spec, value: '' })
  const values: StatedValue[] = []
  let last: { number: number; to: number } | undefined
  for (const match of text.matchAll(signedNumber)) {
    const { sign = '', digits = '' } = match.groups ?? {}
    const to = match.index + match[0].length
    const number = parseNumber(digits) * (/[-−]/.test(sign) ? -1 : 1)
    if (!Number.isFinite(number)) continue
    const isRange = last !== undefined && rangeSign.test(text.slice(last.to, match.index))
    const from = isRange && last ? last.number : number
    for (const unit of ownUnits.get(to) ?? units) {
      if (isProse && !['ah', 'wh'].includes(unit.base)) continue
      const ends = [from * unit.factor, number * unit.factor]
      const kind = kindOfSpec(spec.name, unit)
      values.push({ min: Math.min(...ends), max: Math.max(...ends), unit, kind })
    }
    last = { number, to }
  }
  return values
}
