import type { AppLoadContext } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as errorScreen from '../../app/routes/error-404.tsx'
import * as images from '../../app/routes/images.ts'
import * as language from '../../app/routes/language.ts'
import * as loading from '../../app/routes/loading.tsx'
import * as pageView from '../../app/routes/page-view.ts'
import * as robots from '../../app/routes/robots.ts'
import * as securityTxt from '../../app/routes/security-txt.ts'
import * as unknownPath from '../../app/routes/unknown-path.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'

beforeAll(() => getSite().ready(), 60_000)
afterAll(() => getSite().close())

const origin = 'http://localhost:3000'

function post(address: string, headers: Record<string, string>, body: string) {
  const request = new Request(new URL(address, origin), { method: 'POST', headers, body })
  return { request, params: {}, context: {} }
}

describe('POST /language', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('stores the choice and goes to the root', async () => {
    const answer = await language.action(post('/language', form, 'lang=En'))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/')
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^lang=En; Path=\/; Max-Age=\d+; SameSite=Lax$/,
    )
  })

  test('an unknown language changes nothing', async () => {
    const answer = await language.action(post('/language', form, 'lang=../../'))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  test('another site cannot change a visitor’s language', async () => {
    const foreign = { ...form, 'sec-fetch-site': 'cross-site' }
    expect((await language.action(post('/language', foreign, 'lang=En'))).status).toBe(403)
  })

  test('a body that is no form is refused', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await language.action(post('/language', json, '{}'))).status).toBe(415)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await language.action(post('/language', broken, 'nonsense'))).status).toBe(400)
  })
})

describe('POST /page-view', () => {
  const view = JSON.stringify({ path: '/about', title: 'About', lang: 'En' })

  function cookieFor(token: string) {
    const headers = { cookie: `XSRF-TOKEN=${token}` }
    const request = new Request(`${origin}/page-view`, { headers })
    return pageView.loader({ request, params: {}, context: {} }).headers.get('Set-Cookie')
  }

  function token() {
    return /^XSRF-TOKEN=([^;]+)/.exec(cookieFor('') ?? '')?.[1] ?? ''
  }

  function headers(changes: Record<string, string> = {}) {
    const value = token()
    return {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${value}`,
      'x-xsrf-token': value,
      ...changes,
    }
  }

  async function statusOf(given: Record<string, string>, body = view) {
    return (await pageView.action(post('/page-view', given, body))).status
  }

  test('is taken with the token that the server gave', async () => {
    expect(await statusOf(headers())).toBe(204)
  })

  test('a good token stays: another tab may be sending it', () => {
    expect(cookieFor(token())).toBeNull()
    expect(cookieFor(`${token()}x`)).toMatch(/^XSRF-TOKEN=/)
  })

  test('is refused without the header, with another token, and from another site', async () => {
    const { 'x-xsrf-token': _, ...withoutHeader } = headers()
    expect(await statusOf(withoutHeader)).toBe(403)
    expect(await statusOf(headers({ 'x-xsrf-token': token() }))).toBe(403)
    expect(await statusOf(headers({ 'sec-fetch-site': 'cross-site' }))).toBe(403)
    const forged = { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' }
    expect(await statusOf(headers(forged))).toBe(403)
  })

  test('is refused when it is no page view, too long, or no JSON', async () => {
    expect(await statusOf(headers(), '{"path":"about"}')).toBe(400)
    expect(await statusOf(headers(), 'not json')).toBe(400)
    expect(await statusOf(headers(), `"${'x'.repeat(10_000)}"`)).toBe(413)
    expect(await statusOf(headers({ 'content-type': 'text/plain' }))).toBe(415)
  })
})

describe('GET /images/post/{file}', () => {
  function get(file: string, search = '', headers: HeadersInit = {}) {
    const request = new Request(`${origin}/images/post${search}`, { headers })
    return images.loader({ request, params: { file }, context: {} })
  }

  test('sends the original, and a WebP of a known width', async () => {
    const original = await get('tm63-1p-c.png')
    expect(original.headers.get('Content-Type')).toBe('image/png')
    const small = await get('tm63-1p-c.png', '?w=320')
    expect(small.headers.get('Content-Type')).toBe('image/webp')
    const bytes = Buffer.from(await small.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  test('knows a picture that the browser has', async () => {
    const etag = (await get('tm63-1p-c.png', '?w=320')).headers.get('ETag') ?? ''
    expect((await get('tm63-1p-c.png', '?w=320', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each(['?w=321', '?w=', '?w=1e3', '?w=-1', '?w=9999'])(
    'knows no width %s',
    async (search) => {
      expect((await get('tm63-1p-c.png', search)).status).toBe(404)
    },
  )

  test.each(['../contact.yaml', '..', 'a/b.png', 'a\\b.png', '', '\u0000.png', 'no-such.png'])(
    'knows no file %j',
    async (file) => {
      expect((await get(file)).status).toBe(404)
    },
  )

  test('hands through a datasheet', async () => {
    const answer = await get('tm63-3p-d-datasheet.pdf')
    expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  })
})

describe('GET /robots.txt', () => {
  test('leads to the sitemap', async () => {
    expect(await robots.loader().text()).toContain(`Sitemap: ${origin}/sitemap.xml`)
  })
})

describe('GET /.well-known/security.txt', () => {
  const address = '/.well-known/security.txt'
  const withEmail = (email1: string) => ({ content: adapterOf({ ContactData: [{ email1 }] }) })
  const ask = (context: AppLoadContext) => securityTxt.loader(argsFor(address, { context }))

  test('names whom to write to, in Arabic or English, for less than a year', async () => {
    const answer = await ask(withEmail(' security@tayyar.example '))
    expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600, s-maxage=3600')
    const [contact, expires, ...others] = (await answer.text()).split('\n')
    expect(contact).toBe('Contact: mailto:security@tayyar.example')
    expect(others).toEqual(['Preferred-Languages: ar, en', `Canonical: ${origin}${address}`, ''])
    expect(expires).toMatch(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/)
    const days = (Date.parse(expires?.slice(9) ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(362)
    expect(days).toBeLessThan(365)
  })

  test.each(['', 'call us', 'a@b.example\nPolicy: https://evil.example', 'a@b@c', 'بريد@مثال'])(
    'is not there where the e-mail is %j',
    async (email) => {
      expect((await ask(withEmail(email))).status).toBe(404)
    },
  )

  test('is not there without contact data, and unavailable where nobody knows', async () => {
    expect((await ask({ content: adapterOf({}) })).status).toBe(404)
    expect((await ask({ content: deadAdapter() })).status).toBe(503)
  })
})

describe('addresses without a page', () => {
  test.each(['/nope', '/.env', '/products', '/about/us', '/product-details', '/__manifest'])(
    '%s goes to the error page',
    (address) => {
      const answer = unknownPath.loader(argsFor(address))
      expect(answer.status).toBe(302)
      expect(answer.headers.get('Location')).toBe('/error_404')
    },
  )

  test('keep the language that the address asks for', () => {
    const answer = unknownPath.loader(argsFor('/nope?lang=En&x=1'))
    expect(answer.headers.get('Location')).toBe('/error_404?lang=En')
  })

  test('the error page itself is a 404', async () => {
    const answer = await errorScreen.loader(argsFor('/error_404'))
    expect(answer.status).toBe(404)
  })

  test('/Loading shows the indicator under its own title', async () => {
    const { title } = await loading.loader(argsFor('/Loading', { lang: 'Ar' }))
    expect(title).toBe('التحميل')
  })
})
