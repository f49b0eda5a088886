import { type TextPart, type FoundLink, linkedText } from './text-parts.ts'
import { domainToASCII } from 'node:url'
import { isSupportedCountry, parsePhoneNumberFromString as parse } from 'libphonenumber-js/min'
import {
  zeroWidthSpace,
  withPlainCharacters,
  plainTextOf,
  isReadable,
  withLatinDigits,
} from '../characters.ts'
import { findPlace } from '../degrees.ts'
import { findPhones, phoneParts } from './phones.ts'

export type { TextPart } from './text-parts.ts'
export { findPhones, phoneParts }

/** Characters of a mailbox as in the HTML standard; dots only between others. */
const mailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** Maximum lengths in characters (RFC 5321). */
const maxMailLengths = { mailbox: 64, address: 254 }

/**
 * Normalises a mail address: a non-Latin domain becomes punycode (RFC 5891).
 * @returns null unless the text is exactly one address: no name, list or line break
 */
export function mailAddressOf(text: string): string | null {
  const at = text.lastIndexOf('@')
  const [name, domain] = [text.slice(0, at), mailDomainOf(text.slice(at + 1))]
  if (domain === null || !mailbox.test(name) || name.length > maxMailLengths.mailbox) return null
  const address = `${name}@${domain}`
  return address.length <= maxMailLengths.address ? address : null
}

export function isMailAddress(text: string) {
  return mailAddressOf(text) !== null
}

/** Labels have no hyphen at either end. The last label is letters, or their punycode. */
const asciiDomain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i

/** @returns null unless the text is a domain; a Latin domain as it was written */
function mailDomainOf(text: string) {
  // Rejects escapes and other signs, which domainToASCII would decode like a URL's host.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(text)) return null
  const ascii = domainToASCII(text)
  if (!asciiDomain.test(ascii)) return null
  return ascii === text.toLowerCase() ? text : ascii
}

/**
 * Matches an address within a text: after a bracket or a colon, before a comma or a full stop,
 * possibly with spaces around its @. The mailbox may have letters of any script, which some mail
 * servers allow.
 */
const address = new RegExp(
  `(?<![\\p{L}\\p{N}_@.])[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}${zeroWidthSpace}.!#$%&'*+=?^_\`{|}~-]*` +
    `[ ${zeroWidthSpace}]*@[ ${zeroWidthSpace}]*` +
    `((?:[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}${zeroWidthSpace}-]*[\\p{L}\\p{M}\\p{N}])?\\.${zeroWidthSpace}*)+` +
    `(?:xn--[a-z\\d-]+|[\\p{L}\\p{M}]{2,}))(?![\\p{L}\\p{M}\\p{N}@])`,
  'giu',
)

