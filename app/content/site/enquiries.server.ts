import {
  cleanLine,
  cleanLines,
  type Enquiry,
  EnquiryRefused,
  issueFormToken,
  minAgeMs,
  readFormToken,
  parseReference,
} from '../../../server/enquiries/enquiry'
import { isolate } from '../../../server/enquiries/messages/mail-html'
import { isMailAddress } from '../../../server/text/linked-text'
import { getSite } from '../../../server/site'

export {
  cleanLine,
  cleanLines,
  EnquiryRefused,
  isMailAddress,
  isolate,
  parseReference,
  type Enquiry,
}

const dayMs = 24 * 60 * 60 * 1000

/** Whether the site has enquiry forms: ENQUIRY_DELIVERY is not `none`. */
export function hasEnquiries() {
  return getSite().enquiries.isOpen
}

/** A token for a new form. */
export function newFormToken() {
  return issueFormToken(getSite().config.secret)
}

/** The same for a form that comes back: its visitor has read it already. */
export function returnedFormToken() {
  return issueFormToken(getSite().config.secret, Date.now() - minAgeMs)
}

/** @returns null for a text that is not a token of this site's */
export function formTokenOf(text: string) {
  return readFormToken(text, getSite().config.secret)
}

/** @returns false when the client, or all together, have sent too many */
export function mayEnquire(client: string | null) {
  return getSite().submissionLimit.spend(client)
}

/** @returns whether a confirmation may be sent to an address because of a client's enquiry */
export function mayConfirm(client: string | null, email: string) {
  return getSite().submissionLimit.spendConfirmation(client, email)
}

/**
 * Stores an enquiry durably, or delivers it.
 * @returns its reference
 * @throws EnquiryRefused
 */
export function submitEnquiry(enquiry: Enquiry) {
  return getSite().enquiries.submit(enquiry)
}

/** How long an enquiry is stored after its delivery, days. */
export function enquiryKeepDays() {
  return Math.round(getSite().config.enquiries.keepMs / dayMs)
}

/** The mail addresses of the company that enquiries go to; none where they go elsewhere. */
export function enquiryAddresses(): readonly string[] {
  return getSite().config.enquiries.to
}
