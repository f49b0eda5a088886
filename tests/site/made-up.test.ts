import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../server/http/load-shedding/client-limits.ts'
import { useContentService } from '../support/content-service.ts'
import { startFaultyApi, type ApiFault, type FaultyApi } from '../support/faulty-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const good = useContentService()
let api: FaultyApi
let site: SiteProcess
let fault: ApiFault | null = null

beforeAll(async () => {
  api = await startFaultyApi(good.url, (_, { postId }) => (postId === '' ? null : fault))
  site = await startSiteProcess({
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${good.url}/images/post`,
    TRUST_PROXY: '127.0.0.1',
    OPS_PORT: String(await getFreePort()),
    ANALYTICS: 'none',
    LOG_LEVEL: 'error',
  })
}, 60_000)
afterAll(async () => {
  await site.stop()
  await api.close()
})

let clients = 0
/** A visitor of whom nothing was heard before. */
function newClient() {
  clients += 1
  return `203.0.113.${clients}`
}

/** @param client null for one on this machine, on whom there is no limit */
async function visit(path: string, client: string | null) {
  const headers = client === null ? undefined : { 'x-forwarded-for': client }
  const answer = await fetch(site.url + path, { redirect: 'manual', headers })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

/** Asks for many paths, some at once, and counts the statuses. */
async function visitAll(paths: string[], client: string | null) {
  const left = [...paths]
  const counts: Record<string, number> = {}
  async function visitNext() {
    for (let path = left.pop(); path; path = left.pop()) {
      const { status } = await visit(path, client)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, visitNext))
  return counts
}

/** What costs a call of the content API, by an id. */
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

/** How many calls came with an id that begins so. */
function callsFor(id: string) {
  return api.calls.filter(
    ({ postId, parentId }) => postId.startsWith(id) || parentId.startsWith(id),
  ).length
}

test.each(routes)('V28: %s of one made-up id is asked of the API once', async (name, pathOf) => {
  const id = `one-of-${name}-end`
  const first = await visit(pathOf(id), null)
  expect(first.status).toBe(404)
  expect(first.headers.get('cache-control')).toBe('no-store')
  const calls = callsFor(id)
  for (let times = 0; times < 5; times++) expect((await visit(pathOf(id), null)).status).toBe(404)
  expect(callsFor(id)).toBe(calls)
})

test('V28: what does not exist is known of a page, its data and its card at once, until a purge', async () => {
  const id = 'shared-id'
  const paths = [
    `/newsDetails/${id}?lang=En`,
    `/newsDetails/${id}?lang=En&_data=routes%2Fnews-details`,
    `/cards/En/newsDetails/${id}.png`,
  ]
  for (const path of paths) expect((await visit(path, null)).status).toBe(404)
  expect(callsFor(id)).toBe(1)
  await fetch(`${site.adminUrl}/purge`, { method: 'POST' })
  for (const path of paths) expect((await visit(path, null)).status).toBe(404)
  expect(callsFor(id)).toBe(2)
})

test.each(routes)(
  'V28: of %s one client gets few made-up ids, and the API sees few',
  async (name, pathOf) => {
    const client = newClient()
    const paths = Array.from({ length: 100 }, (_, at) => pathOf(`many-of-${name}-${at}`))
    const startedAt = performance.now()
    const counts = await visitAll(paths, client)
    const seconds = (performance.now() - startedAt) / 1000
    const most = limits.missing.burst + Math.ceil(seconds * limits.missing.perSecond)
    expect(Object.keys(counts).sort()).toEqual(['404', '429'])
    expect(counts['404']).toBeLessThanOrEqual(most)
    // A solution's page asks for the solution and for its products.
    expect(callsFor(`many-of-${name}`)).toBeLessThanOrEqual(2 * most)
    // What is in memory is his as ever, and what exists everybody else's.
    await visit('/', null)
    expect((await visit('/', client)).status).toBe(200)
    expect((await visit('/projects', newClient())).status).toBe(200)
  },
)

test('V28: six hundred cards of one client are mostly refused, in few words', async () => {
  const client = newClient()
  const paths = Array.from(
    { length: 600 },
    (_, at) => `/cards/En/all-solution-products/x/${at}.png`,
  )
  const startedAt = performance.now()
  const counts = await visitAll(paths, client)
  const seconds = (performance.now() - startedAt) / 1000
  const most = limits.cards.burst + Math.ceil(seconds * limits.cards.perSecond)
  expect(counts['200']).toBeLessThanOrEqual(most)
  expect((counts['200'] ?? 0) + (counts['429'] ?? 0)).toBe(600)
  // Some may have been let in by then, as time goes on.
  const more = Array.from({ length: limits.cards.burst }, () => visit('/cards/En/News.png', client))
  const refused = (await Promise.all(more)).find(({ status }) => status === 429)
  if (!refused) throw new Error('None was refused')
  expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(refused.headers.get('retry-after')).toMatch(/^[1-5]$/)
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect((await visit('/cards/En/News.png', newClient())).status).toBe(200)
})

test.each([
  ['/page-view', limits.pageViews],
  ['/language', limits.pages],
])('V28: GET %s is limited for each client', async (path, { burst, perSecond }) => {
  const client = newClient()
  const startedAt = performance.now()
  const asked = burst * 3
  const counts = await visitAll(
    Array.from({ length: asked }, () => path),
    client,
  )
  const seconds = (performance.now() - startedAt) / 1000
  expect(counts['429']).toBeGreaterThanOrEqual(asked - burst - Math.ceil(seconds * perSecond))
  expect(counts['429']).toBeGreaterThan(0)
  expect((await visit(path, newClient())).status).toBeLessThan(400)
})

test('V28: while the API is slow one client’s questions hold up nobody else’s', async () => {
  fault = 'slow but right'
  try {
    const client = newClient()
    const paths = Array.from({ length: 150 }, (_, at) =>
      at % 2 === 0 ? `/product-details/slow-${at}` : `/cards/En/product-details/slow-${at}.png`,
    )
    const flood = Promise.all(paths.map(async (path) => (await visit(path, client)).status))
    const askedAt = performance.now()
    const other = await visit('/projectDetails/project-jazan-port', newClient())
    expect(other.status).toBe(200)
    expect(performance.now() - askedAt).toBeLessThan(5_000)
    const statuses = await flood
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(
      2 * limits.missing.burst,
    )
  } finally {
    fault = null
  }
  // No type has been given up on.
  expect((await visit('/product-details/tm63-1p-c', newClient())).status).toBe(200)
}, 30_000)
