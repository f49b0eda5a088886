import { describe, expect, test } from 'vitest'
import { formatDate, formatNumber } from '../../../app/language/format.ts'

describe('a date in words', () => {
  test.each([
    ['2024-02-29', '29 February 2024', '29 فبراير 2024'],
    ['2026-12-31', '31 December 2026', '31 ديسمبر 2026'],
  ])('%s', (iso, english, arabic) => {
    expect(formatDate(iso, 'En')).toBe(english)
    expect(formatDate(iso, 'Ar')).toBe(arabic)
  })

  test('no date gives an empty text', () => {
    expect([formatDate('', 'Ar'), formatDate('', 'En')]).toEqual(['', ''])
  })
})

describe('the day is that in Riyadh, three hours ahead of UTC', () => {
  test.each([
    ['2026-03-14T20:59:59Z', '14 March 2026', '14 مارس 2026'],
    ['2026-03-14T21:00:00Z', '15 March 2026', '15 مارس 2026'],
    ['2025-12-31T21:00:00.000Z', '1 January 2026', '1 يناير 2026'],
    ['2026-03-14T22:00:00-11:00', '15 March 2026', '15 مارس 2026'],
  ])('%s', (iso, english, arabic) => {
    expect(formatDate(iso, 'En')).toBe(english)
    expect(formatDate(iso, 'Ar')).toBe(arabic)
  })
})

test.each([
  [0, '0'],
  [141, '141'],
  [1_200, '1200'],
  [21_000, '21,000'],
  [1_250_000, '1,250,000'],
])('the number %d is written %s in both languages', (number, text) => {
  expect([formatNumber(number, 'Ar'), formatNumber(number, 'En')]).toEqual([text, text])
})
