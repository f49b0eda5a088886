import { findPlace } from '../degrees.ts'
import { plainTextOf } from '../plain-characters.ts'

/** The start of an address without its scheme: a host whose last part is letters, maybe a port. */
const schemeless =
  /^(?:\/\/)?(?:[\p{L}\p{M}\p{N}_-]+\.)+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})\.?(?::\d+)?(?:[/?#]|$)/iu

/** An address within a text or a pasted element: after a space, a quotation mark, a bracket or a colon. */
const embedded = /(?<=^|[\s"'“”«(<[=:،,;])(?:https?:\s*\/\/|www\.|(?<==["'])\/\/)[^\s"'“”«»<>]+/i

/** Schemes whose addresses a browser would run, or that lead into a visitor's own machine. */
const forbidden = /^(?:javascript|data|vbscript|file|blob|about):/i

/** Pasted with an address; joiners belong to its words. */
const marks = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

/** Ends a sentence or a list, and no address. */
const endSign = /[\s.,;،؛»”"'>]/

/** What people write in place of an address that they do not have. */
const noHandle =
  /^(?:none|null|undefined|empty|n\/?a|nil|no|yes|soon|test|link|url|tbd|todo|page|account|official|company|(?:our)?(?:facebook|twitter|youtube|instagram|telegram|whatsapp))$/i

/** How the names of accounts are written, and their addresses. */
const networks = {
  facebook: { handle: /^[a-z\d.]{5,50}$/i, base: 'https://www.facebook.com/' },
  tweeter: { handle: /^\w{4,15}$/, base: 'https://x.com/' },
  instagram: { handle: /^[\w.]{3,30}$/, base: 'https://www.instagram.com/' },
  youtube: { handle: /^[\p{L}\p{M}\p{N}_.-]{3,30}$/u, base: 'https://www.youtube.com/@' },
  telegram: { handle: /^[a-z]\w{4,31}$/i, base: 'https://t.me/' },
}

export type Network = keyof typeof networks

const maps = 'https://www.google.com/maps'

/** A place as map services write it in few letters, with the city: "PM7F+CC Riyadh". */
const plusCode = /\b[23456789CFGHJMPQRVWX]{4,8}\+[23456789CFGHJMPQRVWX]{2,3}\b/i

/**
 * The address on the web that a text is or contains: without a scheme, with a mistyped one, in quotation marks,
 * in the code of an embedded page.
 * @returns http or https without a user's name; null for anything else
 */
export function webHref(text: string): string | null {
  const written = text.replace(marks, '').trim()
  if (forbidden.test(written.replace(/[\s\u0000]/g, ''))) return null
  return hrefOf(written) ?? hrefOf(embedded.exec(written)?.[0].replaceAll('&amp;', '&') ?? '')
}

/** The address of an account in a social network: of its page, or of the account's name such as "@tayyar". */
export function socialHref(network: Network, text: string): string | null {
  const { handle, base } = networks[network]
  const href = webHref(text)
  if (href !== null) return href
  const written = plainTextOf(text)
  const name = written.replace(/^@\s*/, '')
  if (!handle.test(name) || !/\p{L}/u.test(name)) return null
  // A single word might be a word.
  const isName = written !== name || (/^[\w.-]{5,}$/.test(name) && !noHandle.test(name))
  return isName ? base + encodeURI(name) : null
}

/** The map of a text: an address on the web, the code of an embedded map, `geo:`, coordinates, a plus code. */
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

/** A text without the signs behind an address, and without brackets that it does not open. */
function withoutEnd(text: string) {
  const hasOpened = /[([]/.test(text)
  let end = text.length
  // A pattern would look for its end from each sign: a text of two thousand would take seconds.
  for (; end > 0; end -= 1) {
    const sign = text.charAt(end - 1)
    const isEnd = endSign.test(sign) || (!hasOpened && /[)\]]/.test(sign))
    if (!isEnd) break
  }
  return text.slice(0, end)
}
