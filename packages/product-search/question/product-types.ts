import { findConcepts, listConceptTerms, termsOfPhrase } from '../language/synonym-phrases.ts'
import { listWords } from '../language/words.ts'
import { oncePer, qualityOf, type Clause } from './parse/clauses.ts'

/** The title of a product and that of its type, in each language. */
type Titles = readonly { own: string; ofType: string }[]

/** Separates what a title enumerates: "RCCB and RCBO", «الكونتاكتورات (مفاتيح التلامس)». */
const separator = /[,،/()]|\s(?:and|و)\s|\sو(?=\p{L})/u

/** Lists what a title names, one by one: the terms of which one stands for it. */
function namesIn(title: string): string[][] {
  return title.split(separator).flatMap((part) => {
    const terms = termsOfPhrase(listWords(part))
    return terms.length === 0
      ? []
      : [[terms.join(' '), ...findConcepts(terms).map((concept) => concept.term)]]
  })
}

/** The names in the titles of a product's type, in each language. */
const namesOfType = oncePer((titles: Titles) => titles.map(({ ofType }) => namesIn(ofType)))

/**
 * Whether a clause is one of the names, by itself or a synonym.
 * @param least quality of the synonym: with that of narrower ones, "breaker" is a name of MCBs
 */
function isAmong(names: string[][], { alternatives }: Clause, least: number) {
  const asked = alternatives
    .filter(({ quality }) => quality >= least)
    .map(({ terms }) => terms.join(' '))
  return names.some((name) => name.some((term) => asked.includes(term)))
}

/** Whether a clause is a name in the title of a type, by itself, a synonym or a narrower one. */
export function isNamedIn(title: string, clause: Clause) {
  return isAmong(namesIn(title), clause, qualityOf.narrower)
}

const isIn = ({ alternatives }: Clause, terms: ReadonlySet<string>) =>
  alternatives.some((one) => one.terms.every((term) => terms.has(term)))

/** Whether a clause is in a product's own title. */
export const isInTitle = (clause: Clause, titles: Titles) => isIn(clause, termsOfTitles(titles).own)

/**
 * Whether a product is of the type that a clause names. Its own title says so, unless it is of another type that it
 * names as well, as a panelboard for MCCBs; or else the title of its type, unless this names several, as "RCCB and RCBO".
 */
export function isOfType(clause: Clause, titles: Titles) {
  const { alternatives } = clause
  const { own, ofType } = termsOfTitles(titles)
  const isNamedByType = isIn(clause, ofType)
  if (!isInTitle(clause, titles)) {
    const isOneOf = (names: string[][]) =>
      names.length > 1 && isAmong(names, clause, qualityOf.synonym)
    return isNamedByType && !namesOfType(titles).some(isOneOf)
  }
  // The clause's own phrases name something more general: an MCB is a breaker.
  const general = new Set(
    alternatives.flatMap(({ terms, phrases = [] }) => [
      ...terms,
      ...phrases.flatMap(listConceptTerms),
    ]),
  )
  const isOther = (term: string) => term.startsWith('c.') && own.has(term) && !general.has(term)
  return isNamedByType || !namesOfType(titles).flat(2).some(isOther)
}

interface TitleTerms {
  own: ReadonlySet<string>
  ofType: ReadonlySet<string>
}

/** Lists the terms of titles. */
export const termsOfTitles = oncePer((titles: Titles): TitleTerms => ({
  own: termsIn(titles.map(({ own }) => own)),
  ofType: termsIn(titles.map(({ ofType }) => ofType)),
}))

function termsIn(texts: string[]): ReadonlySet<string> {
  return new Set(
    texts.flatMap((text) => {
      const terms = termsOfPhrase(listWords(text))
      return [...terms, ...listConceptTerms(terms)]
    }),
  )
}

/** Whether a text names all clauses. */
export function namesAll(text: string, clauses: readonly Clause[]) {
  const terms = termsIn([text])
  return clauses.every((clause) => isIn(clause, terms))
}
