import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { policyOf, scoreOf, weaknessesOf } from '../support/observatory.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { waitForSitemap } from '../support/wait-for-sitemap.ts'

const publicUrl = 'https://tayyar.example'

let site: Site
beforeAll(async () => {
  site = await startSite({ PUBLIC_URL: publicUrl, INDEXABLE: 'false' })
  await waitForSitemap(site)
})
afterAll(() => site.stop())

const fetchPath = (path: string, init: RequestInit = {}) =>
  fetch(site.url + path, { redirect: 'manual', ...init })

const onEveryResponse = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'strict-transport-security': 'max-age=63072000',
  'x-robots-tag': 'noindex',
}

async function assetOf(kind: RegExp) {
  const html = await (await fetchPath('/')).text()
  return kind.exec(html)?.[0] ?? ''
}

describe('V01–V22: every response has the security headers', () => {
  test.each<[what: string, status: number, path: string, init?: RequestInit]>([
    ['a page', 200, '/News'],
    ['the same page, cached', 200, '/News'],
    ['a page by HEAD', 200, '/News', { method: 'HEAD' }],
    ['a page with a language parameter', 200, '/?lang=En'],
    ['the data of a page', 200, '/News?_data=root'],
    ['a page that does not exist', 404, '/newsDetails/no-such-post'],
    ['the error page', 404, '/error_404'],
    ['an unknown path', 302, '/no/such/path'],
    ['a path in another spelling', 308, '/News/'],
    ['the Markdown of a page', 200, '/News.md'],
    ['the sitemap', 200, '/sitemap.xml'],
    ['the robots file', 200, '/robots.txt'],
    ['security.txt', 200, '/.well-known/security.txt'],
    ['a token', 204, '/page-view'],
    ['the language address by GET', 303, '/language'],
    [
      'a page view without a token',
      403,
      '/page-view',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    [
      'timings without a token',
      403,
      '/page-timing',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    ['a language with the wrong content type', 415, '/language', { method: 'POST', body: 'x' }],
    ['the methods of a page', 204, '/News', { method: 'OPTIONS' }],
    ['an unsupported method', 405, '/no/such/path', { method: 'PUT' }],
    ['a picture', 200, '/images/post/tm63-1p-c.webp?w=160'],
    ['a picture that does not exist', 404, '/images/post/none.png'],
    ['an invalid picture address', 404, '/images/post/none.png?w=1&x=1'],
    ['a share card', 200, '/cards/Ar/News.png'],
    ['a share card that does not exist', 404, '/cards/Ar/none.png'],
    ['the icon', 200, '/favicon.ico'],
    ['a file that the brand lacks', 404, '/brand/0/none.svg'],
    ['translations', 200, '/assets/i18n/Ar.json'],
    [
      'an invalid report',
      400,
      '/security-report',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
  ])('%s', async (_, status, path, init) => {
    const response = await fetchPath(path, init)
    await response.arrayBuffer()
    expect(response.status).toBe(status)
    for (const [name, value] of Object.entries(onEveryResponse)) {
      expect(response.headers.get(name), name).toBe(value)
    }
    expect(response.headers.get('permissions-policy')).toContain('camera=()')
    expect(response.headers.get('cross-origin-resource-policy')).toMatch(/^(?:same|cross)-origin$/)
    expect(policyOf(response.headers).get('default-src')).toEqual(["'none'"])
    if (status >= 400) expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['a script', /\/assets\/[\w.-]+\.js/],
    ['a stylesheet', /\/assets\/[\w.-]+\.css/],
    ['a font', /\/assets\/[\w.-]+\.woff2/],
  ])('%s', async (_, kind) => {
    const { headers, status } = await fetchPath(await assetOf(kind))
    expect(status).toBe(200)
    for (const [name, value] of Object.entries(onEveryResponse)) {
      expect(headers.get(name), name).toBe(value)
    }
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('other sites may embed what they show in previews, and nothing else', async () => {
    for (const path of [
      '/cards/Ar/News.png',
      '/images/post/tm63-1p-c.webp?w=160',
      '/favicon.ico',
    ]) {
      const { headers } = await fetchPath(path)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('cross-origin')
    }
    for (const path of ['/', '/News?_data=root', '/robots.txt', '/site.webmanifest']) {
      const { headers } = await fetchPath(path)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    }
  })
})

test('a site that is not to be listed disallows crawlers everything', async () => {
  expect(await (await fetchPath('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
})

describe('V19: the policy of a page', () => {
  test('has no known bypass', async () => {
    for (const path of ['/', '/News', '/error_404', '/?lang=En']) {
      const { headers } = await fetchPath(path)
      expect(weaknessesOf(headers), path).toEqual([])
      const scripts = policyOf(headers).get('script-src') ?? []
      expect(scripts[0]).toBe("'self'")
      expect(scripts.length).toBeGreaterThan(1)
      for (const source of scripts.slice(1)) expect(source).toMatch(/^'sha256-[\w+/]{43}='$/)
      expect(policyOf(headers).has('upgrade-insecure-requests')).toBe(true)
    }
  })

  test('gives the home page 130 points in MDN’s HTTP Observatory', async () => {
    const { headers } = await fetchPath('/')
    expect(scoreOf(headers)).toEqual({
      modifiers: {
        'content-security-policy': 10,
        cookies: 0,
        'cross-origin-resource-sharing': 0,
        'referrer-policy': 5,
        'strict-transport-security': 0,
        'x-content-type-options': 0,
        'x-frame-options': 5,
        'cross-origin-resource-policy': 10,
      },
      score: 130,
    })
  })

  test('all cookies are Secure and SameSite, and cacheable pages set none', async () => {
    for (const path of ['/', '/News', '/no/such/path', '/sitemap.xml', '/favicon.ico']) {
      expect((await fetchPath(path)).headers.getSetCookie(), path).toEqual([])
    }
    for (const path of ['/?lang=En', '/page-view']) {
      const cookies = (await fetchPath(path)).headers.getSetCookie()
      expect(cookies, path).toHaveLength(1)
      expect(cookies[0], path).toMatch(/; SameSite=(?:Lax|Strict)(?=;|$)/)
      expect(cookies[0], path).toMatch(/; Secure(?=;|$)/)
    }
  })
})

test('over https only this host can set the token’s cookie', async () => {
  const [setCookie = ''] = (await fetchPath('/page-view')).headers.getSetCookie()
  const [, token = ''] = /^__Host-XSRF-TOKEN=([^;]+); Path=\/; /.exec(setCookie) ?? []
  expect(setCookie).toMatch(/; Secure$/)
  expect(setCookie).not.toMatch(/Domain/i)
  async function statusWith(cookie: string) {
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': token, cookie }
    const body = JSON.stringify({ path: '/about', title: 'About', lang: 'En' })
    return (await fetchPath('/page-view', { method: 'POST', headers, body })).status
  }
  expect(await statusWith(`__Host-XSRF-TOKEN=${token}`)).toBe(204)
  // Another host of the same domain, or an attacker on http, could have set this one.
  expect(await statusWith(`XSRF-TOKEN=${token}`)).toBe(403)
  expect(await statusWith(`XSRF-TOKEN=other; __Host-XSRF-TOKEN=${token}`)).toBe(204)
})

// A browser applies the headers of a 304 to its copy of the page. The default policy of other
// responses would leave that page without styles, pictures and scripts.
test('V15: a page in the visitor’s browser retains its policy after a 304', async () => {
  const etag = (await fetchPath('/blog')).headers.get('etag') ?? ''
  const { status, headers } = await fetchPath('/blog', { headers: { 'if-none-match': etag } })
  expect(status).toBe(304)
  expect(headers.get('content-security-policy')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the service worker is looked for at each load, and may fetch from this site alone', async () => {
  const response = await fetchPath('/service-worker.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
})

describe('V19: browsers’ reports', () => {
  const oldReport = JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })
  const newReport = JSON.stringify([
    { type: 'csp-violation', body: { effectiveDirective: 'img-src' } },
  ])

  /** Posts a body as a browser's report. */
  function report(body: string, type: string, headers: Record<string, string> = {}) {
    return fetchPath('/security-report?x=1', {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    })
  }

  // As Chromium sends them: the second kind has only an Origin header.
  test.each([
    ['by report-uri', oldReport, 'application/csp-report', { 'sec-fetch-site': 'same-origin' }],
    ['by report-to', newReport.padEnd(16 * 1024), 'application/reports+json', {}],
  ])('are accepted %s, with an empty response without cookies', async (_, body, type, headers) => {
    const response = await report(body, type, { origin: publicUrl, ...headers })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test.each([
    [403, oldReport, 'application/csp-report', { 'sec-fetch-site': 'cross-site' }],
    [403, newReport, 'application/reports+json', { origin: 'https://a.example' }],
    [415, oldReport, 'text/plain', {}],
    [413, ' '.repeat(16 * 1024 + 1), 'application/csp-report', {}],
    [400, '{"csp-report":', 'application/csp-report', {}],
  ])('are rejected with %i: %.20s, %s %j', async (status, body, type, headers) => {
    expect((await report(body, type, headers)).status).toBe(status)
  })

  test('go to the address that a page names: over https by report-uri and report-to, over http only by report-uri', async () => {
    const secure = (await fetchPath('/News')).headers
    expect(secure.get('content-security-policy')).toMatch(
      /; report-uri \/security-report; .*; report-to security$/,
    )
    expect(secure.get('reporting-endpoints')).toBe('security="/security-report"')
    const plain = (await fetch(`${inject('siteUrl')}/News`)).headers
    expect(plain.get('content-security-policy')).toMatch(/; report-uri \/security-report$/)
    expect(plain.get('reporting-endpoints')).toBeNull()
  })
})
