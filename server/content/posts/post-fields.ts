import { cleanText } from '@site/arabic-text/characters'
import { isFileName, encodeFileName, decodeFileName } from '@site/content-folder/file-names'
import { z } from 'zod'
import type { ImageWidth } from '../../files/image-base.ts'
import { withBreakableSpaces } from '@site/arabic-text/directions'

/** IDs appear in URLs of up to 2 KB, where one Arabic letter takes six characters. */
const maxIdLength = 300

/** Parsed to a string. A number beyond 2^53 has already lost digits, so it is rejected. */
export const id = z.union([
  z
    .string()
    .trim()
    .min(1)
    .max(maxIdLength)
    .refine((text) => text === cleanText(text)),
  z
    .number()
    .refine((number) => Number.isSafeInteger(number))
    .transform(String),
])

/** Whether a text, such as a route parameter, can be a post ID. */
export function isPostId(text: string) {
  return id.safeParse(text).data === text
}

/** The width of the text column on most screens, in pixels; one of the image widths. */
const imageWidth: ImageWidth = 800

/** Path of images, both in an API and on this site; a folder may precede it. */
const imagePath = '/images/post/'

const isPicture = (name: string) => isFileName(name) && /\.(png|jpe?g|webp|gif|avif)$/i.test(name)

/**
 * Maps an image in a text to our own image URL, served from the same image base.
 * @returns empty for anything but an image
 */
export function pictureAddress(source: string) {
  const path = source.trim().split(/[?#]/)[0] ?? ''
  const start = path.lastIndexOf(imagePath)
  const names = [
    start < 0 ? '' : path.slice(start + imagePath.length),
    path.slice(path.lastIndexOf('/') + 1),
  ]
  const file = names.map(decodeFileName).find(isPicture)
  return file === undefined ? '' : `${imagePath}${encodeFileName(file)}?w=${imageWidth}`
}

/** Named entities that systems write instead of characters. */
const entities = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '' },
    ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', laquo: '«', raquo: '»' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', sbquo: '‚', bdquo: '„' },
    ...{ copy: '©', reg: '®', trade: '™', deg: '°', micro: 'µ', times: '×', divide: '÷' },
    ...{ plusmn: '±', sup1: '¹', sup2: '²', sup3: '³', frac12: '½', frac14: '¼', frac34: '¾' },
    ...{ le: '≤', ge: '≥', ne: '≠', asymp: '≈', minus: '−', radic: '√', infin: '∞', empty: '∅' },
    ...{ Omega: 'Ω', omega: 'ω', mu: 'μ', phi: 'φ', Phi: 'Φ', alpha: 'α', beta: 'β', Delta: 'Δ' },
    ...{ euro: '€', pound: '£', cent: '¢', yen: '¥', sect: '§', para: '¶', eacute: 'é', uuml: 'ü' },
    ...{ zwj: '\u200d', zwnj: '\u200c', lrm: '\u200e', rlm: '\u200f' },
  }),
)

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}\d{0,2}));/gi

/** A formatting element with both its tags. */
const wrapped =
  /<(b|strong|i|em|u|s|span|font|small|big|p|div|h[1-6]|a|center)(?:\s[^<>]*)?>([^<>]*)<\/\1\s*>/gi
const block = /^(?:p|div|h[1-6]|center)$/i
const lineBreak = /<\/?br\s*\/?>/gi
const script = /<(sup|sub)>(\d{1,4})<\/\1>/gi

const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const lowered = [...'₀₁₂₃₄₅₆₇₈₉']

/** Exceeds the limit of any plain field. */
const maxLength = 8_000

/** Maximum nesting of formatting. */
const maxLevels = 4

/**
 * Parses a plain-text field, removing the encoding and formatting of a system or an editor. It is
 * decoded once, if every ampersand begins an entity, so that "P&ID" and "A < B" stay as they are.
 */
export function plainField(value: string) {
  const text = cleanText(value)
  // Longer fields are truncated anyway.
  if (text.length > maxLength || !/[&<]/.test(text)) return text
  const decoded = decodeOnce(text)
  const plain = withoutFormatting(decoded)
  return plain === text ? text : cleanText(withBreakableSpaces(plain).replace(/ {2,}/g, ' '))
}

function decodeOnce(text: string) {
  let known = 0
  const decoded = text.replace(
    entity,
    (written: string, decimal?: string, hex?: string, name?: string) => {
      const sign =
        name === undefined
          ? signOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
          : entities.get(name)
      if (sign === undefined) return written
      known += 1
      return sign
    },
  )
  // A bare ampersand shows that nothing was encoded.
  return known === text.split('&').length - 1 ? decoded : text
}

function signOf(code: number) {
  return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

function withoutFormatting(text: string) {
  if (!text.includes('<')) return text
  let plain = text.replace(lineBreak, ' ').replace(script, (_, tag: string, digits: string) => {
    const signs = tag.toLowerCase() === 'sup' ? raised : lowered
    return digits.replace(/\d/g, (digit) => signs[Number(digit)] ?? digit)
  })
  for (let level = 0; level < maxLevels; level += 1) {
    const inner = plain.replace(wrapped, (_, tag: string, content: string) =>
      block.test(tag) ? ` ${content} ` : content,
    )
    if (inner === plain) break
    plain = inner
  }
  return plain
}

const plainFields = new Set([
  ...['postTitle', 'postSubTitle', 'openingHours', 'priceNote', 'fileTitle', 'code', 'name'],
  ...['value', 'unit'],
])

/** Encodes a field for storage, so that parsing a plain field again yields the same text. */
export function storedValue(name: string, value: unknown) {
  if (typeof value !== 'string' || !plainFields.has(name) || plainField(value) === value) {
    return value
  }
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A company's contact fields, named as in the API. */
export const contactFields = [
  'adress1',
  'email1',
  'phone1',
  'mapUrl',
  'facebook',
  'youtube',
  'whatsapp',
  'telegram',
  'tweeter',
  'instagram',
] as const

export type Contact = Record<(typeof contactFields)[number], string>
