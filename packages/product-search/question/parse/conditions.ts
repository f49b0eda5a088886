import { findConcepts } from '../../language/synonym-phrases.ts'
import type { Unit } from '../../language/units.ts'
import type { SearchEntry } from '../../types.ts'
import { curveAndCurrent, isPhrase, qualityOf, type Clause } from './clauses.ts'
import { sizesIn } from './sizes.ts'
import { kindNamed } from './spec-kinds.ts'
import { curveNames, lettersIn, meetsLetters } from './stated-letters.ts'

/** A value asked for, in its own unit. */
interface AskedValue {
  number: number
  unit: Unit
  /** The kind that the words beside the number name: "coil 230 V". */
  kind?: string | undefined
}

/** A value with a unit in a question: only a specification of that unit meets it. */
export interface Condition {
  clause: Clause
  /** The words of the question: "30 mA". */
  asked: string
  /** The values that meet it; the name of a unit may mean several. */
  values: AskedValue[]
  /** Whether it is a phrase that counts, such as "four-pole". */
  isCount: boolean
  /**
   * Whether a specification meets it, in place of values: the letter of a curve, a degree of protection, a size.
   * @returns undefined if the specification states something else
   */
  meets?: (spec: SearchEntry['specs'][number]) => boolean | undefined
  /** All clauses that it is, if they are several: "type" and "A". */
  covered?: Clause[]
  /** A number without a unit, in place of values: a rating of the device, whichever. */
  bare?: number
}

/** Weight of a tripping curve beside other conditions: less than that of a rating, more than half of it. */
const curveWeight = 0.6

export function weightOfCondition(condition: Condition) {
  return isOfCurve(condition) ? curveWeight : 1
}

/** Whether a condition is about the tripping curve: who needs three poles is served by another curve before one pole. */
export function isOfCurve({ meets }: Condition) {
  return meets?.({ name: 'curve', value: '', unit: '' }) !== undefined
}

/** Units that are counted: a phrase such as "four-pole" or «رباعي الأقطاب» asks for a number of them. */
const counted = ['pole', 'core', 'phase']
const countTerm = new RegExp(`^(\\d+)(${counted.join('|')})$`)

/** No condition: what is rated for a higher voltage is bought for a lower one, 17.5 kV switchgear for 13.8 kV. */
const volt = 'v'

/**
 * Lists the conditions among a question's clauses.
 * @param text the question
 * @param types the clauses that name a type of products: numbers without a unit beside them are conditions, too
 */
export function conditionsOf(
  clauses: readonly Clause[],
  text: string,
  types: readonly Clause[] = [],
): Condition[] {
  const named = [...lettersIn(text), ...sizesIn(text)].map(({ from, to, ...one }) => ({
    ...one,
    covered: clauses.filter((clause) => clause.from < to && clause.to > from),
  }))
  const covered = new Set(named.flatMap((one) => one.covered))
  const byLetter = named.flatMap(({ asked, meets, ...one }): Condition[] => {
    const [clause] = one.covered
    return clause ? [{ ...one, clause, values: [], isCount: false, asked, meets }] : []
  })
  const byValue = clauses.flatMap((clause) => {
    const values = clause.isCode || covered.has(clause) ? [] : valuesOf(clause, text)
    return values.some(({ unit, kind }) => unit.base !== volt || kind !== undefined)
      ? [{ clause, asked: text.slice(clause.from, clause.to), values, isCount: isPhrase(clause) }]
      : []
  })
  const stated = [...byLetter, ...clauses.flatMap(conditionsOfTerm), ...byValue]
  return types.length === 0
    ? stated
    : [...stated, ...bareConditionsOf(clauses, text, types, stated)]
}

/** Lists the numbers without a unit beside the name of a type: ratings of the device, whichever. */
export function bareConditionsOf(
  clauses: readonly Clause[],
  text: string,
  types: readonly Clause[],
  stated: readonly Condition[],
): Condition[] {
  const covered = new Set(stated.flatMap((one) => one.covered ?? []))
  const known = [...types, ...stated.map(({ clause }) => clause), ...covered]
  // Only beside the name of a type, conditions and each other: "iso 9001" is no rating.
  const isBeside = (clause?: Clause) => !clause || known.includes(clause) || isBare(clause, text)
  const byNumber = clauses.flatMap((clause, at) => {
    if (
      covered.has(clause) ||
      !isBare(clause, text) ||
      ![clauses[at - 1], clauses[at + 1]].every(isBeside)
    )
      return []
    const asked = text.slice(clause.from, clause.to)
    const bare = Number(clause.alternatives[0]?.terms[0])
    return [{ clause, asked, values: [], isCount: false, bare }]
  })
  return byNumber
}

