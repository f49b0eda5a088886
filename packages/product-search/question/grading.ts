import { z } from 'zod'
import { contentLanguages, type AskedCondition, type ContentLanguage } from '../types.ts'
import type { IndexMemory } from '../index/memory.ts'
import {
  type SearchDatabase,
  kindOfItem,
  readSpecs,
  readVariants,
  textId,
} from '../index/schema.ts'
import type { Answer } from './answer.ts'
import { isPhrase, oncePer, qualityOf, type Clause } from './parse/clauses.ts'
import {
  conditionsOf,
  placeOf,
  placesIn,
  isOfCurve,
  weightOfCondition,
  type Condition,
} from './parse/conditions.ts'
import { listRelatedTerms } from '../language/synonym-phrases.ts'
import { askedAs, gradeProduct, type Grade } from './grade.ts'
import { isNamedIn, isOfType, namesAll } from './product-types.ts'
import { isForOtherUse, isPart } from './uses.ts'
import type { Retriever } from './retriever.ts'
import type { SearchEntry } from '../types.ts'

/** Rows of an answer with what products say about its conditions. */
export interface GradedRows {
  /** Best first. */
  rows: number[]
  grades: ReadonlyMap<number, Grade>
  /** The question's conditions, if products state them, but none meets all. */
  unmet?: AskedCondition[]
}

/** A condition of a question on products. */
export interface Asked {
  conditions: Condition[]
  /** The clauses that name a type of products; also those that no content has. */
  types: Clause[]
  text: string
}

/** A product's statements, in one language. */
export interface StatedFacts extends Pick<SearchEntry, 'specs' | 'variants'> {
  /** Its title, subtitle and the title of its type, in each language. */
  titles: { own: string; subTitle: string; ofType: string }[]
  /** Length of its specifications as JSON, in UTF-16 units. */
  length: number
}

/** Maximum length as JSON of the specifications that are remembered, in UTF-16 units. */
const maxKnownLength = 2_000_000

/** Maximum number of products graded per question, and per unfinished one, of which few answers are shown. */
const maxGraded = { asked: 160, typing: 40 }

/** Maximum number of products that mention a quantity, per condition. */
const maxMentioning = 1_000

/** Maximum number of products of related types that are graded. */
const maxRelated = 20

/** Maximum number of products before the branch whose town is named beside them. */
const maxBeforeBranch = 3

/** Maximum length of their specifications as JSON, in UTF-16 units. */
const maxLength = 4_000_000

const specsRow = z.object({
  specs: z.string(),
  variants: z.string(),
  title: z.string(),
  sub_title: z.string(),
  parent_title: z.string(),
})
const titleRow = z.object({ title: z.string() })

function writtenIn(text: string, { from, to }: Clause) {
  return text.slice(from, to)
}

/** The clauses of a question that are no conditions. */
function wordsBeside({ clauses }: Answer, conditions: readonly Condition[]) {
  const asked = new Set(conditions.map(({ clause }) => clause))
  // A letter alone, as in "32A C", names nothing.
  return clauses.filter((clause) => !asked.has(clause) && clause.word?.length !== 1)
}

/** Reads what products state, to grade them by the conditions of questions. */
export interface Grading {
  retriever: Retriever
  /** Whether a type or category is named by a clause. */
  namesType: (clause: Clause) => boolean
  /** Reads what a product states: in the language, or in the other one. */
  readFacts: (row: number, language: ContentLanguage) => StatedFacts | undefined
}

