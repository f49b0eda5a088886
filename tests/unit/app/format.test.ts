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

test.each([
  [0, '0'],
  [141, '141'],
  [1_200, '1200'],
  [21_000, '21,000'],
  [1_250_000, '1,250,000'],
])('the number %d is written %s in both languages', (number, text) => {
  expect([formatNumber(number, 'Ar'), formatNumber(number, 'En')]).toEqual([text, text])
})
