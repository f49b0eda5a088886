import type { ContentLanguage } from '../types.ts'
import { isPhrase, qualityOf, writtenCode, type Clause } from '../question/parse/clauses.ts'
import {
  bareConditionsOf,
  conditionsOf,
  weightOfCondition,
  type Condition,
} from '../question/parse/conditions.ts'
import { gradeRows, type StatedFacts } from '../question/grading.ts'
import { askedAs, gradeProduct, isCapacity, withstands, type Grade } from '../question/grade.ts'
import { isInTitle, isOfType, termsOfTitles } from '../question/product-types.ts'
import { isForOtherUse, isPart } from '../question/uses.ts'
import { matchedIn, scoreOf } from '../question/ranking.ts'
import type { Retriever } from '../question/retriever.ts'
import { isCurve, residual } from '../question/parse/stated-letters.ts'
import { foldWord } from '../language/fold-word.ts'
import { listConceptTerms, phrasesOf } from '../language/synonym-phrases.ts'
import { tenderWords } from '../language/synonyms.ts'
import { listWords } from '../language/words.ts'
import type { ConditionResult, LineMatch, SearchEntry, Variant } from '../types.ts'
import { listUnchecked } from './unchecked.ts'
import {
  arabic,
  endOfName,
  isNaming,
  isOtherGoods,
  maxWords,
  tail,
  writeOut,
  type LineIndex,
} from './write-out.ts'
import { codesWritten, fittingVariants, numbersIn } from './variants.ts'

const maxChoices = 5

/** Maximum order codes shown per product, so that one product does not fill the list. */
const maxCodes = 3

/** Limits of words used as search terms. */
const maxNaming = 5
const maxRatings = 3
const maxSubjects = 2

/** Products that are graded for a line, and those that one way of looking up adds. */
const maxGraded = { rated: 8, unrated: 16 }
const maxFound = 12
/** With fewer than these, others of the kind that is named are graded, too. */
const fewFound = 4

/** Minimum share of the line's words a product must match: to be offered, and to be sure. */
const minShare = { type: 0.33, choose: 0.34, sure: 0.6 }

/** Maximum score gap for a candidate that misses a rating. */
const maxScoreGap = 1

/** Maximum distance over the nearest of the kind: about three times the ratio. */
const maxFarther = 1.2

/** Ratio from which a lamp is another: one of 20 W is no bulb of 9 W. */
const otherLamp = Math.log(2)

/** Minimum score lead of a sure candidate over the next one. */
const minLead = 0.25

interface Candidate {
  row: number
  score: number
  /** The words that it matches, and the share of the line that these and its ratings are. */
  matched: Clause[]
  share: number
  /** The nouns of the line that it is. */
  ofType: Clause[]
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
  /** The word that the name of the goods is guessed by, if the line does not say it. */
  guessedBy: string | undefined
  /** All that it says, but for what tenders say about everything; and what of it is about the goods, not their parts. */
  said: Clause[]
  clauses: Clause[]
  /** The clauses that name what is bought, and those of them that name types of the catalogue. */
  types: Clause[]
  nouns: Clause[]
  /** Nouns that every option must be if the best one is; an Arabic line names the goods by its first noun. */
  kinds: Clause[]
  /** Whether it names goods that the catalogue lacks. */
  isOther: boolean
  /** Whether it asks for what trips on residual currents. */
  isResidual: boolean
  conditions: Condition[]
  ratings: Clause[]
  /** All clauses that conditions are about. */
  covered: ReadonlySet<Clause>
  /** All clauses but the ratings. */
  words: Clause[]
  /** Words that occur in product names. */
  naming: Clause[]
  /** The words of the trade in the first part of the line. */
  phrases: Clause[]
}

const conceptsOf = (words: string) =>
  new Set(listWords(words).flatMap(({ term }) => [term, ...listConceptTerms([term])]))

/** Words that goods of the trade have in common. */
const common = conceptsOf('led lv ac electricity mounting كهرباء')

/** The metals of conductors name no goods. */
const copper = conceptsOf('copper')

const isOneOf = (terms: ReadonlySet<string>, { alternatives }: Clause) =>
  alternatives.some(({ terms: [term = ''] }) => terms.has(term))

