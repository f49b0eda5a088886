import type { ContentLanguage } from '../../content/content-calls.ts'
import { timeText } from '../../text/dates.ts'
import { isMailAddress } from '../../text/linked-text.ts'
import type { EnquiryMessage, EnquiryItem, Enquiry } from '../enquiry.ts'
import { messageWords, type MessageWords } from './words.ts'
import { csvLines, csvStart } from '../../text/csv.ts'

/** One labelled fact of an enquiry. */
export interface Fact {
  name: keyof MessageWords['labels']
  value: string
  /** Whether it reads from left to right in every language. */
  isLtr: boolean
}

/**
 * Maximum length of a sender in a subject, in UTF-16 code units: longer names would hide the rest.
 */
const maxSender = 60

/** Builds the one-line subject of the message to the company. */
export function subjectOf({ reference, revision, enquiry }: EnquiryMessage) {
  const { language, items, hasManyLinks } = enquiry
  const words = messageWords[language]
  const sender = isolate(headerText(truncate(enquiry.company || enquiry.name)), language)
  const kind = words.kind(items.length > 0)
  const parts = [
    hasManyLinks ? words.manyLinksMark : '',
    words.subject(kind, markLtr(reference, language), sender),
    revision > 1 ? words.revisionMark(revision) : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/**
 * Breaks up encoded words (RFC 2047) in a mail header: mail programs would decode them to anything
 * that sanitising had removed, such as a direction override.
 */
export function headerText(text: string) {
  return text.replaceAll('=?', '= ?')
}

/** Lists the non-empty facts of an enquiry, without its message and items. */
export function factsOf({ reference, receivedAt, enquiry }: EnquiryMessage): Fact[] {
  const { name, company, city, phone, email } = enquiry
  const facts: Fact[] = [
    { name: 'reference', value: reference, isLtr: true },
    { name: 'received', value: timeText(receivedAt), isLtr: true },
    { name: 'name', value: name, isLtr: false },
    { name: 'company', value: company, isLtr: false },
    { name: 'city', value: city, isLtr: false },
    { name: 'phone', value: phone, isLtr: true },
    { name: 'email', value: email, isLtr: isMailAddress(email) },
  ]
  return facts.filter(({ value }) => value !== '')
}

/** Lists what the reader should know before the facts. */
export function notesOf({ revision, enquiry }: EnquiryMessage) {
  const words = messageWords[enquiry.language]
  return [
    ...(revision > 1 ? [words.revisionNote] : []),
    ...(enquiry.hasManyLinks ? [words.manyLinksNote] : []),
  ]
}

/**
 * Builds the message to the company as plain text, one fact per line.
 * @param host of the site
 */
export function textLines(message: EnquiryMessage, host: string): string[] {
  const { enquiry } = message
  const { language, items } = enquiry
  const words = messageWords[language]
  const facts = factsOf(message).map(({ name, value, isLtr }) => {
    const shown = isLtr ? isolateLtr(value, language) : isolate(value, language)
    return `${words.labels[name]}: ${shown}`
  })
  const productLines = items.flatMap((item, at) => itemLines(item, at + 1, message))
  const lines = [
    `${words.kind(items.length > 0)}. ${words.sentFrom(isolateLtr(host, language))}`,
    ...notesOf(message),
    ...facts,
    ...(items.length > 0 ? [`${words.products(items.length)}:`, ...productLines] : []),
    ...messageLines(message),
  ]
  return lines.map((line) => directLine(line, language))
}

function itemLines(item: EnquiryItem, number: number, { enquiry }: EnquiryMessage) {
  const { language } = enquiry
  const { labels } = messageWords[language]
  const { title, quantity, code, note, url } = item
  const orderCode = code === '' ? '' : ` (${isolateLtr(code, language)})`
  return [
    // Number and quantity stay outside the isolate, so that they follow the line's direction.
    `${number}. ${quantity} × ${isolate(title, language)}${orderCode}`,
    ...(note === '' ? [] : [`${labels.note}: ${isolate(note, language)}`]),
    ...(url === '' ? [] : [isolateLtr(url, language)]),
  ]
}

/** Marks every line of the visitor's text, so that none looks like one of our facts. */
function messageLines({ enquiry: { language, message } }: EnquiryMessage) {
  if (message === '') return []
  const lines = message.split('\n').filter((line) => line.trim() !== '')
  return [
    `${messageWords[language].labels.message}:`,
    ...lines.map((line) => `| ${isolate(line, language)}`),
  ]
}

function truncate(text: string) {
  return text.length <= maxSender ? text : `${text.slice(0, maxSender).toWellFormed()}…`
}

/** Formats the products of an enquiry as CSV. */
export function itemsCsv({ language, items }: Enquiry) {
  const { labels } = messageWords[language]
  const heads = [labels.code, labels.product, labels.quantity, labels.note, labels.page]
  const rows = items.map(({ code, title, quantity, note, url }) => [
    code,
    title,
    quantity,
    note,
    url,
  ])
  return csvStart + csvLines([heads, ...rows])
}

/**
 * Unicode direction isolates and marks; text inside an isolate neither changes the direction around
 * it nor is changed by it.
 */
export const marks = {
  ltr: '\u2066',
  auto: '\u2068',
  end: '\u2069',
  leftToRight: '\u200e',
  rightToLeft: '\u200f',
}

/** Right-to-left letters. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Isolates a number, code, address or phone number in plain text as left-to-right. */
export function isolateLtr(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.ltr}${text}${marks.end}`
}

/** Isolates a visitor's text in plain text, with its own direction. */
export function isolate(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.auto}${text}${marks.end}`
}

/**
 * Marks a code in a subject as left-to-right: old mail programs show isolates as boxes, but support
 * this mark.
 */
export function markLtr(text: string, language: ContentLanguage) {
  return isPlain(text, language) ? text : `${marks.leftToRight}${text}${marks.leftToRight}`
}

/**
 * Sets the direction of a plain-text line to that of its language: mail programs derive it from the
 * first letter outside isolates, which a line may lack.
 */
export function directLine(line: string, language: ContentLanguage) {
  if (line === '' || isPlain(line, language)) return line
  return (language === 'Ar' ? marks.rightToLeft : marks.leftToRight) + line
}

/** Whether a text needs no marks: English within English stays readable where marks are shown. */
export function isPlain(text: string, language: ContentLanguage) {
  return text === '' || (language === 'En' && !rightToLeft.test(text))
}
