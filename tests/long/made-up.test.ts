import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { limits } from '../../server/limits/client-limits.ts'
import { startContentApi, type ApiFault, type ContentApi } from '../support/content-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const secret = 'only-for-the-tests'

const good = { url: inject('contentUrl') }
let api: ContentApi
let site: SiteProcess
let fault: ApiFault | null = null

beforeAll(async () => {
  api = await startContentApi(good.url, {
    faultFor: (_, { postId }) => (postId === '' ? null : fault),
  })
  site = await startSiteProcess({
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${good.url}/images/post`,
    TRUST_PROXY: '127.0.0.1',
    SECRET: secret,
    OPS_PORT: String(await getFreePort()),
    ANALYTICS: 'none',
    LOG_LEVEL: 'error',
  })
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

let clients = 0
/** The address of a new client. */
function newClient() {
  clients += 1
  return `203.0.113.${clients}`
}

/** @param client null for one on this machine, which is not limited */
async function visit(path: string, client: string | null) {
  const headers = client === null ? undefined : { 'x-forwarded-for': client }
  const response = await fetch(site.url + path, { redirect: 'manual', headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** @param form null for a GET request */
type Request = [path: string, form: Record<string, string> | null]

async function post(path: string, fields: Record<string, string>, client: string, cookie = '') {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const headers = { 'x-forwarded-for': client, cookie }
  const response = await fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

/** Requests many paths, or posts forms, 8 at a time, and counts the statuses. */
async function visitAll(requests: (string | Request)[], client: string | null) {
  const queue = [...requests]
  const counts: Record<string, number> = {}
  async function visitQueued() {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [path, form] = typeof next === 'string' ? [next, null] : next
      const { status } = form ? await post(path, form, client ?? '') : await visit(path, client)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, visitQueued))
  return counts
}

/** The addresses with an id that costs a content API call. */
const routes: [name: string, pathOf: (id: string) => string][] = [
  ['product-details', (id) => `/product-details/${id}`],
  ['products-details', (id) => `/products-details/${id}`],
  ['newsDetails', (id) => `/newsDetails/${id}`],
  ['blog_details', (id) => `/blog_details/${id}`],
  ['serviceDetails', (id) => `/serviceDetails/${id}`],
  ['projectDetails', (id) => `/projectDetails/${id}`],
  ['solutionDetails', (id) => `/solutionDetails/${id}`],
  ['products', (id) => `/products/${id}`],
  ['products-types', (id) => `/products-types/${id}`],
  ['all-solution-products', (id) => `/all-solution-products/${id}/x`],
  ['data', (id) => `/product-details/${id}?_data=routes%2Fproduct-details`],
  ['cards', (id) => `/cards/En/newsDetails/${id}.png`],
  ['vcards', (id) => `/vcards/En/${id}.vcf`],
  ['sitemaps', (id) => `/sitemaps/products-${id}/1.xml`],
]

/** Requests with made-up ids: more than one client may send, and than refills meanwhile. */
const tooMany = 160

/** The number of calls with an id that starts with this text. */
function callsFor(id: string) {
  return api.calls.filter(
    ({ postId, parentId }) => postId.startsWith(id) || parentId.startsWith(id),
  ).length
}

test.each(routes)('V28: %s: the API gets no second call for a made-up id', async (name, pathOf) => {
  const id = `one-of-${name}-end`
  const first = await visit(pathOf(id), null)
  expect(first.status).toBe(404)
  expect(first.headers.get('cache-control')).toBe('no-store')
  const calls = callsFor(id)
  for (let times = 0; times < 5; times++) expect((await visit(pathOf(id), null)).status).toBe(404)
  expect(callsFor(id)).toBe(calls)
})

test('V28: a page, its data and its card share the calls for an id that does not exist, until a purge', async () => {
  const id = 'shared-id'
  const paths = [
    `/newsDetails/${id}?lang=En`,
    `/newsDetails/${id}?lang=En&_data=routes%2Fnews-details`,
    `/cards/En/newsDetails/${id}.png`,
  ]
  for (const path of paths) expect((await visit(path, null)).status).toBe(404)
  // One in each language.
  expect(callsFor(id)).toBe(2)
  await fetch(`${site.adminUrl}/purge`, { method: 'POST' })
  for (const path of paths) expect((await visit(path, null)).status).toBe(404)
  expect(callsFor(id)).toBe(4)
})

test.each(routes)(
  'V28: %s: made-up ids of one client are limited, and so are the calls to the API',
  async (name, pathOf) => {
    const client = newClient()
    const paths = Array.from({ length: tooMany }, (_, at) => pathOf(`many-of-${name}-end-${at}`))
    const startedAt = performance.now()
    const counts = await visitAll(paths, client)
    const seconds = (performance.now() - startedAt) / 1000
    const max = limits.missing.burst + Math.ceil(seconds * limits.missing.perSecond)
    expect(Object.keys(counts).filter((status) => !['404', '429', '503'].includes(status))).toEqual(
      [],
    )
    expect(counts['429']).toBeGreaterThan(0)
    // More calls than are reserved for a request.
    const isLong = name === 'products-details' || name === 'solutionDetails'
    if (!isLong) expect(counts['503']).toBeUndefined()
    expect(counts['404'] ?? 0).toBeLessThanOrEqual(max)
    expect(callsFor(`many-of-${name}-end`)).toBeLessThanOrEqual(max)
    // The client still gets cached pages, and others get everything.
    await visit('/', null)
    expect((await visit('/', client)).status).toBe(200)
    expect((await visit('/projects', newClient())).status).toBe(200)
  },
)

/** A list of many items of which none exists. */
function madeUpItems(id: string) {
  return Array.from({ length: 50 }, (_, at) => `${id}-${at}:1`).join(',')
}

const person = { name: 'Amal', email: 'amal@unlisted.example', message: 'Two panels' }

/** Requests that name several made-up ids each. */
const lists: [name: string, requestOf: (id: string) => Request][] = [
  [
    'a comparison',
    (id) => [`/compare?ids=${[1, 2, 3, 4].map((at) => `${id}-${at}`).join(',')}`, null],
  ],
  ['data of a comparison', (id) => [`/compare?ids=${id}&_data=routes%2Fcompare`, null]],
  ['a shared list', (id) => [`/quote-list?items=${madeUpItems(id)}`, null]],
  ['a list as CSV', (id) => [`/quote-list.csv?items=${madeUpItems(id)}`, null]],
  ['a form for one product', (id) => [`/enquiry?product=${id}`, null]],
  [
    'an enquiry',
    (id) => {
      const form = issueFormToken(secret, Date.now() - 10_000)
      return ['/enquiry', { ...person, items: madeUpItems(id), form }]
    },
  ],
  [
    'an enquiry of seven items',
    (id) => {
      const items = madeUpItems(id).split(',').slice(0, 7).join(',')
      return ['/enquiry', { items, form: issueFormToken(secret, Date.now() - 10_000) }]
    },
  ],
  [
    'a change of a list with an item that cannot be read',
    (id) => ['/quote-list', { action: 'add', id, quantity: 'x', message: 'y' }],
  ],
  ['Markdown', (id) => [`/product-details/${id}.md`, null]],
]

test.each([
  ...lists.map(([name, requestOf]): [string, ((id: string) => Request)[]] => [name, [requestOf]]),
  [
    'all of them and pages',
    [
      ...lists.map(([, requestOf]) => requestOf),
      ...routes.map(([, pathOf]) => (id: string): Request => [pathOf(id), null]),
    ],
  ],
])('V34: %s: content calls for made-up ids are limited for each client', async (name, requests) => {
  const id = `list-${name.replaceAll(' ', '-')}-end`
  const client = newClient()
  const startedAt = performance.now()
  const all = Array.from({ length: Math.ceil(60 / requests.length) }, (_, at) =>
    requests.map((requestOf, of) => requestOf(`${id}-${of}-${at}`)),
  ).flat()
  const counts = await visitAll(all, client)
  const seconds = (performance.now() - startedAt) / 1000
  const max = limits.missing.burst + Math.ceil(seconds * limits.missing.perSecond)
  expect(callsFor(id)).toBeLessThanOrEqual(max)
  // Something was looked up.
  expect(callsFor(id)).toBeGreaterThan(5)
  expect(Object.keys(counts).filter((status) => Number(status) >= 500 && status !== '503')).toEqual(
    [],
  )
  expect((await visit('/projects', newClient())).status).toBe(200)
})

test('V34: an enquiry without a token of the site costs no content call for its items', async () => {
  const id = 'no-token-end'
  for (const form of ['', 'made-up', issueFormToken('of another site', Date.now() - 10_000)]) {
    const { status, body } = await post(
      '/enquiry',
      { ...person, items: `${id}:1,tm63-1p-c:3`, form },
      newClient(),
    )
    expect(status).toBe(422)
    // The list is still there, to be sent again.
    expect(body).toContain('tm63-1p-c')
  }
  expect(callsFor(id)).toBe(0)
})

test('V34: a visitor with some withdrawn products in an old list sees it, sends it and goes on', async () => {
  const client = newClient()
  const withdrawn = ['gone-1', 'gone-2', 'gone-3', 'gone-4']
  const items = [...withdrawn, 'tm63-1p-c'].map((id) => `${id}:1`).join(',')
  const headers = { 'x-forwarded-for': client, cookie: `lang=En; quote=${items}` }
  await visit('/product-details/tm63-1p-c?lang=En', null)
  for (let times = 0; times < 5; times++) {
    const list = await fetch(`${site.url}/quote-list`, { headers })
    expect(list.status).toBe(200)
    const body = await list.text()
    expect(body).toContain('gone-1')
    expect(body).toContain('href="/product-details/tm63-1p-c')
    expect((await visit('/product-details/tm63-1p-c', client)).status).toBe(200)
  }
  expect((await visit('/solutionDetails/none-of-these', client)).status).toBe(404)
  const form = issueFormToken(secret, Date.now() - 10_000)
  const sent = await post('/enquiry', { ...person, items, form }, client, headers.cookie)
  expect(sent.status).toBe(303)
})

test('V28: most of hundreds of share cards for one client are rejected, with a short response', async () => {
  const client = newClient()
  const count = 600
  const paths = Array.from(
    { length: count },
    (_, at) => `/cards/En/all-solution-products/x/${at}.png`,
  )
  const startedAt = performance.now()
  const counts = await visitAll(paths, client)
  const seconds = (performance.now() - startedAt) / 1000
  const max = limits.cards.burst + Math.ceil(seconds * limits.cards.perSecond)
  expect(counts['200']).toBeLessThanOrEqual(max)
  expect((counts['200'] ?? 0) + (counts['429'] ?? 0)).toBe(count)
  // Some of these may be accepted, since the limit refills over time.
  const more = Array.from({ length: limits.cards.burst }, () => visit('/cards/En/News.png', client))
  const rejected = (await Promise.all(more)).find(({ status }) => status === 429)
  if (!rejected) throw new Error('None was rejected')
  expect(rejected.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(rejected.headers.get('retry-after')).toMatch(/^[1-5]$/)
  expect(rejected.headers.get('cache-control')).toBe('no-store')
  expect((await visit('/cards/En/News.png', newClient())).status).toBe(200)
})

test('V28: most of hundreds of made-up assets for one client are rejected; a page of an older build gets 404s', async () => {
  const [client, visitor] = [newClient(), newClient()]
  const assets = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => `/assets/${name}-${10_000_000 + at}.js`)
  const startedAt = performance.now()
  const counts = await visitAll(assets('made-up', 600), client)
  const seconds = (performance.now() - startedAt) / 1000
  const max = limits.missing.burst + Math.ceil(seconds * limits.missing.perSecond)
  expect(counts['404']).toBeLessThanOrEqual(max)
  expect((counts['404'] ?? 0) + (counts['429'] ?? 0)).toBe(600)
  // A browser requests them all at once, and so may others in its network, which miss the same ones.
  const missing = assets('chunk', 25)
  const answers = await Promise.all(missing.map((path) => visit(path, visitor)))
  const others = [...missing, ...missing].map((path) => visit(path, visitor))
  const statuses = [...answers, ...(await Promise.all(others))].map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([404]))
  const own = /\/assets\/[\w.-]+\.js/.exec((await visit('/', null)).body)?.[0] ?? ''
  expect(await visitAll(Array(100).fill(own), client)).toEqual({ 200: 100 })
})

test('V28: while the API is slow, a flood from one client does not delay others', async () => {
  fault = 'slow but right'
  try {
    const client = newClient()
    const paths = Array.from({ length: 150 }, (_, at) =>
      at % 2 === 0 ? `/product-details/slow-${at}` : `/cards/En/product-details/slow-${at}.png`,
    )
    const flood = Promise.all(paths.map(async (path) => (await visit(path, client)).status))
    const startedAt = performance.now()
    const other = await visit('/projectDetails/project-jazan-port', newClient())
    expect(other.status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    const statuses = await flood
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(
      limits.missing.burst,
    )
  } finally {
    fault = null
  }
  // No circuit breaker has opened.
  expect((await visit('/product-details/tm63-1p-c', newClient())).status).toBe(200)
}, 30_000)
