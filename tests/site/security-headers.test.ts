import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyOf, scoreOf, weaknessesOf } from '../support/observatory.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ PUBLIC_URL: 'https://tayyar.example' })
}, 60_000)
afterAll(() => site.stop())

const ask = (path: string, init: RequestInit = {}) =>
  fetch(site.url + path, { redirect: 'manual', ...init })

const onEveryAnswer = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'strict-transport-security': 'max-age=63072000',
}

async function assetOf(kind: RegExp) {
  const html = await (await ask('/')).text()
  return kind.exec(html)?.[0] ?? ''
}

describe('V01–V22: every answer has the security headers', () => {
  test.each<[what: string, status: number, path: string, init?: RequestInit]>([
    ['a page', 200, '/News'],
    ['the same page, kept', 200, '/News'],
    ['a page by HEAD', 200, '/News', { method: 'HEAD' }],
    ['a page in a language that is asked for', 200, '/?lang=En'],
    ['the data of a page', 200, '/News?_data=root'],
    ['a page that is missing', 404, '/newsDetails/no-such-post'],
    ['the page of errors', 404, '/error_404'],
    ['an unknown path', 302, '/no/such/path'],
    ['a path in another spelling', 308, '/News/'],
    ['the sitemap', 200, '/sitemap.xml'],
    ['the robots file', 200, '/robots.txt'],
    ['whom to tell of a weakness', 200, '/.well-known/security.txt'],
    ['a token', 204, '/page-view'],
    ['a language that is read', 303, '/language'],
    [
      'a page view without a token',
      403,
      '/page-view',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    ],
    ['a language in the wrong form', 415, '/language', { method: 'POST', body: 'x' }],
    ['the methods of a page', 204, '/News', { method: 'OPTIONS' }],
    ['a method that a page does not know', 405, '/no/such/path', { method: 'PUT' }],
    ['a picture', 200, '/images/post/tm63-1p-c.webp?w=160'],
    ['a picture that is missing', 404, '/images/post/none.png'],
    ['a picture in an unknown spelling', 404, '/images/post/none.png?w=1&x=1'],
    ['a share card', 200, '/cards/Ar/News.png'],
    ['a share card of nothing', 404, '/cards/Ar/none.png'],
    ['the icon', 200, '/favicon.ico'],
    ['a drawing', 200, '/icons/icon.svg'],
    ['translations', 200, '/assets/i18n/Ar.json'],
    [
      'a report',
      400,
      '/security-report',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
  ])('%s', async (_, status, path, init) => {
    const answer = await ask(path, init)
    await answer.arrayBuffer()
    expect(answer.status).toBe(status)
    for (const [name, value] of Object.entries(onEveryAnswer)) {
      expect(answer.headers.get(name), name).toBe(value)
    }
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
    expect(answer.headers.get('cross-origin-resource-policy')).toMatch(/^(?:same|cross)-origin$/)
    expect(policyOf(answer.headers).get('default-src')).toEqual(["'none'"])
    if (status >= 400) expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['a script', /\/assets\/[\w.-]+\.js/],
    ['a stylesheet', /\/assets\/[\w.-]+\.css/],
    ['a font', /\/assets\/[\w.-]+\.woff2/],
  ])('%s', async (_, kind) => {
    const { headers, status } = await ask(await assetOf(kind))
    expect(status).toBe(200)
    for (const [name, value] of Object.entries(onEveryAnswer)) {
      expect(headers.get(name), name).toBe(value)
    }
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('an unchanged page says only what it may not do in the browser’s own copy', async () => {
    const etag = (await ask('/')).headers.get('etag') ?? ''
    const answer = await ask('/', { headers: { 'if-none-match': etag } })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    // The policy that stands with the copy is that of its bytes.
    expect(answer.headers.get('content-security-policy')).toBeNull()
  })

  test('what others show in their previews may be shown there, and nothing else', async () => {
    for (const path of ['/cards/Ar/News.png', '/images/post/tm63-1p-c.webp?w=160', '/favicon.ico']) {
      const { headers } = await ask(path)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('cross-origin')
    }
    for (const path of ['/', '/News?_data=root', '/robots.txt', '/site.webmanifest']) {
      const { headers } = await ask(path)
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
    }
  })
})

describe('V19: the policy of a page', () => {
  test('leaves no way to run a script round it', async () => {
    for (const path of ['/', '/News', '/error_404', '/?lang=En']) {
      const { headers } = await ask(path)
      expect(weaknessesOf(headers), path).toEqual([])
      const scripts = policyOf(headers).get('script-src') ?? []
      expect(scripts[0]).toBe("'self'")
      expect(scripts.length).toBeGreaterThan(1)
      for (const source of scripts.slice(1)) expect(source).toMatch(/^'sha256-[\w+/]{43}='$/)
      expect(policyOf(headers).has('upgrade-insecure-requests')).toBe(true)
    }
  })

  test('gives the front page 130 points of MDN’s observatory', async () => {
    const { headers } = await ask('/')
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

  test('all cookies are Secure and SameSite, and none comes with a page that may be kept', async () => {
    for (const path of ['/', '/News', '/no/such/path', '/sitemap.xml', '/favicon.ico']) {
      expect((await ask(path)).headers.getSetCookie(), path).toEqual([])
    }
    for (const path of ['/?lang=En', '/page-view']) {
      const cookies = (await ask(path)).headers.getSetCookie()
      expect(cookies, path).toHaveLength(1)
      expect(cookies[0], path).toMatch(/; SameSite=(?:Lax|Strict)(?=;|$)/)
      expect(cookies[0], path).toMatch(/; Secure(?=;|$)/)
    }
  })
})

test('over https the token’s cookie is one that only this host can have set', async () => {
  const [given = ''] = (await ask('/page-view')).headers.getSetCookie()
  const [, token = ''] = /^__Host-XSRF-TOKEN=([^;]+); Path=\/; /.exec(given) ?? []
  expect(given).toMatch(/; Secure$/)
  expect(given).not.toMatch(/Domain/i)
  async function statusWith(cookie: string) {
    const headers = { 'content-type': 'application/json', 'x-xsrf-token': token, cookie }
    const body = JSON.stringify({ path: '/about', title: 'About', lang: 'En' })
    return (await ask('/page-view', { method: 'POST', headers, body })).status
  }
  expect(await statusWith(`__Host-XSRF-TOKEN=${token}`)).toBe(204)
  // Another host of the same domain, or somebody on the way by http, could have set this one.
  expect(await statusWith(`XSRF-TOKEN=${token}`)).toBe(403)
  expect(await statusWith(`XSRF-TOKEN=other; __Host-XSRF-TOKEN=${token}`)).toBe(204)
})

// A browser takes the headers of a 304 for the page that it has: one that says of no page what the
// policy of everything else says would leave it without style, pictures and script.
test('V15: a page that its visitor has is left with its own policy, kept here or made for him', async () => {
  const cacheless = await startSiteProcess({ PAGE_CACHE_MB: '0' })
  try {
    for (const url of [site.url, cacheless.url]) {
      const first = await fetch(`${url}/blog`)
      const etag = first.headers.get('etag') ?? ''
      const again = await fetch(`${url}/blog`, { headers: { 'if-none-match': etag } })
      expect(again.status, url).toBe(304)
      expect(again.headers.get('content-security-policy'), url).toBeNull()
      expect(again.headers.get('x-content-type-options'), url).toBe('nosniff')
    }
  } finally {
    await cacheless.stop()
  }
}, 60_000)
