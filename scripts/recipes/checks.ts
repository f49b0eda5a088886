import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort, listenOnLoopback } from '../../tests/support/loopback.ts'
import { atMost, type Row } from '../bench/report.ts'
import { get } from '../bench/requests.ts'
import type { ChangingApi } from './content-api.ts'
import { startProxy, type Proxy, type Recipe } from './proxies.ts'
import { callHook, prepareSite, publicUrl, type SiteBehind } from './site-behind.ts'

/** The servers that the checks of one proxy work with. */
interface Behind {
  recipe: Recipe
  proxy: Proxy
  site: SiteBehind
  api: ChangingApi
  /** @returns the path of a page that no check has requested yet */
  nextPage: () => string
}

const timeoutMs = 20_000
const visitors = 30
const maxReached = 3

/** A proxy keeps a page for a second, which nginx counts in whole seconds: for two at most. Then it is rendered. */
const maxPurgeMs = 2_250

/** Files of an enquiry, sent more slowly than servers wait for a whole body by default. */
const uploadMb = 30
const uploadS = 12

const restartRequests = 2_000

/** How long recovering may take, ms: breakers are open for some seconds. */
const recoveryMs = 30_000

const pollMs = 25

/** All checks of a proxy, in order: the last one stops the site. */
export async function checkProxy(behind: Behind): Promise<Row[]> {
  const { caches } = behind.recipe
  const checks: [string, (behind: Behind) => Promise<void>][] = [
    ['languages never mix, nor do content encodings', checkLanguages],
    ['other parameters make no copies', checkParameters],
    ['private pages, tokens and posts get through', checkPrivate],
    ['the site gets the visitor’s address, an id and the host', checkForwarded],
    ['a page that has not changed is a 304, and a part of a file a 206', checkConditions],
    [`${uploadMb} MB arrive in ${uploadS} s`, checkUpload],
    ['errors are not stored', checkErrors],
    [`a change shows within ${maxPurgeMs} ms of the webhook`, checkPurge],
    [
      caches
        ? 'an outage of site and API is covered'
        : 'an outage of the site is an error page in both languages',
      checkOutage,
    ],
  ]
  if (!behind.recipe.isForOne) {
    checks.push([`two processes are replaced during ${restartRequests} requests`, checkRestarts])
  }
  const rows = caches ? await countRequests(behind) : []
  for (const [what, check] of checks) {
    await behind.api.set('good')
    const problem = await check(behind).then(
      () => undefined,
      (error: unknown) =>
        String(error instanceof Error ? error.message : error)
          .replace(/\s+/g, ' ')
          .slice(0, 160),
    )
    const target = { text: 'yes', met: problem === undefined }
    rows.push({ what, figure: problem ?? 'yes', target })
  }
  return rows
}

/** Sends a request, with the path exactly as given. @returns the response, with its text decoded */
async function ask({ port }: Proxy, path: string, init: RequestInit = {}) {
  const signal = AbortSignal.timeout(timeoutMs)
  const url = `http://127.0.0.1:${port}${path}`
  const response = await fetch(url, { ...init, redirect: 'manual', signal })
  const { status, headers } = response
  return { status, headers, text: await response.text() }
}

/** Asks for a page as a browser does. @returns its language, or its status if it is none, and its content encoding */
async function view(proxy: Proxy, path: string, cookie: string, accepted = 'br') {
  const { status, headers, text } = await ask(proxy, path, {
    headers: { cookie, 'accept-encoding': accepted },
  })
  const language = status === 200 ? /<html lang="(\w+)"/.exec(text)?.[1] : String(status)
  return `${language} ${headers.get('content-encoding') ?? 'plain'}`
}

async function countRequests({ proxy, site, nextPage }: Behind): Promise<Row[]> {
  const rows: Row[] = []
  for (const how of ['in turn', 'at once']) {
    const page = nextPage()
    const before = await site.countOf(page)
    const visits: Promise<unknown>[] = []
    for (let at = 0; at < visitors; at += 1) {
      visits.push(view(proxy, page, `XSRF-TOKEN=token-of-${at}; lang=Ar; quote=p${at}:1`))
      if (how === 'in turn') await visits.at(-1)
    }
    await Promise.all(visits)
    const reached = (await site.countOf(page)) - before
    const what = `requests that reach the site: ${visitors} visitors ${how}`
    rows.push({ what, figure: String(reached), target: atMost(maxReached, reached) })
  }
  return rows
}

