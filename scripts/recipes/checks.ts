import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { getFreePort, listenOnLoopback } from '../../tests/support/loopback.ts'
import { atMost, type Row } from '../bench/targets.ts'
import type { SoakApi } from '../soak/content-api.ts'
import { ask, languageOf } from './ask-site.ts'
import { callHook } from './call-hook.ts'
import { startProxy, type Program, type Proxy } from './programs.ts'
import { publicUrl, type SiteBehind } from './site-behind.ts'

/** What the checks of one proxy work with. */
interface Behind {
  program: Program
  proxy: Proxy
  site: SiteBehind
  api: SoakApi
  /** Pages that no check has requested yet. */
  nextPage: () => string
}

const visitors = 30
const maxReached = 3

/**
 * How long a purge may take until the proxy shows what is new, ms. A proxy without purges keeps a page for a second,
 * which nginx counts in whole seconds: a page lasts for two at most, and is then rendered.
 */
const maxPurgeMs = { byTag: 2_000, byTime: 2_250 }

/** How long recovering may take, ms: breakers are open for some seconds. */
const recoveryMs = 30_000

const pollMs = 25

type Problems = string[]

/** All checks of a program, in order: the last ones stop the site. */
export async function checkProxy(behind: Behind): Promise<Row[]> {
  const { program } = behind
  return [
    await reachesSite('requests that reach the site: 30 visitors in turn', behind, false),
    ...(program.coversOutages
      ? [await reachesSite('requests that reach the site: 30 visitors at once', behind, true)]
      : []),
    verdict('languages never mix, nor do content encodings', await checkLanguages(behind)),
    verdict('other parameters make no copies', await checkParameters(behind)),
    verdict('private pages, tokens and posts get through', await checkPrivate(behind)),
    verdict(
      'the site gets the visitor’s address, an id and the host',
      await checkForwarded(behind),
    ),
    verdict('errors are not stored', await checkErrors(behind)),
    await checkPurge(behind),
    verdict(
      program.coversOutages
        ? 'an outage of site and API is covered'
        : 'an outage of the site is an error page in both languages',
      await checkOutage(behind),
    ),
  ]
}

function verdict(what: string, problems: Problems): Row {
  return {
    what,
    figure: problems.length === 0 ? 'yes' : problems.slice(0, 3).join('; '),
    target: { text: 'yes', met: problems.length === 0 },
  }
}

async function reachesSite(
  what: string,
  { proxy, site, program, nextPage }: Behind,
  atOnce: boolean,
): Promise<Row> {
  const page = nextPage()
  const before = countOf(await site.reached(), page)
  const visit = (visitor: number) =>
    ask(proxy.port, page, {
      headers: {
        cookie: `XSRF-TOKEN=token-of-${visitor}; lang=Ar; quote=p${visitor}:1`,
        'accept-encoding': 'gzip, deflate, br',
      },
    })
  const numbers = Array.from({ length: visitors }, (_, at) => at)
  if (atOnce) await Promise.all(numbers.map(visit))
  else for (const visitor of numbers) await visit(visitor)
  const reached = countOf(await site.reached(), page) - before
  return {
    what,
    figure: String(reached),
    ...(program.caches && { target: atMost(maxReached, reached) }),
  }
}

function countOf(paths: readonly string[], page: string) {
  const wanted = page.split('?')[0]
  return paths.filter((path) => path.split('?')[0] === wanted).length
}

/** Addresses and cookies that a proxy may read otherwise than the site does. */
const oddQueries = [
  ...['?LANG=En', '?l%61ng=En', '?lang=En&lang=Ar', '?lang=xx&lang=En', '?lang=Ar&lang=En'],
  ...['?lang=%45n', '?lang=En%20', '?utm_source=a&lang=En', '?lang=En&utm_source=a', '?lang[]=En'],
  ...['?&lang=En', '?lang=En&', '?x=?lang=En', '?lang=&lang=En'],
]
const oddCookies = [
  ...['lang=En; lang=Ar', 'lang=Ar; lang=En', 'xlang=En', 'lang="En"', 'lang=en', 'lang = En'],
  ...['lang=En;', 'quote=lang=En', 'lang=EnX', 'a=1;lang=En', ';lang=En', 'lang=; lang=En'],
  'lang=Ar; x=1,lang=En',
]

