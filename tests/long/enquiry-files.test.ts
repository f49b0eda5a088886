import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const count = isWholeRun ? 500 : 100
const secret = 'only-for-the-tests'
const kills = 3

interface Payload {
  reference: string
  message: string
  files: { name: string; size: number; url: string }[]
}

const contentOf = (at: number) => `%PDF-1.7\nfile ${at}\n`.repeat(1 + (at % 50) * 400)

test(
  `${count} enquiries with files survive three SIGKILLs, whole`,
  { timeout: 600_000 },
  async () => {
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
    const settings = {
      PORT: port,
      DATA_DIR: mkdtempSync(path.join(tmpdir(), 'enquiry-files-')),
      ENQUIRY_DELIVERY: 'webhook',
      ENQUIRY_WEBHOOK_URL: receiver.url,
      ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
      LOG_LEVEL: 'error',
    }
    let site: SiteProcess = await startSiteProcess(settings)
    onTestFinished(() => site.stop().catch(() => undefined))
    const accepted = new Map<string, number>()
    let next = 0

    async function send(at: number) {
      const body = new FormData()
      const form = issueFormToken(secret, Date.now() - 10_000)
      for (const [name, value] of Object.entries({ form, name: 'Amal', phone: '+966501234567' })) {
        body.append(name, value)
      }
      body.append('message', `number ${at}`)
      body.append('files', new File([contentOf(at)], `${at}.pdf`))
      body.append('files', new File([`list ${at}`], `${at}.txt`))
      const options = { method: 'POST', body, redirect: 'manual' } as const
      const response = await fetch(`http://localhost:${port}/enquiry`, options).catch(() => null)
      if (response?.status !== 303) return false
      const reference = response.headers.get('location')?.split('/').at(-1) ?? ''
      accepted.set(reference, at)
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
    const clients = Promise.all([client(), client(), client(), client()])
    for (let kill = 1; kill <= kills; kill += 1) {
      await eventually(
        () => expect(accepted.size).toBeGreaterThan((count * kill) / (kills + 1)),
        300_000,
      )
      site.signal('SIGKILL')
      await site.ended()
      site = await startSiteProcess(settings)
    }
    await clients

    await eventually(
      () => expect([...accepted.keys()].filter((key) => !payloads.has(key))).toEqual([]),
      300_000,
    )
    for (const [reference, at] of accepted) {
      const { message, files = [] } = payloads.get(reference) ?? {}
      expect(message).toBe(`number ${at}`)
      const texts = files.map(async ({ url }) => (await fetch(url)).text())
      expect(await Promise.all(texts)).toEqual([contentOf(at), `list ${at}`])
    }
  },
)
