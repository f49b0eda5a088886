import { expect, test } from 'vitest'
import { loggedPath } from '../../../server/observe/access-log.ts'
import { requestFor } from '../../support/site-request.ts'

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