const boilerplate = new Set(listWords(tenderWords).map(({ term }) => term))

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
  const graded = gradeCandidates(index, asked, language)
  const written = codesWritten(asked.text)
  const exact = findExact(graded, asked, written)
  if (exact?.isMet) return { state: 'sure', choices: readChoice(index, exact, asked, language) }
  const offered = withoutFar(graded.filter((one) => isOffered(one, asked)))
  const candidates = withoutOtherUses(offered, asked)
  const [best] = candidates
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
          asked.text,
          written,
        ),
      ]),
  )
  const isSure = isSureOf(candidates, codes.get(best) ?? [], asked)
  const meetsAsBest = ({ meetsAll, ofType }: Candidate) =>
    meetsAll && ofType.length >= best.ofType.length
  // Once one candidate meets every rating, weaker ones are dropped; and always those of other types.
  const kept = candidates
    .filter(
      (one) =>
        best.ofType.every((noun) => one.ofType.includes(noun) || !asked.kinds.includes(noun)) &&
        (one.meetsAll || !best.meetsAll || best.score - one.score < maxScoreGap),
    )
    .sort(
      (a, b) =>
        Number(meetsAsBest(b)) - Number(meetsAsBest(a)) ||
        Number(breaksMore(a, asked)) - Number(breaksMore(b, asked)),
    )
  const [first] = kept
  const choices = (isSure ? [best] : kept.slice(0, maxChoices)).flatMap((one) => {
    const most = one === first ? (kept.length === 1 ? maxChoices : maxCodes) : 1
    const variants = (codes.get(one) ?? []).slice(0, most)
    return (variants.length > 0 ? variants : [undefined]).flatMap((variant) =>
      readChoice(index, choiceOf(one, variant, asked), asked, language),
    )
  })
  const named = exact ? readChoice(index, exact, asked, language) : []
  const others = choices.filter(
    ({ id, code }) => !named.some((one) => one.id === id && one.code === code),
  )
  return {
    state: isSure ? 'sure' : 'choose',
    choices: [...named, ...others].slice(0, maxChoices),
  }
}

/** Leaves out what misses the only rating by far more than another of its kind: for 1000 kVA, 110 beside 1100. */
function withoutFar(offered: Candidate[]) {
  const distanceOf = ({ isOfType: isKind, hasCode, grade }: Candidate) =>
    isKind && !hasCode && grade?.results.length === 1 ? grade.distance : undefined
  const isFar = (one: Candidate) => {
    const ofKind = offered.filter(({ ofType }) => ofType.length === one.ofType.length)
    const nearest = Math.min(...ofKind.flatMap((other) => distanceOf(other) ?? []))
    return (distanceOf(one) ?? 0) > nearest + maxFarther
  }
  return offered.filter((one) => !isFar(one))
}

/** Leaves out what trips on residual currents or is for another special use, if the line asks for neither and another fits. */
function withoutOtherUses(offered: Candidate[], asked: AskedLine) {
  const plain = offered.filter((one) => asked.isResidual || !isResidual(one))
  const whole = plain.filter(
    ({ facts, hasCode }) => hasCode || !facts || !isPart(facts.titles, asked.text),
  )
  const near = [whole, plain, offered].find((some) => some.length > 0) ?? []
  const fitting = near.filter((one) => isOfUse(one, asked))
  const isFit = fitting.some(({ meetsAll }) => meetsAll) || !near.some(({ meetsAll }) => meetsAll)
  return isFit && fitting.length > 0 ? fitting : near
}

/** Whether the first candidate, with its order codes, is what a line means, and nothing else can be. */
function isSureOf([best, ...others]: Candidate[], codes: Variant[], asked: AskedLine) {
  const [next] = others
  if (!best || (next && best.score - next.score < minLead)) return false
  const hasOneCode = (best.facts?.variants.length ?? 0) === 0 || codes.length === 1
  const isRated = asked.conditions.some(({ values: [value] }) => !value || !isCapacity(value.unit))
  // Another product may be meant if it has a word that this one lacks.
  const isRivalled = others.some(
    (one) =>
      one.meetsAll &&
      asked.naming.some((word) => one.matched.includes(word) && !best.matched.includes(word)),
  )
  return (
    asked.guessedBy === undefined &&
    hasOneCode &&
    isRated &&
    !isRivalled &&
    best.isOfType &&
    best.meetsAll &&
    best.share >= minShare.sure &&
    (asked.isResidual || !isResidual(best)) &&
    isOfUse(best, asked) &&
    statesNoOtherCurve(best, codes, asked) &&
    statesNumbers(best, codes, asked) &&
    missingOf(best, asked).length === 0 &&
    isNamedWhole(best, asked) &&
    codesIn(asked.words).every(({ alternatives: [whole] }) => !isCodeOfOther(whole, best))
  )
}

