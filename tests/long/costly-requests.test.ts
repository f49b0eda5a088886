import { createServer } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { residentMb, watchMemory } from '../../scripts/bench/process-figures.ts'
import { limits } from '../../server/limits/client-limits.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { sized } from '../support/test-size.ts'

/** An image host with one large certificate for every product, which refuses everything else. */
const certificate = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(6 * 2 ** 20, 'x')])
const imageHost = createServer(({ url = '' }, response) =>
  url.endsWith('-declaration-of-conformity-ar-en.pdf')
    ? response.writeHead(200, { 'content-length': certificate.length }).end(certificate)
    : response.writeHead(403).end(),
)
const { url, close } = await listenOnLoopback(imageHost)
const site = await startSiteProcess({ CONTENT_IMAGES_URL: url, TRUST_PROXY: '127.0.0.1,::1' })
afterAll(() => Promise.all([site.stop(), close()]))

/** Sends requests of some clients, all at once. @returns their statuses */
function sendAll(count: number, to: (at: number) => string, init: RequestInit = {}, clients = 9) {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const headers = { ...init.headers, 'x-forwarded-for': `203.0.113.${at % clients}` }
      const response = await fetch(site.url + to(at), { ...init, headers })
      return response.arrayBuffer().then(() => response.status)
    }),
  )
}

test('V41: submittals with large certificates, asked for together, take less than 150 MB', async () => {
  const ids = ['tbt-r', 'tct-l', 'te-f', 'tl-f1200', 'tp-40', 'ttd-r', 'tl-s150', 'tm63-3p-d']
  const body = new URLSearchParams({ items: ids.join(), sheet: 'submittal' })
  await sendAll(1, () => '/quote-list.pdf', { method: 'POST', body })
  const [before, peak] = [residentMb(site.pid), watchMemory(site.pid)]
  const statuses = await sendAll(sized(96, 14), () => '/quote-list.pdf', { method: 'POST', body })
  expect(peak() - before).toBeLessThan(150)
  expect(statuses).toContain(200)
}, 200_000)

test('V22: files that the image host refuses do not fill the log', async () => {
  const before = site.output().length
  const statuses = await sendAll(300, (at) => `/images/post/${at}.${at % 2 ? 'pdf' : 'png'}`)
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect(site.output().length - before).toBeLessThan(10_000)
})

test('V28: a search counts as four pages of its client', async () => {
  const startedAt = performance.now()
  let admitted = 0
  for (let at = 0; at < 100; at += 1) {
    const statuses = await sendAll(4, (of) => `/search?q=made+up+${at}+${of}`, {}, 1)
    admitted += statuses.filter((status) => status !== 429).length
  }
  const seconds = (performance.now() - startedAt) / 1000
  expect(admitted).toBeLessThanOrEqual((limits.pages.burst + seconds * limits.pages.perSecond) / 4)
})
