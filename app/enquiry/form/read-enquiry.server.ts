import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { LoadContext } from '../../content/content.server'
import { withLatinDigits } from '@site/arabic-text/characters'
import { hrefsOf, phoneParts } from '@site/arabic-text/linked-text'
import { enquiryFiles, otherKind } from '../../../server/text/file-names'
import type { RefusedFile, StoredFile } from '../../../server/uploads/uploads'
import { quantityPattern } from '../add-to-list'
import { cleanLine, cleanLines, formTokenOf, isMailAddress } from '../enquiries.server'
import { isItemId, parseItems, type QuoteItem, variantOf, withoutRepeats } from '../quote-items'
import {
  codeField,
  enquiryFields,
  type EnquiryErrors,
  type EnquiryValues,
  fieldLengths,
  findErrors,
  keptFile,
  type KeptFile,
  maxNoteLength,
  noteField,
  noValues,
  quantityField,
  removedFile,
} from './enquiry-fields'

/** The visitor's submission, sanitised. */
export interface SentEnquiry {
  values: EnquiryValues
  items: QuoteItem[]
}

/**
 * Maximum length of a text, UTF-16 units; a shorter text that exceeds its field's limit is returned
 * whole.
 */
const maxTextLength = 4 * fieldLengths.message

/** Parses a form. Missing fields are empty, and files count as missing. */
export function readEnquiry(form: FormData): SentEnquiry {
  const values = { ...noValues }
  for (const field of enquiryFields) values[field] = cleanLine(textIn(form, field))
  values.message = composed(paragraphsOf(textIn(form, 'message')))
  // Keyboards that suggest words put a space after a point.
  values.email = values.email.replace(/ ?([@.]) ?/g, '$1')
  values.phone = withLatinDigits(values.phone)
  return { values, items: withPostedFields(parseItems(textIn(form, 'items')), form, 'is unread') }
}

/**
 * Applies the submitted quantities, notes and order codes to a list.
 * @param zero what a quantity of 0 does: in an enquiry it is no quantity, so that no item is
 * silently left out
 */
export function withPostedFields(
  list: QuoteItem[],
  form: FormData,
  zero: 'removes' | 'is unread' = 'removes',
): QuoteItem[] {
  const items = list
    .map((item) => {
      const note = truncated(cleanLine(textIn(form, noteField(item.id))), maxNoteLength)
      const read = withWritten(item, form.get(quantityField(item.id)))
      const isUnread = read.quantity === 0 && zero === 'is unread'
      const written = isUnread ? { ...item, unread: '0' } : read
      const chosen = textIn(form, codeField(item.id))
      const isOfItem = isItemId(chosen) && variantOf(chosen)?.postId === item.id
      return { ...written, ...(note && { note }), ...(isOfItem && { id: chosen }) }
    })
    .filter(({ quantity }) => quantity > 0)
  return withoutRepeats(items)
}

/** Maximum length of a quantity field, in UTF-16 units. */
const maxQuantityLength = 100

const quantityShape = new RegExp(`^(?:${quantityPattern})$`, 'u')

/**
 * Applies a quantity as visitors write it, such as "٢٥ حبة"; 0 removes the item. An unreadable
 * quantity leaves the item unchanged, with the written text.
 */
export function withWritten(
  { unread: _before, ...item }: QuoteItem,
  written: FormDataEntryValue | null,
): QuoteItem {
  if (typeof written !== 'string') return item
  const text = withLatinDigits(written).trim()
  if (/^0+$/.test(text)) return { ...item, quantity: 0 }
  if (text.length <= maxQuantityLength && quantityShape.test(text)) {
    return { ...item, quantity: Number(text.replace(/\D/g, '')) }
  }
  return { ...item, unread: truncated(written, maxQuantityLength) }
}

export function textIn(form: FormData, name: string) {
  const value = form.get(name)
  return typeof value === 'string' ? truncated(value, maxTextLength) : ''
}

/**
 * Truncates without splitting a surrogate pair, which could not be encoded for a link or cookie.
 */
function truncated(text: string, length: number) {
  return text.slice(0, length).toWellFormed()
}

