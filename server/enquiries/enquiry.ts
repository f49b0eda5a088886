import { createHmac, randomBytes } from 'node:crypto'
import type { ContentLanguage } from '../content/content-types.ts'
import { stripUnprintable } from '@site/arabic-text/characters'
import { withLatinDigits } from '@site/arabic-text/characters'
import { isSame, readClaim, signClaim } from '../signatures.ts'
import type { StoredFile } from '../uploads/uploads.ts'

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

/** The outbox failed, or did not reply in time. The message is for operators. */
export class OutboxUnavailable extends Error {
  override name = 'OutboxUnavailable'
}

/**
 * A visitor's enquiry, as stored and delivered. Its texts are sanitised by `cleanEnquiry`, and may
 * be empty.
 */
export interface Enquiry {
  /** The ID of its form token: submitting the same form again is the same enquiry. */
  form: string
  /** The language of the form's page, and of the messages about the enquiry. */
  language: ContentLanguage
  name: string
  email: string
  /** The visitor's text, with digits 0 to 9. */
  phone: string
  company: string
  city: string
  /** With line breaks as \n. */
  message: string
  items: EnquiryItem[]
  files: StoredFile[]
  /** The reference of the enquiry that it revises; empty for none. */
  revises: string
  /** Whether it has so many links that its reader should be warned. */
  hasManyLinks: boolean
  /** Whether the visitor may get a confirmation by mail (submission-limit.ts). */
  mayConfirm: boolean
}

/** A product asked for, or a line of a buyer's list; `id` and `code` are empty if no product was found for it. */
export interface EnquiryItem {
  /** The ID in the quotation list, of a product or one of its order codes. */
  id: string
  /** In the enquiry's language; the ID if the product could not be read. */
  title: string
  /** The order code; empty for a product without one. */
  code: string
  /** Whole, from 0; null if the buyer's list does not state it, and the visitor leaves it to the company. */
  quantity: number | null
  /** The unit in which it is sold, such as "metre"; empty for pieces, as if it is unknown. */
  saleUnit: string
  note: string
  /** A line of a buyer's own list, in their words; empty for a product from the site's list. */
  asked: string
  /** The absolute URL of the product's page; empty if the product could not be read. */
  url: string
}

/** An enquiry to be delivered to the company. */
export interface EnquiryMessage {
  reference: string
  /** From 1; increases when the visitor changes the enquiry and sends the same form again. */
  revision: number
  /** Ms since the epoch. */
  receivedAt: number
  /** Earlier attempts to deliver it; absent for one that is not stored, which has no link. */
  attempts?: number
  enquiry: Enquiry
}

/** Returns the idempotency key of a message: a receiver that knows it already has the message. */
export function enquiryKeyOf({
  reference,
  revision,
}: Pick<EnquiryMessage, 'reference' | 'revision'>) {
  return revision === 1 ? reference : `${reference}.${revision}`
}

/** Characters that isolate or override direction, and invisible ones. */
const invisible = /[\u200b\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Direction marks; harmless in long texts, where programs insert them. */
const marks = /[\u061c\u200e\u200f]/g

/**
 * Sanitises all texts of an enquiry for any kind of message: single-line fields, no control
 * characters or direction overrides, only http and https addresses. The form has sanitised them
 * already; storage and delivery do not rely on that.
 */
export function cleanEnquiry(enquiry: Enquiry): Enquiry {
  const { form, language, files, revises, hasManyLinks, mayConfirm } = enquiry
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
    files,
    revises,
    hasManyLinks,
    mayConfirm,
  }
}

