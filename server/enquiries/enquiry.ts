import { createHmac, randomBytes } from 'node:crypto'
import type { ContentLanguage } from '../content/content-calls.ts'
import { stripUnprintable } from '../content/posts/post-fields.ts'
import { withLatinDigits } from '../text/characters.ts'
import { readClaim, signClaim } from '../signatures.ts'

/**
 * An enquiry was not accepted:
 * - conflict: its form was sent with too many different contents, or its reference belongs to another
 *   form; it can be sent with a new form
 * - unavailable: it could neither be stored nor delivered
 */
export class EnquiryRefused extends Error {
  override name = 'EnquiryRefused'

  constructor(
    readonly kind: 'conflict' | 'unavailable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What a visitor asks for, as it is stored and delivered. Its texts are cleaned once more (clean-enquiry.ts), and may be empty. */
export interface Enquiry {
  /** The id of the form it was sent with (form-token.ts): the same form again is the same enquiry. */
  form: string
  /** Of the page with the form, and so of the messages about it. */
  language: ContentLanguage
  name: string
  email: string
  /** As the visitor wrote it, with digits 0 to 9. */
  phone: string
  company: string
  city: string
  /** With line breaks as \n. */
  message: string
  items: EnquiryItem[]
  /** Whether it has so many links that its reader should be warned. */
  hasManyLinks: boolean
  /** Whether the visitor may get a confirmation by mail (submission-limit.ts). */
  mayConfirm: boolean
}

/** A product that is asked for. */
export interface EnquiryItem {
  /** As in the list: of the product, or of one of its order codes. */
  id: string
  /** In the enquiry's language; the id where the product could not be read. */
  title: string
  /** The order code; empty for a product without. */
  code: string
  quantity: number
  note: string
  /** Of the product's page, absolute; empty where the product could not be read. */
  url: string
}

/** An enquiry on its way to the company. */
export interface EnquiryMessage {
  reference: string
  /** From 1; higher for what the visitor changed and sent again with the same form. */
  revision: number
  /** Ms since the epoch. */
  receivedAt: number
  enquiry: Enquiry
}

/** Equal for equal messages: a receiver that knows the key has the message already. */
export function keyOf({ reference, revision }: Pick<EnquiryMessage, 'reference' | 'revision'>) {
  return revision === 1 ? reference : `${reference}.${revision}`
}

/** Characters that isolate or override the direction of what follows them, and invisible ones. */
const invisible = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Marks of direction: people's programs put them into long texts, where they are harmless. */
const marks = /[\u061c\u200e\u200f]/g

/**
 * An enquiry whose texts can do no harm in any message: fields of one line, without control characters and
 * direction overrides, and addresses that a browser may open. The form has cleaned them already; what is
 * stored and delivered does not rely on it.
 */
export function cleanEnquiry(enquiry: Enquiry): Enquiry {
  const { form, language, hasManyLinks, mayConfirm } = enquiry
  return {
    form,
    language,
    name: cleanLine(enquiry.name),
    email: cleanLine(enquiry.email),
    phone: cleanLine(enquiry.phone),
    company: cleanLine(enquiry.company),
    city: cleanLine(enquiry.city),
    message: cleanLines(enquiry.message),
    items: enquiry.items.map(cleanItem),
    hasManyLinks,
    mayConfirm,
  }
}

function cleanItem({ id, title, code, quantity, note, url }: EnquiryItem): EnquiryItem {
  return {
    id: cleanLine(id),
    title: cleanLine(title),
    code: cleanLine(code),
    quantity,
    note: cleanLine(note),
    url: /^https?:\/\/[^\s"'<>]+$/i.test(url) ? url : '',
  }
}

/** A text on one line. */
export function cleanLine(text: string) {
  return cleanLines(text).replace(marks, '').replace(/\s+/g, ' ').trim()
}

/** A text with its line breaks as \n. */
export function cleanLines(text: string) {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return stripUnprintable(lines).replace(invisible, '').trim()
}

/**
 * People read references out on the phone and copy them by hand, so of symbols that look alike only one
 * is used, or none: no 0 O Q, no 1 I L, no S (5), no Z (2), no G (6), no B (8).
 */
const alphabet = 'ACDEFHJKMNPRTUVWXY23456789'
const base = alphabet.length

/** 26^7 is 8 billion: with 10,000 enquiries remembered, one in 800,000 new ones meets a taken reference. */
const symbols = 7

/** Spaces, dashes of any kind and direction marks, as they come from other programs. */
const separators = /[\s\p{Pd}\u2212\u200e\u200f\u061c\u2066-\u2069]/gu

/** No spelling of a reference is longer. */
const maxLength = 40

/**
 * The reference of an enquiry, such as `K7M2-9XCA`. It follows from the form alone, so that a form sent twice
 * has one reference even if one of the two could not be stored.
 * @param form its id
 * @param secret the site's
 */
export function referenceOf(form: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`enquiry reference\n${form}`).digest()
  // Of 64 bits, so that no symbol is noticeably more frequent.
  let rest = digest.readBigUInt64BE(0)
  let text = ''
  for (let at = 0; at < symbols; at += 1) {
    text += alphabet.charAt(Number(rest % BigInt(base)))
    rest /= BigInt(base)
  }
  return format(text + checkSymbolOf(text))
}

/**
 * Reads a reference as people type it: in lower case, without the hyphen, with spaces or with Arabic digits.
 * @returns the reference as it was issued; null if it is none, or a symbol is wrong
 */
export function parseReference(text: string): string | null {
  if (text.length > maxLength) return null
  const plain = withLatinDigits(text.normalize('NFKC')).replace(separators, '').toUpperCase()
  const isComplete = plain.length === symbols + 1
  if (!isComplete || [...plain].some((symbol) => !alphabet.includes(symbol))) return null
  const written = plain.slice(0, symbols)
  return plain === written + checkSymbolOf(written) ? format(plain) : null
}

/**
 * The Luhn algorithm modulo 26: finds every single wrong symbol, and two swapped neighbours unless they are
 * the first and the last of the alphabet.
 */
function checkSymbolOf(text: string) {
  let sum = 0
  for (const [at, symbol] of [...text].reverse().entries()) {
    const product = alphabet.indexOf(symbol) * (at % 2 === 0 ? 2 : 1)
    sum += Math.floor(product / base) + (product % base)
  }
  return alphabet.charAt((base - (sum % base)) % base)
}

function format(plain: string) {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

/** No person reads a form, fills it in and sends it in less, ms. */
export const minAgeMs = 2_000

/** A form that stays open longer is sent with a new token, ms. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** Distinguishes it from the site's other signed texts. */
const prefix = 'form'

/** The token of a form: when it was made, and a random id, signed. */
export function issueFormToken(secret: string, now = Date.now()) {
  const id = randomBytes(12).toString('base64url')
  return signClaim(`${prefix}.${now.toString(36)}.${id}`, secret)
}

interface FormToken {
  /** Different for each form. */
  form: string
  age: 'valid' | 'early' | 'late'
}

/** @returns null for a text that is not a token of this site's */
export function readFormToken(token: string, secret: string, now = Date.now()): FormToken | null {
  const [kind, madeAt = '', form = ''] = readClaim(token, secret)?.split('.') ?? []
  if (kind !== prefix) return null
  const age = now - Number.parseInt(madeAt, 36)
  return { form, age: age < minAgeMs ? 'early' : age > maxAgeMs ? 'late' : 'valid' }
}
