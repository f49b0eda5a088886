import { z } from 'zod'
import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import {
  type SearchDatabase,
  kindOfItem,
  readSpecs,
  readVariants,
  textId,
} from '../index/schema.ts'
import type { Answer } from './answer.ts'
import { conditionsOf, judge, type Condition, type Judgement } from './conditions.ts'
import type { Retriever } from './retriever.ts'

/** Rows of an answer with what products say about its conditions. */
interface JudgedRows {
  /** Best first. */
  rows: number[]
  conditions: Condition[]
  judgements: ReadonlyMap<number, Judgement>
  /** Whether products state what is asked, but none meets all conditions. */
  isUnmet: boolean
}

/** Maximum number of products judged per question. */
const maxJudged = 160

/** Maximum length of their specifications as JSON, in UTF-16 units. */
const maxLength = 4_000_000

const specsRow = z.object({ specs: z.string(), variants: z.string() })

/**
 * Judges the products of an answer by the conditions of its question. Those that state another value come last; where
 * none meets all conditions, the nearest come first.
 */
export function createJudging(database: SearchDatabase, retriever: Retriever) {
  const findSpecs = database.prepare(
    "SELECT specs, variants FROM item_texts WHERE id = ? AND (specs <> '[]' OR variants <> '[]')",
  )

  function judgeRows(
    rows: readonly number[],
    conditions: readonly Condition[],
    language: ContentLanguage,
  ) {
    const judgements = new Map<number, Judgement>()
    const products = rows.filter((row) => kindOfItem(row) === 'product').slice(0, maxJudged)
    let length = 0
    for (const row of products) {
      const languages = [language, ...contentLanguages.filter((other) => other !== language)]
      for (const one of languages) {
        const found = findSpecs.get(textId(row, one))
        if (found === undefined || length > maxLength) continue
        const { specs, variants } = specsRow.parse(found)
        length += specs.length + variants.length
        const facts = { specs: readSpecs(specs), variants: readVariants(variants) }
        const judgement = judge(facts, conditions)
        if (judgement) judgements.set(row, judgement)
        break
      }
    }
    return judgements
  }

  /** Finds the products that a question is about, whatever their values. */
  function listNearest({ clauses }: Answer, conditions: Condition[], language: ContentLanguage) {
    const asked = new Set(conditions.map(({ clause }) => clause))
    const words = clauses.filter((clause) => !asked.has(clause))
    const found = retriever.findAll(words, language, ['product']).rows
    if (found.length > 0) return found
    const sizes = { most: clauses.length - 1, least: 1 }
    return retriever.findMost([...clauses], sizes, language, ['product']).rows
  }

  return function judgeAnswer(answered: Answer, language: ContentLanguage): JudgedRows {
    const { rows } = answered
    const conditions = conditionsOf(answered.asked, answered.text)
    const none = { rows, conditions, judgements: new Map(), isUnmet: false }
    if (conditions.length === 0) return none
    const judgements = judgeRows(rows, conditions, language)
    const isMet = ({ metClauses }: Judgement) => metClauses.length === conditions.length
    const fails = (row: number) => (judgements.get(row)?.unmetClauses ?? []).length > 0
    if ([...judgements.values()].some(isMet)) {
      const isOnlyConditions = conditions.length === answered.asked.length
      const meets = (row: number) => isOnlyConditions && judgements.has(row) && !fails(row)
      const sorted = new Set([...rows.filter(meets), ...rows.filter((row) => !fails(row)), ...rows])
      return { rows: [...sorted], conditions, judgements, isUnmet: false }
    }
    const [first] = rows
    const isAboutProducts =
      first === undefined ||
      conditions.length > 1 ||
      ['product', 'type'].includes(kindOfItem(first))
    if (!isAboutProducts && !rows.some(fails)) return none
    const nearest = new Set([...listNearest(answered, conditions, language), ...rows])
    const judged = judgeRows([...nearest], conditions, language)
    const found = [...judged.values()]
    if (found.length === 0) return none
    const isUnmet = !found.some(isMet)
    const sorted = [...judged]
      .sort(
        ([, a], [, b]) =>
          b.metClauses.length - a.metClauses.length ||
          b.unmetClauses.length - a.unmetClauses.length ||
          a.distance - b.distance,
      )
      .map(([row]) => row)
    return {
      rows: [...new Set([...sorted, ...rows])],
      conditions,
      judgements: judged,
      isUnmet,
    }
  }
}
