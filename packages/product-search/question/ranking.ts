import { fieldNames } from '../index/entry-terms.ts'
import type { Alternative, Clause } from './parse/clauses.ts'

/** An item's terms in one language; each term has a space at both ends. */
export interface TermFields {
  /** All fields joined. */
  all: string
  /** Single fields, in the order of `fieldNames`. */
  each: string[]
  /** The weight of each term, and the words of the title, if many questions are asked about the item. */
  weights?: ReadonlyMap<string, number>
  titleWords?: readonly string[]
}

/** Weight of a match by field: part number, title, parent's title, subtitle, specifications, numbers replaced. */
const weights: Record<(typeof fieldNames)[number], number> = {
  code: 1.2,
  title: 1,
  parent: 0.65,
  sub: 0.5,
  specs: 0.55,
  claims: 0.9,
}
const weightOfField = fieldNames.map((name) => weights[name])
const textWeight = 0.2

/** Weight of the share of the title that the question covers. */
const coverageWeight = 0.25

/** Factor for the other language, so that the visitor's wins ties. */
const otherLanguage = 0.98

const titleAt = fieldNames.indexOf('title')
const specsAt = fieldNames.indexOf('specs')

/** Parses the stored fields of a text. */
export function toTermFields(stored: string): TermFields {
  const all = ` ${stored.replaceAll('\n', ' \n ')} `
  return { all, each: all.split('\n') }
}

/** Adds the weight of each term: to list them takes longer than to search the text a few times. */
export function withWeights(fields: TermFields): TermFields {
  const weights = new Map<string, number>()
  for (const [at, field] of fields.each.entries()) {
    const weight = weightOfField[at] ?? 0
    for (const term of field.trim().split(' ')) {
      if (weight > (weights.get(term) ?? 0)) weights.set(term, weight)
    }
  }
  return { ...fields, weights, titleWords: wordsOf(fields.each[titleAt] ?? '') }
}

/** Returns the clauses that an item's specifications and variants match. */
export function clausesInSpecs(clauses: readonly Clause[], { each }: TermFields) {
  const specs = each[specsAt] ?? ''
  return clauses.filter(({ alternatives }) => alternatives.some((one) => hasAll(one, specs)))
}

/**
 * Scores an item against a question: the mean of the clauses' best matches, weighted by their
 * words, plus the share of the title covered.
 * @param texts the item's fields by language
 * @param isFound whether the full-text index matched the clause; if no field has it, the body text
 * does
 */
export function scoreOf(
  clauses: readonly Clause[],
  texts: { fields: TermFields; isOwn: boolean }[],
  isFound: (clause: Clause) => boolean,
) {
  let sum = 0
  let weight = 0
  for (const clause of clauses) {
    const score = Math.max(0, ...texts.map(({ fields }) => matchOf(clause, fields)))
    const inText = isFound(clause) ? textWeight * bestQuality(clause) : 0
    sum += clause.weight * (score > 0 ? score : inText)
    weight += clause.weight
  }
  const covered = texts.map(
    ({ fields, isOwn }) => coverageOf(clauses, fields) * (isOwn ? 1 : otherLanguage),
  )
  return sum / weight + coverageWeight * Math.max(0, ...covered)
}

/** Returns the clauses that a field of the item matches in one of its languages. */
export function matchedIn(clauses: readonly Clause[], texts: { fields: TermFields }[]) {
  return clauses.filter((clause) => texts.some(({ fields }) => matchOf(clause, fields) > 0))
}

/** Returns the best match of a clause's alternatives in the fields of one language, 0 for none. */
function matchOf({ alternatives }: Clause, fields: TermFields) {
  let best = 0
  for (const alternative of alternatives) {
    if (alternative.quality * (weightOfField[0] ?? 1) <= best) continue
    const { terms, match } = alternative
    const { weights } = fields
    const isIn =
      weights && match === 'all'
        ? terms.every((term) => weights.has(term))
        : hasAll(alternative, fields.all)
    if (!isIn) continue
    best = Math.max(best, alternative.quality * weightIn(alternative, fields))
  }
  return best
}

/** Returns the mean weight of the terms, each in the field that weighs most. */
function weightIn({ terms, match }: Alternative, { each, weights }: TermFields) {
  let sum = 0
  for (const term of terms) {
    sum +=
      match === 'prefix'
        ? weightOf(` ${term}`, each)
        : (weights?.get(term) ?? weightOf(` ${term} `, each))
  }
  return sum / terms.length
}

function weightOf(searched: string, fields: readonly string[]) {
  let best = 0
  for (const [at, field] of fields.entries()) {
    const weight = weightOfField[at] ?? 0
    if (weight > best && field.includes(searched)) best = weight
  }
  return best
}

function hasAll({ terms, match }: Alternative, field: string) {
  const end = match === 'prefix' ? '' : ' '
  return terms.every((term) => field.includes(` ${term}${end}`))
}

/** Returns the share of a title's words that the clauses ask for. */
function coverageOf(clauses: readonly Clause[], { each, weights, titleWords }: TermFields) {
  const title = each[titleAt] ?? ''
  const words = titleWords ?? wordsOf(title)
  const asked = new Set<string>()
  for (const { alternatives } of clauses) {
    for (const alternative of alternatives) {
      const isKnown =
        !weights || alternative.match !== 'all' || weights.has(alternative.terms[0] ?? '')
      if (!isKnown || !hasAll(alternative, title)) continue
      for (const terms of alternative.phrases ?? [alternative.terms]) {
        if (!terms.every((term) => title.includes(` ${term} `))) continue
        for (const term of terms) asked.add(term)
      }
    }
  }
  return words.filter((word) => asked.has(word)).length / words.length
}

/** Lists the words of a title: terms of concepts are none. */
function wordsOf(title: string) {
  return title
    .trim()
    .split(' ')
    .filter((word) => !word.startsWith('c.'))
}

/** Returns the quality of a clause's best alternative. */
export function bestQuality({ alternatives }: Clause) {
  return Math.max(...alternatives.map(({ quality }) => quality))
}
