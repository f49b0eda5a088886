import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { createSiteContent } from '../../../server/content/content.ts'
import { createDelivery } from '../../../server/enquiries/delivery/create-delivery.ts'
import { DeliveryFailure, type Delivery } from '../../../server/enquiries/delivery/delivery.ts'
import type { EnquiryMessage } from '../../../server/enquiries/enquiry.ts'
import { startContentService } from '@site/content-folder/service'
import { changeLimits } from '../../support/change-limits.ts'
import { enquiryOf, hostileEnquiry, itemOf } from '../../support/enquiry.ts'
import { eventually } from '../../support/eventually.ts'
import { parser } from '../../support/open-content.ts'
import { collectLog } from '../../support/logged.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import { openEnquiries, openUploads } from '../../support/open-enquiries.ts'
import {
  fieldsOf,
  hang,
  redirectTo,
  sendBytes,
  stall,
  startRecordingApi,
  type RecordedRequest,
  type Responder,
} from '../../support/recording-api.ts'
import { makeFolder, writeSmallSample } from '../../support/small-sample.ts'
import { defaultTimeZone } from '@site/arabic-text/local-time'

const webhookSecret = 'a secret of the webhook'
const noSignal = new AbortController().signal
const ok = sendBytes('', { status: 204 })

async function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  // What the first collection finalized goes with the second.
  for (const _ of [1, 2]) {
    await nextTurn()
    gc()
  }
}

/** The delivery that an environment selects, with a content API at an address. */
function openDelivery(variables: Record<string, string>, apiUrl = ''): Delivery {
  const { enquiries, content, userAgent } = parseConfig({ CONTENT_API_URL: apiUrl, ...variables })
  const source = createSiteContent(content, async () => apiUrl, { parser })
  const delivery = createDelivery({
    config: enquiries,
    hasContentApi: apiUrl !== '',
    postEmail: source.other.postEmail,
    siteUrl: 'https://www.tayyar.example',
    timeZone: defaultTimeZone,
    uploadStore: openUploads(),
    userAgent,
    company: async () => ({ name: '', phone: '', email: '' }),
    listPdf: async () => null,
  })
  if (!delivery) throw new Error('Nothing is delivered.')
  onTestFinished(async () => {
    await delivery.close?.()
    await source.close()
  })
  return delivery
}

const webhook = (url: string) =>
  openDelivery({
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: `${url}/enquiries?key=1`,
    ENQUIRY_WEBHOOK_SECRET: webhookSecret,
  })

const postEmail = (url: string, variables: Record<string, string> = {}) =>
  openDelivery(variables, url)

function messageOf(changes: Partial<EnquiryMessage> = {}): EnquiryMessage {
  const receivedAt = Date.UTC(2026, 10, 23, 18, 13)
  return { reference: '2345-KM7A', revision: 1, receivedAt, enquiry: enquiryOf(), ...changes }
}

async function failureOf(delivering: Promise<void>) {
  const failure = await delivering.catch((error: unknown) => error)
  if (!(failure instanceof DeliveryFailure)) throw new Error('It was delivered', { cause: failure })
  return `${failure.fault}: ${failure.message}`
}

/** The failure of an attempt as the loop makes it, with a time. */
async function outcomeOf(delivery: Delivery, ms = 10_000) {
  const { attemptDelivery } = await import('../../../server/enquiries/delivery/delivery.ts')
  return failureOf(attemptDelivery(delivery, messageOf(), ms))
}

async function first(requests: RecordedRequest[]) {
  await eventually(() => expect(requests).toHaveLength(1))
  const [request] = requests
  if (!request) throw new Error('no request came')
  return request
}

const statuses: [number, string][] = [
  ...[400, 409, 413, 422].map((status): [number, string] => [status, 'rejected']),
  ...[301, 401, 403, 404, 408, 418, 429, 500, 502, 503, 507].map((status): [number, string] => [
    status,
    'unavailable',
  ]),
]

describe.each<[string, (url: string) => Delivery]>([
  ['webhook', webhook],
  ['post-email', postEmail],
])('%s', (_, open) => {
  test.each(statuses)('status %i: %s', async (status, fault) => {
    const api = await startRecordingApi(sendBytes('{"email":"sara@nakheel.example"}', { status }))
    expect(await failureOf(open(api.url).deliver(messageOf(), noSignal))).toBe(
      `${fault}: status ${status}`,
    )
    expect(api.requests).toHaveLength(1)
  })

  test.each<[string, Responder]>([
    ['an empty one', ok],
    ['text', sendBytes('Accepted.', { status: 202, type: 'text/plain' })],
    ['one that never ends', stall('{')],
    ['a large one', sendBytes('x'.repeat(3_000_000))],
  ])('is delivered whatever the response of a 2xx is: %s', async (_, respond) => {
    const api = await startRecordingApi(respond)
    await open(api.url).deliver(messageOf(), noSignal)
    expect(api.requests).toHaveLength(1)
  })

  test('a redirect is not followed', async () => {
    const other = await startRecordingApi(ok)
    const api = await startRecordingApi(redirectTo(other.url, 307))
    expect(await outcomeOf(open(api.url))).toBe('unavailable: status 307')
    expect(other.requests).toEqual([])
  })

  test('a receiver that refuses connections, or hangs, is unavailable', async () => {
    expect(await outcomeOf(open(await findDeadAddress()))).toMatch(/^unavailable: /)
    const api = await startRecordingApi(hang)
    expect(await outcomeOf(open(api.url), 50)).toBe('unavailable: timeout')
  })

  test('a receiver that takes its time is waited for', async () => {
    changeLimits({ headers: 50, wholeCall: 50 })
    const api = await startRecordingApi((response) => void setTimeout(() => response.end(), 150))
    await open(api.url).deliver(messageOf(), noSignal)
  })
})

