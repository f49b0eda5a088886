import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppLoadContext } from '@remix-run/node'
import { addresses } from '../../app/addresses.ts'
import { loader } from '../../app/routes/share-card.ts'
import { getSite } from '../../server/site.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { screenAddresses } from '../support/screens.ts'

beforeAll(() => getSite().ready())
afterAll(() => getSite().close())

function get(address: string, context: AppLoadContext = {}, headers: HeadersInit = {}) {
  const url = new URL(address, 'http://localhost:3000')
  const [, , language = ''] = url.pathname.split('/')
  return loader({ request: new Request(url, { headers }), params: { language }, context })
}

async function bytesOf(address: string, context?: AppLoadContext) {
  const answer = await get(address, context)
  expect(answer.status, address).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const shared = screenAddresses.filter((address) => address !== '/home' && address !== '/Loading')

test.each(shared)('%s has a card of the size that is shared', async (address) => {
  const answer = await get(addresses.shareCard('Ar', address))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('image/png')
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=86400')
  const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
})

test('the card is in the language of its address, whatever the visitor’s cookie says', async () => {
  const arabic = await bytesOf('/cards/Ar/branches.png')
  const english = await bytesOf('/cards/En/branches.png')
  expect(arabic.equals(english)).toBe(false)
  const withCookie = await get('/cards/Ar/branches.png', {}, { cookie: 'lang=En' })
  expect(Buffer.from(await withCookie.arrayBuffer()).equals(arabic)).toBe(true)
})

test('another title makes another card', async () => {
  const news = (postTitle: string) => ({
    content: adapterOf({ News: [{ postID: '7', postTitle }] }),
  })
  const before = await bytesOf('/cards/Ar/newsDetails/7.png', news('افتتاح فرع تبوك'))
  const after = await bytesOf('/cards/Ar/newsDetails/7.png', news('افتتاح فرع أبها'))
  expect(before.equals(after)).toBe(false)
})

test('a post with a picture shows it, and one without title still has a card', async () => {
  const news = (postImage: string) => ({
    content: adapterOf({ News: [{ postID: '7', postTitle: '', postImage }] }),
  })
  const address = '/cards/En/newsDetails/7.png'
  const without = await bytesOf(address, news(''))
  const pictured = await bytesOf(address, news('news-tabuk-branch.png'))
  expect(pictured.equals(without)).toBe(false)
  expect((await bytesOf(address, news('no-such-file.png'))).equals(without)).toBe(true)
})

test('nobody can put words of their own on a card', async () => {
  const own = await bytesOf('/cards/En/all-solution-products/solution-industry/Products.png')
  const made = await bytesOf('/cards/En/all-solution-products/anything/Free%20money.png?title=x')
  expect(made.equals(own)).toBe(true)
})

test('knows a card that the browser has', async () => {
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
    const answer = await get(address)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })
})

test('without content a post’s card is a 503, and a list’s is there all the same', async () => {
  const context = { content: deadAdapter() }
  expect((await get('/cards/Ar/newsDetails/7.png', context)).status).toBe(503)
  expect((await get('/cards/Ar/products/mcb.png', context)).status).toBe(503)
  expect((await get('/cards/Ar/News.png', context)).status).toBe(200)
})
