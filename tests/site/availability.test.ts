import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiCall } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { withSiteOn } from '../support/own-site.ts'

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

const statements = {
  'TM9-C6': { state: 'in-stock', branch: 'Jeddah <b>branch</b>', asOf: daysAgo(0) },
  'TM9-C10': { state: 'days', days: 14, asOf: daysAgo(29) },
  'TM9-C16': { state: 'to-order', asOf: daysAgo(3) },
  'TM9-C20': { state: 'in-stock', branch: 'Abha', asOf: daysAgo(45) },
  'TM9-C25': { state: 'discontinued', asOf: daysAgo(900) },
  'TM9-C32': { state: 'in-stock', branch: 'Dammam', asOf: daysAgo(-9) },
}

function postsOf({ type }: ApiCall): object[] {
  if (type === 'ProductsCategory') return [{ postID: 'protection', postTitle: 'Protection' }]
  if (type === 'ProductsTypes') {
    return [{ postID: 'mcb', postTitle: 'MCBs', parentID: 'protection' }]
  }
  if (type !== 'Products') return []
  const postVariants = Object.entries(statements).map(([code, availability]) => ({
    code,
    specs: [{ name: 'Rated current', value: code.slice(5), unit: 'A' }],
    availability,
  }))
  return [{ postID: 'tm9', postTitle: 'TM9 breaker', parentID: 'mcb', postVariants }]
}

let api: ContentApi
beforeAll(async () => {
  api = await startContentApi(postsOf)
})
afterAll(() => api.close())

test('what can be had is shown with its day wherever the order code is, until it is 30 days old', async () => {
  await withSiteOn(api, {}, async (site) => {
    const get = async (path: string) => (await fetch(site.url + path)).text()
    await expect
      .poll(() => get('/search/suggest?q=TM9&lang=En'), { timeout: 20_000 })
      .toContain('TM9')

    const product = await get('/product-details/tm9?lang=En')
    const rows = product.split('<tr role="row"').slice(2)
    expect(rows.map((row) => /data-state="([^"]+)"/.exec(row)?.[1])).toEqual([
      ...['in-stock', 'days', 'to-order', undefined, 'discontinued', undefined],
    ])
    expect(product).toContain('Available within 14 days')
    // A tag of a plain text is part of the text.
    expect(product).not.toContain('<b>branch')
    expect(await get('/product-details/tm9?lang=Ar')).toContain('يتوفر خلال 14 يومًا')
    expect(await get('/product-details/tm9.md?lang=En')).toContain('Available within 14 days')
    expect(product).toMatch(
      /"availability":"https:\/\/schema.org\/BackOrder"[^}]*\}[^}]*"value":14/,
    )
    expect(product.match(/"@type":"Offer"/g)).toHaveLength(4)

    expect(await get('/search?q=TM9-C16&lang=En')).toContain('Available to order')
    const list = await get('/quote-list?items=tm9~TM9-C10:3&lang=Ar')
    expect(list).toContain('يتوفر خلال 14 يومًا')
    const csv = await get('/quote-list.csv?items=tm9~TM9-C10:3&lang=En')
    expect(csv).toContain('Available within 14 days (as of ')
    const bill = await fetch(`${site.url}/quick-list?lang=En`, {
      method: 'POST',
      body: new URLSearchParams({ lines: '5 x TM9-C10' }),
    })
    expect(await bill.text()).toMatch(/Available within 14\sdays/)

    const { products } = JSON.parse(await get('/catalogue.json?lang=En')) as {
      products: { variants: { code: string; availability?: object }[] }[]
    }
    const stated = products[0]?.variants.filter(({ availability }) => availability)
    expect(stated?.map(({ code }) => code)).toEqual(['TM9-C6', 'TM9-C10', 'TM9-C16', 'TM9-C25'])
    expect(await get('/catalogue.csv?lang=Ar')).toContain('يتوفر خلال 14 يومًا')
    const everywhere = [product, csv, await get('/search?q=TM9-C20&lang=En')].join('')
    expect(everywhere).not.toMatch(/Abha|Dammam/)
  })
}, 60_000)

test('a page is not cached for longer than what it states', async () => {
  const day = { CONTENT_CACHE_TTL_S: '864000' }
  await withSiteOn(api, day, async (site) => {
    const response = await fetch(`${site.url}/product-details/tm9?lang=En`)
    const maxAge = Number(/s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1])
    // The oldest statement is shown for less than two more days.
    expect(maxAge).toBeGreaterThan(0)
    expect(maxAge).toBeLessThanOrEqual((2 * dayMs) / 1000)
  })
})
