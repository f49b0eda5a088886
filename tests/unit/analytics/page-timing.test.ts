import { expect, test } from 'vitest'
import { pageTimingSchema } from '../../../server/site/analytics.ts'

const timing = { page: 'home', lang: 'Ar', lcp: 1_234, inp: 88, ttfb: 0, cls: 0.042 }

/** What is kept of a report in JSON, as it arrives. */
function keptOf(json: string) {
  return pageTimingSchema.parse(JSON.parse(json))
}

test('a report is kept as the browser measured it, also without values that it could not measure', () => {
  expect(keptOf(JSON.stringify(timing))).toEqual(timing)
  expect(keptOf('{"page":"search","lang":"En"}')).toEqual({ page: 'search', lang: 'En' })
})

test.each(['-1', '-1e-9', '60001', '1e999', '"12"', 'null', '[1]', '{}', 'true'])(
  'the value %s is left out, and the others are kept',
  (value) => {
    const { lcp: _, ...others } = timing
    expect(keptOf(JSON.stringify(timing).replace('1234', value))).toEqual(others)
  },
)

test('a layout shift over ten is left out', () => {
  expect(keptOf('{"page":"home","lang":"Ar","cls":10}').cls).toBe(10)
  expect(keptOf('{"page":"home","lang":"Ar","cls":10.1}').cls).toBeUndefined()
})

test.each([
  ['an unknown kind of page', { page: '/about' }],
  ['a kind from the prototype', { page: 'constructor' }],
  ['no kind of page', { page: undefined }],
  ['an unknown language', { lang: 'Fr' }],
  ['anything else about the visitor', { path: '/product-details/tm63' }],
])('a report with %s is refused', (_, change) => {
  expect(pageTimingSchema.safeParse({ ...timing, ...change }).success).toBe(false)
})
