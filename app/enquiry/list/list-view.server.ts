import { enquiryKeepDays, newFormToken } from '../../content/enquiries.server'
import type { Content } from '../../content/content.server'
import { noValues } from '../form/enquiry-fields'
import type { FormState } from '../form/form-state'
import type { SentEnquiry } from '../form/read-enquiry.server'
import type { QuoteItem } from '../quote-items'
import { readLines } from './quote-lines.server'

/** What the screen of a list shows. */
export interface ListView {
  /** Whether it is somebody else's list, from the address. */
  isShared: boolean
  /** Whether the last item did not fit. */
  isFull: boolean
  /** The list before the last removal; empty if there is nothing to undo. */
  before: QuoteItem[]
  /** The form, with the list's lines. */
  form: FormState
}

/** @param sent what the visitor has written already, if anything */
export async function listViewOf(
  content: Content,
  items: QuoteItem[],
  { isShared = false, isFull = false, before = [] }: Partial<Omit<ListView, 'form'>> = {},
  sent?: Pick<SentEnquiry, 'values' | 'notes'> & { token: string },
): Promise<ListView> {
  const form = {
    ...sharedFormState(),
    ...sent,
    token: sent?.token || newFormToken(),
    lines: await readLines(content, items),
  }
  return { isShared, isFull, before, form }
}

/** An empty form that all visitors share, so that it can be cached: it has no token. */
export function sharedFormState(): FormState {
  return {
    token: null,
    values: noValues,
    errors: {},
    notice: null,
    lines: [],
    notes: {},
    keepDays: enquiryKeepDays(),
  }
}
