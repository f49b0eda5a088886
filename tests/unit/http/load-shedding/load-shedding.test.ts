import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { LoadShedding } from '../../../../server/http/load-shedding/load-shedding.ts'
import { limits } from '../../../../server/limits/client-limits.ts'
import { bounds } from '../../../../server/limits/render-queue.ts'
import { readResponse } from '../../../../server/http/page-cache/cached-response.ts'
import { Abandoned, MemoryPageCache } from '../../../../server/http/page-cache/page-cache.ts'
import type { RouteKind } from '../../../../server/http/validation/route-table.ts'
import { createPageServer } from '../../../../server/http/page-cache/serve-pages.ts'
import type { CacheResult } from '../../../../server/http/request.ts'
import { metrics } from '../../../../server/observe/metrics.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'
import { pageAt, siteRequest } from '../../../support/site-request.ts'

const fallback = await readResponse(
  new Response('<p>fallback</p>', {
    status: 503,
    headers: { 'content-type': 'text/html', 'content-language': 'ar', 'retry-after': '10' },
  }),
)

interface PageRequest {
  path: string
  from?: string
  headers?: Record<string, string>
  method?: string
}

interface PageResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** The kinds of address that a build has. */
const kindOf: Partial<Record<string, RouteKind>> = {
  '/catalogue.json': 'stream',
  '/page-view': 'page-view',
  '/quote-list': 'private-page',
}
const matchRoute = (path: string) =>
  pageAt(path, { kind: kindOf[path] ?? 'page', handle: path === '/News' ? { paged: true } : {} })

/** A server on a free port whose renders the test completes, for clients that it names. */
async function startPages() {
  const clock = { now: 1_000_000 }
  const pending = new Map<string, (response: Response) => void>()
  const started: string[] = []
  const state = { rendersAtOnce: false, received: 0, result: undefined as CacheResult | undefined }
  const pages = new MemoryPageCache({
    maxBytes: 10_000_000,
    now: () => clock.now,
    render: ({ target }) => {
      started.push(target)
      if (state.rendersAtOnce) return Promise.resolve(renderedPage(target))
      return new Promise((resolve) => pending.set(target, resolve))
    },
  })
  const pageServer = createPageServer(pages, () => fallback)
  const loadShedding = new LoadShedding({
    pages,
    pageServer,
    fallbackPage: (language) => (language === 'Ar' ? fallback : null),
    delayMs: () => 0,
    now: () => clock.now,
  })
  const server = createServer((incoming, response) => {
    state.received += 1
    const received = siteRequest(incoming, response, {
      matchRoute,
      addressOf: ({ headers }) => String(headers['x-client'] ?? '127.0.0.1'),
    })
    if (incoming.method === 'POST') {
      if (!loadShedding.admitPost(received)) return
      if (incoming.url === '/language' || incoming.url === '/page-view') {
        response.writeHead(204).end()
      } else if (loadShedding.admitBody(received)) {
        response.write('<p>')
        if (incoming.url === '/quote-list') response.end()
      }
      return
    }
    const page = pageServer.sendCached(received)
    if (page && page !== true && loadShedding.admitPage(received, page)) {
      void pageServer.render(received, page)
    }
    // A file that the test's client reads the beginning of.
    if (!page && loadShedding.admitOther(received)) response.write('{')
    state.result = received.cacheResult
  })
  const { port } = await listenInTest(server)

  function open({ path, from, headers = {}, method = 'GET' }: PageRequest) {
    const client = from === undefined ? {} : { 'x-client': from }
    const options = { host: '127.0.0.1', port, path, method, agent: false as const }
    const outgoing = request({ ...options, headers: { ...headers, ...client } })
    outgoing.on('error', () => undefined).end()
    return outgoing
  }
  async function send(pageRequest: PageRequest): Promise<PageResponse> {
    const [response] = await once(open(pageRequest), 'response')
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  return {
    send,
    started,
    clock,
    open,
    pages,
    state,
    finish: (target: string) => pending.get(target)?.(renderedPage(target)),
    finishAll: () => pending.forEach((resolve, target) => resolve(renderedPage(target))),
    /** Fills the site with pending renders. */
    fill: async () => {
      const before = started.length
      const requests = Array.from({ length: bounds.page.concurrent }, (_, at) =>
        open({ path: `/News?page=${at + 2}` }),
      )
      while (started.length < before + bounds.page.concurrent) await nextTurn()
      return requests
    },
  }
}

function renderedPage(target: string) {
  const policy = 's-maxage=60, stale-if-error=3600'
  return new Response(target, { headers: { 'content-type': 'text/html', 'cache-control': policy } })
}

async function shedCount(kind: string, reason: string) {
  const { values } = await metrics.shed.get()
  return values.find(({ labels }) => labels.kind === kind && labels.reason === reason)?.value ?? 0
}

test('V17: a full site sheds a request for a new page at once, with a page in the visitor’s language', async () => {
  const { send, started, fill } = await startPages()
  await fill()
  const before = await shedCount('page', 'busy')
  const { status, headers, body } = await send({ path: '/about' })
  expect(status).toBe(503)
  expect(body).toBe('<p>fallback</p>')
  expect(headers).toMatchObject({ 'content-language': 'ar', 'cache-control': 'no-store' })
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5)
  expect(await shedCount('page', 'busy')).toBe(before + 1)
  expect(started).toHaveLength(bounds.page.concurrent)

  // Without a fallback page, the text is in both languages.
  const english = await send({ path: '/about', headers: { cookie: 'lang=En' } })
  expect(english.status).toBe(503)
  expect(english.body).toMatch(/مشغول[\s\S]*busy/)
  const head = await send({ path: '/about', method: 'HEAD' })
  expect([head.status, head.body]).toEqual([503, ''])
})

