import type { Branch } from '../content/content.server'
import { webHref } from '../components/contact-hrefs'
import { coordinatesOf } from './branch-view.server'

const encoder = new TextEncoder()

/** The longest line of a vCard, octets without its line break. */
const longestLine = 75

/**
 * A branch as a contact for a phone or a mail program: vCard 4.0, RFC 6350.
 * @param names what the contact is called, the company, the page about the branch, its clock
 */
export function vcardOf(
  branch: Branch,
  names: { name: string; company: string; url: string; zone: string | null },
): string {
  const { postTitle, phone1, email1, adress1 } = branch
  const [unit, place] = [escaped(postTitle), coordinatesOf(branch)]
  const [phone, email, address] = [escaped(phone1), escaped(email1), escaped(adress1)]
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:org',
    `FN:${escaped(names.name)}`,
    `N:${escaped(names.name)};;;;`,
    `ORG:${escaped(names.company)}${unit && `;${unit}`}`,
    phone && `TEL;TYPE="work,voice":${phone}`,
    email && `EMAIL;TYPE=work:${email}`,
    // The content API has the address as one line; it stands where street addresses do.
    address && `ADR;TYPE=work;LABEL="${inQuotes(adress1)}":;;${address};;;;`,
    place && `GEO:geo:${place}`,
    webHref(names.url) && `URL:${names.url}`,
    names.zone && `TZ:${names.zone}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? [`${folded(line)}\r\n`] : [])).join('')
}

/** A file name that every system takes. */
export function vcardFileName(id: string) {
  const name = id.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${name.slice(0, 60) || 'branch'}.vcf`
}

function escaped(text: string) {
  return plain(text)
    .replace(/[\\,;]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, '\\n')
}

/** A parameter's value has signs of its own: RFC 6868. */
function inQuotes(text: string) {
  const signs: Record<string, string> = { '^': '^^', '"': "^'", '\n': '^n' }
  return plain(text).replace(/[\^"\n]/g, (sign) => signs[sign] ?? sign)
}

/**
 * Without what cannot stand in a contact: control characters, and marks pasted along with a number.
 * Empty where nothing is left that can be seen.
 */
function plain(text: string) {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(
      /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/g,
      '',
    )
    .toWellFormed()
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(clean) ? clean : ''
}

/** A long line goes on in the next after a space; no character is torn apart. */
function folded(line: string) {
  let length = 0
  return [...line]
    .map((character) => {
      const size = encoder.encode(character).length
      length += size
      if (length <= longestLine) return character
      length = size + 1
      return `\r\n ${character}`
    })
    .join('')
}
