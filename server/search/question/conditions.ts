import { withLatinDigits } from '../../text/characters.ts'
import { foldWord } from '../language/fold-word.ts'
import { findUnits, parseNumber, type Unit } from '../language/units.ts'
import { listWords } from '../language/words.ts'
import type { ConditionResult, SearchEntry } from '../search-types.ts'
import { qualityOf, type Clause } from './clauses.ts'

type Spec = SearchEntry['specs'][number]

/** A value asked for, in its own unit. */
interface AskedValue {
  number: number
  unit: Unit
}

/** A value with a unit in a question: only a specification of that unit meets it. */
export interface Condition {
  clause: Clause
  /** As it was asked: "30 mA". */
  asked: string
  /** The values that meet it; the name of a unit may mean several. */
  values: AskedValue[]
  /** Whether it is a phrase that counts, such as "four-pole". */
  isCount: boolean
  /** A letter that names a curve or a type, in place of values. */
  letter?: Letter
}

/** A letter, and the words of which one is in the name of the specification that states it. */
interface Letter {
  value: string
  names: readonly string[]
}

/** Letters that decide whether a device trips in time, or at all: neither text nor a unit such as °C fulfils them. */
const letters = [
  { pattern: /(?:curve|منحن[ىي])[\s-]*([bcdkz])(?![\p{L}\p{N}])/giu, names: ['curve', 'منحني'] },
  {
    pattern: /(?<!\p{L})([bcdkz])[\s-]*curve(?!\p{L})/giu,
    names: ['curve', 'منحني'],
  },
  { pattern: /(?:type|نوع)[\s-]*(ac|[abf])(?![\p{L}\p{N}])/giu, names: ['type', 'نوع'] },
]

/** Tells which conditions of a question a product meets, and by which order code. */
export interface Judgement {
  results: ConditionResult[]
  metClauses: Clause[]
  unmetClauses: Clause[]
  /** How far the stated values are from those asked for: 0 if all are met. */
  distance: number
  /** The only order code that comes this near, with its specifications. */
  variant?: SearchEntry['variants'][number]
}

/** Units that are counted: a phrase such as "four-pole" or «رباعي الأقطاب» asks for a number of them. */
const counted = ['pole', 'core', 'phase']
const countTerm = new RegExp(`^(\\d+)(${counted.join('|')})$`)

/**
 * Units whose prefixes make no other quantity: 0.8 MVA and 800 kVA are stated by the same specification. In contrast,
 * mA, A and kA are the units of residual, rated and short-circuit currents.
 */
const scaled = ['va', 'var', 'w', 'wh']

/** No condition: what is rated for a higher voltage is bought for a lower one, 17.5 kV switchgear for 13.8 kV. */
const volt = 'v'

/** Lists the conditions among a question's clauses. @param text the question */
export function conditionsOf(clauses: readonly Clause[], text: string): Condition[] {
  const byLetter = letters.flatMap(({ pattern, names }): Condition[] => {
    // Two of them are compared, not asked for.
    const [match, ...more] = text.matchAll(pattern)
    if (!match || more.length > 0) return []
    const end = match.index + match[0].length
    const clause = clauses.find(({ from, to }) => from < end && to > match.index)
    const letter = { value: (match[1] ?? '').toUpperCase(), names }
    return clause ? [{ clause, asked: match[0], values: [], isCount: false, letter }] : []
  })
  const byValue = clauses.flatMap((clause) => {
    const values = clause.isCode ? [] : valuesOf(clause)
    return values.some(({ unit }) => unit.base !== volt)
      ? [{ clause, asked: text.slice(clause.from, clause.to), values, isCount: isPhrase(clause) }]
      : []
  })
  return [...byLetter, ...byValue]
}

/** Reads the values of a number with its unit, or those of a phrase: its own, then its narrower ones. */
function valuesOf(clause: Clause): AskedValue[] {
  const { number, units = [], alternatives } = clause
  const countsOf = (least: number, most: number) =>
    alternatives
      .filter(({ quality }) => quality >= least && quality <= most)
      .flatMap(({ phrases = [] }) => phrases)
      .flatMap(([term = '', ...more]) => (more.length === 0 ? readCount(term) : []))
  if (!isPhrase(clause)) return units.map((unit) => ({ number: Number(number), unit }))
  const narrower = countsOf(qualityOf.narrower, qualityOf.narrower)
  return [
    ...countsOf(qualityOf.synonym, 1),
    ...counted.flatMap((base) => narrower.filter(({ unit }) => unit.base === base)),
  ]
}

