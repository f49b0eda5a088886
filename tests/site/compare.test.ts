import { expect, inject, test } from 'vitest'
import { sendRequest } from '../support/raw-request.ts'

const siteUrl = inject('siteUrl')

function get(target: string) {
  return sendRequest(siteUrl, `GET ${target}`, ['Cookie: lang=En'])
}

test.each([
  ['the form of a list, in its order', '?ids=tm63-2p-c&ids=tm63-1p-c', '?ids=tm63-2p-c,tm63-1p-c'],
  ['a product twice', '?ids=tm63-1p-c,tm63-1p-c', '?ids=tm63-1p-c'],
  ['parameters without a meaning', '?utm_source=x&ids=tm63-1p-c', '?ids=tm63-1p-c'],
  ['a page of it', '?ids=tm63-1p-c&page=2', '?ids=tm63-1p-c'],
  ['no product', '?ids=', ''],
  ['differences of nothing', '?only=differences', ''],
  ['an id with a comma', '?ids=a%252Cb&ids=c', '?ids=a%252Cb,c'],
])('a comparison by %s is redirected to its own address', async (_, query, canonical) => {
  const { status, headers } = await get(`/compare${query}`)
  expect({ status, to: headers['location'] }).toEqual({ status: 308, to: `/compare${canonical}` })
  expect((await get(headers['location'] ?? '')).status).toBe(200)
})

test('a comparison is cached, and another one in the reverse order', async () => {
  for (const [first, second] of [
    ['tm63-1p-c', 'tx160-3p'],
    ['tx160-3p', 'tm63-1p-c'],
  ]) {
    const address = `/compare?ids=${first},${second}`
    const { status, text } = await get(address)
    expect(status).toBe(200)
    const columns = [...text.matchAll(/<th scope="col"><a href="\/product-details\/([\w-]+)"/g)]
    expect(columns.map(([, id]) => id)).toEqual([first, second])
    expect((await get(address)).headers['cache-status']).toBe('page; hit')
  }
})

test('unknown products are left out and said, in a page that no search engine lists', async () => {
  const { status, text } = await get('/compare?ids=tm63-1p-c,made-up')
  expect(status).toBe(200)
  expect(text).toContain('1 product could not be found.')
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  const own = `${siteUrl}/compare?ids=tm63-1p-c,made-up&amp;lang=En`
  expect(text).toContain(`<link rel="canonical" href="${own}"/>`)
})