/** Queries, cookies and encodings that a proxy may read otherwise than the site does. */
const odd = {
  queries: [
    ...['?LANG=En', '?l%61ng=En', '?lang=En&lang=Ar', '?lang=xx&lang=En', '?lang=Ar&lang=En'],
    ...['?lang=%45n', '?lang=En%20', '?utm_source=a&lang=En', '?lang=En&utm_source=a'],
    ...['?lang[]=En', '?&lang=En', '?lang=En&', '?x=?lang=En', '?lang=&lang=En'],
  ],
  cookies: [
    ...['lang=En; lang=Ar', 'lang=Ar; lang=En', 'xlang=En', 'lang="En"', 'lang=en', 'lang = En'],
    ...['lang=En;', 'quote=lang=En', 'lang=EnX', 'a=1;lang=En', ';lang=En', 'lang=; lang=En'],
    'lang=Ar; x=1,lang=En',
  ],
  encodings: ['br;q=0, gzip', 'gzip;q=0, br', 'brotli', '*', 'identity', 'br;q=0'],
}
const oddVisits = [
  ...odd.queries.flatMap((query) => [
    [query, 'lang=Ar', 'br'],
    [query, 'lang=En', 'br'],
  ]),
  ...odd.cookies.map((cookie) => ['', cookie, 'br']),
  ...odd.encodings.map((accepted) => ['', 'lang=En', accepted]),
]

/** Query, cookie, accepted encoding, and what they are answered with. */
const plainVisits = [
  ['', '', 'br', 'ar br'],
  ['', 'lang=Ar', '', 'ar plain'],
  ['', 'lang=En', 'gzip', 'en gzip'],
  ['?lang=Ar', 'lang=En', 'br', 'ar br'],
  ['?lang=En', 'lang=Ar', 'gzip', 'en gzip'],
  ['?lang=En', '', '', 'en plain'],
] as const

/** Whatever an odd visit has stored, the plain ones after it get what is theirs. */
async function checkLanguages({ proxy, nextPage }: Behind) {
  for (const [oddQuery = '', oddCookie = '', oddAccepted = ''] of oddVisits) {
    const page = nextPage()
    const [, used] = (await view(proxy, page + oddQuery, oddCookie, oddAccepted)).split(' ')
    assert(!oddAccepted.includes(`${used};q=0`), `${used} for ${oddAccepted}`)
    for (const [query, cookie, accepted, expected] of plainVisits) {
      const received = await view(proxy, page + query, cookie, accepted)
      const after = `${oddQuery}, ${oddCookie}, ${oddAccepted}`
      assert.equal(received, expected, `${received} for ${query}, ${cookie} after ${after}`)
    }
    assert.match((await ask(proxy, page)).headers.get('vary') ?? '', /^Accept-Encoding, ?Cookie$/)
  }
}

async function checkParameters({ recipe, proxy, site, nextPage }: Behind) {
  const page = nextPage()
  await ask(proxy, page)
  const before = await site.countOf(page)
  for (let at = 0; at < 10; at += 1) await ask(proxy, `${page}?utm_source=mail-${at}&x=${at}`)
  const reached = (await site.countOf(page)) - before
  assert(!recipe.caches || reached <= maxReached, `${reached} requests of 10`)
  const sizeOf = async (query: string) =>
    (await ask(proxy, `/images/post/mcb.webp${query}`)).headers.get('content-length')
  const size = await sizeOf('?x=1&w=160&utm_source=mail')
  assert.equal(size, await sizeOf('?w=160'), 'a picture lost its width')
  const search = await ask(proxy, '/search?q=mcb&kind=product')
  assert(search.text.includes('value="mcb"'), 'a search lost its question')
}

