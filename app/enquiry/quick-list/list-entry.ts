import type { ConditionResult } from '../site/search.server'
import type { ListFault } from '../../server/quick-list/quick-list'
import type { Language } from '../language/languages'

/** A product, or one of its order codes, that may be what a line asks for. */
export interface ListChoice {
  id: string
  /** Empty for a product without order codes. */
  code: string
  title: string
  image: string
  path: string
  /** What it states about the ratings of the line. */
  conditions: ConditionResult[]
  /** Set if its title is not in the page's language. */
  language?: Language
}

/** A line of a buyer's list, with what was found for it. */
export interface ListEntry {
  /** Its cells as the buyer wrote them; one for a line of plain text. */
  cells: string[]
  /** The number of the line in the buyer's list; may be empty. */
  number: string
  /** What was searched. */
  words: string
  quantity: number
  /** The text of its quantity field, if it is no quantity. */
  unread?: string
  /** A key of the translations of units; empty if the line names none. */
  unit: string
  state: 'sure' | 'choose' | 'none' | 'note'
  choices: ListChoice[]
  /** The choice that the visitor takes; -1 for none, so that the line travels word for word. */
  chosen: number
}

/** The data of a checked list's screen. */
export interface ListView {
  entries: ListEntry[]
  /** The number of lines over the limits. */
  left: number
  /** False if the search was not available for all lines. */
  isSearched: boolean
  /** The list as its form carries it, signed. */
  claim: string
}

/** What became of a list that was put on the quotation list. */
export interface AddedLines {
  added: number
  /** Lines that did not fit, and lines without a product. */
  over: number
  without: number
}

export type Fault = ListFault

/** Names of the fields of one line, by its position. */
export const choiceField = (at: number) => `choice.${at}`
export const wordsField = (at: number) => `words.${at}`