export function createGrading(
  database: SearchDatabase,
  retriever: Retriever,
  memory: IndexMemory,
): Grading {
  const findSpecs = database.prepare(
    'SELECT specs, variants, title, sub_title, parent_title FROM item_texts WHERE id = ?',
  )
  const findTitle = database.prepare('SELECT title FROM item_texts WHERE id = ?')

  /** Each candidate of a line asks it again. */
  const namesType = oncePer((clause: Clause) => {
    if (clause.isCode || clause.number !== undefined) return false
    return retriever.listTypesNamed(clause).some((row) =>
      contentLanguages.some((language) => {
        const found = findTitle.get(textId(row, language))
        return found !== undefined && isNamedIn(titleRow.parse(found).title, clause)
      }),
    )
  })

  /** Statements of products, by language and row: many lines of a list are about the same products. */
  const known = memory.createPart<StatedFacts>(maxKnownLength)

  function readFacts(row: number, language: ContentLanguage): StatedFacts | undefined {
    const key = `${language} ${row}`
    const found = known.get(key) ?? readStored(row, language)
    if (found) known.set(key, found, found.length)
    return found
  }

  function readStored(row: number, language: ContentLanguage): StatedFacts | undefined {
    const languages = [language, ...contentLanguages.filter((other) => other !== language)]
    const texts = languages.flatMap((one) => {
      const found = findSpecs.get(textId(row, one))
      return found === undefined ? [] : [specsRow.parse(found)]
    })
    const stated = texts.find(({ specs, variants }) => specs !== '[]' || variants !== '[]')
    return (
      stated && {
        specs: readSpecs(stated.specs),
        variants: readVariants(stated.variants),
        titles: texts.map((one) => ({
          own: one.title,
          subTitle: one.sub_title,
          ofType: one.parent_title,
        })),
        length: stated.specs.length + stated.variants.length,
      }
    )
  }

  return { retriever, namesType, readFacts }
}

/** Grades the products among rows; those that state none of the quantities have no grade. */
export function gradeRows(
  grading: Grading,
  rows: readonly number[],
  { conditions, types, text }: Asked,
  language: ContentLanguage,
  most = maxGraded.asked,
) {
  const grades = new Map<number, Grade>()
  const products = rows.filter((row) => kindOfItem(row) === 'product').slice(0, most)
  let length = 0
  for (const row of products) {
    if (length > maxLength) break
    const facts = grading.readFacts(row, language)
    if (!facts) continue
    length += facts.length
    const titled = placeOf(facts.titles.flatMap(({ own, subTitle }) => [own, subTitle]))
    const grade = gradeProduct({ ...facts, specs: [...facts.specs, ...titled] }, conditions)
    if (!grade) continue
    const isOfNone = isPart(facts.titles, text)
    const others = types.filter((type) => isOfNone || !isOfType(type, facts.titles))
    grades.set(row, {
      ...grade,
      isForOtherUse: isForOtherUse(facts.titles, text),
      results: [
        ...others.slice(0, 1).map((clause) => ({
          asked: writtenIn(text, clause),
          state: 'unmet' as const,
          isOtherType: true,
        })),
        ...grade.results,
      ],
      unmetClauses: [...others, ...grade.unmetClauses],
    })
  }
  return grades
}

/**
 * Grades the products of an answer by the conditions of its question, and orders its rows: those that state another
 * value come last; where none meets all conditions, the nearest come first.
 * @param isTyping whether the question's last word may be unfinished; fewer rows are graded then
 */
