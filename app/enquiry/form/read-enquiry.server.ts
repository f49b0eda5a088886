import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { cleanLine, cleanLines, isMailAddress } from '../../content/enquiries.server'
import { withLatinDigits } from '../../content/latin-digits.server'
import { quantityPattern } from '../quantity-input'
import { parseItems, type QuoteItem } from '../quote-items'
import {
  enquiryFields,
  fieldLengths,
  findErrors,
  maxNoteLength,
  noteField,
  noValues,
  quantityField,
  type EnquiryErrors,
  type EnquiryValues,
} from './enquiry-fields'

/** What a visitor sent, cleaned: shown again, or sent on. */
export interface SentEnquiry {
  values: EnquiryValues
  items: QuoteItem[]
}

/** A text that is longer is cut, UTF-16 units; one that is only too long for its field comes back whole. */
const maxTextLength = 4 * fieldLengths.message

/** Reads a form. Missing fields are empty, and files count as missing. */
export function readEnquiry(form: FormData): SentEnquiry {
  const values = { ...noValues }
  for (const field of enquiryFields) values[field] = cleanLine(textIn(form, field))
  values.message = composed(paragraphsOf(textIn(form, 'message')))
  values.email = values.email.replace(/\s/g, '')
  values.phone = withLatinDigits(values.phone)
  return { values, items: withPostedFields(parseItems(textIn(form, 'items')), form) }
}

/** A list with the quantities and notes that were written into a form; no item with a quantity of 0. */
export function withPostedFields(list: QuoteItem[], form: FormData): QuoteItem[] {
  return list
    .map((item) => {
      const note = truncated(cleanLine(textIn(form, noteField(item.id))), maxNoteLength)
      const written = withWritten(item, form.get(quantityField(item.id)))
      return note === '' ? written : { ...written, note }
    })
    .filter(({ quantity }) => quantity > 0)
}

/** The longest text of a quantity field that is read, and shown again, in UTF-16 units. */
const maxQuantityLength = 100

const quantityShape = new RegExp(`^(?:${quantityPattern})$`, 'u')

/**
 * An item with a quantity as visitors write it, such as "٢٥ حبة"; 0 removes it. One that cannot be read leaves
 * the item as it was, with what was written.
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

/** Half a surrogate pair could not be encoded for a link or a cookie. */
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

/** Without a known country a local number cannot be checked. */
function isPhone(text: string, country: string | undefined) {
  const international = text.replace(/^\s*00/, '+')
  const isLocal = !international.includes('+')
  if (isLocal && (!country || !isSupportedCountry(country))) return true
  const number = parsePhoneNumberFromString(international, {
    extract: false,
    ...(country && isSupportedCountry(country) && { defaultCountry: country }),
  })
  return number?.isPossible() ?? false
}

/**
 * A message in composed characters, whose length is what its visitor sees. Composing is quadratic in the number
 * of combining marks in a row, so a message that is too long stays as it is.
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

/** Fewer links than an advertisement has. */
const manyLinks = 3

/** Whether an enquiry has so many links that its reader should be warned. */
export function hasManyLinks({ values: { message, name, company, city }, items }: SentEnquiry) {
  const text = [message, name, company, city, ...items.map(({ note }) => note)].join(' ')
  return (text.match(/https?:\/\/|www\.|\[url|<a\s/gi)?.length ?? 0) >= manyLinks
}
