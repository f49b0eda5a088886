import { domainToASCII } from 'node:url'

/** Letters, digits and the signs that mail programs allow, as in the HTML standard; dots between them only. */
const mailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** In characters (RFC 5321). */
export const maxMailLengths = { mailbox: 64, address: 254 }

/**
 * A mail address as mail servers take it: a domain in another script than Latin becomes punycode (RFC 5891).
 * @returns null for anything but one address and nothing else: no name, no list, no line break
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

/** A label: no hyphen at its ends. The last one is letters, or punycode of them. */
const asciiDomain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i

/** @returns null for anything but a domain; in Latin letters as it was written */
export function mailDomainOf(text: string) {
  // A URL's host: escapes and other signs would be decoded.
  if (!/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(text)) return null
  const ascii = domainToASCII(text)
  if (!asciiDomain.test(ascii)) return null
  return ascii === text.toLowerCase() ? text : ascii
}
