import {
  isPhrase,
  qualityOf,
  readCode,
  readPhrase,
  readRating,
  readWord,
  type Clause,
} from './parse/clauses.ts'
import { isOutdoors } from './parse/conditions.ts'
import {
  asksForStock,
  findConcepts,
  isDocumentTerm,
  isSheetTerm,
  isStopWord,
  listAbbreviations,
  listTopicWords,
  topicOf,
  tradeWords,
} from '../language/synonym-phrases.ts'
import { kindAsked } from '../document-kinds.ts'
import { kindOfItem } from '../index/schema.ts'
import { countErrors, type Vocabulary, maxErrors } from '../index/vocabulary.ts'
import { listWords, type Word } from '../language/words.ts'
import { isMisspeltAbbreviation, isPlausibleTypo, listOtherLayout } from './keyboard.ts'
import type { ContentLanguage } from '../types.ts'
import { scoreOf } from './ranking.ts'
import type { Retriever, RankedRows } from './retriever.ts'
import type { SearchKind } from '../types.ts'

export interface Answer {
  /** Best first. */
  rows: number[]
  /** The clauses searched, for marks. */
  clauses: Clause[]
  /** All clauses of the question, also those that nothing matches. */
  asked: Clause[]
  /** The text of these clauses. */
  text: string
  searchedInstead?: string
  closest?: string
  /** Words of the question that are left out, since the content does not know them. */
  without?: string[]
  /** The clauses that name a branch, for a question for what is in stock, at it or anywhere. */
  stockAt?: Clause[]
  /** The branch that they name. */
  branch?: number | undefined
}

export interface Asked {
  text: string
  language: ContentLanguage
  /** Whether the last word may be unfinished. */
  isTyping: boolean
  kinds: readonly SearchKind[]
}

/** Maximum number of corrections tried, per word and per question. */
const maxOfWord = 3
const maxSimilar = 12
const maxCorrections = 6

/** Below this score, only body text matched. */
const weak = 0.55

/** From this score on, a title matched. */
const inTitle = 0.8

/**
 * Words up to this length are one edit away from words of other subjects: only plausible typos are corrected, other
 * words are offered.
 */
const maxShort = 5

/** Maximum number of services and projects compared with the subject of a question beside a town. */
const maxOffers = 8

/** Minimum length of each part when a word that lacks a space is split. */
const minPart = 3

/** Maximum number of part numbers that contain the typed text. */
const maxCodes = 20
const codePartQuality = 0.8

/** The parts of the index that questions are answered from. */
export interface AnsweringIndex {
  retriever: Retriever
  vocabulary: Vocabulary
}

/**
 * Answers a question in steps, each only if the previous found nothing: as typed; as if typed on
 * the other keyboard layout; with corrected spelling; without some of its words.
 */
export function answer(index: AnsweringIndex, asked: Asked): Answer {
  const text = truncateQuestion(asked.text)
  const clauses = readQuestion(text, index.vocabulary, asked.isTyping)
  const topic = topicOf(text)
  if (topic?.isAll) {
    // A document may be a price list; what only mentions prices is no answer.
    const { rows, best } = index.retriever.findAll(clauses, asked.language, asked.kinds)
    return { rows: best < inTitle ? [] : rows, clauses, asked: clauses, text }
  }
  const forPurpose = findForPurpose(index, text, clauses, asked)
  if (forPurpose) return forPurpose
  const answered = findStocked(index, text, clauses, asked)
  // Beside "complaint" no other word is guessed at.
  const isOfCompany = topic !== undefined && topic.name !== 'prices'
  if (answered.rows.length > 0 || clauses.length === 0 || isOfCompany) return answered
  return (
    findOtherLayout(index, text, asked) ??
    findCorrected(index, text, clauses, asked) ??
    findRelaxed(index, text, clauses, asked) ?? {
      ...answered,
      ...findClosest(index, text, clauses, asked),
    }
  )
}

/** Finds goods whose purpose stands beside them: «كابل لمبنى» asks for a cable, and what is for buildings comes after it. */
function findForPurpose(
  index: AnsweringIndex,
  text: string,
  clauses: Clause[],
  asked: Asked,
): Answer | undefined {
  const goods = clauses.filter(({ isPurpose }) => isPurpose !== true)
  if (goods.length === clauses.length || !goods.some(isPhrase)) return undefined
  const answered = findStocked(index, text, goods, asked)
  if (answered.rows.length === 0) return undefined
  const { rows } = findStocked(index, text, clauses, asked)
  return { ...answered, rows: [...new Set([...answered.rows, ...rows])] }
}