async function checkLanguages({ proxy, nextPage }: Behind) {
  const problems: Problems = []
  const odd = [
    ...oddQueries.flatMap((query) => [
      { query, cookie: 'lang=Ar' },
      { query, cookie: 'lang=En' },
    ]),
    ...oddCookies.map((cookie) => ({ query: '', cookie })),
    ...['br;q=0, gzip', 'gzip;q=0, br', 'brotli', '*', 'identity', 'br;q=0'].map((encoding) => ({
      query: '',
      cookie: 'lang=En',
      encoding,
    })),
  ]
  const plain = [
    { query: '', cookie: '', language: 'ar', encoding: 'br' },
    { query: '', cookie: 'lang=Ar', language: 'ar', encoding: '' },
    { query: '', cookie: 'lang=En', language: 'en', encoding: 'gzip' },
    { query: '?lang=Ar', cookie: 'lang=En', language: 'ar', encoding: 'br' },
    { query: '?lang=En', cookie: 'lang=Ar', language: 'en', encoding: 'gzip' },
    { query: '?lang=En', cookie: '', language: 'en', encoding: '' },
  ]
  for (const { query, cookie, encoding = 'br' } of odd as {
    query: string
    cookie: string
    encoding?: string
  }[]) {
    const page = nextPage()
    const given = await ask(proxy.port, page + query, {
      headers: { cookie, 'accept-encoding': encoding },
    })
    const used = given.headers['content-encoding'] ?? 'identity'
    if (new RegExp(`${used};q=0`).test(encoding)) problems.push(`${used} for ${encoding}`)
    for (const visit of plain) {
      const answer = await ask(proxy.port, page + visit.query, {
        headers: { cookie: visit.cookie, 'accept-encoding': visit.encoding },
      })
      const received = [languageOf(answer), answer.headers['content-encoding'] ?? '']
      const isRight = received[0] === visit.language && received[1] === visit.encoding
      if (isRight) continue
      const after = `${query || '/'} with ${cookie}, ${encoding}`
      problems.push(
        `${received.join(' ')} for ${visit.query || '/'} with ${visit.cookie || 'none'} after ${after}`,
      )
    }
    const vary = (await ask(proxy.port, page)).headers.vary
    if (vary !== 'Accept-Encoding, Cookie') problems.push(`Vary: ${vary}`)
  }
  return problems
}

async function checkParameters({ program, proxy, site, nextPage }: Behind) {
  const page = nextPage()
  await ask(proxy.port, page)
  const before = countOf(await site.reached(), page)
  for (let at = 0; at < 10; at += 1) await ask(proxy.port, `${page}?utm_source=mail-${at}&x=${at}`)
  const reached = countOf(await site.reached(), page) - before
  const problems: Problems = []
  // HAProxy cannot change an address for its cache alone: it sends such requests on.
  if (program.coversOutages && reached > maxReached) problems.push(`${reached} requests of 10`)
  const picture = '/images/post/mcb.webp'
  const width = await ask(proxy.port, `${picture}?x=1&w=160&utm_source=mail`)
  if (
    width.headers['content-length'] !==
    (await ask(proxy.port, `${picture}?w=160`)).headers['content-length']
  ) {
    problems.push('a picture lost its width')
  }
  const search = await ask(proxy.port, '/search?q=mcb&kind=product', {
    headers: { cookie: 'lang=En' },
  })
  if (!search.text.includes('value="mcb"')) problems.push('a search lost its question')
  return problems
}

async function checkPrivate({ proxy }: Behind) {
  const problems: Problems = []
  const list = (cookie: string) => ask(proxy.port, '/quote-list', { headers: { cookie } })
  const [full, empty] = [await list('quote=c40-1p:2; lang=En'), await list('lang=En')]
  if (full.text === empty.text) problems.push('a quotation list was shown to another visitor')
  if (full.headers['cache-control'] !== 'no-store') problems.push('a private page may be stored')
  const tokens = new Set<string>()
  for (let at = 0; at < 3; at += 1) {
    const { headers } = await ask(proxy.port, '/page-view')
    tokens.add(String(headers['set-cookie']))
  }
  if (tokens.size < 3 || tokens.has('undefined')) problems.push('visitors share a token')
  const language = await ask(proxy.port, '/language', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: publicUrl(proxy.port),
      'content-length': '7',
    },
    body: 'lang=En',
  })
  if (language.status !== 303 || !String(language.headers['set-cookie']).includes('lang=En')) {
    problems.push(`the language form: ${language.status}`)
  }
  return problems
}