describe('webhook', () => {
  test('sends the whole enquiry as JSON, signed', async () => {
    const api = await startRecordingApi(ok)
    const items = [itemOf({ note: 'N' })]
    const enquiry = enquiryOf({ items, hasManyLinks: true })
    await webhook(api.url).deliver(messageOf({ enquiry, revision: 2 }), noSignal)
    const { path, method, headers, body } = await first(api.requests)
    expect([method, path]).toEqual(['POST', '/enquiries?key=1'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': '2345-KM7A.2',
    })
    const { form: _form, mayConfirm: _mayConfirm, ...written } = enquiry
    expect(JSON.parse(body.toString())).toEqual({
      ...{ reference: '2345-KM7A', key: '2345-KM7A.2', revision: 2 },
      receivedAt: '2026-11-23T18:13:00.000Z',
      ...written,
    })
    const [, time, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-signature'])) ?? []
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(60)
    const expected = createHmac('sha256', webhookSecret).update(`${time}.${body.toString()}`)
    expect(signature).toBe(expected.digest('hex'))
  })

  test('a response that comes byte by byte holds up no other enquiry', async () => {
    const api = await startRecordingApi((response) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(dripping))
    })
    const { deliver } = webhook(api.url)
    await deliver(messageOf(), noSignal)
    await collectGarbage()
    await deliver(messageOf(), AbortSignal.timeout(10_000))
    expect(api.requests).toHaveLength(2)
  })
})

describe('post-email', () => {
  test('sends the six fields in order, with the anti-forgery token and the key', async () => {
    const api = await startRecordingApi(ok)
    const delivery = postEmail(api.url, {
      POST_EMAIL_FROM: 'site@tayyar.example',
      POST_EMAIL_PASSWORD: 'p=w',
      POST_EMAIL_PORT: '587',
    })
    await delivery.deliver(messageOf({ revision: 2 }), noSignal)
    const request = await first(api.requests)
    expect(request.path).toBe('/users/PostEmail')
    expect(request.headers['idempotency-key']).toBe('2345-KM7A.2')
    const token = String(request.headers['x-xsrf-token'])
    expect(request.headers.cookie).toBe(`XSRF-TOKEN=${token}`)
    const fields = await fieldsOf(request)
    expect(fields.map(([name]) => name)).toEqual([
      ...['title', 'details', 'comEmail', 'comEmailPass', 'comEmailPort', 'isSend'],
    ])
    expect(fields.slice(2).map(([, value]) => value)).toEqual([
      ...['site@tayyar.example', 'p=w', '587', 'true'],
    ])
  })

  test('reads well as text and as HTML: one fact a line, without tags', async () => {
    const api = await startRecordingApi(ok)
    const items = [itemOf({ title: 'Breaker <b>' })]
    const enquiry = enquiryOf({ language: 'En', name: 'A & B', company: '', items })
    await postEmail(api.url).deliver(messageOf({ enquiry }), noSignal)
    const [[, title], [, details]] = (await fieldsOf(await first(api.requests))) as [
      [string, string],
      [string, string],
    ]
    expect(title).toBe('Request for quotation 2345-KM7A from A & B')
    const lines = details.split('\r\n')
    expect(lines.every((line) => line.startsWith('• '))).toBe(true)
    expect(lines).toContain('• Name: A & B')
    expect(lines).toContain('• 1) Quantity 3: Breaker ‹b› (TM63-3P-C16)')
  })

  test('a hostile enquiry stays within its two texts', async () => {
    collectLog()
    const api = await startRecordingApi(ok)
    await openEnquiries(postEmail(api.url)).submit(hostileEnquiry)
    const request = await first(api.requests)
    expect(request.rawHeaders.join()).not.toMatch(/evil|injected/i)
    const fields = await fieldsOf(request)
    expect(fields).toHaveLength(6)
    const [[, title = ''] = [], [, details = ''] = []] = fields
    expect(title).not.toMatch(/[\r\n<>]/)
    expect(details).not.toMatch(
      /[<>\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e]/,
    )
    const ours =
      /^• \u200e?(Enquiry|Request|Reference|Received|Name|Company|City|Phone|Email|Message|Note|\d|\|)/
    for (const line of details.split('\r\n')) expect(line).toMatch(ours)
  })

  test('reaches the embedded content service without any setting, however long it is', async () => {
    collectLog()
    const dataDir = makeFolder()
    const service = await startContentService({ dataDir, contentDir: writeSmallSample() })
    onTestFinished(() => service.close())
    const enquiries = openEnquiries(postEmail(service.url))
    const note = 'ملاحظة '.repeat(40)
    const items = Array.from({ length: 100 }, (_, at) => itemOf({ id: `p${at}`, note }))
    const reference = await enquiries.submit(enquiryOf({ items, message: 'كلام '.repeat(800) }))
    await eventually(async () => expect((await enquiries.list()).delivered).toBe(1))
    const database = new Database(`${dataDir}/content-service/content.db`)
    const emails = database.prepare('SELECT title, details, is_send FROM emails').all()
    database.close()
    expect(emails).toEqual([
      expect.objectContaining({
        title: expect.stringContaining(reference),
        details: expect.stringContaining('سارة الأحمد'),
        is_send: 1,
      }),
    ])
  })
})

test('log: the line has the enquiry', async () => {
  const { factsOf } = collectLog()
  const enquiry = enquiryOf({ items: [itemOf()] })
  await openDelivery({ ENQUIRY_DELIVERY: 'log' }).deliver(messageOf({ enquiry }), noSignal)
  const facts = { reference: '2345-KM7A', revision: 1, items: 1, enquiry, files: [] }
  expect(factsOf('enquiry')).toEqual([facts])
})
