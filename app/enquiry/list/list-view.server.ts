import { messageLinksTo } from '../../components/message-links'
import { findContact } from '../../content/contact-links.server'
import type { Content } from '../../content/content.server'
import { enquiryKeepDays, newFormToken } from '../../content/enquiries.server'
import { listText } from '../enquiry-text.server'
import { noValues } from '../form/enquiry-fields'
import type { FormState } from '../form/form-state'
import type { SentEnquiry } from '../form/read-enquiry.server'
import { sharedListPath, type QuoteItem } from '../quote-items'
import { readLines, type QuoteLine } from './quote-lines.server'

/** What the screen of a list shows. */
export interface ListView {
  /** Whether it is somebody else's list, from the address. */
  isShared: boolean
  /** Whether the last item did not fit. */
  isFull: boolean
  /** Whether the last removal can be undone. */
  canUndo: boolean
  /** The form, with the list's lines. */
  form: FormState
  ways: ListWays
}

/** The list as something to send: its address, a text, and WhatsApp links that contain the text. */
export interface ListWays {
  address: string
  text: string
  /** To the company; null if it has no number. */
  toCompany: string | null
  /** To somebody of the visitor's choice. */
  toAnybody: string
}

/** @param sent what the visitor has written already, if anything */
export async function listViewOf(
  content: Content,
  items: QuoteItem[],
  { isShared = false, isFull = false, canUndo = false }: Partial<ListView> = {},
  sent?: Pick<SentEnquiry, 'values'> & { token: string },
): Promise<ListView> {
  const form = {
    ...sharedFormState(),
    ...sent,
    token: sent?.token || newFormToken(),
    lines: await readLines(content, items),
  }
  return { isShared, isFull, canUndo, form, ways: await waysOf(content, form.lines) }
}

async function waysOf(content: Content, lines: QuoteLine[]): Promise<ListWays> {
  const { t } = content
  const address = content.siteUrl + sharedListPath(lines)
  // The address first: a long list is cut in a link.
  const text = `${address}\n${listText(content, lines)}`
  const heading = `${t('quote.heading')}\n`
  return {
    address,
    text: heading + text,
    toCompany: messageLinksTo((await findContact(content)).contactLinks, t('quote.ask'), text)
      .whatsapp,
    toAnybody: `https://wa.me/?text=${encodeURIComponent(heading + address)}`,
  }
}

/** An empty form that all visitors share, so that it can be cached: it has no token. */
export function sharedFormState(): FormState {
  return {
    token: null,
    values: noValues,
    errors: {},
    notice: null,
    lines: [],
    keepDays: enquiryKeepDays(),
  }
}
