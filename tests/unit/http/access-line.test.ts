import { expect, test } from 'vitest'
import { accessLine, type AccessEntry } from '../../../server/observe/access-log.ts'

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
