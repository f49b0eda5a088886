import { expect, test } from 'vitest'
import { readToken } from '../../../app/layout/navigation/page-views.ts'

test.each([
  ['lang=Ar; XSRF-TOKEN=t.o.k', 't.o.k'],
  ['__Host-XSRF-TOKEN=t.o.k; lang=Ar', 't.o.k'],
  // Similar cookies do not count.
  ['XSRF-TOKEN=theirs; __Host-XSRF-TOKEN=ours', 'ours'],
  ['NOT-XSRF-TOKEN=x; lang=Ar', undefined],
  ['', undefined],
])('of the cookies %j the token is %j', (cookies, token) => {
  expect(readToken(cookies)).toBe(token)
})
