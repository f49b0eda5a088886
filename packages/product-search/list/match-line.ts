import type { ContentLanguage } from '../types.ts'
import { readQuestion, type AnsweringIndex } from '../question/answer.ts'
import { isPhrase, type Clause } from '../question/clauses.ts'
import { conditionsOf, type Condition } from '../question/conditions.ts'
import type { HitReader } from '../question/hits.ts'
import { gradeRows, type Grading, type StatedFacts } from '../question/grading.ts'
import { withstands, type Grade } from '../question/grade.ts'
import { isOfType } from '../question/product-types.ts'
import { matchedIn, scoreOf } from '../question/ranking.ts'
import type { Retriever } from '../question/retriever.ts'
import { tenderWords } from '../language/synonyms.ts'
import { listWords } from '../language/words.ts'
import type { ConditionResult, LineMatch, SearchEntry } from '../types.ts'
import { fittingVariants, numbersIn } from './variants.ts'

const maxChoices = 5

/** Maximum order codes shown per product, so that one product does not fill the list. */
const maxCodes = 3

/** Limits: words parsed per line, and words used as search terms. */
const maxWords = 48
const maxNaming = 5
const maxRatings = 3
const maxSubjects = 2

/** Products that are graded for a line, and those that one way of looking up adds. */
const maxGraded = 16
const maxFound = 12

/** Minimum share of the line's words a product must match: to be offered, and to be sure. */
const minShare = { type: 0.33, choose: 0.34, sure: 0.6 }

/** Maximum score gap for a candidate that misses a rating. */
const maxScoreGap = 1

/** Minimum score lead of a sure candidate over the next one. */
const minLead = 0.25

/** The parts of the index that lines are matched with. */
export interface LineIndex extends AnsweringIndex {
  grading: Grading
  hits: HitReader
}

interface Candidate {
  row: number
  score: number
  /** The words that it matches, and the share of the line that these and its ratings are. */
  matched: Clause[]
  share: number
  isOfType: boolean
  /** Whether it states all ratings, as they are asked for. */
  meetsAll: boolean
  /** Whether the line names it, or one of its order codes; or a number that it replaces. */
  hasCode: boolean
  isClaimed: boolean
  facts: StatedFacts | undefined
  grade: Grade | undefined
}

/** The requirements of a line. */
interface AskedLine {
  text: string
  clauses: Clause[]
  /** The clauses that name what is bought. */
  types: Clause[]
  conditions: Condition[]
  ratings: Clause[]
  /** All clauses but the ratings. */
  words: Clause[]
  /** Words that occur in product names. */
  naming: Clause[]
  /** The words of the trade in the first part of the line. */
  phrases: Clause[]
}

const boilerplate = new Set(listWords(tenderWords).map(({ term }) => term))

/** Words that begin the part of a line about accessories or the place of installation. */
const tail =
  /(?<!\p{L})(?:with|w\/|c\/w|incl|including|comprising|consisting|suitable|for|between|inside|within|without|less|شامل[ةه]?|مع|كامل[ةه]?|متضمن[ةه]?|بين|داخل|لزوم|بدون|مكون[ةه]? من)(?!\p{L})/iu

/** Words before a number that is a name: "type 2", "form 4". */
const namedNumber = /(?<!\p{L})(?:type|class|form|category|(?:ال)?(?:نوع|شكل|فئة))[\s-]*$/iu

/**
 * Finds the products that a line of a bill of quantities asks for.
 * @param question a line's words without references to documents, with ratings written out
 */
export function matchLine(
  index: LineIndex,
  question: string,
  language: ContentLanguage,
): LineMatch {
  const asked = read(index, question)
  const candidates = gradeCandidates(index, asked, language).filter((one) => isOffered(one, asked))
  const [best, next] = candidates
  if (!best) return { state: 'none', choices: [] }
  const codes = new Map(
    candidates
      .slice(0, maxChoices)
      .map((one) => [
        one,
        fittingVariants(
          one.grade?.variants ?? one.facts?.variants ?? [],
          one.facts?.variants ?? [],
          asked.clauses,
          question,
        ),
      ]),
  )
  const ofBest = codes.get(best) ?? []
  const isAhead = !next || best.score - next.score >= minLead
  const hasOneCode = (best.facts?.variants.length ?? 0) === 0 || ofBest.length === 1
  const isNamed = best.hasCode || (best.isOfType && asked.ratings.length > 0)
  // Another product may be meant if it has a word that this one lacks.
  const isRivalled = candidates.some(
    (one) =>
      one !== best &&
      one.meetsAll &&
      asked.naming.some((word) => one.matched.includes(word) && !best.matched.includes(word)),
  )
  const isSure =
    isAhead &&
    statesNumbers(best, ofBest, asked) &&
    hasOneCode &&
    isNamed &&
    best.meetsAll &&
    !isRivalled &&
    best.share >= minShare.sure
  // Once one candidate meets every rating, weaker ones are dropped.
  const near = candidates.filter(
    (one) => one.meetsAll || !best.meetsAll || best.score - one.score < maxScoreGap,
  )
  const choices = (isSure ? [best] : near.slice(0, maxChoices)).flatMap((one) => {
    const most = one === best ? (near.length === 1 ? maxChoices : maxCodes) : 1
    const offered = (codes.get(one) ?? []).slice(0, most)
    return (offered.length > 0 ? offered : [undefined]).flatMap(
      (variant) =>
        index.hits.readHit(one.row, codesIn(asked.words), language, {
          withMatch: false,
          grade: one.grade,
          variant,
        }) ?? [],
    )
  })
  return { state: isSure ? 'sure' : 'choose', choices: choices.slice(0, maxChoices) }
}

