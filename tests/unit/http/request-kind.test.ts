import { expect, test } from 'vitest'
import { requestKindOf } from '../../../server/observe/access-log.ts'
import { pageAt, requestFor } from '../../support/site-request.ts'

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