/** Characters escaped in a mailto link. */
const unescaped = /[^\w.!'*+~-]/gu

const scheme = 'mailto:'

/** Splits a text into mailto links and text. */
export function emailParts(text: string): TextPart[] {
  return linkedText(text, findEmails(text))
}

/** Finds the first mail address in a text that every mail server accepts. */
export function findMailAddress(text: string) {
  const found = hrefsOf(emailParts(text))
    .map(addressOf)
    .find((each) => mailAddressOf(each))
  return found ?? null
}

/** Extracts the mail address from a mailto link made here. */
export function addressOf(href: string) {
  return decodeURIComponent(href.slice(scheme.length))
}

function findEmails(text: string): FoundLink[] {
  return [...withPlainCharacters(text).matchAll(address)].flatMap(({ index, 0: written }) => {
    const plain = written.replaceAll(zeroWidthSpace, '').replaceAll(' ', '')
    const at = plain.lastIndexOf('@')
    const [name, domain] = [plain.slice(0, at), mailDomainOf(plain.slice(at + 1))]
    if (domain === null || name.length > maxMailLengths.mailbox) return []
    const href = `${scheme}${name.replace(unescaped, encodeURIComponent)}@${domain}`
    return [{ start: index, end: index + written.length, href }]
  })
}

/**
 * The start of an address without its scheme: a host whose last label is letters, possibly with a
 * port.
 */
const schemeless =
  /^(?:\/\/)?(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})\.?(?::\d+)?(?:[/?#]|$)/iu

/**
 * Matches an address within a text or pasted markup: after a space, a quotation mark, a bracket or
 * a colon.
 */
const embedded = /(?<=^|[\s"'“”«(<[=:،,;])(?:https?:\s*\/\/|www\.|(?<==["'])\/\/)[^\s"'“”«»<>]+/i

/** Schemes that execute code or read the visitor's machine. */
const forbidden = /^(?:javascript|data|vbscript|file|blob|about):/i

/** Pasted with an address; joiners belong to its words. */
const marks = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** Punctuation that ends a sentence or a list but not an address. */
const endSign = /[\s.,;،؛»”"'>]/

/** Placeholder words that people write instead of an address. */
const noHandle =
  /^(?:none|null|undefined|empty|n\/?a|nil|no|yes|soon|test|link|url|tbd|todo|page|account|official|company|(?:our)?(?:facebook|twitter|youtube|instagram|telegram|whatsapp))$/i

/** Account name patterns and base addresses by network. */
const networks = {
  facebook: { handle: /^[a-z\d.]{5,50}$/i, base: 'https://www.facebook.com/' },
  tweeter: { handle: /^\w{4,15}$/, base: 'https://x.com/' },
  instagram: { handle: /^[\w.]{3,30}$/, base: 'https://www.instagram.com/' },
  youtube: { handle: /^[\p{L}\p{M}\p{N}_.-]{3,30}$/u, base: 'https://www.youtube.com/@' },
  telegram: { handle: /^[a-z]\w{4,31}$/i, base: 'https://t.me/' },
}

type Network = keyof typeof networks

const maps = 'https://www.google.com/maps'

/** A plus code with the city, as maps write it: "PM7F+CC Riyadh". */
const plusCode = /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/i

/**
 * Finds the web address that a text is or contains: without a scheme, with a mistyped one, in
 * quotation marks, in embed code.
 * @returns http or https without user info; null for anything else
 */
export function webHref(text: string): string | null {
  const written = text.replace(marks, '').trim()
  if (forbidden.test(written.replace(/[\s\u0000]/g, ''))) return null
  return hrefOf(written) ?? hrefOf(embedded.exec(written)?.[0].replaceAll('&amp;', '&') ?? '')
}

/**
 * Returns the address of a social network account, from its address or its name such as "@tayyar".
 */
export function socialHref(network: Network, text: string): string | null {
  const { handle, base } = networks[network]
  const href = webHref(text)
  if (href !== null) return href
  const written = plainTextOf(text)
  const name = written.replace(/^@\s*/, '')
  if (!handle.test(name) || !/\p{L}/u.test(name)) return null
  // A single word may be an ordinary word.
  const isName = written !== name || (/^[\w.-]{5,}$/.test(name) && !noHandle.test(name))
  return isName ? base + encodeURI(name) : null
}

/**
 * Returns the map address of a text: a web address, embed code, `geo:`, coordinates, or a plus
 * code.
 */
export function mapHref(text: string): string | null {
  const href = webHref(text)
  if (href !== null) return href
  const place = findPlace(text)
  if (place) return mapOf(`${place.latitude},${place.longitude}`)
  const plain = plainTextOf(text)
  return plusCode.test(plain)
    ? `${maps}/search/?api=1&query=${encodeURIComponent(plain.toWellFormed())}`
    : null
}

/** @param place latitude and longitude, such as "24.6668,46.8291" */
export function mapOf(place: string) {
  return `${maps}?q=${place}`
}

/** @param text possibly empty */
function hrefOf(text: string): string | null {
  const [first = ''] = text.replace(/^<|>$/g, '').split(/[\r\n]|\s(?=https?:)/)
  const address = withoutEnd(first)
    // "http:// www.x.com", "https:/x.com", "http:\\x.com", "https//x.com", "https://https://x.com"
    .replace(/^(?:https?(?::\s*[/\\]{1,3}|\/\/(?=[^/]*\.))\s*)+/i, (scheme) =>
      /^https?:\/\/$/i.test(scheme) ? scheme : `${/^https/i.test(scheme) ? 'https' : 'http'}://`,
    )
  const href = schemeless.test(address) ? `https://${address.replace(/^\/\//, '')}` : address
  if (!/^https?:\/\/[^/?#\\]/i.test(href) || !URL.canParse(href)) return null
  const { username, password } = new URL(href)
  if (username !== '' || password !== '') return null
  return href.replace(/\s/g, '%20').replace(/^(https?:\/\/[^/?#]*[^/?#.])\.(?=[/?#:]|$)/i, '$1')
}

/** Strips trailing punctuation from an address, and closing brackets that it does not open. */
function withoutEnd(text: string) {
  const hasOpened = /[([]/.test(text)
  let end = text.length
  // A loop, not a pattern: backtracking would take seconds on two thousand signs.
  for (; end > 0; end -= 1) {
    const sign = text.charAt(end - 1)
    const isEnd = endSign.test(sign) || (!hasOpened && /[)\]]/.test(sign))
    if (!isEnd) break
  }
  return text.slice(0, end)
}

/** Lists the link targets of a text's parts, without duplicates. */
export function hrefsOf(parts: readonly TextPart[]) {
  return [...new Set(parts.flatMap(({ href }) => href ?? []))]
}

/** Matches an address of WhatsApp's site, API or app. */
const ownAddress = /^(?:https?:\/\/(?:[\w-]+\.)?(?:wa\.me|whatsapp\.com)(?=[/?]|$)|whatsapp:\/\/)/i

/**
 * Matches a path that is only a number, as in "wa.me/+966 50 123 4567"; channels, groups and short
 * links have others.
 */
const numberPath = /^\/[\d+ ().-]*\/?$/

/** Minimum and maximum digits of a number with its country code. */
const [minDigits, maxDigits] = [8, 15]

/** Sources of the country code for a local number. */
interface Origin {
  /** The contact's own phone numbers. */
  phone: string
  /** ISO 3166-1 country code, used where these numbers are local. */
  country: string | undefined
}

/**
 * Returns the WhatsApp chat address of a number or of a link in any form. A number gives
 * `https://wa.me/` with digits, to which a message can be added; links to channels, groups and
 * short links stay as they are.
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

/** Normalises the number of a link, which has its country code unless it was left out. */
function numberOf(written: string, origin: Origin) {
  const digits = written.replace(/^00/, '')
  if (parse(`+${digits}`, { extract: false })?.isValid()) return numberIn(`+${digits}`, origin)
  const number = numberIn(digits, origin)
  if (number || digits.startsWith('0')) return number
  return digits.length >= minDigits && digits.length <= maxDigits ? digits : ''
}

/**
 * Returns the digits of the first number that has its country code or gets it from its origin;
 * otherwise empty.
 */
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

/** A contact's fields as the content API has them; possibly empty. */
type ContactValues = Record<keyof ContactLinks, string>

/**
 * A contact as visitors use it, with the API's field names. Texts are whole, as written; a text
 * without letters or digits is empty. Addresses are valid, or null.
 */
export interface ContactLinks {
  adress1: string
  phone1: TextPart[]
  email1: TextPart[]
  mapUrl: string | null
  facebook: string | null
  youtube: string | null
  whatsapp: string | null
  telegram: string | null
  tweeter: string | null
  instagram: string | null
}

/**
 * Converts the fields of a contact to links.
 * @param country of a local WhatsApp number, where the contact's own phone numbers have no country
 * code
 */
export function contactLinksOf(contact: ContactValues, country: string | undefined): ContactLinks {
  return {
    adress1: isReadable(contact.adress1) ? contact.adress1 : '',
    phone1: phoneParts(contact.phone1),
    email1: emailParts(contact.email1),
    mapUrl: mapHref(contact.mapUrl),
    facebook: socialHref('facebook', contact.facebook),
    youtube: socialHref('youtube', contact.youtube),
    whatsapp: whatsappHref(contact.whatsapp, { phone: contact.phone1, country }),
    telegram: socialHref('telegram', contact.telegram),
    tweeter: socialHref('tweeter', contact.tweeter),
    instagram: socialHref('instagram', contact.instagram),
  }
}
