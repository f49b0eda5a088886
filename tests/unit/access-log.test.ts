import { expect, test } from 'vitest'
import {
  accessLine,
  loggedPath,
  requestKindOf,
  type AccessEntry,
} from '../../server/observe/access-log.ts'
import { pageAt, requestFor } from '../support/site-request.ts'

const entry: AccessEntry = {
  id: 'from-the-proxy.1',
  method: 'GET',
  path: '/News?lang=En',
  status: 200,
  kind: 'page',
  ms: 42.5499,
  bytes: 55_183,
  cache: 'miss',
  isAborted: false,
}

test('a request is one JSON line with the fields that operators know', () => {
  const line = accessLine(entry)
  expect(line).toMatch(
    /^\{"level":30,"time":"[\d-]{10}T[\d:.]{12}Z","id":"from.*"msg":"request"\}\n$/,
  )
  const { time, ...facts } = JSON.parse(line)
  expect(Math.abs(Date.now() - Date.parse(time))).toBeLessThan(5_000)
  expect(facts).toEqual({
    ...{ level: 30, id: 'from-the-proxy.1', method: 'GET', path: '/News?lang=En', status: 200 },
    ...{ kind: 'page', ms: 42.5, bytes: 55_183, cache: 'miss', msg: 'request' },
  })
})

test('a page that was not asked of the cache, and a visitor who has left, are told so', () => {
  const aborted = { ...entry, status: 499, cache: undefined, isAborted: true }
  const facts = JSON.parse(accessLine(aborted))
  expect(facts).toMatchObject({ status: 499, aborted: true })
  expect(facts).not.toHaveProperty('cache')
})

test.each([
  '/"\\',
  '/a\r\nb\u001b[2J\u007f\u009b1m',
  '/\u202ec\u2066\u200f\u2028\u2029\ufeff\ud800',
  '/","status":500,"x":"',
  '/caf\u00e9/\u0627\u0644',
  '*',
  '',
])('V22: the path %j is in a line of printable ASCII, and still there', (path) => {
  const line = accessLine({ ...entry, path })
  expect(line).toMatch(/^[ -~]+\n$/)
  expect(JSON.parse(line)).toMatchObject({ path, status: 200, msg: 'request' })
})

test.each([
  ['/products/mcb?lang=En&page=2', '/products/mcb?lang=En&page=2'],
  ['/News?token=secret&lang=Fr&page=x', '/News'],
  ['/News?xlang=En', '/News'],
  ['/News?mail=a@b.example#x', '/News'],
  ['http://name:secret@evil.example/News', '/News'],
  ['ftp://name:secret@evil.example/News', '/News'],
  [`/${'x'.repeat(5_000)}`, `/${'x'.repeat(199)}`],
  ['*', '*'],
])('V22: %s is logged as %s, with only its path, language and page number', (url, path) => {
  expect(loggedPath(requestFor(url))).toBe(path)
})

function matchRoute(path: string) {
  if (path.startsWith('/images/')) return pageAt(path, { kind: 'picture' })
  return pageAt(path, { isFile: /^\/(?:favicon|llms|brand|feeds)/.test(path) })
}

test.each([
  ['page', 'GET', '/News', 200, 'hit'],
  ['page', 'GET', '/about.md?lang=En', 200, 'hit'],
  ['page', 'GET', '/nowhere', 302, undefined],
  ['data', 'GET', '/News?lang=En&_data=routes/news', 304, 'stale'],
  ['picture', 'GET', '/images/post/a.png?w=400', 404, undefined],
  ['file', 'GET', '/assets/home-a1.js', 200, undefined],
  ['file', 'GET', '/favicon.ico', 200, 'hit'],
  ['file', 'GET', '/llms.txt?lang=En', 200, 'miss'],
  ['file', 'GET', '/brand/0a1b2c3d/mark.svg', 404, 'miss'],
  ['file', 'GET', '/feeds/news.rss?lang=En', 200, 'hit'],
  ['file', 'HEAD', '/assets/none.js', 404, undefined],
  ['post', 'POST', '/language', 303, undefined],
  ['rejected', 'POST', '/News', 405, undefined],
  ['rejected', 'GET', '/%00', 400, undefined],
  ['other', 'OPTIONS', '/News', 204, undefined],
] as const)('counts as %s: %s %s, %i', (kind, method, url, status, cacheResult) => {
  const received = requestFor(url, undefined, matchRoute)
  Object.assign(received, { cacheResult, isStaticFile: url.startsWith('/assets/home') })
  received.incoming.method = method
  expect(requestKindOf(received, status)).toBe(kind)
})