interface Choice {
  candidate: Candidate
  variant: Variant | undefined
  grade: Grade | undefined
}

/** An order code that is not among those that meet the ratings best is told by what it states itself. */
function choiceOf(candidate: Candidate, variant: Variant | undefined, asked: AskedLine): Choice {
  const { facts, grade } = candidate
  const isGraded = !variant || !facts || grade?.variants.includes(variant) !== false
  return {
    candidate,
    variant,
    grade: isGraded ? grade : gradeProduct({ ...facts, variants: [variant] }, asked.conditions),
  }
}

/** Reads a choice, with the words of the line that it lacks. */
function readChoice(
  index: LineIndex,
  { candidate, variant, grade }: Choice,
  asked: AskedLine,
  language: ContentLanguage,
) {
  const none = asked.conditions.map((one): ConditionResult => ({
    ...askedAs(one),
    state: 'unstated',
  }))
  const hit = index.hits.readHit(candidate.row, codesIn(asked.words), language, {
    withMatch: false,
    grade,
    variant,
  })
  const lacking = missingOf(candidate, asked)
  const missing = lacking.map(({ from, to }): ConditionResult => {
    return { asked: asked.text.slice(from, to), state: 'unstated' }
  })
  if (!hit) return []
  const conditions = [...(hit.conditions ?? none), ...missing]
  const unchecked = uncheckedOf(index, candidate, asked, lacking, language)
  return [
    {
      ...hit,
      ...(conditions.length > 0 && { conditions }),
      ...(unchecked.length > 0 && { unchecked }),
    },
  ]
}

/** The words of a line that neither its conditions nor the product's own words are about. */
function uncheckedOf(
  index: LineIndex,
  { row, ofType }: Candidate,
  { text, guessedBy, said, covered, conditions }: AskedLine,
  missing: readonly Clause[],
  language: ContentLanguage,
) {
  const told = new Set([...covered, ...missing, ...ofType])
  const rest = said.filter((clause) => !told.has(clause) && !isOneOf(common, clause))
  const texts = index.retriever.readTerms([row], language).get(row) ?? []
  const known = new Set(matchedIn(rest, texts))
  const over = listWords(text)[maxWords]
  const open = [
    ...listUnchecked(
      text,
      rest.filter((clause) => !known.has(clause)),
    ),
    ...(over ? [text.slice(over.from)] : []),
  ]
  if (guessedBy !== undefined && !open.some((part) => part.includes(guessedBy)))
    open.unshift(guessedBy)
  // A condition such as "110 V DC" compares the voltage only.
  const isDirect = conditions.some(({ asked }) => /(?<![a-z])v? ?dc$/i.test(asked))
  return isDirect && !texts.some(({ fields }) => / v?dc /.test(fields.all)) ? [...open, 'DC'] : open
}

/** Whether the tripping curve of a product is C, which a line means that states none. */
function statesNoOtherCurve(
  { facts }: Candidate,
  [variant]: readonly Variant[],
  { conditions }: AskedLine,
) {
  const curve = [...(variant?.specs ?? []), ...(facts?.specs ?? [])].find(isCurve)
  return !curve || curve.value.includes('C') || conditions.some(({ meets }) => meets?.(curve))
}

/** Whether a product is for no special use, or for that which a line asks for. */
function isOfUse({ facts }: Candidate, { text }: AskedLine) {
  return !facts || !isForOtherUse(facts.titles, text)
}

/** The words of the trade at the beginning of a line that a product lacks. */
function missingOf({ matched, ofType }: Candidate, { text, words, phrases, types }: AskedLine) {
  const end = endOfName(text)
  return [...new Set([...types, ...phrases])].filter(
    (word) =>
      word.from < end &&
      words.includes(word) &&
      !matched.includes(word) &&
      !ofType.includes(word) &&
      !isOneOf(common, word),
  )
}