/** Whether a word occurs in product names. */
function isNaming({ retriever }: LineIndex, clause: Clause) {
  return clause.number === undefined && retriever.isNamed([clause])
}

/** Corrects a misspelt word: with the first similar word that names a product. */
function corrected(index: LineIndex, clause: Clause): Clause {
  if (clause.word === undefined || isPhrase(clause) || index.retriever.isFound([clause]))
    return clause
  for (const { shown } of index.vocabulary.listSimilar(clause.word, 3)) {
    const [similar] = readQuestion(shown, index.vocabulary, false)
    if (similar && isNaming(index, similar)) return { ...similar, from: clause.from, to: clause.to }
  }
  return clause
}

function read(index: LineIndex, text: string): AskedLine {
  const clauses = readQuestion(text, index.vocabulary, false, maxWords)
    .filter((clause) => !isBoilerplate(clause))
    .map((clause) => corrected(index, clause))
  const tailAt = tail.exec(text)?.index ?? text.length
  const head = clauses.filter(({ from }) => from < tailAt)
  const stated = conditionsOf(clauses, text).map(({ clause }) => clause)
  const isType = (clause: Clause) => !stated.includes(clause) && index.grading.namesType(clause)
  const phrases = head.filter((clause) => isPhrase(clause) && !stated.includes(clause))
  const ofHead = head.filter(
    (one) => isType(one) || (phrases.includes(one) && isNaming(index, one)),
  )
  const types = ofHead.length > 0 ? ofHead : clauses.filter(isType)
  const conditions = conditionsOf(clauses, text, types).filter(
    ({ bare, clause }) => bare === undefined || !namedNumber.test(text.slice(0, clause.from)),
  )
  const ratings = conditions.map(({ clause }) => clause)
  const words = clauses.filter((clause) => !ratings.includes(clause))
  return {
    text,
    clauses,
    types,
    conditions,
    ratings: [...new Set(ratings)],
    words,
    naming: words.filter((clause) => isNaming(index, clause)),
    phrases,
  }
}

function gradeCandidates(
  index: LineIndex,
  asked: AskedLine,
  language: ContentLanguage,
): Candidate[] {
  const { text, types, conditions, words, ratings, clauses } = asked
  const codes = codesIn(words).flatMap(({ alternatives: [whole] }) =>
    whole?.terms.length === 1 ? [whole.terms] : [],
  )
  const withCode = codes.flatMap((terms) => index.retriever.listProductsWithCode(terms))
  const claiming = codes.flatMap((terms) => index.retriever.listProductsWithCode(terms, 'claims'))
  const listed = [...new Set([...withCode, ...claiming, ...listCandidates(index.retriever, asked)])]
  const terms = index.retriever.readTerms(listed, language)
  const textsOf = (row: number) => terms.get(row) ?? []
  const scores = new Map(listed.map((row) => [row, scoreOf(clauses, textsOf(row), isInText)]))
  const rows: number[] = []
  for (const row of listed.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))) {
    if (rows.length >= maxGraded) break
    if (withstands(index.grading.readFacts(row, language), clauses)) rows.push(row)
  }
  const grades = gradeRows(index.grading, rows, { conditions, types: [], text }, language)
  const total = weightOf(clauses)
  // The name of a type says more than other words of the trade.
  const typeWeight = (some: Clause[]) =>
    some.reduce((sum, one) => sum + (index.grading.namesType(one) ? 1 : 0.5), 0)
  const candidates = rows.map((row): Candidate => {
    const grade = grades.get(row)
    const facts = index.grading.readFacts(row, language)
    const matched = matchedIn(words, textsOf(row))
    const wordScore = words.length === 0 ? 0 : scoreOf(words, textsOf(row), isInText)
    const hasCode = withCode.includes(row)
    const met = grade?.metClauses ?? []
    const unmet = grade
      ? grade.results.filter(({ state, asked }) => state !== 'met' && !isLength(asked)).length
      : conditions.filter((one) => !isLength(one.asked)).length
    const meetsAll = unmet === 0
    const ofType = types.filter((type) => facts && isOfType(type, facts.titles))
    const share = weightOf([...new Set([...matched, ...met, ...ofType])]) / total
    const score =
      (hasCode ? 2 : claiming.includes(row) ? 1.5 : 0) +
      wordScore +
      share +
      ratingOf(grade, ratings.length) +
      (types.length > 0 ? typeWeight(ofType) / typeWeight(types) : 0)
    return {
      ...{ row, score, matched, share, meetsAll, hasCode, facts, grade },
      isOfType: ofType.length > 0,
      isClaimed: claiming.includes(row),
    }
  })
  return candidates.sort((a, b) => b.score - a.score)
}

