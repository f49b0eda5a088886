import { expect, test } from 'vitest'
import { encodingFor, isCompressible } from '../../../server/http/headers.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['deflate', 'identity'],
  [' br ; q=1 ', 'br'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding)
})

test('only longer texts are compressed', () => {
  expect(isCompressible('text/html; charset=utf-8', 5_000)).toBe(true)
  expect(isCompressible('application/json', 5_000)).toBe(true)
  expect(isCompressible('application/xml; charset=utf-8', 5_000)).toBe(true)
  expect(isCompressible('application/rss+xml; charset=utf-8', 5_000)).toBe(true)
  expect(isCompressible('application/feed+json', 5_000)).toBe(true)
  expect(isCompressible('text/html', 500)).toBe(false)
  expect(isCompressible('image/png', 5_000)).toBe(false)
  expect(isCompressible('', 5_000)).toBe(false)
})
