import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { sendBytes, startRecordingApi } from '../support/recording-api.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

vi.setConfig({ testTimeout: 60_000 })

const service = { url: inject('contentUrl') }
const key = 'top-secret-key-of-the-api'
const named = /^[\w-]+\/\d+\.\d+\.\d+ \(\+http:\/\/localhost:\d+\)$/
const picture = '/images/post/about-quality.webp'

/** What the API has rejected, as a firewall in front of it would. */
const rejected: string[] = []

/** The content service behind a firewall, which wants a name and a key. */
const guard: RequestListener = (request, response) => {
  const { headers, method, url = '' } = request
  if (!named.test(headers['user-agent'] ?? '') || headers['x-api-key'] !== key) {
    rejected.push(url)
    response.writeHead(403).end(`The key ${String(headers['x-api-key'])} is not known`)
    return
  }
  const passedOn = forward(service.url + url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(response)
  })
  request.pipe(passedOn)
}

let api: Awaited<ReturnType<typeof listenOnLoopback>>
let site: SiteProcess
let settings: Record<string, string>

beforeAll(async () => {
  api = await listenOnLoopback(createServer(guard))
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'headers-')), 'headers.json')
  writeFileSync(file, `\uFEFF{ "X-Api-Key": "${key}" }\n`)
  settings = { CONTENT_API_URL: api.url, CONTENT_API_HEADERS_FILE: file }
  const SEARCH_CRAWL_PER_S = isWholeRun ? '1000' : '0'
  site = await startSiteProcess({ ...settings, LOG_LEVEL: 'trace', SEARCH_CRAWL_PER_S })
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

test('F56: an API behind a firewall that wants a name and a key is read, with its pictures', async () => {
  for (const address of ['/', '/products/mcb', '/product-details/tm63-1p-c', picture]) {
    expect((await fetch(site.url + address)).status, address).toBe(200)
  }
  // The crawl calls the API too, and slows down the site that the doctor checks next.
  if (isWholeRun) await eventually(() => expect(site.output()).toContain('warm start done'), 50_000)
  expect(rejected).toEqual([])
  expect(site.output()).not.toContain(key)
})

test('F56: an API behind an egress proxy, with user and password in its address, is read', async () => {
  const tunnels: string[] = []
  const asked: (string | undefined)[] = []
  const behind = await listenOnLoopback(
    createServer((request, response) => {
      const { host: _, ...headers } = request.headers
      asked.push(headers.authorization)
      request.pipe(
        forward(service.url + request.url, { method: request.method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(response)
        }),
      )
    }),
  )
  // No name server knows the API: only the proxy leads to it.
  const proxy = createServer().on('connect', ({ url = '' }, client) => {
    tunnels.push(url)
    const upstream = connect(behind.port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
  const listening = await listenOnLoopback(proxy)
  const other = await startSiteProcess({
    CONTENT_API_URL: 'http://site:p%40ss@api.test',
    HTTP_PROXY: listening.url,
    NO_PROXY: 'else.test',
  })
  try {
    expect((await fetch(`${other.url}/product-details/tm63-1p-c`)).status).toBe(200)
    expect((await fetch(other.url + picture)).status).toBe(200)
    expect(new Set(tunnels)).toEqual(new Set(['api.test:80']))
    const basic = `Basic ${Buffer.from('site:p@ss').toString('base64')}`
    expect(new Set(asked)).toEqual(new Set([basic]))
    expect(other.output()).not.toContain('p@ss')
  } finally {
    await other.stop()
    await listening.close()
    await behind.close()
  }
})

test.runIf(isWholeRun)('F56: the doctor reads that API, and prints no key', async () => {
  const run = await runDoctor({ ...settings, PUBLIC_URL: site.url })
  expect(rejected).toEqual([])
  expect(run.linesOf('News')).toEqual([expect.stringMatching(/^ok: /)])
  expect(run.linesOf('image')).toEqual([expect.stringMatching(/^ok: /)])
  expect(run.output + run.stderr).not.toContain(key)
})

test.runIf(isWholeRun)(
  'F56: with the wrong key pages are unavailable, and the log has neither key',
  async () => {
    const CONTENT_API_HEADERS = '{"X-Api-Key":"top-secret-but-wrong"}'
    const wrong = { CONTENT_API_URL: api.url, CONTENT_API_HEADERS }
    const other = await startSiteProcess({ ...wrong, LOG_LEVEL: 'trace' })
    try {
      expect((await fetch(other.url)).status).toBe(503)
      const run = await runDoctor({ ...wrong, PUBLIC_URL: other.url })
      expect(run.output).toContain('CONTENT_API_HEADERS')
      expect(other.output() + run.output + run.stderr).not.toContain('top-secret')
    } finally {
      await other.stop()
    }
  },
)

test('other hosts get the name of the site, and no headers of the API', async () => {
  const others = await startRecordingApi(sendBytes('', { status: 404 }))
  const own = await startSiteProcess({
    ...settings,
    OPS_PORT: '',
    CONTENT_IMAGES_URL: others.url,
    CONTENT_WEBHOOK_SECRET: '',
    ANALYTICS: 'matomo',
    ANALYTICS_URL: others.url,
    ANALYTICS_SITE: '1',
  })
  try {
    expect((await fetch(own.url + picture)).status).toBe(404)
    await fetch(`${own.url}/page-view`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: own.url },
      body: JSON.stringify({ path: '/', title: 'T', lang: 'En' }),
    })
    await eventually(() => expect(others.requests.length).toBeGreaterThan(0))
    for (const { headers, path: called } of others.requests) {
      expect(headers['user-agent'], called).toMatch(named)
      expect(JSON.stringify(headers), called).not.toContain(key)
    }
  } finally {
    await own.stop()
  }
})
