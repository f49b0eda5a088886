import type { ContentLanguage } from '../../content/content-types.ts'
import { directLine, isolate, markForSubject } from '@site/arabic-text/directions'
import { dayIn, formatClock, formatDay, type TimeZone } from '@site/arabic-text/local-time'
import type { EnquiryMessage, EnquiryItem, Enquiry } from '../enquiry.ts'
import { messageWords, type MessageWords } from './words.ts'
import { sizeText } from '../../text/file-names.ts'
import { csvLines, csvStart } from '@site/tables/write-tables'

/** The facts that a message to the company adds to the enquiry. */
export interface MessageContext {
  /** The site's. */
  host: string
  /** The addresses of the enquiry's files; empty if they are attached. */
  urls: readonly string[]
  /** The company's: times are in it. */
  timeZone: TimeZone
}

/** One labelled fact of an enquiry. */
interface Fact {
  name: keyof MessageWords['labels']
  value: string
}

/**
 * Maximum length of a sender in a subject, in UTF-16 code units: longer names would hide the rest.
 */
const maxSender = 60

/** Builds the one-line subject of the message to the company. */
export function subjectOf({ reference, revision, enquiry }: EnquiryMessage) {
  const { language, items, hasManyLinks } = enquiry
  const words = messageWords[language]
  const sender = markForSubject(headerText(truncate(enquiry.company || enquiry.name)), language)
  const kind = words.kind(items.length > 0)
  const parts = [
    hasManyLinks ? words.manyLinksMark : '',
    words.subject(kind, markForSubject(reference, language), sender),
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
export function factsOf(
  { reference, receivedAt, enquiry }: EnquiryMessage,
  { urls, timeZone }: Omit<MessageContext, 'host'>,
): Fact[] {
  const { language, name, company, city, phone, email } = enquiry
  const facts: Fact[] = [
    { name: 'reference', value: reference },
    { name: 'revises', value: enquiry.revises },
    { name: 'received', value: timeText(receivedAt, language, timeZone) },
    { name: 'name', value: name },
    { name: 'company', value: company },
    { name: 'city', value: city },
    { name: 'phone', value: phone },
    { name: 'email', value: email },
    ...enquiry.files.flatMap(({ name, size }, at): Fact[] => [
      { name: 'file', value: `${name} (${sizeText(size)})` },
      { name: 'file', value: urls[at] ?? '' },
    ]),
  ]
  return facts.filter(({ value }) => value !== '')
}

/** Formats a time in the company's time zone: "23 November 2026, 21:13 (Riyadh time)". */
function timeText(ms: number, language: ContentLanguage, { zone, city }: TimeZone) {
  const { intl, time } = messageWords[language]
  return time(formatDay(dayIn(ms, zone), intl), formatClock(ms, zone), city[language])
}

/** Lists what the reader should know before the facts. */
export function notesOf({ revision, enquiry }: EnquiryMessage) {
  const words = messageWords[enquiry.language]
  return [
    ...(revision > 1 ? [words.revisionNote] : []),
    ...(enquiry.hasManyLinks ? [words.manyLinksNote] : []),
  ]
}

/** Builds the message to the company as plain text, one fact per line. */
export function textLines(message: EnquiryMessage, context: MessageContext): string[] {
  const { enquiry } = message
  const { language, items } = enquiry
  const words = messageWords[language]
  const facts = factsOf(message, context).map(
    ({ name, value }) => `${words.labels[name]}: ${isolate(value, language)}`,
  )
  const productLines = items.flatMap((item, at) => itemLines(item, at + 1, message))
  const lines = [
    `${words.kind(items.length > 0)}. ${words.sentFrom(isolate(context.host, language))}`,
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
  const { title, quantity, saleUnit, code, note, asked, url } = item
  const unit = saleUnit === '' ? '' : ` (${isolate(saleUnit, language)})`
  const orderCode = code === '' ? '' : ` (${isolate(code, language)})`
  return [
    `${number}) ${labels.quantity} ${quantity ?? labels.unstated}${unit}: ${isolate(title, language)}${orderCode}`,
    ...(asked === '' || asked === title ? [] : [`${labels.asked}: ${isolate(asked, language)}`]),
    ...(note === '' ? [] : [`${labels.note}: ${isolate(note, language)}`]),
    ...(url === '' ? [] : [isolate(url, language)]),
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

/** Formats the products of an enquiry as CSV; those of a buyer's list after what the buyer wrote. */
export function itemsCsv({ language, items }: Enquiry) {
  const { labels } = messageWords[language]
  const isOfList = hasAsked(items)
  const heads = ['code', 'product', 'quantity', 'unit', 'note', 'page'] as const
  const rows = items.map(({ code, title, quantity, saleUnit, note, asked, url }) => [
    ...(isOfList ? [asked] : []),
    ...[
      code,
      code === '' && url === '' && asked !== '' ? '' : title,
      quantity ?? labels.unstated,
      saleUnit,
      note,
      url,
    ],
  ])
  const columns = [...(isOfList ? (['asked'] as const) : []), ...heads]
  return csvStart + csvLines([columns.map((name) => labels[name]), ...rows])
}

/** Whether products come from a buyer's list. */
export function hasAsked(items: readonly EnquiryItem[]) {
  return items.some(({ asked }) => asked !== '')
}