/**
 * Finds what the clauses match. Products need not match the town of a branch: they come before what does, unless that
 * is named by the whole question, as a project in that town.
 */
function findStocked(index: AnsweringIndex, text: string, clauses: Clause[], asked: Asked): Answer {
  const { retriever } = index
  const findRows = (some: Clause[], kinds = asked.kinds) => [
    ...listNamed(retriever, some, asked),
    ...findBest(index, some, { ...asked, kinds }),
  ]
  const isOfStock = asksForStock(text)
  const stockAt = asked.kinds.includes('product')
    ? clauses.filter((clause) => retriever.namesBranch(clause))
    : []
  const subject = clauses.filter((clause) => !stockAt.includes(clause))
  const isBeside = stockAt.length > 0 && subject.length > 0
  const isOfProducts = isBeside && (isOfStock || isOfProductsAt(retriever, clauses, subject, asked))
  // First, since finding loosens the clauses where nothing matches them all.
  const products = [...new Set(isOfProducts ? findRows(subject, ['product']) : [])]
  const rows = [...new Set(findRows(clauses))]
  if (products.length === 0)
    return { rows, clauses, asked: clauses, text, ...(isOfStock && { stockAt: [] }) }
  const [branch] = retriever.findAll(stockAt, asked.language, ['page']).rows
  // Products that only mention the town are no answer.
  const mentions = rows.filter((row) => kindOfItem(row) !== 'product' && row !== branch)
  const all = [...products, ...(branch === undefined ? [] : [branch]), ...mentions]
  return { rows: all, clauses: subject, asked: subject, text, stockAt, branch }
}

/**
 * Whether the subject of a question beside a town names products, and the whole question names nothing else: a service
 * for it there, a project. What has only the town in its title mentions them.
 */
function isOfProductsAt(
  retriever: Retriever,
  clauses: Clause[],
  subject: Clause[],
  { kinds, language }: Asked,
) {
  const words = subject.filter(
    (clause) =>
      !clause.isCode && !isOutdoors(clause) && !/^\d/.test(clause.alternatives[0]?.terms[0] ?? '0'),
  )
  if (words.length > 0 && !retriever.isNamed(words)) return false
  const others = kinds.filter((kind) => kind !== 'page')
  const { rows, best } = retriever.findAll(clauses, language, others)
  if (best < weak) return true
  if (retriever.findAll(clauses, language, ['page']).best >= weak) return false
  const offers = rows.filter((row) => ['service', 'project'].includes(kindOfItem(row)))
  const texts = [...retriever.readTerms(offers.slice(0, maxOffers), language).values()]
  const isOffer = texts.some((one) => scoreOf(words, one, () => true) >= inTitle)
  return best < inTitle && !isOffer && retriever.listProductsNamed(words, 'parent').length > 0
}

function isKnown({ retriever }: AnsweringIndex, clause: Clause) {
  return retriever.isFound([clause])
}

/**
 * Finds items that match all clauses. If none does, completes unknown clauses in place and lets
 * quantities match numbers of any unit.
 */
function findAll(index: AnsweringIndex, clauses: Clause[], { language, kinds }: Asked): RankedRows {
  const found = index.retriever.findAll(clauses, language, kinds)
  if (found.rows.length > 0) return found
  const unknown = clauses.filter((clause) => !isKnown(index, clause))
  const quantities = clauses.filter(({ number }) => number !== undefined)
  for (const clause of unknown) completeUnknown(index.vocabulary, clause)
  quantities.forEach(addNumberAlone)
  const isChanged = unknown.length + quantities.length > 0
  return isChanged ? index.retriever.findAll(clauses, language, kinds) : found
}

/**
 * Finds items that match all clauses; if these match weakly, better matches of most clauses come
 * first: of a product without a datasheet the product, no datasheet of another.
 */
function findBest(index: AnsweringIndex, clauses: Clause[], asked: Asked): number[] {
  const { rows, best } = findAll(index, clauses, asked)
  if (rows.length > 0 && best >= weak) return rows
  const subject = clauses.filter((clause) => !isOfDocuments(clause))
  if (subject.length > 0 && subject.length < clauses.length) {
    return [...new Set([...findBest(index, subject, asked), ...rows])]
  }
  return rows.length > 0 ? addRelaxed(index.retriever, rows, clauses, asked) : rows
}

