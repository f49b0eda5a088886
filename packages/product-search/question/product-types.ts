import { LRUCache } from 'lru-cache'
import { findConcepts, listConceptTerms, termsOfPhrase } from '../language/synonym-phrases.ts'
import { listWords } from '../language/words.ts'
import { oncePer, qualityOf, type Clause } from './parse/clauses.ts'

/** The title of a product and that of its type, in each language. */
type Titles = readonly { own: string; ofType: string }[]

/** Separates what a title enumerates: "RCCB and RCBO", «الكونتاكتورات (مفاتيح التلامس)». */
const separator = /[,،/()]|\s(?:and|و)\s|\sو(?=\p{L})/u

/** The names in the titles of types, by title: many products have the same. */
const namesByTitle = new LRUCache<string, string[][]>({ max: 200, memoMethod: readNames })

/** Lists what a title names, one by one: the terms of which one stands for it. */
const namesIn = (title: string) => namesByTitle.memo(title)

function readNames(title: string) {
  return title.split(separator).flatMap((part) => {
    const terms = termsOfPhrase(listWords(part))
    return terms.length === 0
      ? []
      : [[terms.join(' '), ...findConcepts(terms).map((concept) => concept.term)]]
  })
}

/**
 * Whether a clause is a name in the title of a type, by itself or a synonym.
 * @param least quality of the synonym: with that of narrower ones, "breaker" is a name of MCBs
 */
export function isNamedIn(title: string, { alternatives }: Clause, least = qualityOf.synonym) {
  const names = alternatives
    .filter(({ quality }) => quality >= least)
    .map(({ terms }) => terms.join(' '))
  return namesIn(title).some((name) => name.some((term) => names.includes(term)))
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
    const several = titles.filter((title) => namesIn(title.ofType).length > 1)
    return isNamedByType && !several.some((title) => isNamedIn(title.ofType, clause))
  }
  // The clause's own phrases name something more general: an MCB is a breaker.
  const general = new Set(
    alternatives.flatMap(({ terms, phrases = [] }) => [
      ...terms,
      ...phrases.flatMap(listConceptTerms),
    ]),
  )
  const isOther = (term: string) => term.startsWith('c.') && own.has(term) && !general.has(term)
  return isNamedByType || !titles.some((title) => namesIn(title.ofType).flat().some(isOther))
}

interface TitleTerms {
  own: ReadonlySet<string>
  ofType: ReadonlySet<string>
}

/** Lists the terms of titles. */
export const termsOfTitles = oncePer((titles: Titles): TitleTerms => {
  const termsIn = (texts: string[]) =>
    new Set(
      texts.flatMap((text) => {
        const terms = termsOfPhrase(listWords(text))
        return [...terms, ...listConceptTerms(terms)]
      }),
    )
  return {
    own: termsIn(titles.map(({ own }) => own)),
    ofType: termsIn(titles.map(({ ofType }) => ofType)),
  }
})