function cleanItem({ quantity, url, ...texts }: EnquiryItem): EnquiryItem {
  return {
    id: cleanLine(texts.id),
    title: cleanLine(texts.title),
    code: cleanLine(texts.code),
    quantity,
    saleUnit: cleanLine(texts.saleUnit),
    note: cleanLine(texts.note),
    asked: cleanLine(texts.asked),
    url: /^https?:\/\/[^\s"'<>]+$/i.test(url) ? url : '',
  }
}

/** Sanitises a text to a single line. */
export function cleanLine(text: string) {
  return cleanLines(text).replace(marks, '').replace(/\s+/g, ' ').trim()
}

/** Sanitises a text, with its line breaks as \n. */
export function cleanLines(text: string) {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  return stripUnprintable(lines).replace(invisible, '').trim()
}

/**
 * Symbols of references, which people read out on the phone and copy by hand: of symbols that look
 * alike, one at most is used. So there is no 0 O Q, 1 I L, S (5), Z (2), G (6) or B (8).
 */
const alphabet = 'ACDEFHJKMNPRTUVWXY23456789'
const base = alphabet.length

/** 26^7 is 8 billion: with 10,000 enquiries remembered, one in 800,000 new ones collides. */
const symbols = 7

/** Spaces, any kind of dash, and direction marks, as other programs insert them. */
const separators = /[\s\p{Pd}\u2212\u200e\u200f\u061c\u2066-\u2069]/gu

/** No spelling of a reference is longer. */
const maxLength = 40

/**
 * Derives the reference of an enquiry, such as `K7M2-9XCA`, from its form alone, so that a form
 * sent twice has one reference even if one of the two could not be stored.
 * @param form its ID
 * @param secret the site's secret
 */
export function referenceOf(form: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`enquiry reference\n${form}`).digest()
  // 64 bits make the modulo bias negligible.
  let rest = digest.readBigUInt64BE(0)
  let text = ''
  for (let at = 0; at < symbols; at += 1) {
    text += alphabet.charAt(Number(rest % BigInt(base)))
    rest /= BigInt(base)
  }
  return format(text + checkSymbolOf(text))
}

/**
 * Returns the path of the link that opens an enquiry, for as long as it is stored and not withdrawn.
 * @param language of a link that is kept: the browser that opens it may know no other
 */
export function linkOf(reference: string, secret: string, language?: string) {
  const path = `/enquiry/${reference}?key=${linkKeyOf(reference, secret)}`
  return language === undefined ? path : `${path}&lang=${language}`
}

/**
 * Reads which enquiry its reader may see.
 * @param token `reference.key`, both as in its link
 * @returns the reference; null for a wrong key
 */
export function readLinkToken(token: string, secret: string): string | null {
  const [reference = ''] = token.split('.', 1)
  return isSame(token, `${reference}.${linkKeyOf(reference, secret)}`) ? reference : null
}

function linkKeyOf(reference: string, secret: string) {
  return createHmac('sha256', secret).update(`enquiry link\n${reference}`).digest('base64url')
}

/**
 * Parses a reference as people type it: in lower case, without the hyphen, with spaces or Arabic
 * digits.
 * @returns the reference as issued; null if it is malformed or its check symbol is wrong
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
 * Luhn algorithm modulo 26: detects every single wrong symbol, and swapped neighbours except the
 * first and last symbol of the alphabet.
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

/** Minimum age of a form, ms: nobody reads, fills in and sends one faster. */
export const minAgeMs = 2_000

/** Maximum age of a form, ms; an older one must be sent again with a new token. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** Distinguishes form tokens from the site's other signed claims. */
const prefix = 'form'

/** Issues the token of a form: time of issue and a random ID, signed. */
export function issueFormToken(secret: string, now = Date.now()) {
  const id = randomBytes(12).toString('base64url')
  return signClaim(`${prefix}.${now.toString(36)}.${id}`, secret)
}

interface FormToken {
  /** Unique ID of the form. */
  form: string
  age: 'valid' | 'early' | 'late'
}

/** @returns null unless the text is a token of this site */
export function readFormToken(token: string, secret: string, now = Date.now()): FormToken | null {
  const [kind, madeAt = '', form = ''] = readClaim(token, secret)?.split('.') ?? []
  if (kind !== prefix) return null
  const age = now - Number.parseInt(madeAt, 36)
  return { form, age: age < minAgeMs ? 'early' : age > maxAgeMs ? 'late' : 'valid' }
}

/** How long a visitor's words are kept after their delivery, days (docs/privacy.md). */
export const keepDays = 30

export type EnquiryState = (typeof enquiryStates)[number]

export const enquiryStates = ['waiting', 'delivered', 'failed'] as const