export function gradeAnswer(
  grading: Grading,
  answered: Answer,
  language: ContentLanguage,
  isTyping: boolean,
): GradedRows {
  const most = isTyping ? maxGraded.typing : maxGraded.asked
  const { rows, text } = answered
  const isMissing = (clause: Clause) => isPhrase(clause) && !answered.clauses.includes(clause)
  const types = answered.asked.filter((clause) => isMissing(clause) || grading.namesType(clause))
  const stated = conditionsOf(answered.asked, text, types)
  const places = stated.length === 0 ? [] : placesIn(answered.asked, text)
  const conditions = [...stated, ...places]
  const asked = { conditions, types, text }
  const none = { rows, grades: new Map() }
  if (conditions.length === 0) return none
  const grades = gradeRows(grading, rows, asked, language, most)
  // A product that leaves its place open is an answer, too.
  const metOf = ({ metClauses }: Grade) =>
    metClauses.filter((clause) => !places.some((place) => place.clause === clause)).length
  const weights = new Map(stated.map((one) => [one.clause, weightOfCondition(one)]))
  const weightOfMet = ({ metClauses }: Grade) =>
    metClauses.reduce((sum, clause) => sum + (weights.get(clause) ?? 0), 0)
  const isMet = (grade: Grade) => metOf(grade) === stated.length && grade.unmetClauses.length === 0
  const meetsAll = (grade: Grade) => isMet(grade) && grade.metClauses.length === conditions.length
  const fails = (row: number) => (grades.get(row)?.unmetClauses ?? []).length > 0
  const others = findOthers(grading.retriever, grades, answered, asked)
  if ([...grades].some(([row, one]) => isMet(one) && !others.has(row))) {
    // Where none states the place that is asked for, the nearest ratings are offered as well.
    const isOpen = places.length > 0 && ![...grades.values()].some(meetsAll)
    const near = isOpen ? listNearest(grading.retriever, answered, conditions, language) : []
    const more = gradeRows(
      grading,
      near.filter((row) => !grades.has(row) || fails(row)),
      asked,
      language,
      most,
    )
    const farther = findOthers(grading.retriever, more, answered, asked)
    const nearest = sortNearest(more, farther, weightOfMet).filter((row) => !farther.has(row))
    const known = new Map([...more, ...grades])
    const sorted = sortMeeting(grading.retriever, answered, asked, { grades, others, nearest })
    return { rows: otherTypesLast(sorted, known), grades: known }
  }
  const [firstRow] = rows
  const isAboutProducts =
    firstRow === undefined ||
    stated.length > 1 ||
    ['product', 'type'].includes(kindOfItem(firstRow)) ||
    isNamed(grading.retriever, wordsBeside(answered, conditions))
  if (!isAboutProducts && !rows.some(fails)) return none
  const nearest = new Set([
    ...listNearest(grading.retriever, answered, conditions, language),
    ...rows,
  ])
  const related = listRelated(grading.retriever, types, stated)
  const ofRelated = gradeRows(grading, related, asked, language)
  const graded = new Map([
    ...[...ofRelated].filter(([row, one]) => !nearest.has(row) && meetsRatings(one, stated)),
    ...gradeRows(grading, [...nearest], asked, language, most),
  ])
  if (graded.size === 0) return none
  const otherRows = findOthers(grading.retriever, graded, answered, asked)
  const isUnmet = ![...graded].some(([row, one]) => isMet(one) && !otherRows.has(row))
  const sorted = sortNearest(graded, otherRows, weightOfMet)
  // The type is named where it is what keeps a product from meeting all.
  const isOfOther = (grade: Grade) => metOf(grade) === stated.length
  const decisive = [...graded.values()].some(isOfOther) ? types : []
  const results = [...graded.values()].flatMap((grade) => grade.results)
  // Only what a product states tells which quantity "30 milli" is.
  const quantities = new Map(
    results.flatMap(({ asked, quantity }) => (quantity ? [[asked, quantity]] : [])),
  )
  const unmet = [
    ...decisive.map((clause) => ({ asked: writtenIn(text, clause), isType: true })),
    ...stated.map((condition) => {
      // A number alone has the unit of each product's rating, and none in what is said of all.
      const isAlone = condition.bare !== undefined
      const quantity = isAlone ? undefined : quantities.get(condition.asked)
      return { ...askedAs(condition), ...(quantity && { quantity }) }
    }),
  ]
  const mentioned = listMentioning(grading.retriever, stated)
  const isAnswer = (row: number) =>
    kindOfItem(row) !== 'product' || graded.has(row) || mentioned.has(row)
  const ordered = otherTypesLast(new Set([...sorted, ...rows.filter(isAnswer)]), graded)
  const best = graded.get(ordered[0] ?? -1)
  return {
    rows: ordered,
    grades: graded,
    // Nothing is missing where the first result meets everything.
    ...(isUnmet && !(best && isMet(best)) && { unmet }),
  }
}

/**
 * Sorts an answer of which products meet the conditions: these come first, then what else may be meant, then what only
 * mentions its words.
 * @param found.nearest products that follow those that state the quantities
 */
