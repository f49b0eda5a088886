import { isSupportedCountry, parsePhoneNumberFromString as parse } from 'libphonenumber-js/min'
import { withLatinDigits } from '../latin-digits.ts'
import { plainTextOf } from '../plain-characters.ts'
import { findPhones } from './phones.ts'
import { webHref } from './web-links.ts'

/** An address of WhatsApp's site, API or app. */
const ownAddress = /^(?:https?:\/\/(?:[\w-]+\.)?(?:wa\.me|whatsapp\.com)(?=[/?]|$)|whatsapp:\/\/)/i

/** A path that is only a number: of "wa.me/+966 50 123 4567", not of channels, groups and short links. */
const numberPath = /^\/[\d+ ().-]*\/?$/

/** The fewest and most digits of a number with its country code. */
const [minDigits, maxDigits] = [8, 15]

/** What a local number gets its country code from. */
interface Origin {
  /** The contact's own phone numbers. */
  phone: string
  /** ISO 3166-1; where these are local. */
  country: string | undefined
}

/**
 * The WhatsApp chat of a text: of a number, or of a link in any form. With a number it is `https://wa.me/` and
 * digits, to which a message can be added; a link to a channel, a group or a short link stays.
 */
export function whatsappHref(text: string, origin: Origin): string | null {
  const address = /whatsapp:\/\/\S+/i.exec(text)?.[0] ?? webHref(text)
  if (address === null) return chatWith(numberIn(text, origin))
  if (!ownAddress.test(address)) return address
  const { protocol, pathname, searchParams } = new URL(address)
  const path = new URL(withLatinDigits(address)).pathname.replace(/%20/g, ' ').replace(/%2B/gi, '+')
  const sent = searchParams.get('phone') ?? (numberPath.test(path) ? path : '')
  const digits = plainTextOf(sent).replace(/\D/g, '')
  if (digits !== '') return chatWith(numberOf(digits, origin), searchParams.get('text') ?? '')
  const leadsNowhere = numberPath.test(path) || /^\/send\/?$/.test(pathname)
  return leadsNowhere || protocol === 'whatsapp:' ? null : address
}

/** A link's number has its country code, but where people left that out. */
function numberOf(written: string, origin: Origin) {
  const digits = written.replace(/^00/, '')
  if (parse(`+${digits}`, { extract: false })?.isValid()) return numberIn(`+${digits}`, origin)
  const number = numberIn(digits, origin)
  if (number || digits.startsWith('0')) return number
  return digits.length >= minDigits && digits.length <= maxDigits ? digits : ''
}

/** The digits of the first number that is one with its country code, or gets it from its origin; else empty. */
function numberIn(text: string, { phone, country }: Origin) {
  const own = findPhones(phone).find(({ href }) => href.startsWith('tel:+'))
  const code = own && parse(own.href.slice('tel:'.length))?.countryCallingCode
  const local = code
    ? { defaultCallingCode: code }
    : country && isSupportedCountry(country) && { defaultCountry: country }
  for (const { href } of findPhones(text)) {
    const dialled = href.slice('tel:'.length)
    const number = parse(dialled, { extract: false, ...local })
    const isNumber = dialled.startsWith('+') ? number?.isPossible() : number?.isValid()
    if (number && isNumber) return number.number.slice(1)
  }
  return ''
}

function chatWith(digits: string, message = '') {
  if (digits === '') return null
  return `https://wa.me/${digits}${message && `?text=${encodeURIComponent(message)}`}`
}