function findOtherLayout(index: AnsweringIndex, text: string, asked: Asked): Answer | undefined {
  // "DWG" is what it says, also where no document has it.
  const isMeant = kindAsked(text) !== undefined
  for (const searchedInstead of isMeant ? [] : listOtherLayout(text)) {
    const clauses = readQuestion(searchedInstead, index.vocabulary, asked.isTyping)
    if (clauses.length === 0 || !clauses.every((clause) => isKnown(index, clause))) continue
    const { rows } = index.retriever.findAll(clauses, asked.language, asked.kinds)
    if (rows.length > 0)
      return { rows, clauses, asked: clauses, text: searchedInstead, searchedInstead }
  }
  return undefined
}

function findCorrected(
  index: AnsweringIndex,
  text: string,
  clauses: Clause[],
  asked: Asked,
): Answer | undefined {
  for (const searchedInstead of listCorrections(index, text, clauses)) {
    const corrected = readQuestion(searchedInstead, index.vocabulary, false)
    const answered = findStocked(index, searchedInstead, corrected, asked)
    if (answered.rows.length === 0) continue
    const closest = otherAbbreviation(index, text, clauses, asked)
    return { ...answered, searchedInstead, ...(closest !== undefined && { closest }) }
  }
  return undefined
}

/** The question with the next abbreviation that one of its words is as near to, if it has results. */
function otherAbbreviation(
  index: AnsweringIndex,
  text: string,
  clauses: readonly Clause[],
  asked: Asked,
) {
  return clauses
    .filter((clause) => isMisspelt(index, clause))
    .flatMap(({ word = '', from, to }) =>
      abbreviationsLike(word)
        .slice(1)
        .map((one) => text.slice(0, from) + one.toUpperCase() + text.slice(to)),
    )
    .find((other) => {
      const read = readQuestion(other, index.vocabulary, false)
      return findAll(index, read, asked).rows.length > 0
    })
}

/** Whether a word is unknown, both to the trade and to the content: MPCB is no misspelt MCCB. */
function isMisspelt(index: AnsweringIndex, clause: Clause) {
  return clause.word !== undefined && !isPhrase(clause) && !isKnown(index, clause)
}

/**
 * Leaves out unknown words. Most words must be known, or half of them name products, so that a question about
 * something else finds nothing.
 */
function findRelaxed(
  index: AnsweringIndex,
  text: string,
  clauses: Clause[],
  asked: Asked,
): Answer | undefined {
  const [correction] = listCorrections(index, text, clauses)
  const searched =
    correction === undefined ? clauses : readQuestion(correction, index.vocabulary, false)
  const known = searched.filter((clause) => isKnown(index, clause))
  const without = searched.filter((clause) => !known.includes(clause))
  const namesProducts = known.length > 0 && known.every(isPhrase) && index.retriever.isNamed(known)
  if (countWords(known) * 2 < countWords(searched) + (namesProducts ? 0 : 1)) return undefined
  const sizes = { most: known.length, least: Math.max(1, Math.floor(searched.length / 2)) }
  const { rows } = index.retriever.findMost(known, sizes, asked.language, asked.kinds)
  if (rows.length === 0) return undefined
  return {
    rows,
    clauses: known,
    asked: searched,
    text: correction ?? text,
    without: without.map(({ from, to }) => (correction ?? text).slice(from, to)),
    ...(correction !== undefined && { searchedInstead: correction }),
  }
}

/** Finds the nearest spelling with results: with one error more than corrections allow, or an unlikely one. */
function findClosest(
  index: AnsweringIndex,
  text: string,
  clauses: Clause[],
  asked: Asked,
): { closest?: string } {
  for (const closest of listCorrections(index, text, clauses, 1)) {
    const { rows } = findAll(index, readQuestion(closest, index.vocabulary, false), asked)
    if (rows.length > 0) return { closest }
  }
  return {}
}

/**
 * Lists the question with its unknown words corrected; the best correction of every word comes
 * first.
 */
function listCorrections(
  index: AnsweringIndex,
  text: string,
  clauses: Clause[],
  moreErrors = 0,
): string[] {
  const corrections = clauses.flatMap((clause) => {
    if (clause.word === undefined || !isMisspelt(index, clause) || kindAsked(clause.word)) return []
    const words = listSpellings(index.vocabulary, clause.word, moreErrors)
    return words.length > 0 ? [{ clause, words }] : []
  })
  if (corrections.length === 0) return []
  const choices = corrections.map(() => 0)
  const texts = [correct(text, corrections, choices)]
  for (const [at, { words }] of corrections.entries()) {
    for (let choice = 1; choice < words.length; choice++) {
      texts.push(correct(text, corrections, choices.with(at, choice)))
    }
  }
  return texts.slice(0, maxCorrections)
}

