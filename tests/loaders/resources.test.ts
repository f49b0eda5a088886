import type { Config } from '../../server/config.ts'
import type { LoadOptions } from '../../server/load-context.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as language from '../../app/routes/language.ts'
import * as loading from '../../app/routes/loading.tsx'
import * as pageView from '../../app/routes/page-view.ts'
import * as robots from '../../app/routes/robots.ts'
import * as securityTxt from '../../app/routes/security-txt.ts'
import * as unknownPath from '../../app/routes/unknown-path.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

test('an unknown language changes nothing', async () => {
  const request = new Request(`${origin}/language`, {
    method: 'POST',
    body: new URLSearchParams({ lang: '../../' }),
  })
  const response = await language.action({ request, params: {}, context: {} })
  expect(response.status).toBe(303)
  expect(response.headers.get('Set-Cookie')).toBeNull()
})

test('a valid token of page views is not replaced: another tab may be using it', async () => {
  async function cookieFor(token: string) {
    const headers = { cookie: `XSRF-TOKEN=${token}` }
    const request = new Request(`${origin}/page-view`, { headers })
    const { headers: sent } = await pageView.loader({ request, params: {}, context: {} })
    return sent.get('Set-Cookie') ?? ''
  }
  const [, token = ''] = /^XSRF-TOKEN=([^;]+)/.exec(await cookieFor('')) ?? []
  expect(await cookieFor(token)).toBe('')
  expect(await cookieFor(`${token}x`)).toMatch(/^XSRF-TOKEN=/)
})

/** Changes the settings until the test ends. */
function configure(changes: Partial<Config>) {
  const site = getSite()
  const { config } = site
  onTestFinished(() => {
    site.config = config
  })
  site.config = { ...config, ...changes }
}

describe('GET /robots.txt', () => {
  const read = async () => (await robots.loader(argsFor('/robots.txt'))).text()

  test('names the sitemap', async () => {
    const text = await read()
    expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
    // Crawlers are to see that what they were led to does not exist.
    expect(text).not.toContain('error_404')
  })

  test('asks crawlers of language models to read nothing, where the settings say so', async () => {
    configure({ allowsAiCrawlers: false })
    const [models = '', others = ''] = (await read()).split('\n\n')
    expect(models).toMatch(/^(?:User-agent: [\w-]+\n)+Disallow: \/$/)
    expect(models).toContain('User-agent: GPTBot\n')
    expect(others).toMatch(/^User-agent: \*\n/)
    expect(others).not.toMatch(/^Disallow: \/$/m)
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
    const { enquiries } = getSite().config
    for (const [to, contact] of [
      [['a+b@x.example', 'c@x.example'], 'a+b@x.example'],
      [["o'hara@x.example", 'c@x.example'], 'c@x.example'],
      [[], 'info@tayyar.example'],
    ] as const) {
      configure({ enquiries: { ...enquiries, to } })
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
