import type { MessageLinks } from '../../components/message-links'
import type { TextPart } from '../../content/contact-links.server'
import type { QuoteLine } from '../list/quote-lines.server'
import type { EnquiryErrors, EnquiryValues } from './enquiry-fields'

/**
 * Why a form without faulty fields was not accepted. `check`: it had no token, as on cached pages without
 * script. `early` and `late`: it was sent very soon, or a day after it was opened. `hidden`: a field that
 * only programs see was filled in. `busy`: too many were sent. `refused`: it could be neither stored nor
 * delivered.
 */
export type Notice = 'check' | 'early' | 'late' | 'hidden' | 'busy' | 'refused'

/** An enquiry form and what is in it. */
export interface FormState {
  /** null on a cached page: the script requests one. */
  token: string | null
  values: EnquiryValues
  errors: EnquiryErrors
  notice: Notice | null
  lines: QuoteLine[]
  /** How long an enquiry is stored after its delivery, days. */
  keepDays: number
  /** Other ways to send what was written, where it was not accepted. */
  otherWays?: OtherWays
}

/** What was written as a text, and links that already contain it; each only if the company has the channel. */
export interface OtherWays extends MessageLinks {
  phone: TextPart[]
  text: string
}

/** A field that only programs fill in. */
export const trapField = 'fax'
