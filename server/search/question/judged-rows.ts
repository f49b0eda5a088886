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
import type { Clause } from './clauses.ts'
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

/** The clauses of a question that are no conditions. */
function wordsBeside({ clauses }: Answer, conditions: readonly Condition[]) {
  const asked = new Set(conditions.map(({ clause }) => clause))
  return clauses.filter((clause) => !asked.has(clause))
}

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
  function listNearest(answered: Answer, conditions: Condition[], language: ContentLanguage) {
    const { clauses } = answered
    const words = wordsBeside(answered, conditions)
    const found = retriever.findAll(words, language, ['product']).rows
    if (found.length > 0) return found
    const sizes = { most: clauses.length - 1, least: 1 }
    return retriever.findMost([...clauses], sizes, language, ['product']).rows
  }

  /** Whether titles of products have all these words. */
  function isNamed(words: Clause[]) {
    return words.length > 0 && retriever.listProductsNamed(words).length > 0
  }

  /**
   * Finds the products that no word of the question names, where the titles of others name all: their prose mentions the
   * words, and they are no answer, whatever their values.
   */
  function findOthers(
    rows: Iterable<number>,
    answered: Answer,
    conditions: Condition[],
  ): ReadonlySet<number> {
    const words = wordsBeside(answered, conditions)
    if (!isNamed(words)) return new Set()
    const named = new Set(words.flatMap((word) => retriever.listProductsNamed([word])))
    return new Set([...rows].filter((row) => !named.has(row)))
  }

  return function judgeAnswer(answered: Answer, language: ContentLanguage): JudgedRows {
    const { rows } = answered
    const conditions = conditionsOf(answered.asked, answered.text)
    const none = { rows, conditions, judgements: new Map(), isUnmet: false }
    if (conditions.length === 0) return none
    const judgements = judgeRows(rows, conditions, language)
    const isMet = ({ metClauses }: Judgement) => metClauses.length === conditions.length
    const fails = (row: number) => (judgements.get(row)?.unmetClauses ?? []).length > 0
    const others = findOthers(judgements.keys(), answered, conditions)
    if ([...judgements].some(([row, one]) => isMet(one) && !others.has(row))) {
      const isOnlyConditions = conditions.length === answered.asked.length
      const isAnswer = (row: number) => !fails(row) && !others.has(row)
      const meets = (row: number) => isOnlyConditions && judgements.has(row) && isAnswer(row)
      const sorted = new Set([...rows.filter(meets), ...rows.filter(isAnswer), ...rows])
      return { rows: [...sorted], conditions, judgements, isUnmet: false }
    }
    const [firstRow] = rows
    const isAboutProducts =
      firstRow === undefined ||
      conditions.length > 1 ||
      ['product', 'type'].includes(kindOfItem(firstRow)) ||
      isNamed(wordsBeside(answered, conditions))
    if (!isAboutProducts && !rows.some(fails)) return none
    const nearest = new Set([...listNearest(answered, conditions, language), ...rows])
    const judged = judgeRows([...nearest], conditions, language)
    if (judged.size === 0) return none
    const otherRows = findOthers(judged.keys(), answered, conditions)
    const isUnmet = ![...judged].some(([row, one]) => isMet(one) && !otherRows.has(row))
    const sorted = [...judged]
      .sort(
        ([first, a], [second, b]) =>
          Number(otherRows.has(first)) - Number(otherRows.has(second)) ||
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
