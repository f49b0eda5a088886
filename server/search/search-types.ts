import type { ContentLanguage } from '../content/content-calls.ts'
import type { Spec, Variant } from '../content/posts/post.ts'

/** The kinds of search results, as in the `kind` parameter of the search page. */
export const searchKinds = [
  'product',
  'type',
  'solution',
  'project',
  'service',
  'news',
  'blog',
  'document',
  'page',
] as const

export type SearchKind = (typeof searchKinds)[number]

/** The kinds of documents, as in the `kind` parameter of the documents page. */
export const documentKinds = ['datasheet', 'manual', 'certificate', 'drawing', 'other'] as const

export type DocumentKind = (typeof documentKinds)[number]

/** The dependency of pages on the index, among the keys of their content. */
export const searchIndexKey = 'search index'

/** What the index knows of a item in one language. Plain texts, as the content has them. */
interface SearchTexts {
  title: string
  subTitle: string
  /** Title of what it belongs to: a product's type, a type's category, a document's product. */
  parentTitle: string
  specs: Spec[]
  /** Rich text without tags; empty until its details are known. */
  text: string
}

/** A item that can be found. Each put has the texts of one language; the index joins the languages. */
export interface SearchEntry extends SearchTexts {
  kind: SearchKind
  /**
   * Unique within its kind: the postID; of a document the file name; of a page the path of the screen,
   * with the anchor of one of its parts if it is one.
   */
  id: string
  language: ContentLanguage
  /** postID of what it belongs to, or empty. */
  parentId: string
  /** File name of its picture, or empty. */
  image: string
  /** ISO 8601, or empty. */
  date: string
  /** The order of the content API, smaller first. */
  position: number
  variants: Variant[]
  /** Of a document only. */
  document?: DocumentFacts
}

/** What is known of a file, besides its title and the product or solution that it belongs to. */
export interface DocumentFacts {
  kind: DocumentKind
  /** Empty if unknown. */
  fileLanguage: ContentLanguage | 'both' | ''
  /** Of the item whose postID is the entry's parentId. */
  ownerKind: SearchKind
  /** postIDs of the solutions that contain the product. */
  solutions: string[]
  /** In bytes, if known. */
  size?: number
}

export interface SearchQuestion {
  text: string
  /** The visitor's: the language of the texts in the results, where the item has it. */
  language: ContentLanguage
  /** Only results of this kind. */
  kind?: SearchKind
  offset: number
  limit: number
}

/** Ranges of a text that match the question, in UTF-16 units: from, and to without its end. */
export type Marks = [from: number, to: number][]

/** The specification or the sentence that matched. */
export type SearchMatch =
  | { type: 'spec'; name: string; value: string; unit: string }
  | { type: 'text'; text: string; marks: Marks }

export interface SearchHit {
  kind: SearchKind
  id: string
  parentId: string
  /** The language of its texts: the visitor's if the item has it. */
  language: ContentLanguage
  title: string
  titleMarks: Marks
  subTitle: string
  parentTitle: string
  image: string
  date: string
  /** In its list, from 0. */
  position: number
  /** The order code that matched, if one did: a row of the product's ordering table. */
  code?: string
  /** Missing when the title says it all. */
  match?: SearchMatch
}

export interface SearchResults {
  hits: SearchHit[]
  /** Number of results of the asked kind, or of all. */
  total: number
  /** Number of results of each kind, whatever kind was asked for. */
  counts: Partial<Record<SearchKind, number>>
  /** What was searched instead of the question, after a correction of its spelling or keyboard layout. */
  searchedInstead?: string
  /** With no results: a question with the closest known spelling, which has results. */
  closest?: string
}
