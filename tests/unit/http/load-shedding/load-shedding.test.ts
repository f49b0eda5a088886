import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createLoadShedding } from '../../../../server/http/load-shedding/load-shedding.ts'
import { limits } from '../../../../server/http/load-shedding/client-limits.ts'
import { bounds } from '../../../../server/http/load-shedding/load.ts'
import { readResponse } from '../../../../server/http/page-cache/cached-response.ts'
import { Abandoned, createPageCache } from '../../../../server/http/page-cache/page-cache.ts'
import type { PlaceOf } from '../../../../server/http/page-cache/page-address.ts'
import { createPageServer } from '../../../../server/http/page-cache/serve-pages.ts'
import type { CacheResult } from '../../../../server/http/access-log/request-tracker.ts'
import { metrics } from '../../../../server/metrics.ts'
import { listenInTest } from '../../../support/listen-in-test.ts'

const sorry = await readResponse(
  new Response('<p>sorry</p>', {
    status: 503,
    headers: { 'content-type': 'text/html', 'content-language': 'ar', 'retry-after': '10' },
  }),
)

interface Asking {
  path: string
  from?: string
  headers?: Record<string, string>
  method?: string
}

interface Got {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** The kinds of address that a build has. */
const placeOf: PlaceOf = (path) => ({
  kind: path.startsWith('/cards/') ? 'share-card' : path === '/page-view' ? 'page-view' : 'page',
  handle: path === '/News' ? { paged: true } : {},
})

/** A server on a free port whose pages are made when the test says so, to clients that it names. */
async function startPages() {
  const clock = { now: 1_000_000 }
  const waiting = new Map<string, (response: Response) => void>()
  const begun: string[] = []
  const state = { makesAtOnce: false, arrived: 0, result: undefined as CacheResult | undefined }
  const pages = createPageCache({
    maximumBytes: 10_000_000,
    now: () => clock.now,
    make: ({ target }) => {
      begun.push(target)
      if (state.makesAtOnce) return Promise.resolve(madePage(target))
      return new Promise((resolve) => waiting.set(target, resolve))
    },
  })
  const pageServer = createPageServer(pages, () => sorry, placeOf)
  const loadShedding = createLoadShedding({
    pages,
    pageServer,
    fallbackPage: (language) => (language === 'Ar' ? sorry : null),
    addressOf: ({ headers }) => String(headers['x-client'] ?? '127.0.0.1'),
    placeOf,
    delayMs: () => 0,
    now: () => clock.now,
  })
  const server = createServer((asked, response) => {
    state.arrived += 1
    if (asked.method === 'POST') {
      if (loadShedding.admitPost(asked, response)) response.writeHead(204).end()
      return
    }
    const page = pageServer.sendCached(asked, response)
    if (page && page !== true && loadShedding.admitPage(asked, response, page)) {
      void pageServer.make(asked, response, page)
    }
    state.result = response.cacheResult
  })
  const { port } = await listenInTest(server)

  function open({ path, from, headers = {}, method = 'GET' }: Asking) {
    const client = from === undefined ? {} : { 'x-client': from }
    const options = { host: '127.0.0.1', port, path, method, agent: false as const }
    const asking = request({ ...options, headers: { ...headers, ...client } })
    asking.on('error', () => undefined).end()
    return asking
  }
  async function ask(asking: Asking): Promise<Got> {
    const [answer] = await once(open(asking), 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  return {
    ask,
    begun,
    clock,
    open,
    pages,
    state,
    finish: (target: string) => waiting.get(target)?.(madePage(target)),
    finishAll: () => waiting.forEach((answer, target) => answer(madePage(target))),
    /** Fills the site with pages that somebody waits for. */
    fill: async () => {
      const before = begun.length
      const askings = Array.from({ length: bounds.page.underWay }, (_, at) =>
        open({ path: `/News?page=${at + 2}` }),
      )
      while (begun.length < before + bounds.page.underWay) await nextTurn()
      return askings
    },
  }
}

function madePage(target: string) {
  const policy = 's-maxage=60, stale-if-error=3600'
  return new Response(target, { headers: { 'content-type': 'text/html', 'cache-control': policy } })
}

async function shedCount(kind: string, reason: string) {
  const { values } = await metrics.shed.get()
  return values.find(({ labels }) => labels.kind === kind && labels.reason === reason)?.value ?? 0
}

test('V17: who asks a full site for a new page is told at once, in his language, to come again soon', async () => {
  const { ask, begun, fill } = await startPages()
  await fill()
  const before = await shedCount('page', 'busy')
  const { status, headers, body } = await ask({ path: '/about' })
  expect(status).toBe(503)
  expect(body).toBe('<p>sorry</p>')
  expect(headers).toMatchObject({ 'content-language': 'ar', 'cache-control': 'no-store' })
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(5)
  expect(await shedCount('page', 'busy')).toBe(before + 1)
  expect(begun).toHaveLength(bounds.page.underWay)

  // While no page has been made for it, there are words in both languages.
  const english = await ask({ path: '/about', headers: { cookie: 'lang=En' } })
  expect(english.status).toBe(503)
  expect(english.body).toMatch(/مشغول[\s\S]*busy/)
  const head = await ask({ path: '/about', method: 'HEAD' })
  expect([head.status, head.body]).toEqual([503, ''])
})

test('V17: on a full site the page’s script gets an answer that it shows a page for', async () => {
  const { ask, fill } = await startPages()
  await fill()
  const { status, headers, body } = await ask({ path: '/about?_data=root' })
  expect(status).toBe(503)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-remix-catch': 'yes' })
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(body)).toBeNull()
})

test('V17: what a browser fetches ahead is refused long before what a visitor asks for', async () => {
  const { ask, begun, finish, open } = await startPages()
  for (let at = 0; at < bounds.prefetch.underWay; at++) open({ path: `/News?page=${at + 2}` })
  while (begun.length < bounds.prefetch.underWay) await nextTurn()
  const path = '/about?_data=routes%2Fabout'
  const before = await shedCount('prefetch', 'busy')
  for (const name of ['sec-purpose', 'purpose']) {
    expect((await ask({ path, headers: { [name]: 'prefetch' } })).status, name).toBe(503)
  }
  expect(await shedCount('prefetch', 'busy')).toBe(before + 2)
  const asked = ask({ path })
  while (!begun.includes(path)) await nextTurn()
  finish(path)
  expect((await asked).status).toBe(200)
})

test('V17: a kept page is sent however full the site is, also one that ought to be made anew', async () => {
  const { ask, clock, fill, state } = await startPages()
  state.makesAtOnce = true
  await ask({ path: '/about' })
  state.makesAtOnce = false
  await fill()
  expect((await ask({ path: '/about' })).headers['cache-status']).toBe('page; hit')
  clock.now += 120_000
  expect((await ask({ path: '/about' })).headers['cache-status']).toBe('page; hit; detail=stale')
})

test('V17: a page that was purged is sent rather than nothing', async () => {
  const { ask, clock, fill, pages, state } = await startPages()
  state.makesAtOnce = true
  // More than are made anew at once: the ones that were asked for first wait for their turn.
  const purged = Array.from({ length: 20 }, (_, at) => `/newsDetails/${at}`)
  for (const path of purged) await ask({ path })
  state.makesAtOnce = false
  await fill()
  expect(pages.purge(() => true)).toBe(purged.length)
  const [path = ''] = purged
  const { status, headers } = await ask({ path })
  expect([status, headers['cache-status']]).toEqual([200, 'page; hit; detail=stale'])
  expect(state.result, 'what operators see').toBe('stale')
  clock.now += 3_700_000
  expect((await ask({ path })).status).toBe(503)
})

test('V17: whoever joins those who wait for a page is never refused', async () => {
  const { ask, fill, finishAll, state } = await startPages()
  await fill()
  const { arrived } = state
  const joining = ask({ path: '/News?page=7' })
  while (state.arrived === arrived) await nextTurn()
  finishAll()
  expect((await joining).status).toBe(200)
})

test('V17: visitors who leave make room', async () => {
  const { ask, begun, fill, finish } = await startPages()
  const [leaving] = await fill()
  expect((await ask({ path: '/about' })).status).toBe(503)
  leaving?.destroy()
  // RequestShed until the other end has noticed; then it waits, and is counted as begun.
  let answer = ask({ path: '/about' })
  while (!begun.includes('/about')) {
    const refused = await Promise.race([answer, nextTurn()])
    if (refused) answer = ask({ path: '/about' })
  }
  finish('/about')
  expect((await answer).status).toBe(200)
})

test('V17: a page that all have stopped waiting for before it was begun is not made', async () => {
  const { begun, finishAll, pages } = await startPages()
  const address = { key: 'Ar /about', target: '/about', language: 'Ar' } as const
  const left = pages.get(address, { isWaiting: () => false })
  await expect(left).rejects.toThrow(Abandoned)
  expect(begun).toEqual([])

  const leaving = pages.get(address, { isWaiting: () => false })
  const staying = pages.get(address, { isWaiting: () => true })
  while (begun.length === 0) await nextTurn()
  expect(pages.isPending(address)).toBe(true)
  expect(pages.pendingRenders()).toBe(1)
  finishAll()
  expect((await leaving).answer).toBe((await staying).answer)
  expect(pages.pendingRenders()).toBe(0)
})

test('V17: one client gets so many new pages, then has to wait; others do not', async () => {
  const { ask, clock, state } = await startPages()
  state.makesAtOnce = true
  const from = '203.0.113.7'
  for (let at = 0; at < limits.pages.burst; at++) {
    expect((await ask({ path: `/News?page=${at + 2}`, from })).status).toBe(200)
  }
  const path = '/News?page=9999'
  const before = await shedCount('page', 'client')
  const { status, headers, body } = await ask({ path, from })
  expect([status, body, headers['cache-control']]).toEqual([429, '<p>sorry</p>', 'no-store'])
  expect(headers['retry-after']).toMatch(/^[1-5]$/)
  expect(await shedCount('page', 'client')).toBe(before + 1)
  // Pages that are kept are his as ever, and new ones are everybody else's.
  expect((await ask({ path: '/News?page=3', from })).status).toBe(200)
  expect((await ask({ path, from: '203.0.113.8' })).status).toBe(200)
  clock.now += 1_000
  expect((await ask({ path: '/News?page=9998', from })).status).toBe(200)
})

test('V17: no limit is put on those who come from a proxy that nobody has named', async () => {
  const { ask, state } = await startPages()
  state.makesAtOnce = true
  for (let at = 0; at <= limits.pages.burst; at++) {
    expect((await ask({ path: `/News?page=${at + 2}`, from: '172.17.0.1' })).status).toBe(200)
  }
})

test('V17: posts of one client are limited, those of pages shown apart from the others', async () => {
  const { ask } = await startPages()
  const post = async (path: string) =>
    (await ask({ path, from: '203.0.113.7', method: 'POST' })).status
  for (let at = 0; at < limits.posts.burst; at++) expect(await post('/language')).toBe(204)
  const refused = await ask({ path: '/language', from: '203.0.113.7', method: 'POST' })
  expect(refused.status).toBe(429)
  expect(refused.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(refused.headers['retry-after']).toMatch(/^[1-5]$/)
  expect(await post('/page-view')).toBe(204)
})
