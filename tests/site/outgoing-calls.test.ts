import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, request as forward, type RequestListener } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { listenOnLoopback } from '../support/loopback.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const service = { url: inject('contentUrl') }
const key = 'top-secret-key-of-the-api'
const named = /^[\w-]+\/\d+\.\d+\.\d+ \(\+http:\/\/localhost:\d+\)$/
const picture = '/images/post/about-quality.webp'

/** What the API has rejected, as a firewall in front of it would. */
const rejected: string[] = []
/** The user and password of each call. */
const basic = new Set<string | undefined>()

/** The content service behind a firewall, which wants a name and a key. */
const guard: RequestListener = (request, response) => {
  const { method, url = '' } = request
  const { host: _, authorization, ...headers } = request.headers
  basic.add(authorization)
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

/** What the egress proxy was asked to lead to. */
const tunnels = new Set<string>()
/** No name server knows the API: only the proxy leads to it. */
const proxy = createServer().on('connect', ({ url = '' }, client) => {
  tunnels.add(url)
  const upstream = connect(api.port, '127.0.0.1', () => {
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    upstream.pipe(client).pipe(upstream)
  })
  for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
})

let api: Awaited<ReturnType<typeof listenOnLoopback>>
let egress: Awaited<ReturnType<typeof listenOnLoopback>>
let site: SiteProcess
let settings: Record<string, string>

beforeAll(async () => {
  api = await listenOnLoopback(createServer(guard))
  egress = await listenOnLoopback(proxy)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'headers-')), 'headers.json')
  writeFileSync(file, `\uFEFF{ "X-Api-Key": "${key}" }\n`)
  settings = {
    CONTENT_API_URL: 'http://site:p%40ss@api.test',
    CONTENT_API_HEADERS_FILE: file,
    HTTP_PROXY: egress.url,
    NO_PROXY: 'else.test',
  }
  const SEARCH_CRAWL_PER_S = isWholeRun ? '1000' : '0'
  site = await startSiteProcess({ ...settings, LOG_LEVEL: 'trace', SEARCH_CRAWL_PER_S })
})
afterAll(async () => {
  await site.stop()
  await egress.close()
  await api.close()
})

test('F56: an API behind an egress proxy and a firewall that wants a name and a key is read, with its pictures', async () => {
  for (const address of ['/', '/products/mcb', '/product-details/tm63-1p-c', picture]) {
    expect((await fetch(site.url + address)).status, address).toBe(200)
  }
  // The crawl calls the API too, and slows down the site that the doctor checks next.
  if (isWholeRun) await eventually(() => expect(site.output()).toContain('warm start done'), 50_000)
  expect(rejected).toEqual([])
  expect(tunnels).toEqual(new Set(['api.test:80']))
  expect(basic).toEqual(new Set([`Basic ${Buffer.from('site:p@ss').toString('base64')}`]))
  expect(site.output()).not.toMatch(/top-secret|p@ss|p%40ss/)
})

test.runIf(isWholeRun)(
  'F56: the doctor reads that API, says what a wrong key needs, and prints none',
  async () => {
    const run = await runDoctor({ ...settings, PUBLIC_URL: site.url })
    expect(rejected).toEqual([])
    expect(run.linesOf('News')).toEqual([expect.stringMatching(/^ok: /)])
    expect(run.linesOf('image')).toEqual([expect.stringMatching(/^ok: /)])
    const { CONTENT_API_HEADERS_FILE: _, ...others } = settings
    const wrong = await runDoctor({
      ...others,
      CONTENT_API_HEADERS: '{"X-Api-Key":"top-secret-but-wrong"}',
      PUBLIC_URL: site.url,
    })
    expect(wrong.output).toContain('CONTENT_API_HEADERS')
    for (const { output, stderr } of [run, wrong])
      expect(output + stderr).not.toContain('top-secret')
  },
)
