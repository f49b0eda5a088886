import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { createWebhookDelivery } from '../../server/enquiries/delivery/webhook.ts'
import { eventually } from '../support/eventually.ts'
import { collectLog } from '../support/logged.ts'
import { makeOutboxFile, openEnquiries } from '../support/open-enquiries.ts'
import { startRecordingApi, type RecordedRequest } from '../support/recording-api.ts'

/**
 * Starts a process that accepts and delivers enquiries, and collects the references it has accepted, and those
 * that it has delivered directly: a store that is too slow counts as failed.
 */
function startSubmitting(file: string, url: string, accepted: string[], direct: Set<string>) {
  const program = path.resolve('tests/support/submit-until-killed.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, file, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  createInterface(child.stdout).on('line', (line) => {
    if (!line.startsWith('{')) return accepted.push(line)
    const { msg, reference } = JSON.parse(line) as { msg: string; reference: string }
    if (msg === 'enquiry not stored') direct.add(reference)
  })
  return child
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}

function keyOf({ headers }: RecordedRequest) {
  return String(headers['idempotency-key'])
}

test('two processes on one outbox, killed at work: every accepted enquiry is delivered, in order', async () => {
  collectLog()
  const file = makeOutboxFile()
  // Takes a moment for each, so that some are always waiting.
  const receiver = await startRecordingApi((response) => void setTimeout(() => response.end(), 2))
  const accepted: string[] = []
  const acceptedBySecond: string[] = []
  const direct = new Set<string>()
  const first = startSubmitting(file, receiver.url, accepted, direct)
  const second = startSubmitting(file, receiver.url, acceptedBySecond, direct)
  await eventually(() => {
    expect(accepted.length).toBeGreaterThan(30)
    expect(acceptedBySecond.length).toBeGreaterThan(30)
    expect(receiver.requests.length).toBeGreaterThan(10)
  })
  await kill(first)
  const soFar = receiver.requests.length
  // The other one takes over once the lease has ended.
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(soFar + 10))
  await kill(second)

  const { enquiries: config } = parseConfig({
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: receiver.url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
  })
  const limits = { poll: 100, firstPause: 20, maxPause: 100 }
  const delivery = createWebhookDelivery(config.webhook, {}, () => [])
  const enquiries = openEnquiries(delivery, { file, limits })
  enquiries.start()
  // A busy disk stores few in a second.
  await eventually(
    async () => expect(await enquiries.list()).toMatchObject({ waiting: 0, failed: 0 }),
    45_000,
  )

  // A list ends after 1,000, and a fast machine accepts more.
  const stored: string[] = []
  for await (const page of enquiries.listTexts())
    stored.push(...page.map(({ reference }) => reference))
  const received = receiver.requests.map(keyOf)
  const all = new Set(received)
  expect([...accepted, ...acceptedBySecond].filter((reference) => !all.has(reference))).toEqual([])
  // A receiver that honours keys has each once, in the order in which they were accepted.
  const keys = received.filter((key) => !direct.has(key))
  expect([...new Set(keys)]).toEqual(stored.filter((reference) => !direct.has(reference)))
  // Only what a killed process was delivering was sent again, with the same words.
  const repeated = keys.filter((key, at) => keys.indexOf(key) !== at)
  expect(repeated.length).toBeLessThanOrEqual(2)
  for (const key of repeated) {
    const bodies = receiver.requests.filter((request) => keyOf(request) === key)
    expect(new Set(bodies.map(({ body }) => body.toString())).size).toBe(1)
  }
}, 90_000)
