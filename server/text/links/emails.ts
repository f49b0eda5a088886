import { mailAddressOf, mailDomainOf, maxMailLengths } from '../mail-address.ts'
import { unseen, withPlainCharacters } from '../plain-characters.ts'
import { hrefsOf, linkedText, type FoundLink, type TextPart } from './linked-text.ts'

/**
 * An address within a text: after a bracket or a colon, before a comma or a full stop, with spaces around its @.
 * The name of its mailbox may have letters of any script, as some mail servers allow.
 */
const address = new RegExp(
  `(?<![\\p{L}\\p{N}_@.])[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}${unseen}.!#$%&'*+=?^_\`{|}~-]*` +
    `[ ${unseen}]*@[ ${unseen}]*` +
    `((?:[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}${unseen}-]*[\\p{L}\\p{M}\\p{N}])?\\.${unseen}*)+` +
    `(?:xn--[a-z\\d-]+|[\\p{L}\\p{M}]{2,}))(?![\\p{L}\\p{M}\\p{N}@])`,
  'giu',
)

/** A sign that a mailto link takes as it is. */
const unescaped = /[^\w.!'*+~-]/gu

const scheme = 'mailto:'

/** The mail addresses of a text as mailto links; only the text where it has none. */
export function emailParts(text: string): TextPart[] {
  return linkedText(text, findEmails(text))
}

/** The first mail address of a text that every mail server takes. */
export function findMailAddress(text: string) {
  const found = hrefsOf(emailParts(text))
    .map(addressOf)
    .find((each) => mailAddressOf(each))
  return found ?? null
}

/** The mail address of a mailto link made here. */
export function addressOf(href: string) {
  return decodeURIComponent(href.slice(scheme.length))
}

function findEmails(text: string): FoundLink[] {
  return [...withPlainCharacters(text).matchAll(address)].flatMap(({ index, 0: written }) => {
    const plain = written.replaceAll(unseen, '').replaceAll(' ', '')
    const at = plain.lastIndexOf('@')
    const [name, domain] = [plain.slice(0, at), mailDomainOf(plain.slice(at + 1))]
    if (domain === null || name.length > maxMailLengths.mailbox) return []
    const href = `${scheme}${name.replace(unescaped, encodeURIComponent)}@${domain}`
    return [{ start: index, end: index + written.length, href }]
  })
}
