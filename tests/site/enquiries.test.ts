import path from 'node:path'
import Database from 'libsql'
import { expect, onTestFinished, test } from 'vitest'
import { DeliveryFailure } from '../../server/enquiries/delivery/delivery.ts'
import { outboxOf } from '../../server/enquiries/outbox/outbox-file.ts'
import { readPackage } from '@site/runtime/project'
import { enquiryOf, itemOf } from '../support/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { getFreePort } from '../support/loopback.ts'
import { startMailServer } from '../support/mail-server.ts'
import {
  createRecordingDelivery,
  makeOutboxFile,
  openEnquiries,
} from '../support/open-enquiries.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const token = 'a-token-of-operators'
const asOperator = { headers: { authorization: `Bearer ${token}` } }

/** A data folder in which enquiries wait that an earlier process could not deliver. */
async function makeWaiting(count: number) {
  collectLog()
  const down = createRecordingDelivery(() => new DeliveryFailure('unavailable', 'ECONNREFUSED'))
  const enquiries = openEnquiries(down, { file: makeOutboxFile() })
  const references: string[] = []
  for (let at = 0; at < count; at += 1) {
    const enquiry = enquiryOf({ items: [itemOf({ note: '=1+1' })] })
    // The store's thread may start from its source for longer than a visitor waits: they send the form again.
    references.push(await eventually(() => enquiries.submit(enquiry)))
  }
  await enquiries.close()
  return { references, dataDir: path.resolve(path.dirname(enquiries.file), '..') }
}

function webhookTo(url: string) {
  return {
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
  }
}

