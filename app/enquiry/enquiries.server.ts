import {
  cleanLine,
  cleanLines,
  type Enquiry,
  EnquiryRefused,
  issueFormToken,
  linkOf,
  minAgeMs,
  readFormToken,
  readLinkToken,
  parseReference,
  keepDays,
} from '../../server/enquiries/enquiry'
import { isMailAddress } from '@site/arabic-text/linked-text'
import type { LoadContext } from '../content/content.server'

export {
  cleanLine,
  cleanLines,
  EnquiryRefused,
  isMailAddress,
  keepDays,
  parseReference,
  type Enquiry,
}

/** A token for a new form. */
export function newFormToken({ site: { config } }: LoadContext) {
  return issueFormToken(config.secret)
}

/** Issues the token of a form that comes back: its visitor has read it already. */
export function returnedFormToken({ site: { config } }: LoadContext) {
  return issueFormToken(config.secret, Date.now() - minAgeMs)
}

/** @returns null for a text that is not a token of this site's */
export function formTokenOf({ site: { config } }: LoadContext, text: string) {
  return readFormToken(text, config.secret)
}

/** Returns the path of the link that opens a stored enquiry; with its language, for a link that is kept. */
export function enquiryLink({ site: { config } }: LoadContext, reference: string, lang?: string) {
  return linkOf(reference, config.secret, lang)
}

/** @returns the reference in a token of such a link; null for a wrong key */
export function linkedReference({ site: { config } }: LoadContext, token: string) {
  return readLinkToken(token, config.secret)
}