function isPhrase({ alternatives }: Clause) {
  return alternatives.some(({ phrases }) => phrases)
}

function readCount(term: string): AskedValue[] {
  const [, number, base] = countTerm.exec(term) ?? []
  return base === undefined ? [] : [{ number: Number(number), unit: { base, factor: 1 } }]
}

/**
 * Judges a product by its best order code: a single code has to meet all conditions.
 * @returns undefined if the product states none of the quantities
 */
export function judge(
  { specs, variants }: Pick<SearchEntry, 'specs' | 'variants'>,
  conditions: readonly Condition[],
): Judgement | undefined {
  const bases = new Set(conditions.flatMap(({ values }) => values.map(({ unit }) => unit.base)))
  const isAsked = (spec: Spec) =>
    unitsOf(spec).some(({ base }) => bases.has(base)) ||
    conditions.some(({ letter }) => letter && isNamed(spec, letter))
  const own = specs.filter(isAsked)
  const rows = variants.map((variant) => {
    const names = new Set(variant.specs.map(({ name }) => name))
    const inherited = own.filter(({ name }) => !names.has(name))
    return { variant, specs: [...variant.specs.filter(isAsked), ...inherited] }
  })
  const judged = (rows.length > 0 ? rows : [{ specs: own }]).map((row) => ({
    ...row,
    results: conditions.map((condition) => judgeCondition(row.specs, condition)),
  }))
  // An order code that leaves out what other codes of its product state does not meet it.
  const isStated = conditions.map((_, at) =>
    judged.some(({ results }) => results[at]?.state !== 'unstated'),
  )
  if (!isStated.includes(true)) return undefined
  const judgements = judged.map(({ results, ...row }) => {
    const count = (state: string) => results.filter((one) => one.state === state).length
    const distance = results.reduce((sum, one) => sum + one.distance, 0)
    return { row, results, met: count('met'), distance }
  })
  judgements.sort((a, b) => b.met - a.met || a.distance - b.distance)
  const [best, next] = judgements
  if (!best) return undefined
  const isOnly = next?.met !== best.met || next.distance !== best.distance
  const results = best.results.map(({ distance: _, ...result }, at): ConditionResult =>
    result.state === 'unstated' && isStated[at] ? { ...result, state: 'unmet' } : result,
  )
  const clausesThat = (state: ConditionResult['state']) =>
    conditions.filter((_, at) => results[at]?.state === state).map(({ clause }) => clause)
  return {
    results,
    metClauses: clausesThat('met'),
    unmetClauses: clausesThat('unmet'),
    distance: best.distance,
    ...(isOnly && 'variant' in best.row && { variant: best.row.variant }),
  }
}

/** Distance of a missing value, and of one below a rating that may only be larger. */
const far = 10

/** A current of up to about three times the one asked for is nearer than any that is too small. */
const tooSmall = 1.2

function isNamed({ name }: Spec, { names }: Letter) {
  const folded = foldWord(name)
  return names.some((one) => folded.includes(one))
}

function judgeLetter(specs: readonly Spec[], asked: string, letter: Letter) {
  const stated = specs.filter((spec) => isNamed(spec, letter))
  const states = ({ value }: Spec) =>
    value
      .toUpperCase()
      .split(/[^\p{L}\p{N}]+/u)
      .includes(letter.value)
  const met = stated.find(states)
  if (met) return { asked, state: 'met' as const, spec: met, distance: 0 }
  const [spec] = stated
  return spec
    ? { asked, state: 'unmet' as const, spec, distance: far }
    : { asked, state: 'unstated' as const, distance: far }
}

