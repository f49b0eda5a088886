import { afterEach, describe, expect, test } from 'vitest'
import { formatDate, yearOf } from '../../../app/language/format.ts'
import { dateOf } from '../../../server/text/dates.ts'
import {
  defaultTimeZone,
  formatClock,
  isTimeZone,
  setTimeZone,
} from '../../../server/text/local-time.ts'

afterEach(() => setTimeZone(defaultTimeZone))

function inZone(zone: string) {
  setTimeZone({ zone, city: { Ar: 'مدينة', En: 'City' } })
}

describe('in a company’s own time zone', () => {
  test('a time is shown on the day and at the hour that its clocks have', () => {
    const late = '2026-12-31T20:30:00Z'
    inZone('Asia/Muscat')
    expect([formatDate(late, 'En'), yearOf(late)]).toEqual(['1 January 2027', '2027'])
    expect(formatClock(Date.parse(late))).toBe('00:30')
    inZone('America/New_York')
    expect([formatDate(late, 'En'), yearOf(late)]).toEqual(['31 December 2026', '2026'])
    expect(formatClock(Date.parse(late))).toBe('15:30')
  })

  test('a day without a time stays that day', () => {
    inZone('America/New_York')
    expect(formatDate('2027-01-01', 'En')).toBe('1 January 2027')
    expect(yearOf('2027-01-01')).toBe('2027')
  })

  test.each([
    ['Asia/Riyadh', '2026-03-14 09:30', '2026-03-14T09:30+03:00'],
    ['Asia/Muscat', '2026-03-14 09:30', '2026-03-14T09:30+04:00'],
    ['UTC', '2026-03-14 09:30', '2026-03-14T09:30+00:00'],
    ['Africa/Cairo', '2026-01-14 09:30', '2026-01-14T09:30+02:00'],
    ['Africa/Cairo', '2026-07-14 09:30', '2026-07-14T09:30+03:00'],
    // An hour after clocks went forward at 0:00.
    ['Africa/Cairo', '2026-04-24 01:30', '2026-04-24T01:30+03:00'],
    ['Asia/Muscat', '2026-03-14T09:30Z', '2026-03-14T09:30Z'],
  ])('%s: a time that an editor wrote as %s is %s', (zone, written, date) => {
    inZone(zone)
    expect(dateOf(written)).toBe(date)
  })
})

test.each([
  ['Asia/Riyadh', true],
  ['UTC', true],
  ['+03:00', false],
  ['Riyadh', false],
  ['', false],
])('"%s" is a time zone: %s', (text, isOne) => {
  expect(isTimeZone(text)).toBe(isOne)
})
