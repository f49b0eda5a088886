import { addressOf, contactLinksOf, findPhones, hrefsOf } from '@site/arabic-text/linked-text'
import { isReadable } from '@site/arabic-text/characters'
import { contactOf, type Branch } from '../content/content.server'
import { coordinatesOf } from './branch-view.server'

const encoder = new TextEncoder()

/** The maximum line length of a vCard, octets without the line break. */
const maxLineOctets = 75

/**
 * A branch as a vCard 4.0 (RFC 6350), for phones and mail programs.
 * @param names the contact's name, the company, the branch's page, its IANA time zone, and the names of the country
 */
export function vcardOf(
  branch: Branch,
  names: { name: string; company: string; url: string; zone: string | null; countries: string[] },
): string {
  const { email1, adress1 } = contactLinksOf(contactOf(branch), undefined)
  const [unit, place] = [escapeText(branch.postTitle), coordinatesOf(branch)]
  const address = addressParts(adress1, names.countries).map(escapeText)
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'KIND:org',
    `FN:${escapeText(names.name)}`,
    `N:${escapeText(names.name)};;;;`,
    names.company && `ORG:${escapeText(names.company)}${unit && `;${unit}`}`,
    ...phonesOf(branch).map((phone) => `TEL;TYPE="work,voice":${phone}`),
    ...hrefsOf(email1).map((href) => `EMAIL;TYPE=work:${escapeText(addressOf(href))}`),
    address.join('') && `ADR;TYPE=work;LABEL="${escapeParameter(adress1)}":;;${address.join(';')}`,
    place && `GEO:geo:${place}`,
    `URL:${names.url}`,
    names.zone && `TZ:${names.zone}`,
    'END:VCARD',
  ]
  return lines.flatMap((line) => (line ? [`${foldLine(line)}\r\n`] : [])).join('')
}

/**
 * Splits an address into the components of a vCard. The content has it in one field, as people write it: the town is at
 * its end, perhaps with a postal code, and before the country.
 * @param countries the names by which an address may name the country
 * @returns street, town, region, postal code and country, each empty where it is not known
 */
function addressParts(address: string, countries: string[]) {
  const written = removeInvisible(address)
  const [before, end] = splitLast(written)
  const country = countries.some((name) => end.includes(name)) ? end : ''
  const rest = country ? before : written
  const [street, last] = splitLast(rest)
  const [, town = '', code = ''] = /^(\D+?)\s*([\d٠-٩]{5}(?:-[\d٠-٩]{4})?)?$/.exec(last) ?? []
  return [town ? street : rest, town, '', code, country]
}

/** @returns a text without what stands after its last comma or line break, and that; empty if it has neither */
function splitLast(text: string) {
  const [, before = text, last = ''] = /^(.*?)\s*[,،;؛\n]\s*([^,،;؛\n]*)$/s.exec(text) ?? []
  return [before, last] as const
}

/** Lists the numbers that address books dial as written: digits with spaces or hyphens. */
function phonesOf({ phone1 }: Branch) {
  return findPhones(phone1).map(({ start, end, href }) => {
    const dialled = href.replace(/^tel:/, '')
    const written = removeInvisible(phone1.slice(start, end)).replace(/\s/g, ' ')
    return written.replace(/[ -]/g, '') === dialled ? written : dialled
  })
}

/** A file name that is valid on every system. */
export function vcardFileName(id: string) {
  const name = id.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${name.slice(0, 60) || 'branch'}.vcf`
}

function escapeText(text: string) {
  return removeInvisible(text)
    .replace(/[\\,;]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n')
}

/** Parameter values are escaped differently: RFC 6868. */
function escapeParameter(text: string) {
  const escapes: Record<string, string> = { '^': '^^', '"': "^'", '\n': '^n' }
  return removeInvisible(text).replace(/[\^"\n]/g, (character) => escapes[character] ?? character)
}

/**
 * Removes control characters, and direction marks pasted with a number.
 * @returns empty if there is nothing to read
 */
function removeInvisible(text: string) {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(
      /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]/g,
      '',
    )
    .toWellFormed()
    .trim()
  return isReadable(clean) ? clean : ''
}

/** Folds a long line: each continuation line starts with a space. Never splits a character. */
function foldLine(line: string) {
  let length = 0
  return [...line]
    .map((character) => {
      const size = encoder.encode(character).length
      length += size
      if (length <= maxLineOctets) return character
      length = size + 1
      return `\r\n ${character}`
    })
    .join('')
}