/** Whether no longer name than that of the line is a product's: a metering panel is not just a panel. */
function isNamedWhole({ facts }: Candidate, { clauses, types }: AskedLine) {
  const known = new Set(
    clauses.flatMap(({ alternatives }) => alternatives.flatMap((one) => one.terms)),
  )
  const own = facts ? [...termsOfTitles(facts.titles).own] : []
  const isLonger = (phrase: readonly string[]) =>
    phrase.length > 1 &&
    types.some(({ alternatives: [whole] }) => whole?.terms.every((term) => phrase.includes(term)))
  return own.every(
    (term) => !term.startsWith('c.') || known.has(term) || !phrasesOf(term).some(isLonger),
  )
}

/** Whether a product is what trips on residual currents, and not only has it: nobody buys that as a plain breaker. */
function isResidual({ facts }: Candidate) {
  return (
    facts?.specs.some(({ name, unit }) => unit === 'mA' && residual.test(name)) === true &&
    facts.titles.some(({ own }) => residual.test(own))
  )
}

/** Whether a product trips on overcurrents as well, although a line names residual currents only: an RCBO for an RCD. */
function breaksMore({ facts }: Candidate, { text, conditions }: AskedLine) {
  const curve = [...(facts?.specs ?? []), ...(facts?.variants[0]?.specs ?? [])].find(isCurve)
  if (!curve || !residual.test(text)) return false
  return !conditions.some(
    ({ meets, values: [value] }) =>
      meets?.(curve) !== undefined || (value && isCapacity(value.unit)),
  )
}

/** Finds the only order code that a line has, whole and as it is; met unless the line states something else beside it. */
function findExact(
  candidates: readonly Candidate[],
  asked: AskedLine,
  written: ReadonlySet<string>,
): (Choice & { isMet: boolean }) | undefined {
  const found = candidates
    .filter(({ hasCode }) => hasCode)
    .flatMap((candidate) => {
      const { variants = [], titles = [] } = candidate.facts ?? {}
      const named = variants.filter(({ code }) => written.has(writtenCode(code)))
      const folded = variants.filter(({ code }) => written.has(foldWord(code)))
      const isOwn =
        variants.length === 0 &&
        titles.some(({ own }) => [...codesWritten(own)].some((one) => written.has(one)))
      const isOnly = named.length === 0 && folded.length === 1
      return [...named, ...(isOnly ? folded : []), ...(isOwn ? [undefined] : [])].map(
        (variant) => ({
          candidate,
          variant,
        }),
      )
    })
  // The title of a product may have the code of one of its variants: beside another one it is no code that is asked for.
  const titled = found.filter(({ candidate }) => isTitled(candidate, asked))
  const others = titled.filter(
    ({ candidate, variant }) =>
      !candidate.facts?.titles.some(({ own }) =>
        codesWritten(own).has(writtenCode(variant?.code ?? '')),
      ),
  )
  const [only, ...more] = others.length > 0 ? others : found
  if (!only || more.length > 0) return undefined
  const { candidate, variant } = only
  const { facts } = candidate
  const grade =
    facts && gradeProduct(variant ? { ...facts, variants: [variant] } : facts, asked.conditions)
  const isUnmet = grade?.results.some(({ state }) => state === 'unmet') === true
  const isOfOther = asked.nouns.length > 0 && candidate.ofType.length === 0
  const isMet = titled.includes(only) || (!isUnmet && !isOfOther)
  return { candidate, variant, grade, isMet }
}

/** Whether a line has the whole title of a product, as lists of this site do. */
function isTitled({ facts }: Candidate, { text }: AskedLine) {
  return facts?.titles.some(({ own }) => bare(text).includes(bare(own))) === true
}

function bare(text: string) {
  return text
    .normalize('NFKC')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase()
}

