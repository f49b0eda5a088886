import type { Card, Post, Spec } from '../content/content.server'
import type { Language } from '../language/languages'

/** Max. items of a page; longer lists have several pages. */
export const pageSize = 24

/** One page of a list. */
export interface Paged<T> {
  items: T[]
  /** Starts at 1. */
  page: number
  pages: number
}

/**
 * Unique element ids for the posts of a list, for links of the form #id. They are made of the posts' ids,
 * so that links stay valid; of the position in the list if the id is taken.
 * @param prefix separates them from other ids of the page; not repeated if an id already starts with it
 */
export function anchorsOf(prefix: string, ids: string[]): string[] {
  const taken = new Set<string>()
  return ids.map((id, at) => {
    const name = id.replace(/[^\p{L}\p{N}_-]+/gu, '-')
    const prefixed = name.startsWith(`${prefix}-`) ? name : `${prefix}-${name}`
    const anchor = taken.has(prefixed) ? `place-${at + 1}` : prefixed
    taken.add(anchor)
    return anchor
  })
}

/** A figure shown large: the numeral "21,000", the unit "m²", and what it counts. */
export interface Figure {
  name: string
  numeral: string
  unit: string
}

/** One row of the home page. */
const shownCount = 4

/** Longer values are telephone numbers and sentences. */
const maxNumeralLength = 11
const maxUnitLength = 12

/** Includes the white space around its parts. Longer values are not matched: that takes too long. */
const maxFigureLength = 40

const number = /^([+−-]?[0-9٠-٩]+(?:[.,٫٬][0-9٠-٩]+)*\+?)(?:\s*([%٪])|\s+([^,،;؛]*))?$/u

/** The first figures in the sections about the company. */
export function figuresOf(sections: Pick<Post, 'postSpecs'>[]): Figure[] {
  return splitFigures(sections.flatMap(({ postSpecs }) => postSpecs)).figures.slice(0, shownCount)
}

/** Separates specs that are a number with a unit from the others. Keeps their order. */
export function splitFigures(all: Spec[]): { figures: Figure[]; specs: Spec[] } {
  const figures: Figure[] = []
  const specs: Spec[] = []
  for (const spec of all) {
    const figure = figureOf(spec)
    if (figure) figures.push(figure)
    else specs.push(spec)
  }
  return { figures, specs }
}

function figureOf({ name, value, unit }: Spec): Figure | null {
  const text = `${value} ${unit}`.trim()
  if (text.length > maxFigureLength) return null
  const [, numeral, sign, words] = number.exec(text) ?? []
  if (!numeral || numeral.length > maxNumeralLength) return null
  const unitText = sign ?? words ?? ''
  return unitText.length > maxUnitLength ? null : { name, numeral, unit: unitText }
}

/** Groups posts by parentID; each group keeps the order of the list. */
export function postsByParent(posts: Card[]) {
  const byParent = new Map<string, Card[]>()
  for (const post of posts) {
    const siblings = byParent.get(post.parentID)
    if (siblings) siblings.push(post)
    else byParent.set(post.parentID, [post])
  }
  return byParent
}

/**
 * Reading speed of adults who read aloud for comprehension, words per minute: Trauzettel-Klosinski
 * and Dietz, Standardized Assessment of Reading Performance, 2012. Arabic is lower because an
 * Arabic word says more: article, conjunction and pronoun are written as part of the word.
 */
const wordsPerMinute: Record<Language, number> = { Ar: 138, En: 228 }

/** Reading time in minutes: 0 for no text, otherwise at least 1. */
export function readingMinutes(wordCount: number, language: Language) {
  if (wordCount === 0) return 0
  return Math.max(1, Math.round(wordCount / wordsPerMinute[language]))
}
