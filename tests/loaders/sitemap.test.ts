import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as sitemap from '../../app/routes/sitemap.ts'
import * as sitemapPart from '../../app/routes/sitemap-part.ts'
import type { ContentLanguage } from '../../server/content/content-types.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { argsFor } from '../support/loader-args.ts'
import { makeCard } from '../support/make-card.ts'
import { getSite } from '../../server/default-site.ts'
import { adapterOf, bilingualAdapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

/** The titles of products of the catalogue, by postID, as the search index has them in a test. */
let catalogue: Map<string, string>

/** What the change log says in a test, ms since the epoch: of posts by their IDs, of lists by their parents'. */
let seen: Record<'posts' | 'lists', Record<string, number>>

beforeEach(() => {
  seen = { posts: {}, lists: {} }
  catalogue = new Map()
  const { search } = getSite()
  const { changes } = search
  vi.spyOn(search, 'titlesOf').mockImplementation(async () => catalogue)
  const timesIn = (times: Record<string, number>, ids: readonly string[]) =>
    ids.flatMap((id): [string, number][] => (times[id] === undefined ? [] : [[id, times[id]]]))
  vi.spyOn(changes, 'changedAt').mockImplementation(async (_, ids) => {
    const times = timesIn(seen.posts, ids)
    return new Map(times.map(([id, changedAt]) => [id, { firstSeenAt: 0, changedAt }]))
  })
  vi.spyOn(changes, 'latestAmong').mockImplementation(
    async (_, ids) => new Map(timesIn(seen.lists, ids)),
  )
  return () => vi.restoreAllMocks()
})

const origin = 'http://localhost:3000'

/** The protocol's limit for one file, bytes. */
const maxBytes = 50 * 1024 * 1024

/** Of the site, fewer than the protocol allows. */
const addressesPerFile = 4_000

async function load(address: string, content?: RequestScope) {
  const args = argsFor(address, { context: { ...(content && { content }) } })
  return address === '/sitemap.xml' ? sitemap.loader(args) : sitemapPart.loader(args)
}

/** The entry of an address, as text. */
function entryIn(xml: string, address: string) {
  const entries = xml.split('<url>').filter((entry) => entry.startsWith(`<loc>${address}</loc>`))
  expect(entries.length, address).toBe(1)
  return entries[0] ?? ''
}

function lastmodIn(xml: string, address: string) {
  return /<lastmod>([^<]*)</.exec(entryIn(xml, address))?.[1]
}

function locationsIn(xml: string) {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
}

/** A generated catalogue with the given number of products in each type. @param onList called with each requested type */
function catalogueOf(
  sizes: Record<string, number>,
  onList: (typeId: string) => void = () => undefined,
): RequestScope {
  return catalogueWith(Object.keys(sizes), (typeId) => {
    onList(typeId)
    return Array.from({ length: sizes[typeId] ?? 0 }, (_, at) => `${typeId} ${at}`)
  })
}

/** A generated catalogue. @param idsOf the products of a type */
function catalogueWith(
  typeIds: string[],
  idsOf: (typeId: string, language: ContentLanguage) => string[],
): RequestScope {
  const types = typeIds.map((postID) => ({ postID, parentID: 'category' }))
  const rest = adapterOf({ ProductsTypes: types, News: [{ postID: 'first-news' }] })
  const scope: RequestScope = {
    ...rest,
    fork: () => scope,
    calls: (language) => ({
      ...rest.calls(language),
      listProductsOf: async (typeId) =>
        idsOf(typeId, language).map((postID) => ({
          ...makeCard({ postID, parentID: typeId }),
          postSpecs: [],
          postVariants: [],
        })),
    }),
  }
  return scope
}

const large = { 'قواطع/1': 4_000, few: 5, many: 7_001, none: 0 }

describe('the sitemap of a small catalogue', () => {
  test('is one file with every page in both languages, once, for five minutes', async () => {
    const response = await load('/sitemap.xml')
    expect(response.headers.get('Cache-Control')).toBe(
      'public, max-age=300, s-maxage=300, stale-if-error=604800',
    )
    const xml = await response.text()
    expect(xml).toContain('<urlset')
    expect(locationsIn(xml)).toHaveLength(new Set(locationsIn(xml)).size)
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

  test('lists a product of two types once, in every language in which one of them has it', async () => {
    const content = catalogueWith(['first', 'second'], (typeId, language) =>
      typeId === 'first' && language === 'En' ? [] : ['same'],
    )
    const xml = await (await load('/sitemap.xml', content)).text()
    expect(locationsIn(xml).filter((address) => address.includes('/product-details/'))).toEqual([
      `${origin}/product-details/same?lang=Ar`,
      `${origin}/product-details/same?lang=En`,
    ])
  })
})

const dayMs = 24 * 60 * 60 * 1000

describe('the languages of a page', () => {
  test('are those that have its post: one of one language has one address and no alternate', async () => {
    const services = { both: { postID: 'both' }, ar: { postID: 'ar' }, en: { postID: 'en' } }
    const content = bilingualAdapterOf({
      Ar: { Services: [services.both, services.ar], Blog: [{ postID: 'whole-list' }] },
      En: { Services: [services.en, services.both] },
    })
    const xml = await (await load('/sitemap.xml', content)).text()
    const details = locationsIn(xml).filter((address) =>
      /serviceDetails|blog_details/.test(address),
    )
    expect(details.sort()).toEqual([
      `${origin}/blog_details/whole-list?lang=Ar`,
      `${origin}/serviceDetails/ar?lang=Ar`,
      `${origin}/serviceDetails/both?lang=Ar`,
      `${origin}/serviceDetails/both?lang=En`,
      `${origin}/serviceDetails/en?lang=En`,
    ])
    expect(entryIn(xml, `${origin}/serviceDetails/en?lang=En`)).not.toContain('hreflang')
    for (const language of ['Ar', 'En']) {
      const entry = entryIn(xml, `${origin}/serviceDetails/both?lang=${language}`)
      expect(
        [...entry.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, ...link]) => link),
      ).toEqual([
        ['ar', `${origin}/serviceDetails/both?lang=Ar`],
        ['en', `${origin}/serviceDetails/both?lang=En`],
        ['x-default', `${origin}/serviceDetails/both`],
      ])
    }
  })
})

describe('lastmod', () => {
  const content = () =>
    adapterOf({
      ProductsCategory: [{ postID: 'protection' }],
      ProductsTypes: [{ postID: 'breakers', parentID: 'protection' }],
      Products: [{ postID: 'dated', postDate: '2024-02-03', parentID: 'breakers' }],
      Projects: [
        { postID: 'changed', postDate: '2024-02-03' },
        { postID: 'dated', postDate: '2024-02-03T10:00:00+03:00' },
        { postID: 'undated' },
        { postID: 'planned', postDate: new Date(Date.now() + dayMs).toISOString() },
      ],
      About: [{ postID: 'history', postDate: '2023-01-01' }],
    })

  test('is the date of the post or of its last change that was seen, the later one, or missing', async () => {
    seen.posts = { changed: Date.UTC(2025, 0, 1), dated: Date.UTC(2020, 0, 1) }
    seen.lists = { '/about': Date.UTC(2025, 1, 1), breakers: Date.UTC(2025, 2, 1) }
    const xml = await (await load('/sitemap.xml', content())).text()
    const of = (path: string) => lastmodIn(xml, `${origin}${path}?lang=En`)
    expect({
      changed: of('/projectDetails/changed'),
      dated: of('/projectDetails/dated'),
      undated: of('/projectDetails/undated'),
      planned: of('/projectDetails/planned'),
      product: of('/product-details/dated'),
      'a list': of('/projects'),
      'a company screen': of('/about'),
      'a type, by its products': of('/products/breakers'),
      'a category': of('/products-types/protection'),
      home: of('/'),
    }).toEqual({
      changed: '2025-01-01T00:00:00.000Z',
      dated: '2024-02-03T07:00:00.000Z',
      undated: undefined,
      planned: undefined,
      product: '2024-02-03T00:00:00.000Z',
      'a list': '2025-01-01T00:00:00.000Z',
      'a company screen': '2025-02-01T00:00:00.000Z',
      'a type, by its products': '2025-03-01T00:00:00.000Z',
      'a category': undefined,
      home: undefined,
    })
  })

  test('is missing while the change log does not answer, and the file is soon read again', async () => {
    vi.spyOn(getSite().search.changes, 'changedAt').mockRejectedValue(
      new ContentUnavailable('timeout', 'Test failure'),
    )
    const answer = await load('/sitemap.xml', content())
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=0, s-maxage=10')
    expect(await answer.text()).not.toContain('lastmod')
  })
})

test('a product of a solution is listed as that of the catalogue, if it has the same title there', async () => {
  catalogue = new Map([
    ['same', 'Marlin'],
    ['other', 'Heron'],
  ])
  const content = adapterOf({
    Solutions: [{ postID: 'tower' }],
    SolProducts: [
      { postID: 'same', postTitle: 'Marlin' },
      { postID: 'other', postTitle: 'Heron panel' },
    ],
  })
  const addresses = locationsIn(await (await load('/sitemap.xml', content)).text())
  expect(addresses.filter((address) => address.includes('/products-details/'))).toEqual([
    `${origin}/products-details/other?lang=Ar`,
    `${origin}/products-details/other?lang=En`,
  ])
})

test('pages name the picture of their post', async () => {
  const content = adapterOf({ Projects: [{ postID: 'p', postImage: 'صور/tower & co.jpg' }] })
  const xml = await (await load('/sitemap.xml', content)).text()
  const picture = `${origin}/images/post/${encodeURIComponent('صور')}/tower%20%26%20co.jpg`
  expect(entryIn(xml, `${origin}/projectDetails/p?lang=Ar`)).toContain(
    `<image:image><image:loc>${picture}</image:loc></image:image>`,
  )
  expect(entryIn(xml, `${origin}/projects?lang=Ar`)).not.toContain('image:')
})

test('articles of the last two days are news, in the name of the company in their language', async () => {
  const recently = new Date(Date.now() - dayMs).toISOString()
  const articles = [
    {
      postID: 'planned',
      postTitle: 'Planned',
      postDate: new Date(Date.now() + dayMs).toISOString(),
    },
    { postID: 'new', postTitle: 'Tests & <results>', postDate: recently },
    { postID: 'untitled', postDate: recently },
    { postID: 'old', postTitle: 'Old', postDate: new Date(Date.now() - 3 * dayMs).toISOString() },
  ]
  const content = bilingualAdapterOf({
    Ar: { News: [{ postID: 'new', postTitle: 'نتائج', postDate: recently }] },
    En: { News: articles, Blog: articles },
  })
  const xml = await (await load('/sitemap.xml', content)).text()
  expect([...xml.matchAll(/<news:news>.*?<\/news:news>/g)].map(([news]) => news)).toEqual(
    [
      [getSite().brand.name?.Ar, 'ar', 'نتائج'],
      [getSite().brand.name?.En, 'en', 'Tests &amp; &lt;results&gt;'],
    ].map(
      ([name, language, title]) =>
        `<news:news><news:publication><news:name>${name}</news:name><news:language>${language}</news:language>` +
        `</news:publication><news:publication_date>${recently}</news:publication_date>` +
        `<news:title>${title}</news:title></news:news>`,
    ),
  )
  expect(entryIn(xml, `${origin}/newsDetails/new?lang=En`)).toContain('<news:language>en<')
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
      expect(addresses.length).toBeLessThanOrEqual(addressesPerFile)
      expect(Buffer.byteLength(xml)).toBeLessThanOrEqual(maxBytes)
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
    '/sitemaps/products-many/5.xml',
    '/sitemaps/products-none/1.xml',
    '/sitemaps/products-unknown/1.xml',
  ])('%s, which is not in the index, is a 404', async (address) => {
    expect((await load(address, catalogueOf(large))).status).toBe(404)
  })

  test('V41 has no file above 6 MB, even with the longest addresses', async () => {
    const count = 1_000
    const products = Array.from({ length: count }, (_, at) => ({
      // Within 2,048 characters, "'" becomes six bytes where it is escaped.
      postID: `${at}`.padEnd(90, "'").padEnd(300, '€'),
      postImage: '€'.repeat(223),
      postDate: '2024-02-03',
    }))
    const content = adapterOf({ Products: products, ProductsTypes: [{ postID: 'long' }] })
    const index = await (await load('/sitemap.xml', content)).text()
    const paths = locationsIn(index).map((part) => new URL(part).pathname)
    const files = await Promise.all(paths.map(async (path) => (await load(path, content)).text()))
    expect(Math.max(...files.map((xml) => Buffer.byteLength(xml)))).toBeLessThan(6_000_000)
    const addresses = files.flatMap(locationsIn).filter((address) => address.includes('/product-'))
    expect(new Set(addresses).size).toBe(2 * count)
  })

  test('F65: is a 503 while a product list is unavailable, and requests only a few of them', async () => {
    const requested: string[] = []
    const sizes = { first: 4_000, ...Object.fromEntries(many('type', 30).map((id) => [id, 1])) }
    const content = catalogueOf(sizes, (typeId) => {
      requested.push(typeId)
      if (requested.length > 4) throw new ContentUnavailable('refused', 'Test failure')
    })
    expect((await load('/sitemap.xml', content)).status).toBe(503)
    expect(requested.length).toBeLessThan(20)
  })
})

describe('F65: a sitemap of which something could not be read is a 503', () => {
  test('as a list in one language', async () => {
    const content = bilingualAdapterOf({
      Ar: { Services: [{ postID: 'ar' }] },
      En: { Services: 'dead' },
    })
    const response = await load('/sitemap.xml', content)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(response.headers.get('Retry-After')).toBe('10')
    expect((await load('/sitemaps/pages/1.xml', content)).status).toBe(503)
  })

  test('as the index, by which products of solutions have another address', async () => {
    vi.spyOn(getSite().search, 'titlesOf').mockRejectedValue(
      new ContentUnavailable('timeout', 'Test failure'),
    )
    const content = adapterOf({ Solutions: [{ postID: 's' }], SolProducts: [{ postID: 'p' }] })
    expect((await load('/sitemap.xml', content)).status).toBe(503)
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
