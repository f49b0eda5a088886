import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBody } from '../support/api-faults.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { measurableSite, memoryInUseMb } from '../support/memory-in-use.ts'
import { postsAtLimits } from '../support/posts-at-limits.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'
import { visitorLanguages } from '../support/visit.ts'

const maxPageBytes = 2_000_000
const maxGrowthMb = 100
const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

let api: ContentApi
let site: SiteProcess
let usedMb: number

beforeAll(async () => {
  api = await startContentApi(() => [], {
    faultFor: (_, call) =>
      sendBody(200, gzipSync(JSON.stringify(postsAtLimits(call)), { level: 1 }), headers),
  })
  const settings = { CONTENT_API_URL: api.url, PAGE_CACHE_MB: '0', CONTENT_CACHE_TTL_S: '600' }
  site = await startSiteProcess(settings, measurableSite)
  usedMb = await memoryInUseMb(site)
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

const items = (kind: string, count: number, quantity = '') =>
  Array.from({ length: count }, (_, at) => `${kind}-${at}${quantity}`).join()
const long = encodeURIComponent('世'.repeat(200))

const pages = [
  ...['/', '/about', '/News', '/services', '/projects', '/solutions', '/productsCategories'],
  ...[
    '/products/home',
    '/products-types/parent',
    '/products/parent',
    '/products/parent?view=table',
  ],
  ...['/branches', '/contact', '/search?q=1', '/documents', '/solutionDetails/specs', '/llms.txt'],
  ...['/product-details/relations-1.md', '/feeds/news.atom', '/services?_data=root'],
  ...Array.from(
    ['specs', 'pictures', 'files', 'codes', 'choices', 'relations', 'headings'],
    (kind) => `/product-details/${kind}-${long}`,
  ),
  ...[`/compare?ids=${items('specs', 4)}`, `/compare?ids=${items('choices', 4)}`],
  `/quote-list?items=${items('choices', isWholeRun ? 50 : 12, ':9')}`,
]

/** In both languages with `npm run test:long`, else in one of them. */
async function expectSmall(address: string) {
  const one = visitorLanguages.slice(address.length % 2).slice(0, 1)
  for (const language of isWholeRun ? visitorLanguages : one) {
    const response = await fetch(site.url + address, { headers: { cookie: `lang=${language}` } })
    const { byteLength } = await response.arrayBuffer()
    expect(response.status).toBe(200)
    expect(byteLength).toBeGreaterThan(20_000)
    expect(byteLength).toBeLessThanOrEqual(maxPageBytes)
  }
}

test.each(pages.map((address) => [address.slice(0, 40), address]))(
  'V41 F45 %s of posts at every limit is at most 2 MB',
  (_, address = '') => expectSmall(address),
)

test('V41 F45 a list with as many chosen values as an address takes is at most 2 MB', async () => {
  const html = await (await fetch(`${site.url}/products/parent?lang=En`)).text()
  const fields = html.matchAll(/name="(spec\.\d+)" value="([^"]*)"/g)
  const chosen = Array.from(fields, ([, slug = '', value = '']) => [
    slug,
    value.replaceAll('&amp;', '&'),
  ])
  const query = new URLSearchParams(chosen.sort()).toString().slice(0, 4_000)
  expect(query.length).toBeGreaterThan(3_000)
  await expectSmall(`/products/parent?${query.replace(/&[^&]*$/, '')}`)
})

test('V41 posts at every limit leave little in memory, however often they are asked for', async () => {
  for (const address of isWholeRun ? pages : []) await expectSmall(address)
  expect((await memoryInUseMb(site)) - usedMb).toBeLessThan(maxGrowthMb)
  expect(site.output()).not.toContain('page too large')
})
