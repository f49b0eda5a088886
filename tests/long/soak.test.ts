import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listPages } from '../../scripts/bench/requests.ts'
import { findMissing, nginx, startProxy } from '../../scripts/recipes/proxies.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { startContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startOf } from '../support/outcomes.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { visit } from '../support/visit.ts'

const contentUrl = inject('contentUrl')
const secret = 'only-for-the-tests'
const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))

/** Starts a site that keeps its port when its process ends and another one starts. */
async function startLasting(settings: Record<string, string>) {
  const port = await getFreePort()
  const own = { PORT: String(port), LOG_LEVEL: 'error', ...settings }
  let site = await startSiteProcess(own)
  onTestFinished(() => site.stop().catch(() => undefined))
  return {
    port,
    url: site.url,
    async replace(signal: 'SIGTERM' | 'SIGKILL') {
      site.signal(signal)
      await site.ended()
      site = await startSiteProcess(own)
    },
  }
}

/** Six visitors who go from page to page, in both languages, until they are stopped. */
function startVisitors(url: string, paths: readonly string[]) {
  const views = times(2 * paths.length, (at) => ({
    page: url + paths[at >> 1],
    lang: at % 2 === 0 ? ('Ar' as const) : ('En' as const),
  }))
  const failed: string[] = []
  let [count, isOver] = [0, false]
  async function look() {
    for (let at = count++; !isOver; at = count++) {
      const { page, lang } = views[at % views.length] ?? { page: url, lang: 'Ar' }
      const { status, html } = await visit(page, lang).catch((error: unknown) => ({
        ...{ status: 0, html: String(error) },
      }))
      const isWhole = html.startsWith(startOf[lang]) && html.trimEnd().endsWith('</html>')
      if (status !== 200 || !isWhole) failed.push(`${page} ${lang}: ${status} ${html.slice(0, 80)}`)
    }
  }
  const all = Promise.all(times(6, look))
  return {
    /** Waits until they have looked at so many pages more: at all of them, unless another number is given. */
    async seen(more = views.length) {
      const enough = count + more
      await eventually(() => expect(count).toBeGreaterThan(enough), 120_000)
    },
    /** @returns the views without a whole page in the visitor's language */
    async stop() {
      isOver = true
      await all
      return failed
    },
  }
}

test.skipIf(findMissing(nginx) !== undefined || !hasRedis)(
  'visitors behind nginx notice nothing while processes, shared cache and content API end and return',
  async () => {
    const api = await startContentApi(contentUrl)
    onTestFinished(() => api.close())
    const redis = await startRedis()
    const proxyPort = await getFreePort()
    const settings = {
      CONTENT_API_URL: api.url,
      SHARED_CACHE_URL: redis.url,
      PUBLIC_URL: `http://localhost:${proxyPort}`,
      TRUST_PROXY: '127.0.0.1',
    }
    const sites = await Promise.all(times(3, () => startLasting(settings)))
    const ports = sites.map(({ port }) => port)
    const proxy = await startProxy(nginx, { proxy: proxyPort, sites: ports })
    onTestFinished(() => proxy.stop())
    const paths = (await listPages(proxyPort)).slice(0, 150)
    const visitors = startVisitors(settings.PUBLIC_URL, paths)
    onTestFinished(() => void visitors.stop())
    await visitors.seen()
    for (const site of sites) await site.replace('SIGTERM')
    await redis.kill()
    await visitors.seen(500)
    await redis.restart()
    await visitors.seen()
    await api.refuse()
    await visitors.seen(500)
    for (const site of sites) await site.replace('SIGTERM')
    await redis.kill()
    await visitors.seen(500)
    await redis.restart()
    await api.listen()
    await visitors.seen(500)
    expect(await visitors.stop()).toEqual([])
  },
  480_000,
)

test('every enquiry arrives, once, although the content API is down and the site is killed', async () => {
  /** The titles of the e-mails that the content API was asked to send, by their idempotency keys. */
  const emails = new Map<string, string>()
  const api = await startContentApi(contentUrl, {
    onReceived: ({ url, headers }, body) => {
      if (url !== '/users/PostEmail') return
      const title = /name="title"\r\n\r\n(.*)\r\n/.exec(body.toString('utf8'))?.[1] ?? ''
      emails.set(String(headers['idempotency-key']), title)
    },
  })
  onTestFinished(() => api.close())
  const folder = mkdtempSync(path.join(tmpdir(), 'soak-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const site = await startLasting({ CONTENT_API_URL: api.url, DATA_DIR: folder })
  const count = 300
  const references = times(count, () => new Set<string>())
  let sent = 0

  /** Sends a form until it has a reference, as a person does. */
  async function sendUntilAccepted(at: number, form: string) {
    for (;;) {
      const fields = { name: `Visitor ${at}`, email: `visitor-${at}@soak.example`, form }
      const response = await fetch(`${site.url}/enquiry`, {
        method: 'POST',
        headers: { cookie: `lang=${at % 2 === 0 ? 'Ar' : 'En'}` },
        body: new URLSearchParams({ ...fields, message: 'متى؟', items: 'tm63-1p-c:3' }),
        redirect: 'manual',
      }).catch(() => null)
      const location = response?.status === 303 ? response.headers.get('location') : null
      const reference = /^\/enquiry\/([^/?]+)\?key=/.exec(location ?? '')?.[1]
      if (reference !== undefined) return references[at]?.add(reference)
      await pause(100)
    }
  }
  async function enquire() {
    for (let at = sent++; at < count; at = sent++) {
      const form = issueFormToken(secret, Date.now() - 10_000)
      // One of ten presses the button twice.
      const presses = times(at % 10 === 0 ? 2 : 1, () => sendUntilAccepted(at, form))
      await Promise.all(presses)
    }
  }

  await api.refuse()
  const enquirers = Promise.all(times(4, enquire))
  for (const kill of [1, 2, 3]) {
    await eventually(() => expect(sent).toBeGreaterThan((count * kill) / 4), 120_000)
    // The first time it has delivered nothing, then it is delivering.
    if (kill === 2) await eventually(() => expect(emails.size).toBeGreaterThan(0), 60_000)
    await site.replace('SIGKILL')
    if (kill === 1) await api.listen()
  }
  await enquirers
  const accepted = references.flatMap((own) => [...own])
  expect(accepted).toHaveLength(count)
  await eventually(
    () => expect(accepted.filter((reference) => !emails.has(reference))).toEqual([]),
    120_000,
  )
  expect(emails.size).toBe(count)
}, 240_000)
