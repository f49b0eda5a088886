import {
  abbreviations,
  documentWords,
  otherGoods,
  sheetWords,
  stopWords,
  synonyms,
  topicWords,
} from './synonyms.ts'
import type { AskedTopic } from '../types.ts'
import { listWords, type Word } from './words.ts'

/**
 * A line of synonyms. The index has the concept's term for each of its phrases in a text, so that a
 * question needs one term for all of them.
 */
interface Concept {
  term: string
  /** Each phrase is a list of terms. */
  phrases: string[][]
  /** Concepts that also match a question for this one. */
  narrower: Concept[]
}

/** Maximum number of words in a phrase. */
export const maxPhraseWords = 6

/** Maximum number of other words between the words of a phrase. */
const gap = 2

/** The concepts by the ways to look them up: made at the first question or text, since many threads have none. */
const conceptTables = onDemand(() => {
  const concepts = readConcepts(synonyms)
  return {
    concepts,
    byPhrase: groupBy(concepts, (phrase) => phrase.join(' ')),
    byFirstWord: groupPhrases(concepts),
  }
})

/** Folded stop words. */
const emptyWords = onDemand(() => new Set(listWords(stopWords).map((word) => word.folded)))

export function isStopWord(word: Word) {
  return word.number === undefined && emptyWords().has(word.folded)
}

type Topic = keyof typeof topicWords

const topicPhrases = onDemand(
  () =>
    new Map(
      (Object.keys(topicWords) as Topic[]).flatMap((topic) =>
        phrasesIn(topicWords[topic]).map((phrase) => [phrase.join(' '), topic] as const),
      ),
    ),
)

/** Lists the words that ask something of the company, such as "price list" or «كم سعر»: their topics by position. */
export function listTopicWords(words: readonly Word[]): Map<number, Topic> {
  const found = new Map<number, Topic>()
  for (const at of words.keys()) {
    for (let count = Math.min(maxPhraseWords, words.length - at); count > 0; count--) {
      const topic = topicPhrases().get(termsOfPhrase(words.slice(at, at + count)).join(' '))
      if (topic === undefined) continue
      for (let index = at; index < at + count; index++) {
        if (!found.has(index)) found.set(index, topic)
      }
      break
    }
  }
  return found
}

/** Returns what a text asks of the company, and whether it asks for nothing else. */
export function topicOf(text: string): AskedTopic | undefined {
  const words = listWords(text)
  const topics = listTopicWords(words)
  const name = [...topics.values()].find((topic) => topic !== 'stock')
  if (name === undefined) return undefined
  return { name, isAll: words.every((word, at) => topics.has(at) || isStopWord(word)) }
}

/** Whether a text asks for what is in stock. */
export function asksForStock(text: string) {
  return [...listTopicWords(listWords(text)).values()].includes('stock')
}

const documentConcepts = onDemand(() => conceptsOf(documentWords))
const sheetConcepts = onDemand(() => conceptsOf(sheetWords))

function conceptsOf(words: string) {
  const terms = listWords(words).map(({ term }) => term)
  return new Set(terms.flatMap((term) => findConcepts([term]).map((concept) => concept.term)))
}

/** Returns the term that stands for a branch, in whose title it is. */
export function branchTerm() {
  return findConcepts(['branch'])[0]?.term ?? ''
}

/** Lists the phrases of a concept, by its term. */
export function phrasesOf(term: string): readonly (readonly string[])[] {
  return conceptTables().concepts[Number(term.slice(2))]?.phrases ?? []
}

/** Lists the concepts that a more general one stands for beside these: of MCBs other breakers. */
export function listRelatedTerms(terms: readonly string[]): string[] {
  const general = conceptTables().concepts.filter(({ narrower }) =>
    narrower.some(({ term }) => terms.includes(term)),
  )
  return [...new Set(general.flatMap(({ narrower }) => narrower.map(({ term }) => term)))]
}

/** Whether a concept's term stands for a kind of document. */
export function isDocumentTerm(term: string) {
  return documentConcepts().has(term)
}

/** Whether a concept's term stands for datasheets and catalogues. */
export function isSheetTerm(term: string) {
  return sheetConcepts().has(term)
}

