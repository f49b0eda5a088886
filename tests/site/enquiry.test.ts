import { describe, expect, inject, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { startContentApi } from '../support/content-api.ts'
import { sendRequest } from '../support/raw-request.ts'
import { startSite } from '../support/site-host.ts'

const secret = 'only-for-the-tests'
const tokenOf = () => issueFormToken(secret, Date.now() - 10_000)

const visitor = { name: 'Amal Unlisted', email: 'amal@unlisted.example', message: 'Two panels' }

function post(
  { url }: { url: string },
  path: string,
  fields: Record<string, string>,
  headers = {},
) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return fetch(url + path, { method: 'POST', body, headers, redirect: 'manual' })
}
const site = { url: inject('siteUrl') }

test('private pages are whole, compressed and stored nowhere; each has a token of its own', async () => {
  for (const path of ['/quote-list', '/quote-list?items=tm63-1p-c:2', '/enquiry']) {
    const headers = { cookie: 'lang=En; quote=tx160-3p:4', 'accept-encoding': 'br' }
    const response = await fetch(site.url + path, { headers })
    expect(Object.fromEntries(response.headers), path).toMatchObject({
      'cache-control': 'no-store',
      'cache-status': 'page; fwd=bypass',
      'content-encoding': 'br',
      'content-language': 'en',
    })
    expect(response.headers.get('etag'), path).toBeNull()
    expect(response.headers.get('content-security-policy'), path).toContain("default-src 'none'")
    expect(await response.text(), path).toContain('<html lang="en" dir="ltr"')
    const head = await fetch(site.url + path, { method: 'HEAD' })
    expect([head.status, await head.text()], path).toEqual([200, ''])
  }
  const tokens = await Promise.all(
    [1, 2].map(async () => {
      const html = await (await fetch(`${site.url}/enquiry`)).text()
      return /name="form" value="(form\.[^"]+)"/.exec(html)?.[1]
    }),
  )
  expect(tokens[0]).toBeDefined()
  expect(tokens[0]).not.toBe(tokens[1])
})

test('the list of one visitor is not that of another', async () => {
  const listOf = async (quote: string) => {
    const headers = { cookie: `lang=En; quote=${quote}` }
    return (await fetch(`${site.url}/quote-list`, { headers })).text()
  }
  const [mine, theirs] = await Promise.all([listOf('tm63-1p-c:3'), listOf('tv100:1')])
  expect(mine).toContain('/product-details/tm63-1p-c')
  expect(mine).not.toContain('/product-details/tv100')
  expect(theirs).not.toContain('/product-details/tm63-1p-c')
})

test('cached pages are the same bytes for a visitor with a list', async () => {
  const page = async (cookie: string) => {
    const response = await fetch(`${site.url}/products/mcb`, { headers: { cookie } })
    return `${response.headers.get('etag')}${await response.text()}`
  }
  const without = await page('lang=En')
  expect(await page('lang=En; quote=tm63-1p-c:3; quote-undo=tv100:1')).toBe(without)
})

test('a list is changed by a form, and by a script that accepts JSON', async () => {
  const add = { action: 'add', id: 'tg-110', quantity: '2' }
  const form = await post(site, '/quote-list', add)
  expect([form.status, form.headers.get('location')]).toEqual([303, '/quote-list'])
  expect(form.headers.getSetCookie()).toHaveLength(2)
  const json = await post(site, '/quote-list', add, {
    accept: 'application/json',
    cookie: 'quote=tv100:1',
  })
  expect([json.status, await json.json()]).toEqual([200, { count: 2 }])
  expect(json.headers.getSetCookie()[0]).toMatch(/^quote=tv100:1,tg-110:2;/)
})

test('V07, V10: posts from elsewhere, of other types and too large ones are rejected', async () => {
  for (const path of ['/quote-list', '/enquiry', '/quick-list']) {
    const foreign = await post(site, path, {}, { origin: 'https://evil.example' })
    expect(foreign.status, path).toBe(403)
    const other = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    expect((await fetch(site.url + path, other)).status, path).toBe(415)
    const large = await post(site, path, {
      message: 'x'.repeat(path === '/quick-list' ? 2 ** 20 : 70_000),
    })
    expect(large.status, path).toBe(413)
    const broken = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 3']
    expect((await sendRequest(site.url, `POST ${path}`, broken, 'abc')).status, path).toBe(400)
  }
})

describe('while the content API is dead', () => {
  const service = { url: inject('contentUrl') }

  test('F01: a list names its items, and an enquiry about them is accepted and sent later', async () => {
    const api = await startContentApi(service.url)
    const own = await startSite({ CONTENT_API_URL: api.url })
    try {
      await api.refuse()
      const headers = { cookie: 'lang=En; quote=tm63-1p-c:3' }
      const list = await fetch(`${own.url}/quote-list`, { headers })
      const html = await list.text()
      expect(list.status).toBe(200)
      expect(html).toContain('The details of this item cannot be shown just now.')
      const fields = { ...visitor, items: 'tm63-1p-c:3', form: tokenOf() }
      expect((await post(own, '/enquiry', fields)).status).toBe(303)
      await api.listen()
      // The call that sends e-mails has no type.
      await expect.poll(() => api.calls.filter(({ check }) => check === '')).toHaveLength(1)
    } finally {
      await own.stop()
      await api.close()
    }
  })
})

test('with ENQUIRY_DELIVERY=none there is no form anywhere, and the list remains', async () => {
  const own = await startSite({ ENQUIRY_DELIVERY: 'none' })
  try {
    const headers = { cookie: 'lang=En; quote=tm63-1p-c:3' }
    const read = async (path: string) => (await fetch(own.url + path, { headers })).text()
    for (const path of ['/contact', '/quote-list', '/product-details/tm63-1p-c', '/about']) {
      const html = await read(path)
      expect(html, path).not.toContain('action="/enquiry"')
      expect(html, path).not.toContain('href="/enquiry')
    }
    expect(await read('/product-details/tm63-1p-c')).toMatch(/href="mailto:[^"]*subject=/)
    expect(await read('/quote-list')).toContain('value="tm63-1p-c"')
    const form = await fetch(`${own.url}/enquiry`, { redirect: 'manual' })
    expect([form.status, form.headers.get('location')]).toEqual([303, '/contact'])
  } finally {
    await own.stop()
  }
})
