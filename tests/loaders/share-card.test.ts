import sharp from 'sharp'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { LoadOptions } from '../../server/load-context.ts'
import { addresses } from '../../app/addresses.ts'
import { pageMeta } from '../../app/seo/page-meta.ts'
import { loader } from '../../app/routes/share-card.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { getSite } from '../../server/default-site.ts'
import { contextOf } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { privateScreens, screenAddresses } from '../support/screens.ts'
import { sampled } from '../support/test-size.ts'
import { useSite } from '../support/use-site.ts'

useSite()
afterEach(() => vi.restoreAllMocks())

const cacheControl = 'public, max-age=300, stale-while-revalidate=86400'

function get(address: string, options?: LoadOptions, headers: HeadersInit = {}) {
  const url = new URL(address, 'http://localhost:3000')
  const [, , language = ''] = url.pathname.split('/')
  return loader({
    request: new Request(url, { headers }),
    params: { language },
    context: contextOf(options),
  })
}

async function bytesOf(address: string, context?: LoadOptions) {
  const response = await get(address, context)
  expect(response.status, address).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const unshared = ['/home', '/Loading', '/offline', '/search', '/compare', ...privateScreens]
const shared = screenAddresses.filter((address) => !unshared.includes(address))

test.each(sampled(shared, 6))('%s has a share card of 1200 × 630 px', async (address) => {
  const response = await get(addresses.shareCard('Ar', address))
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(response.headers.get('Cache-Control')).toBe(cacheControl)
  const { format, width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

test('pages state the actual size of their card', async () => {
  const frame = { lang: 'En', siteUrl: '', siteName: '', siteDescription: '' }
  const matches = [{ id: 'root', data: frame }] as unknown as Parameters<
    typeof pageMeta
  >[0]['matches']
  const location = { pathname: '/News', search: '', hash: '', state: null, key: '' }
  const meta = pageMeta({ matches, location }, { title: 'News' })
  const { width, height } = await sharp(await bytesOf('/cards/En/News.png')).metadata()
  expect(meta).toContainEqual({ property: 'og:image:width', content: String(width) })
  expect(meta).toContainEqual({ property: 'og:image:height', content: String(height) })
})

test('the card is in the language of its address, whatever the visitor’s cookie says', async () => {
  const arabic = await bytesOf('/cards/Ar/branches.png')
  const english = await bytesOf('/cards/En/branches.png')
  expect(arabic.equals(english)).toBe(false)
  const withCookie = await get('/cards/Ar/branches.png', {}, { cookie: 'lang=En' })
  expect(Buffer.from(await withCookie.arrayBuffer()).equals(arabic)).toBe(true)
})

test('a new title gives a new card', async () => {
  const news = (postTitle: string) => ({
    content: adapterOf({ News: [{ postID: '7', postTitle }] }),
  })
  const before = await bytesOf('/cards/Ar/newsDetails/7.png', news('افتتاح فرع تبوك'))
  const after = await bytesOf('/cards/Ar/newsDetails/7.png', news('افتتاح فرع أبها'))
  expect(before.equals(after)).toBe(false)
})

test('a card shows the post’s picture, and a post without a title has a card too', async () => {
  const news = (postImage: string) => ({
    content: adapterOf({ News: [{ postID: '7', postTitle: '', postImage }] }),
  })
  const address = '/cards/En/newsDetails/7.png'
  const without = await bytesOf(address, news(''))
  const pictured = await bytesOf(address, news('news-tabuk-branch.webp'))
  expect(pictured.equals(without)).toBe(false)
  expect((await bytesOf(address, news('no-such-file.png'))).equals(without)).toBe(true)
})

test('the card of a product names its solution, or the products if only the catalogue has it', async () => {
  const find = vi.spyOn(getSite().shareCards, 'find')
  const product = { postID: 'p', postTitle: 'Breaker', parentID: 's' }
  const Solutions = [{ postID: 's', postTitle: 'Towers' }]
  for (const type of ['SolProducts', 'SolProductsBackground', 'Products']) {
    const content = adapterOf({ [type]: [product], Solutions })
    await bytesOf('/cards/En/products-details/p.png', { content })
  }
  expect(find.mock.calls.map(([{ section }]) => section)).toEqual(['Towers', 'Towers', 'Products'])
})

test('V29: nobody can put text of their own on a card', async () => {
  const find = vi.spyOn(getSite().shareCards, 'find')
  const card = (id: string, title: string) =>
    bytesOf(`/cards/En/all-solution-products/${id}/${title}.png?title=x`)
  const own = await card('solution-industry', 'Products')
  expect((await card('solution-industry', 'Free%20money')).equals(own)).toBe(true)
  const unknown = await card('anything', 'Products')
  expect((await card('anything', 'Free%20money')).equals(unknown)).toBe(true)
  expect(find.mock.calls.map(([{ title }]) => title)).toEqual([
    'Factories and process plants Products',
    'Factories and process plants Products',
    'Products',
    'Products',
  ])
})

test('a card that the browser has cached is a 304', async () => {
  const etag = (await get('/cards/En/contact.png')).headers.get('ETag') ?? ''
  const again = await get('/cards/En/contact.png', {}, { 'if-none-match': etag })
  expect(again.status).toBe(304)
})

describe('there is no card', () => {
  test.each([
    '/cards/Ar/no-such-page.png',
    '/cards/Ar/newsDetails/no-such-post.png',
    '/cards/Ar/product-details/no-such-product.png',
    '/cards/Ar/products/no-such-type.png',
    '/cards/Ar/products-types/no-such-category.png',
    '/cards/Ar/newsDetails/NTROOT0.png',
    '/cards/Ar/newsDetails/%E0%A4%A.png',
    '/cards/Ar/news.png',
    '/cards/Ar/News/.png',
    '/cards/Ar/News',
    '/cards/Ar/.png',
    '/cards/Ar/Loading.png',
    '/cards/Ar/error_404.png',
    '/cards/Fr/News.png',
    '/cards/ar/News.png',
  ])('at %s', async (address) => {
    const response = await get(address)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })
})

test('of an endless title the card shows the start, and the rest is not processed', async () => {
  const find = vi.spyOn(getSite().shareCards, 'find')
  const news = (postTitle: string) => ({
    content: adapterOf({ News: [{ postID: '7', postTitle }] }),
  })
  const beginning = 'Breaker TM63-C16 '.repeat(100)
  const whole = await bytesOf('/cards/En/newsDetails/7.png', news(beginning))
  const endless = await bytesOf('/cards/En/newsDetails/7.png', news(beginning.repeat(1_000)))
  expect(endless.equals(whole)).toBe(true)
  expect(find.mock.calls.map(([{ title }]) => title.length)).toEqual([400, 400])
})

describe('a card with an unavailable part', () => {
  const type = { postID: 'mcb', postTitle: 'Breakers', parentID: 'low-voltage' }
  const product = { postID: 'tm63', postTitle: 'TM63', parentID: 'mcb' }
  const category = { postID: 'low-voltage', postTitle: 'Low voltage' }
  const catalogue = {
    ProductsCategory: [category],
    ProductsTypes: [type],
    Products: [product],
    Solutions: [{ postID: 's', postTitle: 'Industry' }],
    SolProducts: [{ ...product, parentID: 's' }],
  }

  test.each([
    ['/cards/En/products-types/low-voltage.png', 'ProductsCategory'],
    ['/cards/En/products/mcb.png', 'ProductsCategory'],
    ['/cards/En/products/mcb.png', 'ProductsTypes'],
    ['/cards/En/product-details/tm63.png', 'ProductsTypes'],
    ['/cards/En/products-details/tm63.png', 'Solutions'],
  ] as const)('%s without %s is not cached', async (address, unavailable) => {
    const partial = await get(address, {
      content: adapterOf({ ...catalogue, [unavailable]: 'dead' }),
    })
    expect(partial.status).toBe(200)
    expect(partial.headers.get('Cache-Control')).toBe('no-store')
    const whole = await get(address, { content: adapterOf(catalogue) })
    expect(whole.headers.get('Cache-Control')).toBe(cacheControl)
    expect(whole.headers.get('ETag')).not.toBe(partial.headers.get('ETag'))
  })
})

test('while too many cards are requested, the response is a 503 with Retry-After', async () => {
  vi.spyOn(getSite().shareCards, 'find').mockRejectedValue(
    new ContentUnavailable('busy', 'Too many cards are being drawn'),
  )
  const response = await get('/cards/En/News.png')
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('10')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})

test('a card is not drawn after the visitor has disconnected', async () => {
  const request = new Request('http://localhost:3000/cards/En/newsDetails/7.png', {
    signal: AbortSignal.abort(),
  })
  const content = adapterOf({ News: [{ postID: '7', postTitle: 'Not drawn' }] })
  const args = { request, params: { language: 'En' }, context: contextOf({ content }) }
  await expect(loader(args)).rejects.toThrow('aborted')
})

test('without content a post’s card is a 503, but a list’s card is still drawn', async () => {
  const context = { content: deadAdapter() }
  const response = await get('/cards/Ar/newsDetails/7.png', context)
  expect(response.status).toBe(503)
  expect(response.headers.get('Retry-After')).toBe('10')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect((await get('/cards/Ar/products/mcb.png', context)).status).toBe(503)
  expect((await get('/cards/Ar/News.png', context)).status).toBe(200)
})