/** Starts the same proxy before a server that records what it gets. */
async function checkForwarded({ program }: Behind) {
  const problems: Problems = []
  const received: IncomingHttpHeaders[] = []
  const server = createServer(({ headers, url }, response) => {
    if (url === '/seen') received.push(headers)
    response.writeHead(200, { 'cache-control': 'no-store' }).end()
  })
  const { port, close } = await listenOnLoopback(server, await getFreePort())
  const ports = { proxy: await getFreePort(), sites: [port], admin: port }
  const proxy = await startProxy(program, ports)
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-request-id': 'chosen-by-a-visitor',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    host: 'www.example.com:8443',
    cookie: 'a=1; quote=a:1,b:2; c=3',
  }
  for (let at = 0; at < 2; at += 1) await ask(proxy.port, '/seen', { headers: forged })
  await proxy.stop()
  await close()
  const ids = new Set(received.map((headers) => headers['x-request-id']))
  if (ids.size !== 2 || ids.has('chosen-by-a-visitor')) problems.push('request ids are not its own')
  for (const headers of received) {
    const addresses = String(headers['x-forwarded-for']).split(/,\s*/)
    if (addresses.at(-1) !== '127.0.0.1') problems.push(`X-Forwarded-For: ${addresses.join(', ')}`)
    if (headers['traceparent'] !== undefined) problems.push('a visitor can start a trace')
    if (headers.host !== forged.host) problems.push(`Host: ${headers.host}`)
    if (!headers.cookie?.endsWith(forged.cookie)) problems.push(`Cookie: ${headers.cookie}`)
    if (!/^[\w.-]{1,64}$/.test(String(headers['x-request-id'])))
      problems.push('the id is malformed')
  }
  return problems
}

async function checkErrors({ api, proxy, site, nextPage }: Behind) {
  const problems: Problems = []
  const missing = '/newsDetails/there-is-none'
  const before = countOf(await site.reached(), missing)
  for (let at = 0; at < 2; at += 1) {
    const { status } = await ask(proxy.port, missing)
    if (status !== 404) problems.push(`status ${status} for a post that does not exist`)
  }
  if (countOf(await site.reached(), missing) - before < 2) problems.push('a 404 was stored')
  await api.set('broken')
  const page = nextPage()
  const failed = await ask(proxy.port, page)
  if (failed.status !== 503 || failed.headers['retry-after'] === undefined) {
    problems.push(`status ${failed.status} while the API is broken`)
  }
  await api.set('good')
  const recovered = await until(
    async () => (await ask(proxy.port, page)).status === 200,
    recoveryMs,
  )
  if (recovered === null) problems.push('a 503 stayed')
  return problems
}

async function checkPurge({ program, api, proxy }: Behind): Promise<Row> {
  const what = 'from the webhook to the new content'
  const pages = ['/', '/about', '/services?lang=En']
  const word = `Changed-${program.executable}`
  for (const page of pages) await ask(proxy.port, page)
  api.mark(word)
  const startedAt = performance.now()
  await callHook(proxy.port, '{"types":["Footer.Data"]}')
  for (const page of pages) {
    const isNew = async () => (await ask(proxy.port, page)).text.includes(word)
    if ((await until(isNew, recoveryMs)) === null) return verdict(what, [`${page} stays old`])
  }
  const ms = Math.round(performance.now() - startedAt)
  const limit = program.isPurged ? maxPurgeMs.byTag : maxPurgeMs.byTime
  return { what, figure: `${ms} ms`, target: atMost(limit, ms, ' ms') }
}

async function checkOutage({ program, api, proxy, site, nextPage }: Behind) {
  const problems: Problems = []
  const pages = Array.from({ length: 10 }, nextPage)
  const seen = pages.flatMap((page) => [
    { page, cookie: 'lang=Ar', language: 'ar' },
    { page, cookie: 'lang=En', language: 'en' },
  ])
  async function viewSeen(when: string) {
    for (const { page, cookie, language } of seen) {
      const received = languageOf(await ask(proxy.port, page, { headers: { cookie } }))
      if (received !== language) problems.push(`${when}: ${received} for ${page}`)
    }
  }
  await viewSeen('before')
  // Past every time for which a page is fresh.
  await pause(1_100)
  await api.set('dead')
  await site.kill()
  const unseen = await ask(proxy.port, nextPage())
  if (unseen.status !== 503 || !/lang="ar"[^]*lang="en"/.test(unseen.text)) {
    problems.push(`${unseen.status} without a page in both languages`)
  }
  if (unseen.headers['cache-control'] !== 'no-store') problems.push('the error may be stored')
  if (program.coversOutages) {
    await viewSeen('without site and API')
    // A new process without any content answers every page with 503.
    await site.start()
    await viewSeen('with a site that has no content')
    await site.kill()
  }
  await api.set('good')
  await site.start()
  const isBack = async () => languageOf(await ask(proxy.port, seen[0]?.page ?? '/')) === 'ar'
  if ((await until(isBack, recoveryMs)) === null) problems.push('it stays away')
  return problems
}

/** @returns how long it took, ms; null if it did not happen in time */
async function until(check: () => Promise<boolean>, limitMs: number) {
  const startedAt = performance.now()
  while (performance.now() - startedAt < limitMs) {
    if (await check()) return performance.now() - startedAt
    await pause(pollMs)
  }
  return null
}