test('V17: a full site sheds a data request with a response that the script shows an error page for', async () => {
  const { send, fill } = await startPages()
  await fill()
  const { status, headers, body } = await send({ path: '/about?_data=root' })
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-remix-catch': 'yes' })
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(body)).toBeNull()
})

test('V17: prefetches are shed long before visitors’ requests', async () => {
  const { send, started, finish, open } = await startPages()
  for (let at = 0; at < bounds.prefetch.concurrent; at++) open({ path: `/News?page=${at + 2}` })
  while (started.length < bounds.prefetch.concurrent) await nextTurn()
  const path = '/about?_data=routes%2Fabout'
  const before = await shedCount('prefetch', 'busy')
  for (const name of ['sec-purpose', 'purpose']) {
    expect((await send({ path, headers: { [name]: 'prefetch' } })).status, name).toBe(503)
  }
  expect(await shedCount('prefetch', 'busy')).toBe(before + 2)
  const response = send({ path })
  while (!started.includes(path)) await nextTurn()
  finish(path)
  expect((await response).status).toBe(200)
})

test('V17: a full site still serves cached pages, stale ones too', async () => {
  const { send, clock, fill, state } = await startPages()
  state.rendersAtOnce = true
  await send({ path: '/about' })
  state.rendersAtOnce = false
  await fill()
  expect((await send({ path: '/about' })).headers['cache-status']).toBe('page; hit')
  clock.now += 120_000
  expect((await send({ path: '/about' })).headers['cache-status']).toBe('page; hit; detail=stale')
})

test('V17: a full site serves a purged page stale rather than an error', async () => {
  const { send, clock, fill, pages, state } = await startPages()
  state.rendersAtOnce = true
  // More than are refreshed at once: the ones requested first wait for their turn.
  const purged = Array.from({ length: 20 }, (_, at) => `/newsDetails/${at}`)
  for (const path of purged) await send({ path })
  state.rendersAtOnce = false
  await fill()
  expect(pages.purge(() => true)).toBe(purged.length)
  const [path = ''] = purged
  const { status, headers } = await send({ path })
  expect([status, headers['cache-status']]).toEqual([200, 'page; hit; detail=stale'])
  expect(state.result, 'the cache result in the access log').toBe('stale')
  clock.now += 3_700_000
  expect((await send({ path })).status).toBe(503)
})

test('V17: a request that joins a pending render is never shed', async () => {
  const { send, fill, finishAll, state } = await startPages()
  await fill()
  const { received } = state
  const joining = send({ path: '/News?page=7' })
  while (state.received === received) await nextTurn()
  finishAll()
  expect((await joining).status).toBe(200)
})

test('V17: aborted requests make room', async () => {
  const { send, started, fill, finish } = await startPages()
  const [leaving] = await fill()
  expect((await send({ path: '/about' })).status).toBe(503)
  leaving?.destroy()
  // Requests are shed until the server has noticed the abort; then one is rendered.
  let response = send({ path: '/about' })
  while (!started.includes('/about')) {
    const shed = await Promise.race([response, nextTurn()])
    if (shed) response = send({ path: '/about' })
  }
  finish('/about')
  expect((await response).status).toBe(200)
})

