import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyOf, scoreOf, weaknessesOf } from '../support/observatory.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
/** One without a page cache, which crawlers of language models may not read. */
let cacheless: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ PUBLIC_URL: 'https://tayyar.example', INDEXABLE: 'false' })
  cacheless = await startSiteProcess({ PAGE_CACHE_MB: '0', INDEXABLE: 'no-ai' })
})
afterAll(() => Promise.all([site.stop(), cacheless.stop()]))

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

test('crawlers of language models can be asked to read nothing', async () => {
  const text = await (await fetch(`${cacheless.url}/robots.txt`)).text()
  const [models = '', others = ''] = text.split('\n\n')
  expect(models).toMatch(/^(?:User-agent: [\w-]+\n)+Disallow: \/$/)
  expect(models).toContain('User-agent: GPTBot\n')
  expect(others).toMatch(/^User-agent: \*\n/)
  expect(others).not.toMatch(/^Disallow: \/$/m)
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
test('V15: a page in the visitor’s browser retains its policy after a 304, with or without the page cache', async () => {
  for (const url of [site.url, cacheless.url]) {
    const first = await fetch(`${url}/blog`)
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${url}/blog`, { headers: { 'if-none-match': etag } })
    expect(again.status, url).toBe(304)
    expect(again.headers.get('content-security-policy'), url).toBeNull()
    expect(again.headers.get('x-content-type-options'), url).toBe('nosniff')
  }
})

test('the service worker is looked for at each load, and may fetch from this site alone', async () => {
  const response = await fetchPath('/service-worker.js')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
})