function read(index: LineIndex, asked: string): AskedLine {
  const { text, clauses: spelt, guessedBy } = writeOut(index, asked)
  const clauses = spelt.filter((clause) => !isBoilerplate(clause))
  const tailAt = tail.exec(text)?.index ?? text.length
  const head = clauses.filter(({ from }) => from < tailAt)
  const named = conditionsOf(clauses, text)
  const stated = named.map(({ clause }) => clause)
  const isType = (clause: Clause) => !stated.includes(clause) && index.grading.namesType(clause)
  const phrases = head.filter((clause) => isPhrase(clause) && !stated.includes(clause))
  const ofHead = head.filter(
    (one) =>
      isType(one) || (phrases.includes(one) && !isOneOf(copper, one) && isNaming(index, one)),
  )
  const types = ofHead.length > 0 ? ofHead : clauses.filter(isType)
  // An Arabic noun comes first, an English one last.
  const isArabic = arabic.test(text)
  const nouns = types.filter((clause, at) => isType(clause) || (isArabic && at === 0))
  const isOther = namesOtherGoods(index, text, head, { isType, stated, clauses })
  const bare = types.length > 0 ? bareConditionsOf(clauses, text, types, named) : []
  const conditions = [
    ...named,
    ...bare.filter(({ clause }) => !namedNumber.test(text.slice(0, clause.from))),
  ]
  const ratings = conditions.map(({ clause }) => clause)
  const covered = new Set([...ratings, ...conditions.flatMap((one) => one.covered ?? [])])
  // Parts of the goods, such as the main breaker of a board, name no others.
  const isOfTail = (clause: Clause) => clause.from > tailAt && ofHead.length > 0 && isType(clause)
  const words = clauses.filter((clause) => !covered.has(clause) && !isOfTail(clause))
  return {
    text,
    guessedBy,
    said: clauses,
    covered,
    clauses: clauses.filter((clause) => !isOfTail(clause)),
    types,
    nouns,
    kinds: isArabic ? nouns.slice(0, 1) : nouns.length > 0 ? nouns : types.slice(-1),
    isResidual:
      residual.test(text) ||
      conditions.some(({ values: [value] }) => value?.unit.base === 'a' && value.unit.factor < 1),
    isOther,
    conditions,
    ratings: [...new Set(ratings)],
    words,
    naming: words.filter((clause) => isNaming(index, clause)),
    phrases,
  }
}

/** Whether the first part of a line names goods that the catalogue lacks, and no others. */
function namesOtherGoods(
  { retriever }: LineIndex,
  text: string,
  head: readonly Clause[],
  line: {
    isType: (clause: Clause) => boolean
    stated: readonly Clause[]
    clauses: readonly Clause[]
  },
) {
  const { isType, stated, clauses } = line
  const isArabic = arabic.test(text)
  const isSubject = (clause: Clause) =>
    isType(clause) ||
    (isPhrase(clause) && retriever.listProductsNamed([clause], 'parent').length > 0)
  // "Combiner box with 16 fuses": after a number follows what the goods have.
  const [number] = clauses.filter(
    ({ number: one, from }, at) => one !== undefined && at > 0 && from > 0,
  )
  const before = (end: number) =>
    head.filter((clause) => clause.from < Math.min(endOfName(text), end))
  // A search for bulbs finds lighting, but a list with bulbs asks for no luminaire.
  const ownName = (clause: Clause) => ({
    ...clause,
    alternatives: clause.alternatives.filter(({ quality }) => quality > qualityOf.narrower),
  })
  const isGoods = (clause: Clause) => isOtherGoods(clause) && !isType(ownName(clause))
  const first = before(number?.from ?? text.length)
  const isNamed = first.some((clause) => isGoods(clause) || isSubject(clause))
  const goods = (isNamed ? first : before(text.length)).filter(isGoods)
  const [noun] = isArabic ? goods : goods.slice(-1)
  return (
    noun !== undefined &&
    !head.some(
      (one) =>
        !goods.includes(one) &&
        !stated.includes(one) &&
        (isArabic ? one.from < noun.from : one.from > noun.from) &&
        isSubject(one),
    )
  )
}

function gradeCandidates(
  index: LineIndex,
  asked: AskedLine,
  language: ContentLanguage,
): Candidate[] {
  const { words, nouns, conditions } = asked
  const codes = codesIn(words).flatMap(({ alternatives: [whole] }) =>
    whole?.terms.length === 1 ? [whole.terms] : [],
  )
  const withCode = codes.flatMap((terms) => index.retriever.listProductsWithCode(terms))
  const claiming = codes.flatMap((terms) => index.retriever.listProductsWithCode(terms, 'claims'))
  const listed = [...new Set([...withCode, ...claiming, ...listCandidates(index.retriever, asked)])]
  const graded = gradeListed(index, asked, { listed, withCode, claiming }, language)
  const [kind] = nouns
  const isServed = ({ ofType, grade }: Candidate) =>
    kind !== undefined && ofType.includes(kind) && grade?.unmetClauses.length === 0
  if (!kind || conditions.length === 0 || graded.some(isServed)) return graded
  // A product that mentions the rating need not have it: then any of the kind may be the nearest.
  const more = index.retriever.listProducts([], maxFound, kind)
  const all = [...new Set([...listed, ...more])]
  if (all.length === listed.length) return graded
  return gradeListed(index, asked, { listed: all, withCode, claiming }, language)
}