const otherConcepts = onDemand(
  () =>
    new Set(
      phrasesIn(otherGoods).flatMap((phrase) => findConcepts(phrase).map(({ term }) => term)),
    ),
)

/** Returns the words of the trade that a misspelt one may be. */
export const tradeWords: () => ReadonlySet<string> = onDemand(
  () =>
    new Set(
      listWords(synonyms).flatMap(({ folded, number }) =>
        number === undefined && folded.length >= 4 ? [folded] : [],
      ),
    ),
)

/** Lists the abbreviations of the trade. */
export const listAbbreviations = onDemand(() => abbreviations.split(/\s+/))

/** Whether a concept's term stands for goods that a company may not sell, although it sells what sounds like them. */
export function isOfOtherGoods(term: string) {
  return otherConcepts().has(term)
}

/** Finds the concepts that a phrase of a question names. */
export function findConcepts(terms: readonly string[]): readonly Concept[] {
  return conceptTables().byPhrase.get(terms.join(' ')) ?? []
}

/**
 * Lists the terms of the concepts that a text names.
 * @param terms of the text, in order
 */
export function listConceptTerms(terms: readonly string[]): string[] {
  const { byFirstWord } = conceptTables()
  const found = new Set<string>()
  for (const [at, term] of terms.entries()) {
    for (const { rest, concept } of byFirstWord.get(term) ?? []) {
      if (rest.length > 0) {
        const near = terms.slice(Math.max(0, at - rest.length - gap), at + rest.length + gap + 1)
        if (!rest.every((other) => near.includes(other))) continue
      }
      found.add(concept.term)
    }
  }
  return [...found]
}

/** Returns the terms of a phrase: one per word, and one for a number with its unit. */
export function termsOfPhrase(words: readonly Word[]) {
  return words
    .filter((word) => word.unitOf === undefined)
    .map((word) => word.quantities[0] ?? word.term)
}

/** Reads lines of synonyms, "a = b" or "a > b, c". The tests check the syntax of each (questions.test.ts). */
export function readConcepts(text: string) {
  const lines = text.trim().split('\n')
  const found: Concept[] = []
  const byPhrase = new Map<string, Concept[]>()
  const add = (phrases: string[][]) => {
    // The dot distinguishes concept terms from words.
    const concept: Concept = { term: `c.${found.length}`, phrases, narrower: [] }
    found.push(concept)
    for (const key of new Set(phrases.map((phrase) => phrase.join(' ')))) {
      byPhrase.set(key, [...(byPhrase.get(key) ?? []), concept])
    }
    return concept
  }
  const named = (phrase: string[]) => byPhrase.get(phrase.join(' ')) ?? [add([phrase])]
  for (const line of lines) if (!line.includes('>')) add(readPhrases(line, '='))
  for (const line of lines) {
    const [general = '', special] = line.split('>')
    if (special === undefined) continue
    const narrower = readPhrases(special, ',').flatMap(named)
    for (const phrase of readPhrases(general, '=')) {
      for (const concept of named(phrase)) concept.narrower.push(...narrower)
    }
  }
  return found
}

function readPhrases(line: string, separator: string) {
  return line.split(separator).map((phrase) => termsOfPhrase(listWords(phrase)))
}

/** Reads lines of phrases, "a = b". */
function phrasesIn(text: string) {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => readPhrases(line, '='))
}

/** Computes something when it is first asked for, once. */
export function onDemand<T extends object>(compute: () => T): () => T {
  let computed: T | undefined
  return () => (computed ??= compute())
}

function groupBy(all: readonly Concept[], keyOf: (phrase: string[]) => string) {
  const groups = new Map<string, Concept[]>()
  for (const concept of all) {
    for (const key of new Set(concept.phrases.map(keyOf))) {
      groups.set(key, [...(groups.get(key) ?? []), concept])
    }
  }
  return groups
}

function groupPhrases(all: readonly Concept[]) {
  const groups = new Map<string, { rest: string[]; concept: Concept }[]>()
  for (const concept of all) {
    for (const [first = '', ...rest] of concept.phrases) {
      const known = groups.get(first) ?? []
      groups.set(first, [...known, { rest, concept }])
    }
  }
  return groups
}
