import { withLatinDigits } from '@site/arabic-text/characters'
import { foldWord } from '../../language/fold-word.ts'
import { findConcepts, maxPhraseWords, termsOfPhrase } from '../../language/synonym-phrases.ts'
import { findUnits, listTermsAround, type Unit } from '../../language/units.ts'
import type { Vocabulary } from '../../index/vocabulary.ts'
import type { Word } from '../../language/words.ts'

/** One way to match a clause of a question. */
export interface Alternative {
  terms: string[]
  /** `all`: all terms, anywhere; `prefix`: a part number that starts with the term. */
  match: 'all' | 'prefix'
  /** From 0 to 1. */
  quality: number
  /** The phrases of a concept; a matching text has at least one of them. */
  phrases?: readonly string[][]
}

/** A condition of a question: one word or phrase, with its alternatives. */
export interface Clause {
  /** Start offset in the question, in UTF-16 units. */
  from: number
  to: number
  /** The word, if it is a single one that may be misspelt. */
  word?: string
  /** The number of a quantity, a weak match without its unit. */
  number?: string
  /** The units of that number; a name can mean several. */
  units?: Unit[]
  isCode: boolean
  /** Whether Arabic joins a preposition to the word: what goods are for. */
  isPurpose?: boolean
  /** A part number as it was written, without hyphens and spaces: "tvpv2.2", which is not TV-PV22. */
  written?: string
  /** Number of words it covers. */
  weight: number
  alternatives: Alternative[]
}

/** A curve with its current as one word: C16. */
export const curveAndCurrent = /^(?<curve>[bcdkz])(?<current>\d{1,3})$/

/** Maximum number of words in a part number. */
const maxCodeWords = 5

/** Quality of matches other than the word itself. */
export const qualityOf = {
  synonym: 0.85,
  narrower: 0.75,
  range: 0.8,
  prefix: 0.8,
  codePrefix: 0.95,
  codeParts: 0.7,
  number: 0.5,
}

/** A clause and the number of words it consumes. */
interface ParsedClause {
  clause: Clause
  /** Number of words consumed. */
  count: number
}

/** Parses a part number, with or without its hyphens: "tx 160", "TM63C16". */
export function readCode(text: string, words: Word[], at: number, vocabulary: Vocabulary) {
  for (let count = Math.min(maxCodeWords, words.length - at); count > 0; count--) {
    const parts = words.slice(at, at + count)
    // Codes are indexed without hyphens and decimal points, as in TO-38-0.16.
    const code = foldWord(text.slice(parts[0]?.from, parts.at(-1)?.to))
    if (curveAndCurrent.test(code)) continue
    const hasDigit = /\d/.test(code)
    const isWritten = parts.every((word, index) => {
      const next = parts[index + 1]
      return !next || text.slice(word.to, next.from) === '-'
    })
    const isNumber = /^\d{5,}$/.test(code)
    if (!/^[a-z0-9]{3,40}$/.test(code) || !(isNumber || /[a-z]/.test(code))) continue
    if (!hasDigit && !(count > 1 && isWritten)) continue
    const known = vocabulary.findCode(code)
    const isQuantity = parts.some((word) => word.quantities.length > 0)
    if (isNumber && (known !== 'exact' || isQuantity)) continue
    if (known === undefined || (known === 'prefix' && (isQuantity || code.length < 4))) continue
    const alternatives: Alternative[] = [{ terms: [code], match: 'all', quality: 1 }]
    alternatives.push({ terms: [code], match: 'prefix', quality: qualityOf.codePrefix })
    if (count > 1) {
      const terms = parts.map((word) => word.term)
      alternatives.push({ terms, match: 'all', quality: qualityOf.codeParts })
    }
    const written = writtenCode(text.slice(parts[0]?.from, parts.at(-1)?.to))
    return { clause: { ...clauseOf(parts, alternatives, { isCode: true }), written }, count }
  }
  return undefined
}

/** Returns a part number in lower case, without hyphens and spaces. */
export function writtenCode(text: string) {
  return withLatinDigits(text)
    .toLowerCase()
    .replace(/[\s\u2010\u2011_-]/g, '')
}

