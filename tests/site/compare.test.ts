import { expect, inject, test } from 'vitest'
import { sendRequest } from '../support/raw-request.ts'

const siteUrl = inject('siteUrl')

function get(target: string) {
  return sendRequest(siteUrl, `GET ${target}`, ['Cookie: lang=En'])
}

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