test('V17: a page without waiters is not rendered if its turn has not come yet', async () => {
  const { started, finishAll, pages } = await startPages()
  const address = { key: 'Ar /about', target: '/about', language: 'Ar' } as const
  const left = pages.get(address, { isWaiting: () => false })
  await expect(left).rejects.toThrow(Abandoned)
  expect(started).toEqual([])

  const leaving = pages.get(address, { isWaiting: () => false })
  const staying = pages.get(address, { isWaiting: () => true })
  while (started.length === 0) await nextTurn()
  expect(pages.isPending(address)).toBe(true)
  expect(pages.pendingRenders()).toBe(1)
  finishAll()
  expect((await leaving).response).toBe((await staying).response)
  expect(pages.pendingRenders()).toBe(0)
})

test('V17: new pages of one client are limited, those of others are not', async () => {
  const { send, clock, state } = await startPages()
  state.rendersAtOnce = true
  const from = '203.0.113.7'
  for (let at = 0; at < limits.pages.burst; at++) {
    expect((await send({ path: `/News?page=${at + 2}`, from })).status).toBe(200)
  }
  const path = '/News?page=9999'
  const before = await shedCount('page', 'client')
  const { status, headers, body } = await send({ path, from })
  expect([status, body, headers['cache-control']]).toEqual([429, '<p>fallback</p>', 'no-store'])
  expect(headers['retry-after']).toMatch(/^[1-5]$/)
  expect(await shedCount('page', 'client')).toBe(before + 1)
  // The client still gets cached pages, and others get new ones.
  expect((await send({ path: '/News?page=3', from })).status).toBe(200)
  expect((await send({ path, from: '203.0.113.8' })).status).toBe(200)
  clock.now += 1_000
  expect((await send({ path: '/News?page=9998', from })).status).toBe(200)
})

test('V17 V36: few clients get a large file at once, one of them two at most while no other waits', async () => {
  const { send, open } = await startPages()
  const path = '/catalogue.json'
  const begin = async (from: string) => {
    const outgoing = open({ path, from })
    const [response]: IncomingMessage[] = await once(outgoing, 'response')
    expect(response?.statusCode).toBe(200)
    const isCut = new Promise((resolve) => response?.resume().on('error', resolve))
    return { outgoing, isCut }
  }
  const [first, second] = [await begin('203.0.113.7'), await begin('203.0.113.7')]
  const third = await send({ path, from: '203.0.113.7' })
  expect([third.status, third.headers['cache-control']]).toEqual([429, 'no-store'])
  // When there is a token again.
  expect(third.headers['retry-after']).toMatch(/^6[0-4]$/)
  await begin('203.0.113.8')
  // The client with two leaves one of them to the one without.
  await begin('203.0.113.9')
  await second.isCut
  // What was not sent counts for no limit.
  for (let at = 0; at <= limits.streams.burst; at++) {
    const { status, headers } = await send({ path, from: '203.0.113.10' })
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^[1-5]$/)])
  }
  first.outgoing.destroy()
  // Once the server has noticed it.
  await vi.waitFor(() => begin('203.0.113.10'))
})

test('V33: posts to a page are shed as pages are, before their bodies are read and afterwards', async () => {
  const { send, fill, open, started } = await startPages()
  const post = (from: string) => send({ path: '/quote-list', from, method: 'POST' })
  expect((await post('203.0.113.7')).status).toBe(200)
  // One client has no more of them in progress than it may have pages.
  const begin = () => open({ path: '/quote-list?slow', from: '203.0.113.7', method: 'POST' })
  for (let at = 0; at < limits.missing.burst; at++) {
    const [response]: IncomingMessage[] = await once(begin(), 'response')
    response?.on('error', () => undefined)
  }
  expect((await post('203.0.113.7')).status).toBe(429)
  expect((await post('203.0.113.8')).status).toBe(200)
  void fill()
  await vi.waitFor(() =>
    expect(started.length).toBeGreaterThanOrEqual(bounds.page.concurrent - limits.missing.burst),
  )
  const shed = await post('203.0.113.9')
  expect([shed.status, shed.body]).toEqual([503, '<p>fallback</p>'])
})

test('V17: posts of one client are limited, page views separately from other posts', async () => {
  const { send } = await startPages()
  const post = async (path: string) =>
    (await send({ path, from: '203.0.113.7', method: 'POST' })).status
  for (let at = 0; at < limits.posts.burst; at++) expect(await post('/language')).toBe(204)
  const rejected = await send({ path: '/language', from: '203.0.113.7', method: 'POST' })
  expect(rejected.status).toBe(429)
  expect(rejected.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(rejected.headers['retry-after']).toMatch(/^[1-5]$/)
  expect(await post('/page-view')).toBe(204)
})