function sortMeeting(
  retriever: Retriever,
  { rows, clauses }: Answer,
  { conditions, types }: Asked,
  found: {
    grades: ReadonlyMap<number, Grade>
    others: ReadonlySet<number>
    nearest: readonly number[]
  },
): ReadonlySet<number> {
  const { grades, others, nearest } = found
  const asConditions = new Set([...types, ...conditions.map(({ clause }) => clause)])
  const isOnlyConditions = clauses.every((clause) => asConditions.has(clause))
  const isAnswer = (row: number) =>
    (grades.get(row)?.unmetClauses ?? []).length === 0 && !others.has(row)
  const distanceOf = (row: number) => grades.get(row)?.distance ?? 0
  const useOf = (row: number) => Number(grades.get(row)?.isForOtherUse)
  const meeting = rows
    .filter((row) => isOnlyConditions && grades.has(row) && isAnswer(row))
    .sort((a, b) => useOf(a) - useOf(b) || distanceOf(a) - distanceOf(b))
  const ofType = new Set(types.length > 0 ? retriever.listProductsNamed(types, 'parent') : [])
  // What states no such quantity, and is of another type, only mentions the words.
  const named = new Set(types.flatMap((type) => retriever.listProductsNamed([type])))
  const isSubject = (row: number) =>
    types.length === 0 || kindOfItem(row) !== 'product' || grades.has(row) || named.has(row)
  const answers = rows.filter(isAnswer)
  return new Set([
    ...meeting.filter((row) => ofType.has(row)),
    ...meeting,
    ...(nearest.length > 0 ? answers.filter((row) => grades.has(row)) : []),
    ...nearest,
    ...answers.filter(isSubject),
    ...answers,
    ...rows,
  ])
}

/** Finds products of related types with the ratings asked for: of moulded-case breakers beside miniature ones. */
function listRelated(
  retriever: Retriever,
  types: readonly Clause[],
  conditions: readonly Condition[],
) {
  const rated = conditions.filter((one) => !isOfCurve(one)).map(({ clause }) => clause)
  if (rated.length < 2) return []
  return types.flatMap((type) => {
    const own = type.alternatives.flatMap(({ terms: [term = ''] }) => term)
    const alternatives = listRelatedTerms(own).map((term): Clause['alternatives'][number] => ({
      ...{ terms: [term], match: 'all', quality: qualityOf.narrower },
    }))
    if (alternatives.length === 0) return []
    return retriever.listProducts(rated, maxRelated, { ...type, alternatives })
  })
}

function meetsRatings({ metClauses }: Grade, conditions: readonly Condition[]) {
  return conditions.every((one) => isOfCurve(one) || metClauses.includes(one.clause))
}

/** Lists the products that mention a quantity asked for with its unit: the number alone may be of any other. */
function listMentioning(retriever: Retriever, conditions: readonly Condition[]) {
  const strict = conditions.map(({ clause }) => ({
    ...clause,
    alternatives: clause.alternatives.filter(
      ({ quality, terms }) => quality > qualityOf.number || terms[0] !== clause.number,
    ),
  }))
  const asked = strict.filter(({ alternatives }) => alternatives.length > 0)
  return new Set(asked.flatMap((clause) => retriever.listProducts([clause], maxMentioning)))
}

/** Puts products of other types last where there are any of the one that is asked for. */
function otherTypesLast(rows: ReadonlySet<number>, grades: ReadonlyMap<number, Grade>) {
  const isOther = (row: number) => grades.get(row)?.results[0]?.isOtherType === true
  if ([...grades.keys()].every(isOther)) return [...rows]
  return [...rows].sort((a, b) => Number(isOther(a)) - Number(isOther(b)))
}

/**
 * Orders rows for a question for what is in stock: of the products that meet its conditions those in stock at the
 * branch, then those in stock elsewhere, then others; whatever else the question finds comes after them. The branch
 * itself follows the first of them.
 * @returns also the order codes in stock, by row
 */