test('operators see what waits, retry it, and read it', async () => {
  const { references, dataDir } = await makeWaiting(3)
  const [oldest = '', , newest = ''] = references
  let status = 422
  const receiver = await startRecordingApi((response) => response.writeHead(status).end())
  const site = await startSiteProcess({
    ...webhookTo(receiver.url),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    OPS_PORT: String(await getFreePort()),
    OPS_TOKEN: token,
  })
  onTestFinished(() => site.stop())
  const fetchAdmin = (address: string, init: RequestInit = {}) =>
    fetch(`${site.adminUrl}${address}`, { ...asOperator, ...init })
  const post = (reference: string, headers = {}) =>
    fetchAdmin(`/enquiries/${reference}/retry`, {
      method: 'POST',
      headers: { ...asOperator.headers, ...headers },
    })
  const readList = async (query = '') => (await fetchAdmin(`/enquiries${query}`)).json()

  // Each is refused by itself, so each is tried once.
  await eventually(() => expect(receiver.requests).toHaveLength(3))
  await eventually(async () => {
    const list = await readList()
    expect(list).toMatchObject({ waiting: 3, delivered: 0, failed: 0 })
    expect(list.enquiries).toHaveLength(3)
    expect(list.enquiries[0]).toEqual({
      ...{ reference: newest, revision: 1, state: 'waiting', attempts: expect.any(Number) },
      ...{ lastError: 'status 422', deliveredAt: null, mailboxes: [], revises: null },
      revisedBy: null,
      receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      nextAttemptAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })
  expect(JSON.stringify(await readList())).not.toContain('سارة')
  expect((await readList('?state=failed')).enquiries).toEqual([])
  expect((await fetchAdmin('/enquiries?state=lost')).status).toBe(400)
  expect((await fetchAdmin('/enquiries?format=xml')).status).toBe(400)

  const csv = await fetchAdmin('/enquiries?format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.headers.get('cache-control')).toBe('no-store')
  const text = Buffer.from(await csv.arrayBuffer()).toString()
  expect(text).toMatch(/^\ufeffreference,revision,state,/)
  expect(text.match(/سارة الأحمد/g)).toHaveLength(3)
  expect(text).toContain("'+966 55 123 4567")

  status = 200
  expect((await post(oldest.toLowerCase())).status).toBe(200)
  await eventually(() => expect(receiver.requests).toHaveLength(4))
  expect(receiver.requests.at(-1)?.headers['idempotency-key']).toBe(oldest)
  await eventually(async () => expect((await readList()).delivered).toBe(1))
  expect((await post(oldest)).status).toBe(409)
  expect((await post('AAAA-AAAA')).status).toBe(404)
  expect((await post('%ff')).status).toBe(404)
  const fromBrowsers: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of fromBrowsers) {
    expect((await post(newest, headers)).status).toBe(403)
    const reading = { headers: { ...asOperator.headers, ...headers } }
    expect((await fetchAdmin('/enquiries?format=csv', reading)).status).toBe(403)
  }
  expect((await fetch(`${site.adminUrl}/enquiries`)).status).toBe(401)
  expect((await fetchAdmin(`/enquiries/${newest}/retry`)).status).toBe(405)
  const done = await fetchAdmin(`/enquiries/${newest}/done`, { method: 'POST' })
  expect(await done.json()).toEqual({ reference: newest, state: 'delivered' })

  await eventually(async () => {
    const metrics = await (await fetchAdmin('/metrics')).text()
    expect(metrics).toMatch(/^enquiries_waiting 1$/m)
    expect(metrics).toMatch(/^enquiries_failed 0$/m)
    expect(metrics).toMatch(/^enquiries_oldest_waiting_seconds \d+$/m)
    expect(metrics).toMatch(/^enquiry_deliveries_total\{outcome="rejected"\} 3$/m)
    expect(metrics).toMatch(/^enquiry_deliveries_total\{outcome="delivered"\} 1$/m)
  })
  expect(site.output()).toContain('enquiry delivered')
  expect(site.output()).not.toMatch(/سارة|\\u0633\\u0627\\u0631|nakheel|966 55/)
}, 60_000)

test.runIf(isWholeRun)(
  'after a rollback onto a newer outbox, operators are told: by metrics, log, list and doctor',
  async () => {
    const { dataDir } = await makeWaiting(1)
    const outbox = new Database(outboxOf(dataDir))
    outbox.exec('PRAGMA user_version = 99')
    outbox.close()
    const receiver = await startRecordingApi((response) => response.writeHead(204).end())
    const settings = { ...webhookTo(receiver.url), DATA_DIR: dataDir }
    const site = await startSiteProcess({
      ...settings,
      LOG_LEVEL: 'info',
      OPS_PORT: String(await getFreePort()),
    })
    onTestFinished(() => site.stop())
    await eventually(() =>
      expect(site.output()).toMatch(/"level":50.*newer version.*outbox failed/),
    )
    const read = async (address: string) => (await fetch(`${site.adminUrl}${address}`)).text()
    const metrics = await read('/metrics')
    expect(metrics).toMatch(/^enquiry_outbox_usable 0$/m)
    for (const name of ['waiting', 'failed', 'oldest_waiting_seconds']) {
      expect(metrics).toMatch(new RegExp(`^enquiries_${name} Nan$`, 'm'))
    }
    expect(metrics).toMatch(/^enquiry_outboxes_set_aside 0$/m)
    expect(metrics).toMatch(/^site_ready 1$/m)
    const { version } = readPackage()
    expect(metrics).toContain(`site_build_info{version="${version}",node="${process.version}"} 1`)
    expect(await read('/readyz')).toContain(`"version":"${version}"`)
    expect(await read('/enquiries')).toMatch(/newer version/)
    expect((await runDoctor(settings)).linesOf('outbox')).toEqual([
      expect.stringMatching(/^error: .* is unusable: it is of a newer version/),
    ])
    expect(site.output()).toMatch(/"delivery":"webhook".*"msg":"site started"/)
    site.signal('SIGINT')
    await site.ended()
    expect(site.output()).toMatch(/"signal":"SIGINT","msg":"site stopping".*"msg":"site stopped"/s)
  },
  60_000,
)

test.runIf(isWholeRun)(
  'the stock host delivers what waits as well, by mail, and confirms it to the visitor',
  async () => {
    const { references, dataDir } = await makeWaiting(2)
    const server = await startMailServer()
    const stock = {
      run: ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/server-build.js'],
      readyLine: /\[remix-serve\] http/,
    }
    const settings = {
      ENQUIRY_DELIVERY: 'smtp',
      ENQUIRY_TO: 'sales@tayyar.example',
      ENQUIRY_FROM: 'site@tayyar.example',
      SMTP_URL: server.url,
      HOST: 'localhost',
      DATA_DIR: dataDir,
    }
    const site = await startSiteProcess(settings, stock)
    onTestFinished(() => site.stop())
    await fetch(site.url)
    const mailsTo = (address: string) =>
      server.mails.filter(({ recipients }) => recipients.includes(address))
    await eventually(() => {
      const ids = mailsTo('sales@tayyar.example').map(({ messageId }) => messageId)
      const expected = references.map((reference) => `<enquiry.${reference}@localhost>`)
      expect(ids.toSorted()).toEqual(expected.toSorted())
    })
    await eventually(() => expect(mailsTo('sara@nakheel.example')).toHaveLength(2))
    const [confirmation] = mailsTo('sara@nakheel.example')
    // As the sample's content and brand present the company.
    expect(confirmation?.from.name).toMatch(/تيار/)
    expect(confirmation?.text).toContain('+966 11 555 0100')
  },
  60_000,
)