/** Lists the abbreviations of the trade that a word is an edit away from, the likeliest first. */
export function abbreviationsLike(word: string) {
  if (!/^[a-z]{3,5}$/.test(word)) return []
  return listAbbreviations()
    .filter((one) => countErrors(word, one, 1) === 1 && isMisspeltAbbreviation(word, one))
    .sort((a, b) => rankOfTypo(word, a) - rankOfTypo(word, b))
}

/** Exchanged letters come first, then others in their place. */
function rankOfTypo(word: string, meant: string) {
  if (word.length !== meant.length) return 2
  return [...word].sort().join('') === [...meant].sort().join('') ? 0 : 1
}

/** Lists spellings of a word that the content knows, the likeliest first. */
function listSpellings(vocabulary: Vocabulary, word: string, moreErrors: number) {
  const isShort = word.length <= maxShort
  const abbreviated = abbreviationsLike(word).map((one) => one.toUpperCase())
  const similar = vocabulary
    .listSimilar(word, maxSimilar, maxErrors(word) + (isShort ? 0 : moreErrors))
    .filter((found) => !isShort || moreErrors > 0 || isPlausibleTypo(word, found.word))
    .slice(0, maxOfWord)
    .map(({ shown }) => shown)
  const isNew = (one: string) => !abbreviated.includes(one.toUpperCase())
  return [...abbreviated, ...similar.filter(isNew), ...listSplits(vocabulary, word)]
}

function addNumberAlone({ number, alternatives }: Clause) {
  const isThere = alternatives.some(({ terms: [term] }) => term === number)
  if (number === undefined || isThere) return
  alternatives.push({ terms: [number], match: 'all', quality: qualityOf.number })
}

/** Completes an unknown word: as a prefix, or as a part of a part number. */
function completeUnknown(vocabulary: Vocabulary, clause: Clause) {
  const word = clause.word ?? ''
  if (word.length > 1) addPrefix(clause, vocabulary)
  if (word.length < minPart + 1 || !/\d/.test(word)) return
  for (const { term } of vocabulary.listCodesWith(word, maxCodes)) {
    clause.alternatives.push({ terms: [term], match: 'all', quality: codePartQuality })
  }
}

/**
 * An exact order code wins: products with that code first, then their replacements, whatever words stand beside it,
 * since nobody can list all makers.
 */
function listNamed(retriever: Retriever, clauses: Clause[], { kinds }: Asked) {
  if (!kinds.includes('product')) return []
  const codes = clauses.flatMap(({ isCode, alternatives: [whole] }) => (isCode && whole) || [])
  return (['code', 'claims'] as const).flatMap((field) =>
    codes.flatMap(({ terms }) => retriever.listProductsWithCode(terms, field)),
  )
}

/**
 * Puts items that match most words in their titles before items that have all words scattered in
 * their body text.
 */
function addRelaxed(retriever: Retriever, rows: number[], clauses: Clause[], asked: Asked) {
  const size = clauses.length - 1
  const sizes = { most: size, least: Math.max(2, size) }
  const more = retriever.findMost(clauses, sizes, asked.language, asked.kinds).rows
  const isFound = new Set(more)
  return [...more, ...rows.filter((row) => !isFound.has(row))]
}

/** Splits a word that lacks a space into two known words. */
function listSplits(vocabulary: Vocabulary, word: string) {
  const splits: string[] = []
  for (let at = minPart; at <= word.length - minPart; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => vocabulary.has(part))) splits.push(parts.join(' '))
  }
  return splits.slice(0, 1)
}

/** Whether it names a kind of document. */
export function isOfDocuments({ alternatives }: Clause) {
  return alternatives.some(({ terms: [term = ''] }) => isDocumentTerm(term))
}

/** Whether it names datasheets or catalogues. */
export function isOfSheets({ alternatives }: Clause) {
  return alternatives.some(({ terms: [term = ''] }) => isSheetTerm(term))
}

function countWords(clauses: Clause[]) {
  return clauses.reduce((sum, { weight }) => sum + weight, 0)
}

