import type { LoadOptions } from '../../server/load-context.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as images from '../../app/routes/images.ts'
import * as language from '../../app/routes/language.ts'
import * as loading from '../../app/routes/loading.tsx'
import * as pageView from '../../app/routes/page-view.ts'
import * as robots from '../../app/routes/robots.ts'
import * as securityTxt from '../../app/routes/security-txt.ts'
import * as unknownPath from '../../app/routes/unknown-path.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

function post(address: string, headers: Record<string, string>, body: string) {
  const request = new Request(new URL(address, origin), { method: 'POST', headers, body })
  return { request, params: {}, context: {} }
}

describe('POST /language', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('an unknown language changes nothing', async () => {
    const response = await language.action(post('/language', form, 'lang=../../'))
    expect(response.status).toBe(303)
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  test('another site cannot change a visitor’s language', async () => {
    const foreign = { ...form, 'sec-fetch-site': 'cross-site' }
    expect(
      (await thrownResponse(language.action(post('/language', foreign, 'lang=En')))).status,
    ).toBe(403)
  })

  test('a body that is not a form is rejected', async () => {
    const json = { 'content-type': 'application/json' }
    expect((await thrownResponse(language.action(post('/language', json, '{}')))).status).toBe(415)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(
      (await thrownResponse(language.action(post('/language', broken, 'nonsense')))).status,
    ).toBe(400)
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

  async function statusOf(sent: Record<string, string>, body = view) {
    return (await pageView.action(post('/page-view', sent, body))).status
  }

  test('is accepted with the server’s token', async () => {
    expect(await statusOf(headers())).toBe(204)
  })

  test('a valid token is not replaced: another tab may be using it', () => {
    expect(cookieFor(token())).toBeNull()
    expect(cookieFor(`${token()}x`)).toMatch(/^XSRF-TOKEN=/)
  })

  test('is rejected without the header, with another token, and from another site', async () => {
    const { 'x-xsrf-token': _, ...withoutHeader } = headers()
    expect(await statusOf(withoutHeader)).toBe(403)
    expect(await statusOf(headers({ 'x-xsrf-token': token() }))).toBe(403)
    expect(await statusOf(headers({ 'sec-fetch-site': 'cross-site' }))).toBe(403)
    const forged = { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' }
    expect(await statusOf(headers(forged))).toBe(403)
  })

  test('is rejected if it is not a page view, too long, or not JSON', async () => {
    expect(await statusOf(headers(), '{"path":"about"}')).toBe(400)
    expect(await statusOf(headers(), 'not json')).toBe(400)
    expect(await statusOf(headers(), `"${'x'.repeat(10_000)}"`)).toBe(413)
    expect(await statusOf(headers({ 'content-type': 'text/plain' }))).toBe(415)
  })
})

describe('GET /images/post/{path}', () => {
  function get(path: string, search = '', headers: HeadersInit = {}) {
    const request = new Request(`${origin}/images/post/${path}${search}`, { headers })
    return images.loader({ request, params: {}, context: {} })
  }

  test('sends the original, and a WebP for an allowed width', async () => {
    const original = await get('tm63-1p-c.webp')
    expect(original.headers.get('Content-Type')).toBe('image/webp')
    const small = await get('tm63-1p-c.webp', '?w=320')
    expect(small.headers.get('Content-Type')).toBe('image/webp')
    const bytes = Buffer.from(await small.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
  })

  test('is a 304 for a picture that the browser has cached', async () => {
    const etag = (await get('tm63-1p-c.webp', '?w=320')).headers.get('ETag') ?? ''
    expect((await get('tm63-1p-c.webp', '?w=320', { 'if-none-match': etag })).status).toBe(304)
  })

  test.each(['?w=321', '?w=', '?w=1e3', '?w=-1', '?w=9999'])(
    'is a 404 for the width %s',
    async (search) => {
      expect((await get('tm63-1p-c.webp', search)).status).toBe(404)
    },
  )

  test.each([
    ...['../contact.yaml', '..', 'a/b.png', 'a\\b.png', '', '\u0000.png', 'no-such.png', '%ff.png'],
    ...['/tm63-1p-c.webp', 'tm63-1p-c.webp/', 'a%2F..%2Ftm63-1p-c.webp', '%2Ftm63-1p-c.webp'],
  ])('is a 404 for the path %j', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('sends a document as PDF', async () => {
    const response = await get('tm63-3p-d-declaration-of-conformity-ar-en.pdf')
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
  })
})

describe('GET /robots.txt', () => {
  test('names the sitemap', async () => {
    const text = await robots.loader(argsFor('/robots.txt')).text()
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
    // Crawlers are to see that what they were led to does not exist.
    expect(text).not.toContain('error_404')
  })
})

describe('GET /.well-known/security.txt', () => {
  const address = '/.well-known/security.txt'
  const withEmail = (email1: string) => ({ content: adapterOf({ ContactData: [{ email1 }] }) })
  const load = (context: LoadOptions) => securityTxt.loader(argsFor(address, { context }))

  test('has a contact, the preferred languages, and an expiry in less than a year', async () => {
    const response = await load(withEmail(' security@tayyar.example '))
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=3600, s-maxage=3600')
    const [contact, expires, ...others] = (await response.text()).split('\n')
    expect(contact).toBe('Contact: mailto:security@tayyar.example')
    expect(others).toEqual(['Preferred-Languages: ar, en', `Canonical: ${origin}${address}`, ''])
    expect(expires).toMatch(/^Expires: \d{4}-\d\d-\d\dT00:00:00Z$/)
    const days = (Date.parse(expires?.slice(9) ?? '') - Date.now()) / (24 * 60 * 60 * 1000)
    expect(days).toBeGreaterThan(362)
    expect(days).toBeLessThan(365)
  })

  test('names the address for enquiries, if there is one', async () => {
    const site = getSite()
    const { config } = site
    onTestFinished(() => {
      site.config = config
    })
    for (const [to, contact] of [
      [['a+b@x.example', 'c@x.example'], 'a+b@x.example'],
      [["o'hara@x.example", 'c@x.example'], 'c@x.example'],
      [[], 'info@tayyar.example'],
    ] as const) {
      site.config = { ...config, enquiries: { ...config.enquiries, to } }
      const response = await load(withEmail('info@tayyar.example'))
      expect(await response.text()).toContain(`Contact: mailto:${contact}\n`)
    }
  })

  test.each([
    ['a@b.example\nPolicy: https://evil.example', 'a@b.example'],
    ['Security <a@b.example>, c@b.example', 'a@b.example'],
    ['info@شركة.السعودية', 'info@xn--ogbpi5d.xn--mgberp4a5d4ar'],
  ])('has one address of %j', async (email, address) => {
    const text = await (await load(withEmail(email))).text()
    expect(text).toMatch(new RegExp(`^Contact: mailto:${address}\nExpires: `))
    expect(text).not.toContain('evil')
  })

  test.each(['', 'call us', 'a@b@c', 'بريد@مثال'])(
    'is a 404 if the e-mail is %j',
    async (email) => {
      expect((await load(withEmail(email))).status).toBe(404)
    },
  )

  test('is a 404 without contact data, and a 503 if they are unavailable', async () => {
    expect((await load({ content: adapterOf({}) })).status).toBe(404)
    expect((await load({ content: deadAdapter() })).status).toBe(503)
  })
})

describe('addresses without a page', () => {
  test('keep the language of the address', () => {
    const response = unknownPath.loader(argsFor('/nope?lang=En&x=1'))
    expect(response.headers.get('Location')).toBe('/error_404?lang=En')
  })

  test('/Loading shows the indicator under its own title', async () => {
    const { title } = await loading.loader(argsFor('/Loading', { lang: 'Ar' }))
    expect(title).toBe('التحميل')
  })
})
