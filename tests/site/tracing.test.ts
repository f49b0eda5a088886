import { readFileSync } from 'node:fs'
import { request, type OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiFault } from '../support/api-faults.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { useContentService } from '../support/content-service.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import {
  startSpanReceiver,
  type ReceivedSpan,
  type SpanReceiver,
} from '../support/span-receiver.ts'

/** The address of the trusted proxy, and that of somebody else on this machine. */
const proxy = '127.0.0.1'
const visitor = '127.0.0.2'

const content = useContentService()
const faults = new Map<string, ApiFault>()
let receiver: SpanReceiver
let api: ContentApi
/** The `traceparent` headers of all calls. */
const sent: string[] = []
let site: SiteProcess

beforeAll(async () => {
  receiver = await startSpanReceiver()
  api = await startContentApi(content.url, {
    onReceived: ({ headers }) => sent.push(String(headers['traceparent'])),
    faultFor: (type) => faults.get(type) ?? null,
  })
  site = await startSiteProcess({
    ...receiver.settings,
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${content.url}/images/post`,
    CONTENT_CACHE_TTL_S: '600',
    TRUST_PROXY: proxy,
    OPS_PORT: String(await getFreePort()),
  })
}, 60_000)
afterAll(async () => {
  await site.stop()
  await api.close()
  await receiver.close()
})

interface Asked {
  from?: string
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

/** Requests an address of a site from one of this machine's own. */
function ask(url: string, { from = proxy, method = 'GET', headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; timing: string | undefined; body: string }>(
    (resolve, reject) => {
      const { port, pathname, search } = new URL(url)
      const target = { host: '127.0.0.1', port, path: pathname + search, localAddress: from }
      const options = { ...target, method, headers, agent: false }
      const sending = request(options, (response) => {
        const { statusCode: status = 0, headers } = response
        const timing = headers['server-timing']
        text(response).then(
          (read) => resolve({ status, timing: timing && String(timing), body: read }),
          reject,
        )
      })
      sending.on('error', reject)
      sending.end(body)
    },
  )
}

/** Waits for the span that matches; spans below it have ended, and arrived, before. */
async function spanOf(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await expect.poll(() => receiver.spans.some(matches)).toBe(true)
  const found = receiver.spans.find(matches)
  if (!found) throw new Error('The span has gone.')
  return found
}

const requestTo = (path: string) =>
  spanOf(({ kind, attributes }) => kind === 'server' && attributes['url.path'] === path)

const below = ({ spanId }: ReceivedSpan) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === spanId)

/** The only span of a name below another. */
function childOf(parent: ReceivedSpan, name: string) {
  const found = below(parent).filter((span) => span.name === name)
  expect(found, name).toHaveLength(1)
  return found[0] ?? parent
}

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${parentId}-01`

test('one trace leads from the proxy through loaders and React to the content API', async () => {
  const path = '/newsDetails/news-tp40-type-test'
  const { status } = await ask(`${site.url}${path}?lang=En`, { headers: { traceparent } })
  expect(status).toBe(200)

  const root = await requestTo(path)
  expect(root).toMatchObject({ name: 'GET /newsDetails/:id', traceId, parentSpanId: parentId })
  expect(root.resource).toMatchObject({ 'service.name': 'site' })
  expect(root.attributes).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': '/newsDetails/:id',
    'site.cache_result': 'miss',
    'site.request_kind': 'page',
  })
  const page = childOf(root, 'page cache')
  childOf(page, 'render')
  const loaders = below(page).filter(({ name }) => name === 'loader')
  expect(loaders.map(({ attributes }) => attributes['site.route_id']).sort()).toEqual([
    'root',
    'routes/news-details',
  ])
  const calls = loaders.flatMap(below)
  expect(calls.length).toBeGreaterThan(4)
  for (const call of calls) {
    expect(call).toMatchObject({ name: 'content call', kind: 'client', isError: false })
    const attempt = childOf(call, 'POST')
    expect(attempt).toMatchObject({ kind: 'client', traceId })
    expect(sent).toContain(`00-${traceId}-${attempt.spanId}-01`)
  }
  expect(calls.map(({ attributes }) => attributes)).toContainEqual({
    'site.content.type': 'News',
    'site.content.check': 'getPostDetails',
    'site.content.language': 'En',
    'site.content.outcome': 'ok',
    'site.cache_result': 'miss',
  })
})

test('a visitor who is no trusted proxy cannot choose the trace', async () => {
  const path = '/blog_details/blog-mcb-curves'
  const foreign = 'f'.repeat(32)
  const headers = { traceparent: `00-${foreign}-${parentId}-01` }
  await ask(`${site.url}${path}`, { from: visitor, headers })
  const root = await requestTo(path)
  expect(root.parentSpanId).toBe('')
  expect(root.traceId).not.toBe(foreign)
  expect([...sent, receiver.text()].join()).not.toContain(foreign)
})

test('a cached page is a span with its cache result, and nothing below it', async () => {
  const path = '/services'
  await ask(site.url + path)
  await ask(site.url + path)
  const isHit = ({ attributes }: ReceivedSpan) => attributes['site.cache_result'] === 'hit'
  const hit = await spanOf((span) => span.attributes['url.path'] === path && isHit(span))
  expect(hit).toMatchObject({ kind: 'server', name: 'GET /services' })
  expect(below(hit)).toEqual([])
  expect(hit.endTimeUnixNano).toBeGreaterThan(hit.startTimeUnixNano)
})

test('an image is fetched and encoded in the trace of its request', async () => {
  await ask(`${site.url}/images/post/mcb.webp?w=480`)
  const root = await requestTo('/images/post/mcb.webp')
  await expect.poll(() => below(root).map(({ name }) => name)).toContain('image encode')
  const fetched = childOf(root, 'GET')
  expect(fetched).toMatchObject({ kind: 'client', isError: false })
  expect(fetched.attributes).toMatchObject({ 'http.response.status_code': 200 })
})

test('a page that is rendered again after a purge is a trace of its own', async () => {
  const path = '/companyGoals'
  await ask(site.url + path)
  const root = await requestTo(path)
  await fetch(`${site.adminUrl}/purge?type=CompanyGoals`, { method: 'POST' })
  const refresh = await spanOf(
    ({ name, attributes }) => name === 'page refresh' && attributes['url.path'] === path,
  )
  expect(refresh.parentSpanId).toBe('')
  expect(refresh.traceId).not.toBe(root.traceId)
  expect(below(refresh).map(({ name }) => name)).toContain('render')
})

test('what a request has caused in the background is a trace of its own, with a link', async () => {
  // The first pages bring the header and footer that the fallback pages were rendered without.
  await ask(`${site.url}/blog?lang=En`)
  const caused = await spanOf(({ name, links }) => name === 'fallback pages' && links.length > 0)
  expect(caused.parentSpanId).toBe('')
  expect(caused.links.map((link) => link.traceId)).not.toContain(caused.traceId)
})

test('a failed content call is an error of a kind', async () => {
  faults.set('Projects', 'status 500')
  const path = '/projectDetails/project-jazan-port'
  expect((await ask(site.url + path)).status).toBe(503)
  const root = await requestTo(path)
  expect(root).toMatchObject({ isError: true })
  const call = await spanOf(
    ({ traceId, attributes }) =>
      traceId === root.traceId && attributes['site.content.type'] === 'Projects',
  )
  expect(call.isError).toBe(true)
  expect(call.attributes).toMatchObject({
    'error.type': 'status',
    'site.content.outcome': 'status',
  })
  expect(childOf(call, 'POST').attributes).toMatchObject({
    'error.type': '500',
    'http.response.status_code': 500,
  })
})

test('nothing that a visitor sends is in a trace, but the path that is logged', async () => {
  const secret = 'zanzibar'
  const cookie = `lang=En; quote=${secret}:3; session=${secret}`
  const headers = {
    ...{ cookie, baggage: `a=${secret}`, referer: `https://x.example/?${secret}` },
    ...{ 'user-agent': secret, 'x-forwarded-for': '203.0.113.7' },
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await ask(`${site.url}/search?q=${secret}`, { headers })
  await ask(`${site.url}/quote-list?items=${secret}:1`, { headers })
  await ask(`${site.url}/services?${secret}=${secret}&lang=${secret}`, { headers })
  const body = new URLSearchParams({ name: secret, email: `${secret}@x.example`, message: secret })
  await ask(`${site.url}/enquiry`, {
    method: 'POST',
    headers: { ...headers, ...form },
    body: body.toString(),
  })
  await requestTo('/search')
  await requestTo('/quote-list')
  const post = await spanOf(({ name }) => name === 'POST /enquiry')
  await spanOf(
    ({ name, traceId }) => traceId === post.traceId && (name === 'action' || name === 'loader'),
  )
  expect(receiver.text()).not.toContain(secret)
  expect(receiver.text()).not.toContain('203.0.113.7')
})

test('Server-Timing tells a trusted proxy how a page was made, and nobody else', async () => {
  const path = '/serviceDetails/service-installation'
  const first = await ask(site.url + path)
  expect(first.timing).toMatch(
    /^cache;desc=miss, loader;dur=[\d.]+, content;dur=[\d.]+, render;dur=[\d.]+, total;dur=[\d.]+$/,
  )
  const second = await ask(site.url + path)
  expect(second.timing).toBe('cache;desc=hit')
  const other = await ask(site.url + path, { from: visitor })
  expect(other.timing).toBeUndefined()
  expect([second.body, other.body]).toEqual([first.body, first.body])
  const own = await ask(`${site.url}/quote-list`)
  expect(own.timing).toMatch(/^cache;desc=bypass, loader;dur=/)
  expect((await ask(`${site.url}/quote-list`, { from: visitor })).timing).toBeUndefined()
})

test('without an SDK no call has a traceparent, and without a proxy no page has Server-Timing', async () => {
  const before = sent.length
  const plain = await startSiteProcess({ CONTENT_API_URL: api.url })
  try {
    const { status, timing } = await ask(`${plain.url}/about`, { headers: { traceparent } })
    expect([status, timing]).toEqual([200, undefined])
    expect((await ask(`${plain.url}/about`)).timing).toBeUndefined()
  } finally {
    await plain.stop()
  }
  expect(new Set(sent.slice(before))).toEqual(new Set(['undefined']))
})

test('the documentation has the file that is tested here, and the versions', () => {
  const documentation = readFileSync('docs/operations.md', 'utf8')
  expect(documentation).toContain(readFileSync('deploy/tracing/otel.mjs', 'utf8'))
  const installed = [...documentation.matchAll(/(@opentelemetry\/[\w-]+)@([\d.]+)/g)]
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const ours = Object.entries({ ...dependencies, ...devDependencies })
  expect(installed.map(([, name, version]) => [name, version]).sort()).toEqual(
    ours.filter(([name]) => name.startsWith('@opentelemetry/')).sort(),
  )
})
