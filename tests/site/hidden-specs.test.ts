import { readSpreadsheet } from '@site/tables/read-sheets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { withSiteOn } from '../support/own-site.ts'
import { runDoctor } from '../support/run-doctor.ts'
import type { SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const specs = [
  { name: 'Poles', value: '3', unit: '' },
  { name: 'Cost', value: '4711.5', unit: 'SAR' },
  { name: 'سعر البيع', value: '4712.5', unit: '' },
  { name: 'Stock (pcs)', value: '4713.5', unit: '' },
]

const product = {
  postID: 'tm9',
  postTitle: 'TM9 breaker',
  parentID: 'mcb',
  postSpecs: specs,
  postVariants: [{ code: 'TM9-C16', specs }],
}

function postsOf({ type }: ApiCall): object[] {
  if (type === 'ProductsCategory') return [{ postID: 'protection', postTitle: 'Protection' }]
  if (type === 'ProductsTypes')
    return [{ postID: 'mcb', postTitle: 'MCBs', parentID: 'protection' }]
  return type === 'Products' ? [product] : []
}

let api: ContentApi
beforeAll(async () => {
  api = await startContentApi(postsOf)
})
afterAll(() => api.close())

const labels = /Cost|سعر البيع|Stock|471[123]/g

/** The hidden labels and values at the addresses of a site, once its index has the product. */
async function shownBy(site: SiteProcess) {
  const get = async (address: string) => (await fetch(site.url + address)).text()
  await expect
    .poll(() => get('/search/suggest?q=TM9&lang=En'), { timeout: 20_000 })
    .toContain('TM9')
  const addresses = [
    ...['/product-details/tm9?', '/product-details/tm9.md?', '/products/mcb?'],
    ...['/products/mcb?view=table&', '/compare?ids=tm9&', '/search?q=TM9&'],
    ...['/search/suggest?q=TM9&', '/catalogue.json?', '/catalogue.csv?', '/catalogue.xlsx?'],
  ].flatMap((address) => ['Ar', 'En'].map((lang) => `${address}lang=${lang}`))
  const found = new Map<string, Set<string>>()
  // One after the other: few files of the whole catalogue are made at once.
  for (const address of addresses) {
    const bytes = Buffer.from(await (await fetch(site.url + address)).arrayBuffer())
    const text = address.startsWith('/catalogue.xlsx')
      ? JSON.stringify(await readSpreadsheet('c.xlsx', bytes))
      : bytes.toString()
    expect(text, address).toContain('TM9')
    const matches = new Set(text.match(labels))
    if (matches.size > 0) found.set(address, matches)
  }
  return found
}

test('commercial specifications are on no page, in no file and in no search', async () => {
  await withSiteOn(api, {}, async (site) => {
    expect(await shownBy(site)).toEqual(new Map())
  })
  const { linesOf } = await runDoctor({ CONTENT_API_URL: api.url })
  expect(linesOf('specifications').join()).toContain('Not shown: Cost, سعر البيع, Stock (pcs).')
}, 60_000)

test.runIf(isWholeRun)(
  'CONTENT_HIDDEN_SPECS=none shows them',
  async () => {
    await withSiteOn(api, { CONTENT_HIDDEN_SPECS: 'none' }, async (site) => {
      const shown = await shownBy(site)
      for (const address of [
        '/product-details/tm9?lang=En',
        '/catalogue.csv?lang=Ar',
        '/catalogue.xlsx?lang=En',
      ])
        expect(shown.get(address)?.size, address).toBe(6)
    })
  },
  60_000,
)