function gradeListed(
  index: LineIndex,
  asked: AskedLine,
  { listed, withCode, claiming }: Record<'listed' | 'withCode' | 'claiming', readonly number[]>,
  language: ContentLanguage,
): Candidate[] {
  const { text, types, conditions, words, clauses } = asked
  const terms = index.retriever.readTerms(listed, language)
  const textsOf = (row: number) => terms.get(row) ?? []
  const scores = new Map(listed.map((row) => [row, scoreOf(clauses, textsOf(row), isInText)]))
  // The ratings have chosen among them already.
  const isRated = conditions.some(({ values, bare }) => values.length > 0 || bare !== undefined)
  const most = isRated ? maxGraded.rated : maxGraded.unrated
  const rows: number[] = []
  for (const row of listed.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))) {
    if (rows.length >= most) break
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
      ratingOf(grade, conditions) +
      (types.length > 0 ? typeWeight(ofType) / typeWeight(types) : 0)
    return {
      ...{ row, score, matched, share, meetsAll, hasCode, facts, grade },
      ...{ ofType, isOfType: ofType.length > 0 },
      isClaimed: claiming.includes(row),
    }
  })
  // The line asks for the goods that bear its whole name, whatever their ratings: a direct-on-line starter, and no soft starter.
  const isWhole = ({ facts, ofType }: Candidate) =>
    types.length > 1 &&
    ofType.length === types.length &&
    facts !== undefined &&
    types.every((type) => isInTitle(type, facts.titles))
  return candidates.sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || b.score - a.score)
}

/** Units of ratings by which goods are looked up first; then come counts, and what a higher rating serves as well. */
const firstUnits = ['a', 'va', 'w', 'mm2', 'var']

/** Lists products of the kinds that are named, by all ratings, then by fewer: the least telling are left out first. */
function listCandidates(retriever: Retriever, asked: AskedLine) {
  const { types, nouns, naming, conditions } = asked
  const weightOf = (clause: Clause) =>
    (types.includes(clause) ? 8 : 0) + (isPhrase(clause) ? 4 : 0) + clause.weight
  const first = naming.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, maxNaming)
  /** Finds products by as many of the first clauses as any product has: fewer find no less, so that halving does. */
  const find = (some: Clause[], least: number, named?: Clause) => {
    let best: readonly number[] = []
    for (let [from, to] = [least, some.length], size = to; from <= to;) {
      const found = retriever.listProducts(some.slice(0, size), maxFound, named)
      if (found.length > 0) [best, from] = [found, size + 1]
      else to = size - 1
      size = Math.ceil((from + to) / 2)
    }
    return best
  }
  const rankOf = ({ values: [value] }: Condition) =>
    value &&
    firstUnits.includes(value.unit.base) &&
    value.unit.factor >= (value.unit.base === 'a' ? 1 : 0)
      ? 0
      : 1
  const rated = conditions
    .filter(({ values: [value], bare }) => bare !== undefined || (value && !isCapacity(value.unit)))
    .sort((a, b) => rankOf(a) - rankOf(b))
  const stated = [...new Set(rated.map(({ clause }) => clause))].slice(0, maxRatings)
  const [subject, ...others] = first
  const subjects = (nouns.length > 0 ? nouns : first).slice(0, 1)
  const found = new Set([
    ...find(subject ? [subject, ...stated, ...others] : stated, 1),
    ...find(first, 2),
    // Any of the words may name the product to buy.
    ...first.slice(0, maxSubjects).flatMap((one) => find([one, ...stated], 1)),
    ...subjects.flatMap((one) => find(stated, 0, one)),
  ])
  // Products with these ratings may be of another kind.
  const more = found.size < fewFound ? nouns.slice(0, 1) : []
  return [...found, ...more.flatMap((one) => retriever.listProducts([], maxFound, one))]
}

/** The texts of products are not read: they mention much that the product is not. */
const isInText = () => false