/** Words for the outdoors, in what a product states. */
const outdoors = /(?<!\p{L})(?:outdoors?|weatherproof|(?:ال|لل)?خارجي[ةه]?)(?!\p{L})/iu

/** Lists the words for the outdoors: beside ratings they are a condition that products state, or leave open. */
export function placesIn(clauses: readonly Clause[], text: string): Condition[] {
  return clauses.filter(isOutdoors).map((clause) => ({
    ...{ clause, asked: text.slice(clause.from, clause.to), values: [], isCount: false },
    meets: ({ name, value }) => outdoors.test(`${name} ${value}`) || undefined,
  }))
}

export function isOutdoors({ alternatives }: Clause) {
  const [concept] = findConcepts(['outdoor'])
  return alternatives.some(({ terms: [term] }) => term === concept?.term)
}

/** Returns the word for the outdoors in the titles of a product, as a specification without a name. */
export function placeOf(titles: readonly string[]) {
  const [value] = outdoors.exec(titles.join('\n')) ?? []
  return value === undefined ? [] : [{ name: '', value, unit: '' }]
}

/** Reads a curve with its current, "C16", or a degree of protection, which a higher one meets. */
function conditionsOfTerm(clause: Clause): Condition[] {
  const term = clause.isCode ? '' : (clause.alternatives[0]?.terms[0] ?? '')
  const { curve, current } = curveAndCurrent.exec(term)?.groups ?? {}
  const condition = { clause, values: [], isCount: false }
  if (curve !== undefined) {
    const values = [{ number: Number(current), unit: { base: 'a', factor: 1 } }]
    return [
      {
        ...condition,
        asked: curve.toUpperCase(),
        meets: meetsLetters([curve.toUpperCase()], curveNames),
      },
      { ...condition, asked: `${current} A`, values },
    ]
  }
  const [asked] = term.matchAll(protection)
  if (!asked) return []
  const [, solids = '', water = ''] = asked
  const meets: Condition['meets'] = ({ value }) => {
    const stated = [...value.matchAll(protection)]
    if (stated.length === 0) return undefined
    return stated.some(([, a = '', b = '']) => a >= solids && b >= water)
  }
  return [{ ...condition, asked: term.toUpperCase(), meets }]
}

const protection = /\bip ?(\d)(\d)(?!\d)/giu

/** Voltages of networks, in kV, which are named without their unit; no device is rated by such a number. */
const networkVoltage = /^(?:6\.6|13\.8|34\.5)$/

/** Whether a number has no unit, and is no part of 4 × 25 or 230/400. */
function isBare({ isCode, number, from, to, alternatives: [whole] }: Clause, text: string) {
  // Nor of a name: MDB-1.
  const isPart = /\p{Nd}\s*[x×*+/–-]\s*$|\p{L}-$/iu.test(text.slice(0, from))
  const goesOn = /^\s*[x×*+/–-]\s*\p{Nd}/iu.test(text.slice(to))
  const term = whole?.terms.join(' ') ?? ''
  const isNumber = /^\d+(?:\.\d+)?$/.test(term) && !networkVoltage.test(term)
  return !isCode && number === undefined && isNumber && !isPart && !goesOn
}

/** Reads the values of a number with its unit, or those of a phrase: its own, then its narrower ones. */
function valuesOf(clause: Clause, text: string): AskedValue[] {
  const { number, units = [], alternatives } = clause
  const countsOf = (least: number, most: number) =>
    alternatives
      .filter(({ quality }) => quality >= least && quality <= most)
      .flatMap(({ phrases = [] }) => phrases)
      .flatMap(([term = '', ...more]) => (more.length === 0 ? readCount(term) : []))
  if (!isPhrase(clause)) {
    return units.map((unit) => ({
      number: Number(number),
      unit,
      kind: kindNamed(text, clause, unit),
    }))
  }
  const narrower = countsOf(qualityOf.narrower, qualityOf.narrower)
  return [
    ...countsOf(qualityOf.synonym, 1),
    ...counted.flatMap((base) => narrower.filter(({ unit }) => unit.base === base)),
  ]
}

function readCount(term: string): AskedValue[] {
  const [, number, base] = countTerm.exec(term) ?? []
  return base === undefined ? [] : [{ number: Number(number), unit: { base, factor: 1 } }]
}
