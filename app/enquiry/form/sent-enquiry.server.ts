import { dayIn, formatClock, formatWeekday, workingDayAfter } from '@site/arabic-text/local-time'
import { readLine, readQuantity } from '@site/product-search/list'
import type { EnquiryItem } from '../../../server/enquiries/enquiry'
import type { EnquiryText } from '../../../server/enquiries/enquiries'
import { NotFound, type Content, type LoadContext } from '../../content/content.server'
import { formatDate } from '../../language/format'
import { languages } from '../../language/languages'
import { formatBytes } from '../../language/format-bytes'
import { linkedReference, type Enquiry } from '../enquiries.server'
import { listText, listViewOf } from '../list/quote-lines.server'
import { fits, maxItems } from '../quote-items'
import { fieldLengths, type EnquiryValues, type FormState } from './enquiry-fields'
import type { Sent } from './sent-lines'

/**
 * Finds the enquiry that a link opens.
 * @param token its reference and key: see `readLinkToken`
 * @param isSender whether this browser has sent it, and may know that it has arrived
 * @returns null for its sender, where it is not stored here, or cannot be read now
 * @throws NotFound for a wrong key as for an enquiry that is unknown, erased or withdrawn; OutboxUnavailable
 */
export async function findSent(context: LoadContext, token: string, isSender = false) {
  const reference = linkedReference(context, token)
  if (reference === null) throw new NotFound('Not a key')
  const found = await context.site.enquiries.find(reference).catch((error: unknown) => {
    if (isSender) return 'unknown' as const
    throw error
  })
  if (found === 'unknown' && isSender) return null
  if (typeof found === 'string') throw new NotFound('No such enquiry')
  return found
}

/** Shows an enquiry to its visitor, as it was sent. */
export function sentView({ t, lang, brand }: Content, found: EnquiryText): Sent {
  const { enquiry, receivedAt } = found
  const { zone, city } = brand.timeZone
  const day = formatDate(dayIn(receivedAt, zone), lang)
  const clock = formatClock(receivedAt, zone)
  const items = enquiry.items.flatMap(({ id, quantity, note }) =>
    id !== '' && quantity ? { id, quantity, note } : [],
  )
  return {
    time: t('enquiry.sent.at', { day, clock, city: city[lang] }),
    state: t(`enquiry.sent.states.${stateOf(found)}`),
    values: valuesOf(enquiry),
    lines: enquiry.items,
    items: items.length > 0 && fits(items) ? items : null,
    ...(enquiry.language !== lang && { language: enquiry.language }),
    files: enquiry.files.map(({ name, size }) => ({ name, size: formatBytes(size, lang) })),
  }
}

/** Says by which day an enquiry is answered; empty where the brand does not tell. */
export function answerBy({ t, lang, brand }: Content, { receivedAt }: EnquiryText) {
  const { answerDays, timeZone } = brand
  if (!answerDays) return ''
  const sent = dayIn(receivedAt, timeZone.zone)
  const day = workingDayAfter(sent, answerDays.within, answerDays.workDays)
  return t('enquiry.sent.answerBy', { day: formatWeekday(day, languages[lang].intl) })
}

/** One mailbox of the company that has it is enough. */
function stateOf({ state, attempts, mailboxes }: EnquiryText) {
  const isThere = state === 'delivered' || mailboxes.some((each) => each.state === 'delivered')
  if (isThere) return 'delivered'
  return attempts === 0 && state === 'waiting' ? 'received' : 'undelivered'
}

function valuesOf({ name, email, phone, company, city, message }: Enquiry): EnquiryValues {
  return { name, email, phone, company, city, message }
}

/**
 * Fills the form of a revision with what was sent before. Lines that its list cannot have, as those without a product,
 * are in its message; where they do not fit, it refers to them.
 * @param token of the earlier enquiry, which the new one names
 */
export async function revisionOf(
  source: { content: Content; context: LoadContext },
  { reference, enquiry }: EnquiryText,
  token: string,
): Promise<FormState> {
  const listed = enquiry.items
    .filter(({ id, quantity }, at, items) => {
      const isFirst = items.findIndex((each) => each.id === id) === at
      return id !== '' && quantity && isFirst
    })
    .slice(0, maxItems)
  const { form } = await listViewOf(
    source,
    listed.map(({ id, quantity }) => ({ id, quantity: quantity ?? 1 })),
  )
  const lines = form.lines.map((line, at) => {
    const note = listed[at] ? noteOf(source.content, listed[at], line.saleUnit) : ''
    return note === '' ? line : { ...line, note }
  })
  const others = enquiry.items.filter((item) => !listed.includes(item))
  const rest = [
    listText(source.content, others),
    others.length > 0 && source.content.t('enquiry.revise.others', { reference }),
  ]
  const message = rest
    .map((lines) => [enquiry.message, lines].filter(Boolean).join('\n'))
    .find(({ length }) => length <= fieldLengths.message)
  const values = valuesOf(enquiry)
  return {
    ...form,
    lines,
    revises: token,
    values: { ...values, message: message ?? values.message },
  }
}

/**
 * Returns the note of a line that is revised: its own, else the words that were asked for, unless they only repeat the
 * product. The quantity may change now, so they are without it; its unit stays where the product is sold in another one.
 */
function noteOf({ t }: Content, item: EnquiryItem, saleUnit: string) {
  const words = item.note || readLine(item.asked).words
  const asked = item.asked === '' ? '' : unitIn(item.saleUnit)
  const isOther = asked !== '' && asked !== 'each' && asked !== unitIn(saleUnit)
  const unit = isOther && `${t('quickList.columns.unit')}: ${t(`quickList.units.${asked}`)}`
  return [!repeatsProduct(words, item) && words, unit].filter(Boolean).join(' · ')
}

const unitIn = (text: string) => readQuantity(`1 ${text}`).unit

/** Whether a text has no words but those of a product's title and order code. */
function repeatsProduct(text: string, { title, code }: EnquiryItem) {
  // A line that was read has no vowel signs.
  const plain = (words: string) => {
    const folded = words.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
  }
  const without = (words: string, part: string) => words.replace(plain(part), '  ')
  return without(without(plain(text), title), code).trim() === ''
}