/** Lists products by all words and ratings, then by fewer of them: the least telling are left out first. */
function listCandidates(retriever: Retriever, { types, ratings, naming }: AskedLine) {
  const weightOf = (clause: Clause) =>
    (types.includes(clause) ? 8 : 0) + (isPhrase(clause) ? 4 : 0) + clause.weight
  const first = naming.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, maxNaming)
  /** Finds products by as many of the first clauses as any product has: fewer find no less, so that halving does. */
  const find = (some: Clause[], least: number) => {
    let best: readonly number[] = []
    for (let [from, to] = [least, some.length], size = to; from <= to;) {
      const found = retriever.listProducts(some.slice(0, size), maxFound)
      if (found.length > 0) [best, from] = [found, size + 1]
      else to = size - 1
      size = Math.ceil((from + to) / 2)
    }
    return best
  }
  const stated = ratings.slice(0, maxRatings)
  const [subject, ...others] = first
  return [
    ...find(subject ? [subject, ...stated, ...others] : stated, 1),
    ...find(first, 2),
    // Any of the words may name the product to buy.
    ...first.slice(0, maxSubjects).flatMap((one) => find([one, ...stated], 1)),
  ]
}

/** The texts of products are not read: they mention much that the product is not. */
const isInText = () => false

/** Whether a product is near enough to what a line asks for. */
function isOffered(one: Candidate, asked: AskedLine) {
  const { hasCode, isClaimed, isOfType, share, matched, grade } = one
  if (hasCode || isClaimed) return true
  const { phrases, ratings } = asked
  const met = grade?.results.filter(isStatedAs) ?? []
  const named = phrases.filter((phrase) => matched.includes(phrase))
  if (named.length * 2 < phrases.length && met.length === 0) return false
  if (isOfType && grade && (met.length > 0 || grade.distance < nearly)) return true
  if (isOfType && !grade && share >= minShare.type) return true
  if (isOfType || met.length > 0) return share >= minShare.choose
  return share >= minShare.sure && ratings.length === 0
}

/** Numbers of standards, and voltages: what is made for a network is asked for with it or without. */
const unratedNumbers =
  /(?<!\p{L})(?:iec|bs|en|iso|saso|astm|nema|vde|ul)[\s-]*(?:en[\s-]*)?\d[\d-]*|[\d./]+\s?(?:v|volts?|v ?ac|v ?dc|فولت|hz|هرتز)(?!\p{L})/giu

/** Whether a product, with its only order code, states every number of a line. */
function statesNumbers(
  { facts }: Candidate,
  [variant]: SearchEntry['variants'],
  { text }: AskedLine,
) {
  if (!facts) return true
  const own = variant
    ? facts.specs.filter(({ name }) => !variant.specs.some((one) => one.name === name))
    : facts.specs
  const stated = [...own, ...(variant?.specs ?? [])].map(({ value }) =>
    value.replace(/(?<=\d),(?=\d{3})/g, ''),
  )
  const known = numbersIn([...stated, ...facts.titles.map(({ own }) => own)].join(' '))
  return [...numbersIn(text.replace(unratedNumbers, ' '))].every((number) => known.has(number))
}

/** Whether a rating is stated as it is asked for, not only by a range around it. */
function isStatedAs({ state, asked, spec }: ConditionResult) {
  if (state !== 'met' || !spec) return false
  const [number] = numbersIn(asked)
  return number === undefined || numbersIn(spec.value).has(number)
}

/** Whether a rating is a length: which of a product's it is about, only people know. */
const isLength = (asked: string) =>
  /(?:mm|cm|m|مم|ملم|سم|متر|م)\.?$/iu.test(asked) && !/mm2|مم2/iu.test(asked)

/** Share of the rating by which a value may differ, and still be about the same. */
const nearly = 0.06

function weightOf(clauses: readonly Clause[]) {
  return clauses.reduce((sum, { weight }) => sum + weight, 0)
}

/** Weighs what a product says about the ratings asked for, from -1 to 1. */
function ratingOf(grade: Grade | undefined, asked: number) {
  if (asked === 0) return 0
  if (!grade) return -0.3
  const { results, distance } = grade
  const isNear = distance < nearly
  const sum = results.reduce((before, one) => {
    const weight = isLength(one.asked) ? 0.3 : 1
    return before + weight * valueOf(one, isNear)
  }, 0)
  return sum / results.length - Math.min(distance, 10) / 50
}

function valueOf(result: ConditionResult, isNear: boolean) {
  if (result.state === 'met') return isStatedAs(result) ? 1 : 0.85
  return result.state === 'unstated' || isNear ? -0.3 : -1
}

const codesIn = (clauses: readonly Clause[]) => clauses.filter(({ isCode }) => isCode)

/** Whether a clause is only what tenders say about everything. */
function isBoilerplate({ alternatives: [whole], isCode, number }: Clause) {
  return (
    !isCode && number === undefined && whole?.terms.every((term) => boilerplate.has(term)) === true
  )
}