async function checkPrivate({ proxy }: Behind) {
  const list = (cookie: string) => ask(proxy, '/quote-list', { headers: { cookie } })
  const [full, empty] = [await list('quote=c40-1p:2; lang=En'), await list('lang=En')]
  assert.notEqual(full.text, empty.text, 'a quotation list was shown to another visitor')
  assert.equal(full.headers.get('cache-control'), 'no-store')
  const tokens = new Set<string | null>()
  for (let at = 0; at < 3; at += 1) {
    tokens.add((await ask(proxy, '/page-view')).headers.get('set-cookie'))
  }
  assert(tokens.size === 3 && !tokens.has(null), 'visitors share a token')
  const { status, headers } = await ask(proxy, '/language', {
    method: 'POST',
    headers: { origin: publicUrl(proxy.port) },
    body: new URLSearchParams({ lang: 'En' }),
  })
  assert.equal(status, 303, `the language form: ${status}`)
  assert.match(headers.get('set-cookie') ?? '', /lang=En/)
}

/** Starts the same proxy before a server that records what it gets. */
async function checkForwarded({ recipe }: Behind) {
  const received: IncomingHttpHeaders[] = []
  const server = createServer(({ headers, url }, response) => {
    if (url === '/seen') received.push(headers)
    response.writeHead(200, { 'cache-control': 'no-store' }).end()
  })
  const { port, close } = await listenOnLoopback(server, await getFreePort())
  const proxy = await startProxy(recipe, { proxy: await getFreePort(), sites: [port] })
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-request-id': 'chosen-by-a-visitor',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    host: 'www.example.com:8443',
    cookie: 'a=1; quote=a:1,b:2; c=3',
  }
  // `fetch` would send its own Host.
  for (let at = 0; at < 2; at += 1) await get(proxy.port, '/seen', forged)
  await proxy.stop()
  await close()
  assert.equal(received.length, 2)
  // Without one from the proxy, the site makes it.
  const ids = received.flatMap((headers) => headers['x-request-id'] ?? [])
  assert(new Set(ids).size === ids.length, 'request ids are not its own')
  assert(!ids.includes(forged['x-request-id']), 'a visitor can choose an id')
  for (const id of ids.flat()) assert.match(id, /^[\w.-]{1,64}$/)
  for (const headers of received) {
    assert.match(String(headers['x-forwarded-for']), /(?:^|, *)127\.0\.0\.1$/)
    assert.equal(headers['traceparent'], undefined, 'a visitor can start a trace')
    assert.equal(headers.host, forged.host, `Host: ${headers.host}`)
    assert(headers.cookie?.endsWith(forged.cookie), `Cookie: ${headers.cookie}`)
  }
}

async function checkConditions({ proxy, nextPage }: Behind) {
  const page = nextPage()
  const { headers } = await ask(proxy, page)
  const etag = headers.get('etag') ?? ''
  const again = await ask(proxy, page, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304, `${again.status} for ${etag}`)
  const font = readdirSync('build/client/assets').find((name) => name.endsWith('.woff2'))
  const part = await ask(proxy, `/assets/${font}`, { headers: { range: 'bytes=0-99' } })
  assert.equal(part.status, 206, `${part.status} for a range`)
  assert.equal(part.headers.get('content-length'), '100')
}

async function checkUpload({ proxy }: Behind) {
  const form = new FormData()
  for (const name of ['one.pdf', 'two.pdf', 'three.pdf']) {
    form.append('files', new File([Buffer.alloc((uploadMb / 3) * 1e6)], name))
  }
  const encoded = new Response(form)
  const bytes = Buffer.from(await encoded.arrayBuffer())
  const type = encoded.headers.get('content-type') ?? ''
  const headers = { 'Content-Type': type, 'Content-Length': bytes.length }
  const to = { host: '127.0.0.1', port: proxy.port, path: '/enquiry', method: 'POST', headers }
  const sent = request(to)
  const answered = once(sent, 'response')
  const parts = uploadS * 4
  for (let at = 0; at < parts; at += 1) {
    const bounds = [at, at + 1].map((part) => Math.ceil((bytes.length * part) / parts))
    sent.write(bytes.subarray(...bounds))
    await Promise.race([pause(250), answered])
  }
  sent.end()
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  // The form has no token: the site says so once it has read all of it.
  assert.equal(response.statusCode, 422, `${response.statusCode}`)
}