function correct(
  text: string,
  corrections: { clause: Clause; words: string[] }[],
  choices: number[],
) {
  let corrected = text
  // From the end, so that earlier offsets stay valid.
  for (const [at, { clause, words }] of [...corrections.entries()].reverse()) {
    const word = words[choices[at] ?? 0] ?? ''
    corrected = corrected.slice(0, clause.from) + word + corrected.slice(clause.to)
  }
  return corrected
}

/** Maximum length and number of words read from a question. */
const maxLength = 200
const maxWords = 12

/** Maximum number of words that a prefix expands to; a short prefix matches too many to rank. */
const maxExpansions = 16
const maxShortExpansions = 6
const minLongPrefix = 3

/** Truncates a question and normalises its spaces. */
function truncateQuestion(text: string) {
  return text.slice(0, maxLength).toWellFormed().replace(/\s+/gu, ' ').trim()
}

/**
 * Parses a question into clauses: part numbers, phrases with synonyms, numbers with units, words.
 * @param isTyping whether the last word may be unfinished
 * @param most the number of words that are read
 */
export function readQuestion(
  text: string,
  vocabulary: Vocabulary,
  isTyping: boolean,
  most = maxWords,
): Clause[] {
  const written = listWords(text).slice(0, most)
  const words = written.map((word, at) => {
    const isUnfinished = isTyping && at === written.length - 1
    return isUnfinished ? word : withoutPreposition(text, word, vocabulary)
  })
  const isPurpose = (at: number) =>
    words[at] !== written[at] && /^[لبك]/.test(text.slice(written[at]?.from))
  const ofTopics = listTopicWords(words)
  const isEmpty = words.every((word, at) => ofTopics.has(at) || isStopWord(word))
  const isSkipped = (word: Word, at: number) =>
    isEmpty ? ofTopics.size > 0 && !ofTopics.has(at) : ofTopics.has(at) || isStopWord(word)
  const clauses: Clause[] = []
  for (let at = 0; at < words.length;) {
    const found =
      readRating(text, words, at) ??
      readCode(text, words, at, vocabulary) ??
      readPhrase(words, at) ??
      readWord(words, at)
    const isLast = at + found.count === words.length
    const parts = words.slice(at, at + found.count)
    const skipped =
      (found.count === 1 || ofTopics.has(at)) &&
      parts.every((word, index) => isSkipped(word, at + index))
    if (isTyping && isLast) addPrefix(found.clause, vocabulary)
    if (!skipped && !clauses.some((known) => isSame(known, found.clause))) {
      clauses.push(isPurpose(at) ? { ...found.clause, isPurpose: true } : found.clause)
    }
    at += found.count
  }
  return clauses
}

/** Prepositions and conjunctions that Arabic joins to a word: «لمبنى», «وبالمصنع». */
const joinedWords = [/^[وف](?=.{3})/u, /^[وف]?[لبك](?=.{3})/u, /^[وف](?:لل|[بك]ال)(?=.{3})/u]

/** Returns a word that nothing knows without the preposition joined to it, if the rest is known. */
function withoutPreposition(text: string, word: Word, vocabulary: Vocabulary): Word {
  const isKnownWord = (one: Word) =>
    vocabulary.has(one.folded) ||
    vocabulary.has(one.term) ||
    isStopWord(one) ||
    tradeWords().has(one.folded) ||
    findConcepts([one.term]).length > 0
  const written = text.slice(word.from, word.to)
  if (!/^[وفلبك]\p{Script=Arabic}+$/u.test(written) || word.unitOf !== undefined) return word
  if (isKnownWord(word)) return word
  for (const joined of joinedWords) {
    const [start = ''] = joined.exec(written) ?? []
    const [rest] = start === '' ? [] : listWords(written.slice(start.length))
    if (rest && isKnownWord(rest))
      return { ...word, ...rest, from: word.from + start.length, to: word.to }
  }
  return word
}

/** A repeated word counts once: "60 × 60". */
function isSame(a: Clause, b: Clause) {
  return a.alternatives[0]?.terms.join(' ') === b.alternatives[0]?.terms.join(' ')
}

/** Adds the completions of an unfinished word. */
function addPrefix(clause: Clause, vocabulary: Vocabulary) {
  if (clause.word === undefined) return
  const known = new Set(clause.alternatives.flatMap(({ terms }) => terms))
  const most = clause.word.length < minLongPrefix ? maxShortExpansions : maxExpansions
  for (const { term } of vocabulary.listWithPrefix(clause.word, most)) {
    if (known.has(term)) continue
    known.add(term)
    clause.alternatives.push({ terms: [term], match: 'all', quality: qualityOf.prefix })
  }
}
