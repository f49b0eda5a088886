import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { csvLines, csvStart } from '../../text/csv.ts'
import type { Enquiries, EnquiryText } from '../../enquiries/enquiries.ts'
import { enquiryStates } from '../../enquiries/outbox/outbox.ts'
import { parseReference } from '../../enquiries/reference.ts'
import { sendJson } from './admin-response.ts'

type OperatorsEnquiries = Pick<Enquiries, 'list' | 'listTexts' | 'retry'>

const columns = [
  ...['reference', 'revision', 'state', 'received', 'attempts', 'last error', 'delivered'],
  ...['language', 'name', 'company', 'city', 'phone', 'email', 'message', 'items', 'many links'],
]

/** Lists the enquiries: as JSON without what visitors wrote, as CSV with it. */
export async function handleEnquiries(
  response: ServerResponse,
  { searchParams }: URL,
  enquiries: OperatorsEnquiries,
) {
  const format = searchParams.get('format')
  if (format === 'csv') return sendTexts(response, enquiries)
  const requested = searchParams.get('state')
  const state = enquiryStates.find((each) => each === requested)
  if (format !== null || (requested !== null && !state)) {
    const error = `Use format=csv, or a state out of ${enquiryStates.join(', ')}.`
    return sendJson(response, 400, { error })
  }
  const { enquiries: entries, ...counts } = await enquiries.list(state)
  sendJson(response, 200, {
    ...counts,
    enquiries: entries.map((entry) => ({
      ...entry,
      receivedAt: timeText(entry.receivedAt),
      nextAttemptAt: entry.state === 'waiting' ? timeText(entry.nextAttemptAt) : null,
      deliveredAt: entry.deliveredAt === null ? null : timeText(entry.deliveredAt),
    })),
  })
}

/** @param typed the reference as the operator wrote it */
export async function handleRetry(
  response: ServerResponse,
  typed: string,
  enquiries: OperatorsEnquiries,
) {
  const reference = parseReference(typed)
  const result = reference === null ? 'unknown' : await enquiries.retry(reference)
  if (result === 'unknown') return sendJson(response, 404, { error: 'No such enquiry.' })
  if (result === 'delivered') return sendJson(response, 409, { error: 'Delivered already.' })
  sendJson(response, 200, { reference, state: 'waiting' })
}

/** In parts: together they may be large. */
async function sendTexts(response: ServerResponse, { listTexts }: OperatorsEnquiries) {
  const pages = listTexts()
  // The first part is read before the head is sent, so that a failure gets its status.
  const first = await pages.next()
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="enquiries.csv"',
    'Cache-Control': 'no-store',
  })
  await pipeline(csvParts(first, pages), response)
}

async function* csvParts(first: IteratorResult<EnquiryText[]>, rest: AsyncIterable<EnquiryText[]>) {
  yield csvStart + csvLines([columns])
  if (first.done) return
  yield csvLines(first.value.map(rowOf))
  for await (const page of rest) yield csvLines(page.map(rowOf))
}

function rowOf({ enquiry, ...entry }: EnquiryText) {
  const { language, name, company, city, phone, email, message, items, hasManyLinks } = enquiry
  const lines = items.map(({ quantity, code, title, note }) =>
    [`${quantity} ×`, code, title, note && `(${note})`].filter(Boolean).join(' '),
  )
  return [
    ...[entry.reference, entry.revision, entry.state, timeText(entry.receivedAt), entry.attempts],
    ...[entry.lastError, entry.deliveredAt === null ? null : timeText(entry.deliveredAt)],
    ...[language, name, company, city, phone, email, message, lines.join('\n')],
    hasManyLinks ? 'yes' : 'no',
  ]
}

function timeText(ms: number) {
  return new Date(ms).toISOString()
}