export function sortByStock(
  grading: Grading,
  { rows, grades }: GradedRows,
  { clauses, stockAt = [], branch }: Answer,
  language: ContentLanguage,
) {
  const words = clauses.filter(({ number }) => number === undefined)
  const named = isNamed(grading.retriever, words)
    ? new Set(grading.retriever.listProductsNamed(words))
    : undefined
  const codes = new Map<number, SearchEntry['variants']>()
  // What leaves open whether it meets a condition is no answer beside what meets more of them.
  const most = Math.max(...[...grades.values()].map(({ metClauses }) => metClauses.length))
  const rankOf = (row: number) => {
    const grade = grades.get(row)
    const isMet = grade
      ? grade.unmetClauses.length === 0 && grade.metClauses.length === most
      : grades.size === 0
    if (kindOfItem(row) !== 'product' || !isMet || named?.has(row) === false) return last
    const variants = grade?.variants ?? grading.readFacts(row, language)?.variants ?? []
    const inStock = variants.filter(({ availability }) => availability?.state === 'in-stock')
    const there = inStock.filter(
      ({ availability }) => stockAt.length > 0 && namesAll(availability?.branch ?? '', stockAt),
    )
    if (inStock.length > 0) codes.set(row, there.length > 0 ? there : inStock)
    return there.length > 0 ? 0 : inStock.length > 0 ? 1 : 2
  }
  const last = 3
  const ranks = new Map(rows.slice(0, maxGraded.asked).map((row) => [row, rankOf(row)]))
  const sorted = rows
    .filter((row) => row !== branch)
    .sort((a, b) => (ranks.get(a) ?? last) - (ranks.get(b) ?? last))
  const at = sorted.findIndex((row) => (ranks.get(row) ?? last) === last)
  const before = Math.max(1, Math.min(at < 0 ? sorted.length : at, maxBeforeBranch))
  return { rows: branch === undefined ? sorted : sorted.toSpliced(before, 0, branch), codes }
}

/** Sorts products by how nearly they meet the conditions; others, which are no answer, come last. */
function sortNearest(
  graded: ReadonlyMap<number, Grade>,
  others: ReadonlySet<number>,
  weightOfMet: (grade: Grade) => number,
) {
  return [...graded]
    .sort(
      ([first, a], [second, b]) =>
        Number(others.has(first)) - Number(others.has(second)) ||
        weightOfMet(b) - weightOfMet(a) ||
        Number(a.isForOtherUse) - Number(b.isForOtherUse) ||
        b.unmetClauses.length - a.unmetClauses.length ||
        a.distance - b.distance,
    )
    .map(([row]) => row)
}

/**
 * Finds the products of another type, and those that no word of the question names, where the titles of others name
 * all: their prose mentions the words, and they are no answer, whatever their values.
 */
function findOthers(
  retriever: Retriever,
  grades: ReadonlyMap<number, Grade>,
  answered: Answer,
  { conditions, types }: Asked,
): ReadonlySet<number> {
  const words = wordsBeside(answered, conditions)
  const named = isNamed(retriever, words)
    ? new Set(words.flatMap((word) => retriever.listProductsNamed([word])))
    : undefined
  const isOther = ([row, { unmetClauses }]: [number, Grade]) =>
    named?.has(row) === false || unmetClauses.some((clause) => types.includes(clause))
  return new Set([...grades].filter(isOther).map(([row]) => row))
}

/** Finds the products that a question is about, whatever their values. */
function listNearest(
  retriever: Retriever,
  answered: Answer,
  conditions: Condition[],
  language: ContentLanguage,
) {
  const { clauses } = answered
  const words = wordsBeside(answered, conditions)
  const found = retriever.findAll(words, language, ['product']).rows
  if (found.length > 0) return found
  const sizes = { most: clauses.length - 1, least: 1 }
  return retriever.findMost([...clauses], sizes, language, ['product']).rows
}

/** Whether titles of products have all these words. */
function isNamed(retriever: Retriever, words: Clause[]) {
  return words.length > 0 && retriever.isNamed(words)
}
