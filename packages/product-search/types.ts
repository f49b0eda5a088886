import type { DocumentKind } from './document-kinds.ts'

/** Languages of the content; the index joins their texts. */
export const contentLanguages = ['Ar', 'En'] as const

export type ContentLanguage = (typeof contentLanguages)[number]

/** The kinds of search results, as in the `kind` parameter of the search page. */
export const searchKinds = [
  ...(['type', 'solution', 'project', 'service', 'product', 'news', 'blog', 'page'] as const),
  'document',
] as const

export type SearchKind = (typeof searchKinds)[number]

/** A specification: a rating, or a statement on another product (relations.ts). */
export interface Spec {
  name: string
  value: string
  unit: string
}

/** What the company states of the stock of an order code. */
export interface Availability {
  state: 'in-stock' | 'days' | 'to-order' | 'discontinued'
  /** Time of delivery, days; set for the state `days`. */
  days?: number | undefined
  /** The branch where it is; absent or empty if none is named. */
  branch?: string | undefined
  /** The day of the statement, in ISO 8601. */
  asOf: string
}

/** An order code of a product, with the specifications in which it differs. */
export interface Variant {
  code: string
  specs: Spec[]
  availability?: Availability | undefined
}

/** The dependency key of pages that use the index. */
export const searchIndexKey = 'search index'

/** An item's texts in one language, as plain text. */
interface SearchTexts {
  title: string
  subTitle: string
  /** Title of the parent: a product's type, a type's category, a document's product. */
  parentTitle: string
  specs: Spec[]
  /** The details as plain text; empty until they are known. */
  text: string
}

/** An item to index. Each entry has the texts of one language; the index joins the languages. */
export interface SearchEntry extends SearchTexts {
  kind: SearchKind
  /**
   * Unique within its kind: the postID; a document's file name; or a screen's path, with the anchor
   * of a section.
   */
  id: string
  language: ContentLanguage
  /** postID of the parent, or empty. */
  parentId: string
  /** File name of its image, or empty. */
  image: string
  /** ISO 8601, or empty. */
  date: string
  /** Its position in the content API's list. */
  position: number
  variants: Variant[]
  /** Set for documents only. */
  document?: DocumentFacts
}

/** Facts about a document file other than its title and its owner. */
export interface DocumentFacts {
  kind: DocumentKind
  /** Empty if unknown. */
  fileLanguage: ContentLanguage | 'both' | ''
  /** The kind of the item whose postID is the entry's parentId. */
  ownerKind: SearchKind
  /** postIDs of the solutions that contain the product. */
  solutions: string[]
  /** In bytes. */
  size?: number
  /** When it was last modified, in ISO 8601. */
  modifiedAt?: string
}

/** The number of some files. */
export interface FileCount {
  count: number
  /** Their size; null if that of one is unknown. */
  bytes: number | null
}

/** The site makes a datasheet of each of these. */
export type SheetOwner = 'product' | 'type'

export interface SearchQuestion {
  text: string
  /** The visitor's language: hits have their texts in it where available. */
  language: ContentLanguage
  /** Restricts the results to a kind. */
  kind?: SearchKind
  /** Whether the site makes a datasheet of each product, and of all products of a type: they are found as documents. */
  withSheets?: boolean
  offset: number
  limit: number
}

/** Ranges of a text that match the question, in UTF-16 units: start, and exclusive end. */
export type Marks = [from: number, to: number][]

/** The specification or the sentence that matched. */
export type SearchMatch =
  | { type: 'spec'; name: string; value: string; unit: string }
  | { type: 'text'; text: string; marks: Marks }

/** A condition of a question. */
export interface AskedCondition {
  /** The words of the question: "30ma". */
  asked: string
  /** The quantity that they mean, such as 30 of `ma`, where they mean one; the unit by its first name in synonyms.ts. */
  quantity?: { number: number; unit: string }
  /** Whether it is the type of products that is asked for. */
  isType?: boolean
}

/** Tells whether an item meets a condition of the question, and by which specification. */
export interface ConditionResult extends AskedCondition {
  state: 'met' | 'unmet' | 'unstated'
  /** The specification that meets the condition, or that states another value. */
  spec?: Spec
  /** Whether that value is the next size up, of a rating that may be larger. */
  isNextUp?: boolean
  /** Whether the item is of another type than the one asked for. */
  isOtherType?: boolean
}

export interface SearchHit {
  kind: SearchKind
  id: string
  parentId: string
  /** The language of its texts: the visitor's if available. */
  language: ContentLanguage
  title: string
  titleMarks: Marks
  subTitle: string
  parentTitle: string
  image: string
  date: string
  /** Position in its list, from 0. */
  position: number
  /** Set for the datasheet that the site makes of a product or type, whose ID and texts these are. */
  sheetOf?: SheetOwner
  /** The order code that matched, if any: a row of the product's ordering table. */
  code?: string
  /** The first order codes that meet the conditions or are in stock are offered, where a product has several. */
  codes?: Variant[]
  /** The specifications of that order code. */
  facts?: Spec[]
  /** Its availability, or that of the only order code; it may be out of date. */
  availability?: Availability
  /** The company's statement on the number that was asked for, which the product replaces or is equivalent to. */
  claim?: Claim
  /** The successor of a product that has been replaced, and the product that this names. */
  replacedBy?: Statement & { product?: SearchHit | undefined }
  /** Set for products, if the question has conditions. */
  conditions?: ConditionResult[]
  /** The words of a buyer's line that neither its conditions nor the product's own words are about, if any. */
  unchecked?: string[]
  /** Absent when the title shows the whole match. */
  match?: SearchMatch
}

/** What a question asks of the company. */
export interface AskedTopic {
  name: 'prices' | 'enquiries' | 'careers' | 'complaints' | 'warranty'
  /** Whether it asks for nothing else. */
  isAll: boolean
}

export interface SearchResults {
  hits: SearchHit[]
  /** Number of results of the kind asked for, or of all kinds. */
  total: number
  /** The conditions that no product meets together: the nearest products come first. */
  unmet?: AskedCondition[]
  /** Number of results by kind, regardless of the kind asked for. */
  counts: Partial<Record<SearchKind, number>>
  /**
   * The corrected question that was searched instead, after a spelling or keyboard-layout
   * correction.
   */
  searchedInstead?: string
  /**
   * The question in the closest known spelling, which has results; set only when there are none, or when another
   * abbreviation is as near as the one that was searched instead.
   */
  closest?: string
  /** Words of the question that are left out, since the content does not know them. */
  without?: string[]
  topic?: AskedTopic
}

/** The products found for a line of a bill of quantities. */
export interface LineMatch {
  /** How sure the first choice is: it may be taken as it is, it is one of several, or there is none. */
  state: 'sure' | 'choose' | 'none'
  /** Products with their order codes, best first; at most five. */
  choices: SearchHit[]
}

/** Times when a post was first seen, and last seen to have changed, ms since the epoch. */
export interface PostTimes {
  firstSeenAt: number
  /** null if the post existed before the log was complete, and has not changed since. */
  changedAt: number | null
}

/** How a specification relates a product to others. */
export type Relation = 'replacedBy' | 'replaces' | 'equivalent' | 'accessories'

/** A product that a specification names: a number, perhaps with a maker or words, or a title. */
export interface Statement {
  relation: Relation
  text: string
}

/** The company's statement on another maker's product, or of one that is no longer sold. */
export type Claim = Statement & { relation: 'replaces' | 'equivalent' }