/** Whether a product is near enough to what a line asks for. What is of the kind named is, whatever its ratings. */
function isOffered(one: Candidate, asked: AskedLine) {
  const { hasCode, isClaimed, isOfType, ofType, share, matched, grade } = one
  const { phrases, ratings, types, nouns, words, isOther } = asked
  if (hasCode || isClaimed) return true
  const isOfBoth = types.length > 1 && ofType.length === types.length
  if (isOther && !(isOfBoth && !ofType.every(isOtherGoods))) return false
  if (isOtherLamp(one)) return false
  const met = grade?.results.filter(isStatedAs) ?? []
  const named = phrases.filter((phrase) => matched.includes(phrase))
  if (named.length * 2 < phrases.length && met.length === 0) return false
  const shareOfWords = weightOf(words.filter((word) => matched.includes(word))) / weightOf(words)
  const isMatched = !(shareOfWords < 0.5)
  if (
    types.length > 0 &&
    !nouns.concat(isOfType ? types : []).some((type) => ofType.includes(type))
  ) {
    return isMatched && one.meetsAll && met.length > 0 && met.length >= Math.min(2, ratings.length)
  }
  if (isOfType) return grade !== undefined || Math.max(share, shareOfWords) >= minShare.type
  if (met.length > 0) return isMatched && share >= minShare.choose
  return share >= minShare.sure && ratings.length === 0
}

/** Whether a product is of another power in W by far, and meets no other rating. */
function isOtherLamp({ grade }: Candidate) {
  const [only, ...more] = grade?.results ?? []
  const isUnmet = only?.state === 'unmet' && only.spec?.unit === 'W' && more.length === 0
  return isUnmet && (grade?.distance ?? 0) >= otherLamp
}

/** Numbers of standards, and voltages: what is made for a network is asked for with it or without. */
const unratedNumbers =
  /(?<!\p{L})(?:iec|bs|en|iso|saso|astm|nema|vde|ul)[\s-]*(?:en[\s-]*)?\d[\d-]*|[\d./]+\s?(?:v|volts?|v ?ac|v ?dc|فولت|hz|هرتز)(?!\p{L})/giu

/** Whether a product, with its only order code, states every number of a line. */
function statesNumbers(
  { facts, grade }: Candidate,
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
  // More kA serve as well.
  const served = grade?.results.flatMap(({ state, asked }) =>
    state === 'met' && /ka|ك\.?\s?[اأ]|كيلو/iu.test(asked) ? [...numbersIn(asked)] : [],
  )
  return [...numbersIn(text.replace(unratedNumbers, ' '))].every(
    (number) => known.has(number) || served?.includes(number),
  )
}

/** Whether a rating is stated as it is asked for, not only by a range around it. */
function isStatedAs({ state, asked, spec }: ConditionResult) {
  if (state !== 'met' || !spec) return false
  const [number] = numbersIn(asked)
  return number === undefined || numbersIn(spec.value).has(number)
}

/** Whether a rating is a length in metres: which of a product's it is about, only people know. */
const isLength = (asked: string) => /\d ?(?:m|metres?|meters?|متر|م)\.?$/iu.test(asked)

/** Share of the rating by which a value may differ, and still be about the same. */
const nearly = 0.06

function weightOf(clauses: readonly Clause[]) {
  return clauses.reduce((sum, { weight }) => sum + weight, 0)
}

/** Weighs what a product says about the ratings asked for, from -1 to 1. */
function ratingOf(grade: Grade | undefined, asked: readonly Condition[]) {
  if (asked.length === 0) return 0
  if (!grade) return -1
  const { results, distance } = grade
  const isNear = distance < nearly
  const sum = results.reduce((before, one, at) => {
    const condition = asked[at]
    const weight = isLength(one.asked) ? 0.3 : condition ? weightOfCondition(condition) : 1
    return before + weight * valueOf(one, isNear)
  }, 0)
  return sum / results.length - Math.min(distance, 10) / 12
}

function valueOf(result: ConditionResult, isNear: boolean) {
  if (result.state === 'met') return isStatedAs(result) ? 1 : 0.85
  return isNear && result.state === 'unmet' ? -0.3 : -1
}

/** Whether a code is that of a product, but not of this one. */
function isCodeOfOther(whole: Clause['alternatives'][number] | undefined, { hasCode }: Candidate) {
  return whole?.terms.length === 1 && !hasCode
}

const codesIn = (clauses: readonly Clause[]) => clauses.filter(({ isCode }) => isCode)

/** Whether a clause is only what tenders say about everything. */
function isBoilerplate({ alternatives: [whole], isCode, number }: Clause) {
  return (
    !isCode && number === undefined && whole?.terms.every((term) => boilerplate.has(term)) === true
  )
}
