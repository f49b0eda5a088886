import type { MessageLinks } from '../../components/share'
import type { TextPart } from '../../content/views.server'
import type { QuoteLine } from '../list/quote-lines.server'

/** The fields of an enquiry that are texts, in the order of the form, with their greatest lengths. */
export const fieldLengths = {
  name: 100,
  email: 254,
  phone: 40,
  company: 150,
  city: 100,
  message: 4_000,
} as const

export type EnquiryField = keyof typeof fieldLengths

export const enquiryFields = Object.keys(fieldLengths) as EnquiryField[]

export type EnquiryValues = Record<EnquiryField, string>

export const noValues: EnquiryValues = {
  name: '',
  email: '',
  phone: '',
  company: '',
  city: '',
  message: '',
}

/** Why a field cannot be sent as it is: a part of the translations. `contact`: neither e-mail nor phone. */
export type FieldFault = 'name' | 'contact' | 'email' | 'phone' | 'message' | 'long' | 'quantity'

/** `items`: the quantities of the list. */
export type EnquiryErrors = Partial<Record<EnquiryField | 'items', FieldFault>>

/** Names of the fields that belong to one item of the list. */
export const quantityField = (id: string) => `quantity.${id}`
export const noteField = (id: string) => `note.${id}`
export const maxNoteLength = 300

const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Fewer digits are no phone number. */
const minPhoneDigits = 6

/**
 * Checks what can be checked without knowing the world's phone numbers; the server checks the rest.
 * @param hasItems a list of products says enough without a message
 */
export function findErrors(values: EnquiryValues, hasItems: boolean): EnquiryErrors {
  const errors: EnquiryErrors = {}
  if (values.name === '') errors.name = 'name'
  if (values.email === '' && values.phone === '') errors.email = 'contact'
  if (values.message === '' && !hasItems) errors.message = 'message'
  for (const field of enquiryFields) {
    if (values[field].length > fieldLengths[field]) errors[field] = 'long'
  }
  // Only short texts are searched: these come before any limit.
  if (!errors.email && values.email !== '' && !emailShape.test(values.email)) {
    errors.email = 'email'
  }
  if (!errors.phone && values.phone !== '' && digitsIn(values.phone) < minPhoneDigits) {
    errors.phone = 'phone'
  }
  return errors
}

function digitsIn(text: string) {
  return text.match(/\p{Nd}/gu)?.length ?? 0
}

/**
 * Why a form without faulty fields was not accepted. `check`: it had no token, as on cached pages without
 * script. `early` and `late`: it was sent very soon, or a day after it was opened. `hidden`: a field that
 * only programs see was filled in. `busy`: too many were sent. `refused`: it could be neither stored nor
 * delivered.
 */
export type Notice = 'check' | 'early' | 'late' | 'honeypot' | 'busy' | 'refused'

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
export const honeypot = 'fax'
