import { describe, expect, test } from 'vitest'
import * as sitemap from '../../app/routes/sitemap.ts'
import * as sitemapPart from '../../app/routes/sitemap-part.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { argsFor } from '../support/loader-args.ts'
import { makeCard } from '../support/make-card.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

/** The protocol's limits for one file. */
const limits = { addresses: 50_000, bytes: 50 * 1024 * 1024 }

async function load(address: string, content?: RequestScope) {
  const args = argsFor(address, { context: { ...(content && { content }) } })
  return address === '/sitemap.xml' ? sitemap.loader(args) : sitemapPart.loader(args)
}

function locationsIn(xml: string) {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
}

/** A generated catalogue with the given number of products in each type. @param onList called with each requested type */
function catalogueOf(
  sizes: Record<string, number>,
  onList: (typeId: string) => void = () => undefined,
): RequestScope {
  const types = Object.keys(sizes).map((postID) => ({ postID, parentID: 'category' }))
  const rest = adapterOf({ ProductsTypes: types, News: [{ postID: 'first-news' }] })
  const scope: RequestScope = {
    ...rest,
    fork: () => scope,
    calls: (language) => ({
      ...rest.calls(language),
      listProductsOf: async (typeId) => {
        onList(typeId)
        return Array.from({ length: sizes[typeId] ?? 0 }, (_, at) => ({
          ...makeCard({ postID: `${typeId} ${at}`, parentID: typeId }),
          postSpecs: [],
          postVariants: [],
        }))
      },
    }),
  }
  return scope
}

const large = { 'قواطع/1': 4_000, few: 5, many: 7_001, none: 0 }

describe('the sitemap of a small catalogue', () => {
  test('is one file with every page in both languages', async () => {
    const xml = await (await load('/sitemap.xml')).text()
    expect(xml).toContain('<urlset')
    for (const path of [
      '/',
      '/about',
      '/products/mcb',
      '/product-details/tm63-1p-c',
      '/products-details/tdb-it',
      '/solutionDetails/solution-industry',
    ]) {
      expect(locationsIn(xml)).toContain(`${origin}${path}?lang=Ar`)
      expect(locationsIn(xml)).toContain(`${origin}${path}?lang=En`)
    }
    expect(xml).toContain('hreflang="x-default"')
  })

  test('lists no address twice', async () => {
    const addresses = locationsIn(await (await load('/sitemap.xml')).text())
    expect(addresses.length).toBe(new Set(addresses).size)
  })

  test('may be cached for five minutes', async () => {
    const { headers } = await load('/sitemap.xml')
    expect(headers.get('Cache-Control')).toBe('public, max-age=300, s-maxage=300')
  })
})

describe('the sitemap of a large catalogue', () => {
  test('is an index of files that list every product once in each language', async () => {
    const content = catalogueOf(large)
    const index = await (await load('/sitemap.xml', content)).text()
    expect(index).toContain('<sitemapindex')

    const found = new Map<string, number>()
    for (const part of locationsIn(index)) {
      expect(part.startsWith(`${origin}/sitemaps/`)).toBe(true)
      const xml = await (await load(new URL(part).pathname, content)).text()
      const addresses = locationsIn(xml)
      expect(addresses.length).toBeLessThanOrEqual(limits.addresses)
      expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(limits.bytes)
      for (const address of addresses) found.set(address, (found.get(address) ?? 0) + 1)
    }
    for (const [type, size] of Object.entries(large)) {
      for (const at of [0, 1, size - 1].filter((number) => number >= 0 && number < size)) {
        const path = `${origin}/product-details/${encodeURIComponent(`${type} ${at}`)}`
        expect([found.get(`${path}?lang=Ar`), found.get(`${path}?lang=En`)]).toEqual([1, 1])
      }
    }
    const products = [...found].filter(([address]) => address.includes('/product-details/'))
    expect(products).toHaveLength(2 * (4_000 + 5 + 7_001))
    expect(products.every(([, times]) => times === 1)).toBe(true)
    expect(found.get(`${origin}/newsDetails/first-news?lang=En`)).toBe(1)
  })

  test.each([
    '/sitemaps/nothing/1.xml',
    '/sitemaps/pages/2.xml',
    '/sitemaps/pages/0.xml',
    '/sitemaps/pages/1',
    '/sitemaps/products-many/4.xml',
    '/sitemaps/products-none/1.xml',
    '/sitemaps/products-unknown/1.xml',
  ])('%s, which is not in the index, is a 404', async (address) => {
    expect((await load(address, catalogueOf(large))).status).toBe(404)
  })

  test('stays an index while product lists are unavailable, and requests only a few of them', async () => {
    const requested: string[] = []
    const sizes = { first: 4_000, ...Object.fromEntries(many('type', 30).map((id) => [id, 1])) }
    const content = catalogueOf(sizes, (typeId) => {
      requested.push(typeId)
      if (requested.length > 4) throw new ContentUnavailable('refused', 'Test failure')
    })
    const answer = await load('/sitemap.xml', content)
    expect(locationsIn(await answer.text())).toHaveLength(1 + 2 + 30)
    expect(requested.length).toBeLessThan(10)
  })
})

describe('a sitemap without any available list', () => {
  test.each(['/sitemap.xml', '/sitemaps/pages/1.xml', '/sitemaps/products-mcb/1.xml'])(
    '%s is a 503',
    async (address) => {
      expect((await load(address, deadAdapter())).status).toBe(503)
    },
  )
})

function many(name: string, count: number) {
  return Array.from({ length: count }, (_, at) => `${name}-${at}`)
}
