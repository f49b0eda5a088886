import { isSupportedCountry, parsePhoneNumberFromString as parse } from 'libphonenumber-js/min'
import { optional, type Contact, type Content } from './content.server'
import { withLatinDigits } from './latin-digits.server'
import { webHref } from '../components/contact-hrefs'

/** Fewer digits without a plus sign are rather a local number than one with its country code. */
const minInternationalDigits = 11

/**
 * A contact for screens: `whatsapp` is a link as it was sent, or a number with its country code such
 * as +966501234567; empty for anything else. The other values stay as they were sent.
 * @param country of a local number, where the contact's own phone number does not have a country code
 */
export function contactViewOf(contact: Contact, country: string | undefined): Contact {
  const { whatsapp, phone1 } = contact
  if (webHref(whatsapp) !== null) return contact
  return { ...contact, whatsapp: dialable(plainNumber(whatsapp), plainNumber(phone1), country) }
}

/** The company's contact for screens; null where it is unavailable, or there is none. */
export async function findContactView(
  content: Pick<Content, 'findContact' | 'phoneCountry'>,
): Promise<Contact | null> {
  const contact = await optional(content.findContact())
  return contact && contactViewOf(contact, content.phoneCountry)
}

function dialable(text: string, ownPhone: string, country: string | undefined) {
  const number = text.includes('+') ? undefined : local(text, ownPhone, country)
  return (number ?? international(text))?.number ?? ''
}

/** A number in the form of its country: that of the contact's own phone number, or the given one. */
function local(text: string, ownPhone: string, country: string | undefined) {
  const own = international(ownPhone)
  const number = parse(text, {
    extract: false,
    ...(own
      ? { defaultCallingCode: own.countryCallingCode }
      : country && isSupportedCountry(country) && { defaultCountry: country }),
  })
  return number?.isValid() ? number : undefined
}

/** The first number with its country code, which a long number may have without a plus sign. */
function international(text: string) {
  const first = /\+[^+/,;،]*/.exec(text)?.[0]
  if (first !== undefined) {
    const number = parse(first)
    return number?.isPossible() ? number : undefined
  }
  const isLong = text.replace(/\D/g, '').length >= minInternationalDigits
  const number = isLong ? parse(`+${text}`, { extract: false }) : undefined
  return number?.isValid() ? number : undefined
}

/** Arabic digits as 0 to 9, and + for 00; without parentheses and direction marks. */
function plainNumber(text: string) {
  return withLatinDigits(text)
    .replace(/[()\u061C\u200B-\u200F\u2060\u2066-\u2069\uFEFF]/g, '')
    .trim()
    .replace(/^00/, '+')
}