/** Parses the longest phrase that has synonyms. */
export function readPhrase(words: Word[], at: number): ParsedClause | undefined {
  for (let count = Math.min(maxPhraseWords, words.length - at); count > 0; count--) {
    const parts = words.slice(at, at + count)
    // A number is not separated from its unit.
    if (words[at + count]?.unitOf !== undefined) continue
    const terms = termsOfPhrase(parts)
    const concepts = findConcepts(terms)
    if (concepts.length === 0) continue
    const alternatives: Alternative[] = [{ terms, match: 'all', quality: 1 }]
    for (const { term, phrases, narrower } of concepts) {
      addConcept(alternatives, term, phrases, qualityOf.synonym)
      for (const one of narrower)
        addConcept(alternatives, one.term, one.phrases, qualityOf.narrower)
    }
    if (terms.length === 1) addQuantities(parts, alternatives)
    const [word] = parts
    return {
      clause: clauseOf(parts, alternatives, count === 1 && word ? { word: word.folded } : {}),
      count,
    }
  }
  return undefined
}

function addConcept(
  alternatives: Alternative[],
  term: string,
  phrases: string[][],
  quality: number,
) {
  if (alternatives.some(({ terms }) => terms[0] === term)) return
  alternatives.push({ terms: [term], match: 'all', quality, phrases })
}

export function readWord(words: Word[], at: number): ParsedClause {
  const [word, ...following] = words.slice(at)
  if (!word) throw new RangeError('There is no such word.')
  const count = 1 + following.findIndex((next) => next.unitOf !== at)
  const parts = words.slice(at, count > 0 ? at + count : words.length)
  const alternatives: Alternative[] = []
  if (word.quantities.length === 0)
    alternatives.push({ terms: [word.term], match: 'all', quality: 1 })
  addQuantities(parts, alternatives)
  const isWord = word.number === undefined
  return {
    clause: clauseOf(parts, alternatives, isWord ? { word: word.folded } : {}),
    count: parts.length,
  }
}

/** Parses a rating that looks like a part number: a curve with its current, or a degree of protection. */
export function readRating(text: string, words: Word[], at: number) {
  const [word] = words.slice(at)
  const { current } = curveAndCurrent.exec(word?.term ?? '')?.groups ?? {}
  if (!word || current === undefined || /^-/.test(text.slice(word.to)))
    return readProtection(words, at)
  const alternatives: Alternative[] = [
    { terms: [word.term], match: 'all', quality: 1 },
    { terms: [`${current}a`], match: 'all', quality: qualityOf.synonym },
  ]
  return { clause: clauseOf([word], alternatives, {}), count: 1 }
}

/** "IP54" or "IP 54": a higher one meets it, too. */
function readProtection(words: Word[], at: number): ParsedClause | undefined {
  const count = words[at]?.folded === 'ip' ? 2 : 1
  const parts = words.slice(at, at + count)
  const written = parts.map(({ folded }) => folded).join('')
  const [, solids, water] = /^ip([0-6])(\d)$/.exec(written) ?? []
  if (solids === undefined || water === undefined) return undefined
  const alternatives: Alternative[] = []
  for (let a = Number(solids); a <= 6; a++) {
    for (let b = Number(water); b <= 9; b++) {
      const quality = alternatives.length === 0 ? 1 : qualityOf.range
      alternatives.push({ terms: [`ip${a}${b}`], match: 'all', quality })
    }
  }
  return { clause: clauseOf(parts, alternatives, {}), count }
}

/** A number with a unit also matches the ranges that contain it. */
function addQuantities([word, ...named]: Word[], alternatives: Alternative[]) {
  const { number } = word ?? {}
  if (!word || number === undefined || word.quantities.length === 0) return
  const add = (terms: string[], quality: number) =>
    alternatives.push({ terms, match: 'all', quality })
  for (const term of word.quantities) add([term], 1)
  const name = named.map((part) => part.folded).join('')
  for (const unit of findUnits(name)) add(listTermsAround(number, unit), qualityOf.range)
}

/** Whether it is a word or phrase of the trade vocabulary. */
export function isPhrase({ alternatives }: Clause) {
  return alternatives.some(({ phrases }) => phrases)
}

function clauseOf(
  parts: Word[],
  alternatives: Alternative[],
  { word, isCode = false }: { word?: string; isCode?: boolean },
): Clause {
  const [first] = parts
  const isQuantity = !isCode && first !== undefined && first.quantities.length > 0
  return {
    from: first?.from ?? 0,
    to: parts.at(-1)?.to ?? 0,
    isCode,
    weight: parts.length,
    alternatives: alternatives.filter(({ terms }) => terms.length > 0),
    ...(word !== undefined && { word }),
    ...(isQuantity && { number: first.term, units: first.units ?? [] }),
  }
}

/** Makes a function that computes its result for each object once, as long as the object lives. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value) {
  const known = new WeakMap<Key, { value: Value }>()
  return (key: Key): Value => {
    const found = known.get(key) ?? { value: compute(key) }
    known.set(key, found)
    return found.value
  }
}
