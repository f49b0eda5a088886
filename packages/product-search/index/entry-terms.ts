import { foldWord } from '../language/fold-word.ts'
import { isClaim, listNumbers, listStatements } from '../language/relations.ts'
import { listCodes, listWords, type Word } from '../language/words.ts'
import { dayIn, defaultTimeZone, formatDay } from '@site/arabic-text/local-time'
import type { SearchEntry } from '../types.ts'
import { listConceptTerms, termsOfPhrase } from '../language/synonym-phrases.ts'
import { kindWords } from '../language/synonyms.ts'
import { findUnits, quantityTerm } from '../language/units.ts'

/** A word for the vocabulary. */
interface KnownWord {
  term: string
  /** The word in its original spelling. */
  shown: string
  isCode: boolean
  count: number
}

/** Vocabulary facts by folded word, the form that questions are folded to. */
export type KnownWords = Map<string, KnownWord>

/** The columns of the full-text index except the body; each is a list of terms. */
export const fieldNames = ['code', 'title', 'parent', 'sub', 'specs', 'claims'] as const

export type Fields = Record<(typeof fieldNames)[number], string>

/**
 * Limits the specifications indexed per entry, since it may have a thousand, all of them ranges.
 * The length in UTF-16 units is limited, too, since ranking reads the terms of hundreds of entries.
 */
const maxSpecTerms = 20_000
const maxSpecTermsLength = 40_000

/** Builds the terms of an entry, and adds its words to `known`. */
export function fieldsOfEntry(entry: SearchEntry, known: KnownWords): Fields {
  const codes = entry.variants.flatMap((variant) => {
    const code = foldWord(variant.code)
    addWord(known, code, code, variant.code, true)
    return [code, ...listWords(variant.code).map((word) => word.term)]
  })
  const title = listTerms(entry.title, known)
  const specTerms = new Set<string>()
  const specs = [...entry.specs, ...entry.variants.flatMap((variant) => variant.specs)]
  let listed = 0
  let length = 0
  for (const spec of new Map(specs.map((one) => [JSON.stringify(one), one])).values()) {
    if (listed >= maxSpecTerms || length >= maxSpecTermsLength) break
    const terms = listSpecTerms(spec, known)
    listed += terms.length
    for (const term of terms) {
      if (specTerms.has(term)) continue
      specTerms.add(term)
      length += term.length
    }
  }
  const claims = listStatements(specs)
    .filter(isClaim)
    .flatMap(({ text }) => listNumbers(text))
  for (const number of claims) addWord(known, number, number, number, true)
  return {
    code: [...new Set([...title.codes, ...codes])].join(' '),
    title: title.terms.join(' '),
    parent: listTerms(entry.parentTitle || monthOf(entry), known).terms.join(' '),
    sub: listTerms(`${entry.subTitle}\n${kindWords[entry.kind]}`, known).terms.join(' '),
    specs: [...specTerms].join(' '),
    claims: [...new Set(claims)].join(' '),
  }
}

const locales = { Ar: 'ar-u-nu-latn-ca-gregory', En: 'en-GB' } as const

/** The month and the year of news or of an article: "May 2024". The day is left out, it is a number like a rating. */
function monthOf({ kind, date, language }: SearchEntry) {
  if (!['news', 'blog'].includes(kind) || Number.isNaN(Date.parse(date))) return ''
  return formatDay(dayIn(date, defaultTimeZone.zone), locales[language]).replace(/^\d+\s/, '')
}

/** Builds the terms of a text, and adds its words to `known`. */
export function listTerms(text: string, known: KnownWords) {
  const words = listWords(text)
  const codes = listCodes(text, words)
  for (const word of words) {
    if (word.number !== undefined) continue
    addWord(known, word.folded, word.term, text.slice(word.from, word.to), false)
  }
  for (const { from, to, term } of codes) {
    addWord(known, term, term, text.slice(from, to), true)
  }
  return {
    terms: [
      ...words.flatMap(termsOf),
      ...codes.map(({ term }) => term),
      ...listConceptTerms(termsOfPhrase(words)),
    ],
    codes: codes.map(({ term }) => term),
  }
}

function termsOf({ term, quantities, ranges }: Word) {
  return [term, ...quantities, ...ranges]
}

/**
 * Numbers in the value take the specification's unit; a bare number takes the unit in the name, as
 * in "Poles".
 */
function listSpecTerms(spec: SearchEntry['specs'][number], known: KnownWords) {
  const { terms } = listTerms(spec.name, known)
  const value = `${spec.value} ${spec.unit}`
  // A number without a unit is a rating: "contactor 32" is no board of 32 kg.
  const isMass = findUnits(foldWord(spec.unit)).some(({ base }) => base === 'kg')
  const ofValue = listTerms(value, known).terms
  terms.push(...(isMass ? ofValue.filter((term) => !/^[\d.]+$/.test(term)) : ofValue))
  const quantities = listWords(value).flatMap((number) => quantitiesOfSpec(number, spec))
  return [...terms, ...quantities, ...listConceptTerms(quantities)]
}

/** Converts a number in a specification's value to terms with its unit. */
export function quantitiesOfSpec(
  { number, quantities }: Word,
  { name, unit }: SearchEntry['specs'][number],
) {
  if (number === undefined || quantities.length > 0) return []
  const units =
    unit === ''
      ? listWords(name).flatMap((word) => findUnits(word.folded))
      : findUnits(foldWord(unit))
  return units.map((found) => quantityTerm(number, found))
}

function addWord(known: KnownWords, word: string, term: string, written: string, isCode: boolean) {
  const found = known.get(word)
  if (found) {
    found.count++
    found.isCode ||= isCode
  } else {
    known.set(word, { term, shown: isCode ? written : plainForm(written, word), isCode, count: 1 })
  }
}

/** Strips marks and the article from a word, for display in corrections. */
function plainForm(written: string, folded: string) {
  const plain = written.replace(/[\p{M}\p{Cf}\u0640]/gu, '')
  return plain.slice(Math.max(0, foldWord(plain).length - folded.length))
}
