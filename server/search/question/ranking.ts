import { fieldNames } from '../index/entry-terms.ts'
import type { Alternative, Clause } from './clauses.ts'

/** A item's terms in one language; each has a space at both ends. */
export interface TermFields {
  /** In all fields. */
  all: string
  /** In the order of `fieldNames`. */
  each: string[]
}

/** How much a match in a field counts: part number, title, parent's title, subtitle, specifications. */
const weights: Record<(typeof fieldNames)[number], number> = {
  code: 1.2,
  title: 1,
  parent: 0.65,
  sub: 0.5,
  specs: 0.55,
}
const weightOfField = fieldNames.map((name) => weights[name])
const textWeight = 0.2

/** How much it counts that the question covers the title. */
const coverageWeight = 0.25

/** The visitor's language comes first when all else is equal. */
const otherLanguage = 0.98

const titleAt = fieldNames.indexOf('title')
const specsAt = fieldNames.indexOf('specs')

/** Reads the stored fields of a text. */
export function toTermFields(stored: string): TermFields {
  const all = ` ${stored.replaceAll('\n', ' \n ')} `
  return { all, each: all.split('\n') }
}

/** The clauses that the specifications and variants of a item match. */
export function clausesInSpecs(clauses: readonly Clause[], { each }: TermFields) {
  const specs = each[specsAt] ?? ''
  return clauses.filter(({ alternatives }) => alternatives.some((one) => hasAll(one, specs)))
}

/**
 * How well a item answers a question: the mean of the clauses' best matches, by their words, and how much of its title
 * they cover.
 * @param texts its fields in the languages that it has
 * @param isFound whether the full-text index found the clause in the item; if not in a field, in its text
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
    ({ fields, isOwn }) =>
      coverageOf(clauses, fields.each[titleAt] ?? '') * (isOwn ? 1 : otherLanguage),
  )
  return sum / weight + coverageWeight * Math.max(0, ...covered)
}

/** The best of a clause's alternatives in the fields of one language; 0 if none is there. */
function matchOf({ alternatives }: Clause, fields: TermFields) {
  let best = 0
  for (const alternative of alternatives) {
    if (alternative.quality * (weightOfField[0] ?? 1) <= best) continue
    if (!hasAll(alternative, fields.all)) continue
    best = Math.max(best, alternative.quality * weightIn(alternative, fields))
  }
  return best
}

/** The mean weight of its terms, each where it counts most. */
function weightIn({ terms, match }: Alternative, { each }: TermFields) {
  let sum = 0
  for (const term of terms) sum += weightOf(match === 'prefix' ? ` ${term}` : ` ${term} `, each)
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

/** The share of a title's words that the clauses ask for. */
function coverageOf(clauses: readonly Clause[], title: string) {
  // Concepts are no words of the title.
  const words = title
    .trim()
    .split(' ')
    .filter((word) => !word.startsWith('c.'))
  const asked = new Set<string>()
  for (const { alternatives } of clauses) {
    for (const alternative of alternatives) {
      if (!hasAll(alternative, title)) continue
      for (const terms of alternative.phrases ?? [alternative.terms]) {
        if (!terms.every((term) => title.includes(` ${term} `))) continue
        for (const term of terms) asked.add(term)
      }
    }
  }
  return words.filter((word) => asked.has(word)).length / words.length
}

/** The quality of a match with the best of a clause's alternatives. */
export function bestQuality({ alternatives }: Clause) {
  return Math.max(...alternatives.map(({ quality }) => quality))
}
