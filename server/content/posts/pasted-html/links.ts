import { withLatinDigits } from '../../../text/latin-digits.ts'

export interface LinkContext {
  /** Of this site, with its port if that is not the usual one; undefined if it is not known. */
  ownHost?: string | undefined
  /** The id of what a fragment names in the same text; null if it names nothing. */
  targetOf: (fragment: string) => string | null
}

/** The last labels of hosts that an editor leaves "https://" away of; not the ends of file names. */
const hostEnds =
  'com|net|org|info|biz|edu|gov|mil|int|io|co|app|dev|me|tv|eu|example' +
  '|sa|ae|kw|qa|bh|om|eg|jo|lb|iq|ye|sy|ps|ma|tn|dz|ly|sd|uk|us|ca|de|fr|it|es|nl|be|ch|at|tr|in|pk|cn|jp|kr|ru|au'

const host = new RegExp(
  `^(?:www\\.[^/?#.]+(?:\\.[^/?#.]+)+|(?:[\\p{L}\\p{N}-]+\\.)+(?:${hostEnds}|[\\p{Script=Arabic}]{2,}))(?::\\d+)?(?:[/?#].*)?$`,
  'iu',
)
const mailAddress = /^[^\s@/:?#<>"()]+@[^\s@/:?#<>"()]+\.[^\s@/:?#<>"().]+$/u
const phone = /^\+?[\d\s().-]{7,25}$/

/**
 * Where a link of a text leads to, with what editors leave away or program writes instead.
 * @returns null where it leads nowhere from a page of this site
 */
export function linkTo(written: string, context: LinkContext): string | null {
  // As browsers read it.
  const href = written
    .replace(/[\t\n\r]+/g, '')
    .replace(/^[\u0000-\u0020\u00a0]+|[\u0000-\u0020\u00a0]+$/g, '')
  if (href === '' || href.includes('\\')) return null
  if (href.startsWith('#')) return fragmentLink(href, context)
  const [, scheme = ''] = /^([a-z][a-z\d+.-]*):/i.exec(href) ?? []
  switch (scheme.toLowerCase()) {
    case 'http':
    case 'https':
      return webLink(href, context)
    case 'mailto':
      return mailLink(href.slice(scheme.length + 1))
    case 'tel':
    case 'callto':
      return phoneLink(href.slice(scheme.length + 1))
    case 'whatsapp':
      return whatsAppLink(href)
    case '':
      return linkWithoutScheme(href, context)
    default:
      // "company.com:8080" begins like a scheme.
      if (host.test(href)) return webLink(`https://${href}`, context)
      return fragmentLink(href, context)
  }
}

function linkWithoutScheme(href: string, context: LinkContext): string | null {
  if (href.startsWith('//')) return webLink(`https:${href}`, context)
  if (href.startsWith('/')) return href
  // "http//", "https;//".
  const misspelt = /^https?[;.]?\/+(?=[^/])/i.exec(href)
  if (misspelt) return webLink(`https://${href.slice(misspelt[0].length)}`, context)
  const [address = '', query] = href.split('?', 2)
  if (mailAddress.test(address)) return mailLink(href)
  if (phone.test(withLatinDigits(href))) return phoneLink(href)
  if (host.test(href)) return webLink(`https://${href}`, context)
  return query === undefined ? fragmentLink(href, context) : null
}

/** A place in the same text, also as a word processor names it: with its own file. */
function fragmentLink(href: string, { targetOf }: LinkContext) {
  const fragment = fragmentOf(href)
  const id = fragment === '' ? null : targetOf(fragment)
  return id === null ? null : `#${id}`
}

/** The decoded fragment of an address that may name a place in its own text. */
export function fragmentOf(href: string): string {
  const at = href.indexOf('#')
  if (at < 0 || /^(?:https?|mailto|tel):/i.test(href.trim())) return ''
  const fragment = href.slice(at + 1).trim()
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function webLink(href: string, { ownHost }: LinkContext): string | null {
  // Dialogs of editors put "http://" before an address that has it already.
  const address = href.replace(/^(?:https?:\/*)+(?=(?:https?|mailto|tel):)/i, '')
  if (/^mailto:/i.test(address)) return mailLink(address.slice('mailto:'.length))
  if (/^tel:/i.test(address)) return phoneLink(address.slice('tel:'.length))
  if (!URL.canParse(address)) return null
  const isOther = ownHost === undefined || !address.toLowerCase().includes(ownHost)
  if (isOther && !address.includes('@')) return address
  const url = new URL(address)
  const { username, password, pathname, search, hash } = url
  // They also put it before mail addresses.
  if (username !== '' && password === '' && pathname === '/') {
    return mailLink(`${decodeURI(username)}@${url.hostname}${search}`)
  }
  if (ownHost !== undefined && url.host === ownHost) return pathname + search + hash
  return address
}

function mailLink(written: string): string | null {
  const [address = '', query] = written.replace(/^(?:mailto:|\/)+/i, '').split(/\?(.*)/s, 2)
  const trimmed = address.trim().replace(/^<|>$/g, '')
  const isList = trimmed.split(/\s*,\s*/).every((part) => mailAddress.test(decoded(part)))
  return isList ? `mailto:${trimmed}${query ? `?${query}` : ''}` : null
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** A number without what people write between its digits. */
function phoneLink(written: string): string | null {
  const number = withLatinDigits(decoded(written.replace(/^\/+/, '')))
    .replace(/^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/, '')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^(\+[\d\s.-]*)\(0\)/, '$1')
  if (/[\p{L}<>[\]]/u.test(number)) return null
  const digits = number.replace(/[^\d*#]/g, '')
  return digits.length < 3 ? null : `tel:${number.startsWith('+') ? '+' : ''}${digits}`
}

function whatsAppLink(href: string): string | null {
  const number = /[?&]phone=(?:\+|%2b)?(\d{7,15})\b/i.exec(href)?.[1]
  return number === undefined ? null : `https://wa.me/${number}`
}
