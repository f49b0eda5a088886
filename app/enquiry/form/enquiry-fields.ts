import type { MessageLinks } from '../../components/share'
import type { TextPart } from '@site/arabic-text/linked-text'
import type { RefusedFile } from '../../../server/uploads/uploads'
import type { QuoteLine } from '../list/quote-line'

/** The text fields of an enquiry in form order, with their maximum lengths. */
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

/** Returns what is written in a field of a form, without space around it; empty for a file. */
export function textIn(data: FormData, name: string) {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

export function valuesIn(data: FormData): EnquiryValues {
  const values = { ...noValues }
  for (const field of enquiryFields) values[field] = textIn(data, field)
  return values
}

/** Why a field is invalid; a key of the translations. `contact`: neither e-mail nor phone. */
export type FieldFault = 'name' | 'contact' | 'email' | 'phone' | 'message' | 'long' | 'quantity'

/** `items`: the quantities of the list. `files`: at least one. */
export type EnquiryErrors = Partial<Record<EnquiryField | 'items', FieldFault>> & {
  files?: RefusedFile[]
}

/** The fields of stored files, and of those among them that are not to be sent. */
export const keptFile = 'kept-file'
export const removedFile = 'removed-file'

/** A stored file of a form that came back, with the signed claim to it. */
export interface KeptFile {
  claim: string
  name: string
  size: number
}

/** Names of the fields that belong to one item of the list. */
export const quantityField = (id: string) => `quantity.${id}`
export const noteField = (id: string) => `note.${id}`
export const codeField = (id: string) => `code.${id}`
export const maxNoteLength = 300

const emailShape = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/

/** Minimum number of digits in a phone number. */
const minPhoneDigits = 6

/**
 * Validates fields without phone number data; the server validates the rest.
 * @param hasItems makes the message optional
 */
export function findErrors(values: EnquiryValues, hasItems: boolean): EnquiryErrors {
  const errors: EnquiryErrors = {}
  if (values.name === '') errors.name = 'name'
  if (values.email === '' && values.phone === '') errors.email = 'contact'
  if (values.message === '' && !hasItems) errors.message = 'message'
  for (const field of enquiryFields) {
    if (values[field].length > fieldLengths[field]) errors[field] = 'long'
  }
  // Only short texts are matched, since this runs before any limit is checked.
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
 * Why a form with valid fields was not accepted. `check`: it had no token, as on cached pages
 * without script. `early` and `late`: it was sent too soon, or a day after it was opened.
 * `honeypot`: the hidden field was filled in. `busy`: too many were sent. `refused`: it could be
 * neither stored nor delivered. `added`, `notAdded` and `full` tell whether a line could be added to its list, which
 * is done before anything is sent.
 */
export type Notice =
  'check' | 'early' | 'late' | 'honeypot' | 'busy' | 'refused' | 'added' | 'notAdded' | 'full'

/** The state of an enquiry form. */
export interface FormState {
  /** Null on a cached page: the script requests one. */
  token: string | null
  values: EnquiryValues
  errors: EnquiryErrors
  notice: Notice | null
  lines: QuoteLine[]
  files: KeptFile[]
  /** Whether files can be stored now. */
  takesFiles: boolean
  /** Names the enquiry that it revises (`readLinkToken`). */
  revises?: string
  /** The words that the visitor wanted to add to its list, where nothing could be added for them. */
  added?: string
  /** How long an enquiry is stored after its delivery, days. */
  keepDays: number
  /** Other ways to send the enquiry, if it was not accepted. */
  otherWays?: OtherWays
}

/** The enquiry as text, and links that contain it, for the company's channels. */
export interface OtherWays extends MessageLinks {
  phone: TextPart[]
  text: string
}

/** Name of the honeypot: a hidden field that only programs fill in. */
export const honeypot = 'fax'