/** @param country of phone numbers without a country code, if known */
export function errorsIn(
  { values, items }: SentEnquiry,
  country: string | undefined,
): EnquiryErrors {
  const errors = findErrors(values, items.length > 0)
  if (items.some(({ unread }) => unread !== undefined)) errors.items = 'quantity'
  if (!errors.email && values.email !== '' && !isMailAddress(values.email)) {
    errors.email = 'email'
  }
  if (!errors.phone && values.phone !== '' && !isPhone(values.phone, country)) {
    errors.phone = 'phone'
  }
  return errors
}

/** Whether a text is or contains a phone number, as of two numbers, or one with an extension or its plus at the end. */
function isPhone(text: string, country: string | undefined) {
  const numbers = hrefsOf(phoneParts(text)).map((href) => href.slice('tel:'.length))
  return [text, ...numbers].some((number) => isNumber(number, country))
}

/** A local number cannot be checked without a known country. */
function isNumber(text: string, country: string | undefined) {
  const international = text.replace(/^\s*00/, '+')
  const isLocal = !international.includes('+')
  if (isLocal && (!country || !isSupportedCountry(country))) return true
  const number = parsePhoneNumberFromString(international, {
    extract: false,
    ...(country && isSupportedCountry(country) && { defaultCountry: country }),
  })
  if (!number?.isPossible()) return false
  // Where its 0 is not that of its country's numbers, a digit is missing.
  return !number.nationalNumber.startsWith('0') || number.isValid()
}

/**
 * Normalises a message to composed characters, whose number matches what the visitor sees.
 * Composing is quadratic in consecutive combining marks, so an overlong message stays as it is.
 */
function composed(message: string) {
  return message.length > fieldLengths.message ? message : message.normalize()
}

function paragraphsOf(text: string) {
  const lines = cleanLines(text).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

/**
 * Reads the files of a form: those stored before, and those that were sent now, which are kept.
 * @returns the files of the enquiry, and why others are not among them
 */
export async function readFiles(context: LoadContext, form: FormData) {
  const { uploads } = context
  const { uploadStore } = context.site
  const textsIn = (name: string) => form.getAll(name).filter((text) => typeof text === 'string')
  const removed = textsIn(removedFile)
  const claims = textsIn(keptFile).filter((claim) => !removed.includes(claim))
  const claimed = claims.slice(0, enquiryFiles.max).map((claim) => {
    const file = uploadStore.readClaimOf(claim)
    // A list's file may be of any type, and larger.
    return file && isAttachment(file) ? file : null
  })
  const files = await uploadStore.findUsable(claimed.filter((file) => file !== null))
  const gone = claimed.filter((file) => file === null || !files.includes(file))
  const refused: RefusedFile[] = gone.map((file) => ({ name: file?.name ?? '', fault: 'gone' }))
  // Another host than this site's leaves files in the form.
  for (const sent of form.getAll(enquiryFiles.field)) {
    if (typeof sent !== 'string' && sent.size > 0) refused.push({ name: sent.name, fault: 'full' })
  }
  for (const upload of (uploads ?? []).filter(({ field }) => field === enquiryFiles.field)) {
    if (upload.fault !== null) refused.push(upload)
    else if (files.length === enquiryFiles.max) refused.push({ name: upload.name, fault: 'many' })
    else {
      upload.isKept = true
      if (formTokenOf(context, textIn(form, 'form'))) await uploadStore.retain([upload])
      files.push(upload)
    }
  }
  return { files, errors: refused.length > 0 ? { files: refused } : {} }
}

/** Whether enquiries may have a file. */
export function isAttachment({ kind, size }: StoredFile) {
  return kind !== otherKind && size <= enquiryFiles.maxBytes
}

export function keptFilesOf(
  { site: { uploadStore } }: LoadContext,
  files: StoredFile[],
): KeptFile[] {
  return files.map((file) => ({
    claim: uploadStore.claimOf(file),
    name: file.name,
    size: file.size,
  }))
}

/** Number of links from which the reader is warned. */
const manyLinks = 3

/** Whether an enquiry has so many links that its reader should be warned. */
export function hasManyLinks({ values: { message, name, company, city }, items }: SentEnquiry) {
  const text = [message, name, company, city, ...items.map(({ note }) => note)].join(' ')
  return (text.match(/https?:\/\/|www\.|\[url|<a\s/gi)?.length ?? 0) >= manyLinks
}
