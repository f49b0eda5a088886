import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../server/content/api/api-client.ts'

const now = Date.parse('2026-06-01T12:00:00Z')

test.each([
  ['5', 5],
  ['17', 17],
  ['0', 5],
  ['99999', 120],
  ['9'.repeat(400), 120],
  ['-1', 5],
  ['soon', 5],
  ['', 5],
  ['1e9', 5],
  ['NaN', 5],
  ['Mon, 01 Jun 2026 12:00:42 GMT', 42],
  ['Mon, 01 Jun 2026 11:00:00 GMT', 5],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 120],
])('F13: a Retry-After of "%s" becomes %i s', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds)
})

test('F13: the first of several counts; without the header it is undefined', () => {
  expect(readRetryAfter(['30', '60'], now)).toBe(30)
  expect(readRetryAfter(undefined, now)).toBeUndefined()
})