/** Starts the same proxy before two processes of the site, and restarts each while visitors ask. */
async function checkRestarts({ recipe }: Behind) {
  const port = await getFreePort()
  const admins = [await getFreePort(), await getFreePort()]
  const sites = await Promise.all(
    admins.map((admin) => prepareSite(port, { OPS_PORT: String(admin), LOG_LEVEL: 'warn' })),
  )
  await Promise.all(sites.map((site) => site.start()))
  const proxy = await startProxy(recipe, {
    proxy: port,
    sites: sites.map((site) => site.port),
    admins,
  })
  const statuses: (number | string)[] = []
  let areRestarted = false
  async function visit() {
    while (!areRestarted || statuses.length < restartRequests) {
      const page = `/products/mcb?lang=${statuses.length % 2 === 0 ? 'Ar' : 'En'}`
      const once = () => get(port, page).catch((error: Error) => error)
      const first = await once()
      const isRetried = recipe.leavesRetries && first instanceof Error
      const answer = isRetried ? await once() : first
      statuses.push(answer instanceof Error ? answer.message : answer.status)
    }
  }
  const visits = Array.from({ length: 4 }, visit)
  for (const site of sites) {
    await site.terminate()
    await site.start()
    // Proxies that check processes need a moment to find it.
    await pause(2_000)
  }
  areRestarted = true
  await Promise.all(visits)
  await proxy.stop()
  await Promise.all(sites.map((site) => site.stop()))
  const lost = statuses.filter((status) => status !== 200)
  assert.equal(
    lost.length,
    0,
    `${lost.length} of ${statuses.length} lost: ${[...new Set(lost)].join()}`,
  )
}

async function checkErrors({ api, proxy, site, nextPage }: Behind) {
  const missing = '/newsDetails/there-is-none'
  const before = await site.countOf(missing)
  for (let at = 0; at < 2; at += 1) assert.equal((await ask(proxy, missing)).status, 404)
  assert((await site.countOf(missing)) - before >= 2, 'a 404 was stored')
  await api.set('broken')
  const page = nextPage()
  const { status, headers } = await ask(proxy, page)
  assert(status === 503 && headers.has('retry-after'), `status ${status} while the API is broken`)
  await api.set('good')
  await until('the 503 is gone', async () => (await ask(proxy, page)).status === 200)
}

async function checkPurge({ recipe, api, proxy }: Behind) {
  const pages = ['/', '/about', '/services?lang=En']
  const word = `Changed-${recipe.name}`
  for (const page of pages) await ask(proxy, page)
  api.mark(word)
  const startedAt = performance.now()
  await callHook(proxy.port)
  for (const page of pages) {
    await until(`${page} is new`, async () => (await ask(proxy, page)).text.includes(word))
  }
  const ms = Math.round(performance.now() - startedAt)
  assert(ms <= maxPurgeMs, `${ms} ms`)
}

async function checkOutage({ recipe, api, proxy, site, nextPage }: Behind) {
  const pages = Array.from({ length: 10 }, nextPage)
  async function viewSeen(when: string) {
    for (const page of pages) {
      assert.equal(await view(proxy, page, 'lang=Ar'), 'ar br', `${when}: ${page} in Arabic`)
      assert.equal(await view(proxy, page, 'lang=En'), 'en br', `${when}: ${page} in English`)
    }
  }
  await viewSeen('before')
  // Past every time for which a page is fresh.
  await pause(1_100)
  await api.set('dead')
  await site.kill()
  const { status, headers, text } = await ask(proxy, nextPage())
  assert(status === 503 || status === 502, `${status}`)
  if (!recipe.ownErrorPage) assert.match(text, /lang="ar"[^]*lang="en"/)
  assert.equal(headers.get('cache-control'), 'no-store', 'the error may be stored')
  if (recipe.caches) {
    await viewSeen('without site and API')
    // A new process without any content answers every page with 503.
    await site.start()
    await viewSeen('with a site that has no content')
    await site.kill()
  }
  await api.set('good')
  await site.start()
  await until('it is back', async () => (await view(proxy, pages[0] ?? '/', '')) === 'ar br')
}

/** @throws Error unless it happens in time */
async function until(what: string, check: () => Promise<boolean>) {
  const giveUpAt = performance.now() + recoveryMs
  while (!(await check())) {
    if (performance.now() > giveUpAt) throw new Error(`not within ${recoveryMs} ms: ${what}`)
    await pause(pollMs)
  }
}
