import type { ListFault } from '../../../server/quick-list/list-reader'
import type { ListLine, QuantityUnit, UnreadCause } from '@site/product-search/list'
import type { Claim } from '@site/product-search/types'
import type { Language } from '../../language/languages'
import type { AvailabilityView } from '../../views/availability.server'
import type { ConditionResult } from '../../site/search.server'
import type { ListProgress } from '../../../server/quick-list/list-reader'
import type { FormState, KeptFile } from '../form/enquiry-fields'

/** A product, or one of its order codes, that may be what a line asks for. */
export interface ListChoice {
  id: string
  /** Empty for a product without order codes. */
  code: string
  title: string
  image: string
  path: string
  /** The specifications that distinguish its order code from the product's others. */
  facts: string[]
  /** Its values for the ratings of the line. */
  conditions: ConditionResult[]
  /** The words of the line that nothing of it was compared with. */
  unchecked?: string
  availability?: AvailabilityView
  /** The company's statement on a number in the line. */
  claim?: Claim
  /** Set if its title is not in the page's language. */
  language?: Language
}

/** A line of a buyer's list, with what was found for it. */
export interface ListEntry extends Pick<
  ListLine,
  'cells' | 'quantity' | 'quantityText' | 'quantities'
> {
  /** The words searched for; the visitor's own words if `isChanged`. */
  words: string
  isChanged?: true
  /** The text of its quantity field, if it is no quantity. */
  unread?: string
  /** Empty if the line names none. */
  unit: QuantityUnit | ''
  /** `later`: it was not searched yet. A line without a quantity is shown as `choose` instead of `sure`. */
  state: 'sure' | 'choose' | 'none' | 'note' | 'later'
  choices: ListChoice[]
  /**
   * The choice that the visitor takes; -1 for none of them, null before they have chosen: then, too, the line travels word
   * for word. Only what is found is taken unasked.
   */
  chosen: number | null
}

/** The summary of a checked list, which its screen shows. */
export interface CheckedView {
  /** The groups of lines that are counted, without the notes. */
  counts: { state: Exclude<ListEntry['state'], 'note'>; count: number }[]
  /** Whether there are products that can be put on the quotation list. */
  hasProducts: boolean
  /** The lines without a quantity, and the position of the first one. */
  unstated: { count: number; first: number }
  /** The number of lines over the limits. */
  left: number
  /** The number of hidden rows and columns that were left out. */
  hidden: number
  /** The headings of columns with quantities of which the visitor chooses one, and the chosen one. */
  quantityColumns: string[]
  quantityColumn?: string
  /** Why many quantities are unread. */
  causes: UnreadCause[]
  /** Set if choices were left out, since the page would be too large. */
  isShortened?: true
}

/** Result of adding a checked list to the quotation list. */
export interface AddedLines {
  added: number
  /** Lines that did not fit, and lines without a product. */
  over: number
  without: number
}

/** The screen's data after a list was sent. */
export interface CheckedList {
  view?: CheckedView
  /** The enquiry about it. */
  form?: FormState
  added?: AddedLines
  /** Whether its check had expired, so that it was searched again. */
  isRestored?: boolean
  /** Why there is no list, and the text that was sent. */
  fault?: ListFault
  text?: string
  /** The file that was sent, if it can be read later. */
  file?: KeptFile
}

/** The answer to a page that waits for its list. */
export interface ListState {
  /** Null where the list has not been read yet, or another process reads it. */
  progress: ListProgress | null
  /** Whether the search knows the whole catalogue. */
  isIndexed: boolean
}

/** The field with the claim of a file that was sent before. */
export const sentFileField = 'sent-file'

/** The element id of a line. */
export const lineId = (at: number) => `line-${at + 1}`

/** Names of the fields of one line, by its position. */
export const choiceField = (at: number | string) => `choice.${at}`
export const wordsField = (at: number | string) => `words.${at}`

/** Names of fields of the whole list: the column of its quantities, and whether unstated ones are left to the company. */
export const columnField = 'quantity-column'
export const openField = 'open-quantities'

/** The state that a line is shown with: one whose quantity is unread is not sure. */
export function shownState({ state, quantity }: ListEntry): ListEntry['state'] {
  return state === 'sure' && quantity === null ? 'choose' : state
}

/** The groups of lines, in the order of the page: what needs a look comes first. */
export const groupStates = ['choose', 'later', 'none', 'sure', 'note'] as const

/** The element id of a group. */
export const groupId = (group: ListEntry['state']) => `lines-${group}`

/** The group of a line: a quantity that has to be corrected is never in a folded one. */
export function groupOf(entry: ListEntry): ListEntry['state'] {
  return entry.unread === undefined ? shownState(entry) : 'choose'
}

/** Whether the product of a line is found, and taken as it is; its quantity may be unread. */
export const isSettled = ({ state, chosen }: ListEntry) => state === 'sure' && chosen === 0

/** The choices that the page shows: of a line that is settled, one is enough. */
export function shownOf(entry: ListEntry): ListChoice[] {
  return isSettled(entry) ? entry.choices.slice(0, 1) : entry.choices
}

/** The item a visitor takes from a line; undefined if nothing is found or chosen, or what is found is not meant. */
export function takenOf({ choices, chosen }: ListEntry): ListChoice | undefined {
  return chosen === null ? undefined : choices[chosen]
}