function judgeCondition(
  specs: readonly Spec[],
  { asked, values, isCount, letter }: Condition,
): ConditionResult & { distance: number } {
  if (letter) return judgeLetter(specs, asked, letter)
  const compared = values.map(({ number, unit }) => ({
    value: number * unit.factor,
    unit,
    stated: specs.flatMap((spec) =>
      readValues(spec).flatMap((one) => (one.unit.base === unit.base ? [{ ...one, spec }] : [])),
    ),
  }))
  // A word such as «رباعي» means the first of its quantities that the product states; "mm" of a cable, its cross-section.
  const isStated = ({ stated }: (typeof compared)[number]) => stated.length > 0
  const section = compared.find((one) => one.unit.base === 'mm2' && isStated(one))
  const first = section ?? compared.find(isStated)
  const meant =
    first && (isCount || first.unit.base === 'mm2')
      ? compared.filter(({ unit }) => unit.base === first.unit.base)
      : compared
  for (const { value, unit, stated } of meant) {
    const met = stated.find(
      (one) =>
        isWithin(value, one) || (isCapacity(unit) && isCapacity(one.unit) && one.max >= value),
    )
    if (met) return { asked, state: 'met', spec: met.spec, distance: 0 }
  }
  const exact = meant.flatMap(({ value, unit, stated }) =>
    stated.filter((one) => one.unit.factor === unit.factor).map((one) => ({ value, ...one })),
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
  if (!scaled.includes(unit.base)) return []
  // Losses are stated in W, and nobody asks for them in kW.
  const isPower = (one: T) => unit.base !== 'w' || one.unit.factor > 1
  return stated.filter(isPower).map((one) => ({ value, ...one }))
}

function distanceOf(value: number, { min, max, unit }: StatedValue) {
  const isAbove = min > value
  const ratio = Math.abs(Math.log((isAbove ? min : max) / value))
  const isNextUp = isMoreSafe(unit) && isAbove
  const distance = Number.isFinite(ratio) ? ratio : far
  return { distance: distance + penaltyOf(unit, isAbove), isNextUp }
}

/** Short-circuit and surge currents, in kA: what withstands more withstands less, too. */
function isCapacity({ base, factor }: Unit) {
  return base === 'a' && factor > 1
}

/** Residual currents, in mA: the smaller protects better. */
function isSensitivity({ base, factor }: Unit) {
  return base === 'a' && factor < 1
}

/** What is added where a value does not do the work: a rating that is too small, a residual current that is too large. */
function penaltyOf(unit: Unit, isAbove: boolean) {
  if (isSensitivity(unit)) return isAbove ? far : 0
  if (isAbove) return 0
  if (isMoreSafe(unit)) return far
  return unit.base === 'a' ? tooSmall : 0
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
}

function isWithin(value: number, { min, max }: StatedValue) {
  const tolerance = Math.abs(value) / 1e6
  return value >= min - tolerance && value <= max + tolerance
}

/** Returns the units of a specification: its own, or those that its name and value name, as in "Poles". */
function unitsOf({ name, value, unit }: Spec): Unit[] {
  if (unit !== '') {
    const units = findUnits(foldWord(unit))
    // Only people leave the square out; a specification means what it says.
    const isLength = units.some(({ base }) => base === 'mm')
    return isLength ? units.filter(({ base }) => base !== 'mm2') : units
  }
  return [
    ...listWords(name).flatMap((word) => findUnits(word.folded)),
    ...listWords(value).flatMap((word) => word.units ?? []),
  ]
}

/** Maximum number of specifications whose values are memoised; the memo is cleared when full. */
const maxRemembered = 20_000
const remembered = new Map<string, StatedValue[]>()

function readValues(spec: Spec): StatedValue[] {
  const key = JSON.stringify(spec)
  const known = remembered.get(key)
  if (known) return known
  if (remembered.size >= maxRemembered) remembered.clear()
  const values = parseValues(spec)
  remembered.set(key, values)
  return values
}

const signedNumber = /(?<sign>(?<!\d)[-−+])?(?<digits>\d+(?:[.,٫٬]\d+)*)/g
const rangeSign = /^\s*(?:[-–—…~]|\.{2,3})\s*$/

/** Parses the numbers and ranges of a value: "40, 63", "6–63", "−25…+60", "230/400", "1P+N". */
function parseValues(spec: Spec): StatedValue[] {
  const text = withLatinDigits(spec.value)
  const ownUnits = new Map(listWords(text).map((word) => [word.to, word.units]))
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
      const ends = [from * unit.factor, number * unit.factor]
      values.push({ min: Math.min(...ends), max: Math.max(...ends), unit })
    }
    last = { number, to }
  }
  return values
}
