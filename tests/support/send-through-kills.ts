import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from './eventually.ts'
import { getFreePort } from './loopback.ts'
import { measurableSite } from './memory-in-use.ts'
import { startRecordingApi } from './recording-api.ts'
import { startSiteProcess, type SiteProcess } from './site-process.ts'

const secret = 'only-for-the-tests'
const kills = 3
const clientCount = 4

/** What the company's webhook gets of an enquiry, as far as these tests read it. */
export interface Payload {
  reference: string
  message: string
  items: { asked: string; quantity: number }[]
  files: { name: string; size: number; url: string }[]
}

interface Sent {
  /** How many enquiries the clients send. */
  count: number
  /** The screen that sends them. */
  screen?: '/enquiry' | '/quick-list'
  /** Adds its fields and files to an enquiry; false if the site did not answer. */
  fill: (body: FormData, at: number, url: string) => boolean | Promise<boolean>
  /** Called after each start of the site. */
  started?: (site: SiteProcess) => void
}

/**
 * Sends enquiries to a site whose process is killed three times, and waits until all that it accepted are delivered.
 * @returns the payload of each accepted enquiry with its number
 */
export async function sendThroughKills({
  count,
  screen = '/enquiry',
  fill,
  started = () => undefined,
}: Sent) {
  const payloads = new Map<string, Payload>()
  let requests = 0
  const receiver = await startRecordingApi((response, { body }) => {
    requests += 1
    // The receiver fails now and then, too.
    if (requests % 10 === 0) return void response.writeHead(503).end()
    const payload: Payload = JSON.parse(body.toString())
    payloads.set(payload.reference, payload)
    return void response.writeHead(204).end()
  })
  const port = String(await getFreePort())
  const url = `http://localhost:${port}`
  const settings = {
    PORT: port,
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'enquiry-files-')),
    ENQUIRY_DELIVERY: 'webhook',
    ENQUIRY_WEBHOOK_URL: receiver.url,
    ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
    LOG_LEVEL: 'error',
  }
  let site: SiteProcess = await startSiteProcess(settings, measurableSite)
  onTestFinished(() => site.stop().catch(() => undefined))
  started(site)
  const accepted = new Map<string, number>()
  let next = 0

  async function send(at: number) {
    const body = new FormData()
    const form = issueFormToken(secret, Date.now() - 10_000)
    for (const [name, value] of Object.entries({ form, name: 'Amal', phone: '+966501234567' })) {
      body.append(name, value)
    }
    if (!(await fill(body, at, url))) return false
    const options = { method: 'POST', body, redirect: 'manual' } as const
    const response = await fetch(url + screen, options).catch(() => null)
    if (response?.status !== 303) return false
    accepted.set(response.headers.get('location')?.split(/[/?]/)[2] ?? '', at)
    return true
  }
  async function client() {
    while (accepted.size < count) {
      const at = next
      next += 1
      // While the site is down, its clients come back a little later.
      if (!(await send(at))) await wait(50)
    }
  }
  const clients = Promise.all(Array.from({ length: clientCount }, client))
  for (let kill = 1; kill <= kills; kill += 1) {
    await eventually(
      () => expect(accepted.size).toBeGreaterThan((count * kill) / (kills + 1)),
      300_000,
    )
    site.signal('SIGKILL')
    await site.ended()
    site = await startSiteProcess(settings, measurableSite)
    started(site)
  }
  await clients

  await eventually(
    () => expect([...accepted.keys()].filter((key) => !payloads.has(key))).toEqual([]),
    300_000,
  )
  return [...accepted].map(([reference, at]) => ({ at, payload: payloads.get(reference) }))
}
