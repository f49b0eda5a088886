import { describe, expect, test } from 'vitest'
import { withOffset, writtenDateOf } from './dates.ts'
import {
  dayIn,
  formatClock,
  formatDay,
  formatWeekday,
  isTimeZone,
  workingDayAfter,
} from './local-time.ts'

function seenIn(zone: string, date: string) {
  const day = dayIn(date, zone)
  return [formatDay(day, 'en-GB'), day.slice(0, 4)]
}

describe('in a company’s own time zone', () => {
  test('a time is shown on the day and at the hour that its clocks have', () => {
    const late = '2026-12-31T20:30:00Z'
    expect(seenIn('Asia/Muscat', late)).toEqual(['1 January 2027', '2027'])
    expect(formatClock(Date.parse(late), 'Asia/Muscat')).toBe('00:30')
    expect(seenIn('America/New_York', late)).toEqual(['31 December 2026', '2026'])
    expect(formatClock(Date.parse(late), 'America/New_York')).toBe('15:30')
  })

  test.each([
    ['2026-03-14T20:59:59Z', '2026-03-14'],
    ['2026-03-14T21:00:00Z', '2026-03-15'],
    ['2025-12-31T21:00:00.000Z', '2026-01-01'],
    ['2026-03-14T22:00:00-11:00', '2026-03-15'],
    ['', ''],
  ])('%s is in Riyadh on %s', (date, day) => {
    expect(dayIn(date, 'Asia/Riyadh')).toBe(day)
  })

  test('a day without a time stays that day', () => {
    expect(seenIn('America/New_York', '2027-01-01')).toEqual(['1 January 2027', '2027'])
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
    expect(withOffset(writtenDateOf(written), zone)).toBe(date)
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

test.each([
  ['2026-12-03', 1, '2026-12-06', 'Sunday 6 December', 'الأحد، 6 ديسمبر'],
  ['2026-12-04', 1, '2026-12-06', 'Sunday 6 December', 'الأحد، 6 ديسمبر'],
  ['2026-12-06', 2, '2026-12-08', 'Tuesday 8 December', 'الثلاثاء، 8 ديسمبر'],
  ['2026-12-30', 3, '2027-01-04', 'Monday 4 January', 'الاثنين، 4 يناير'],
])('from %s, %i working days have passed at the end of %s', (day, count, last, english, arabic) => {
  const found = workingDayAfter(day, count, [0, 1, 2, 3, 4])
  expect(found).toBe(last)
  expect(formatWeekday(found, 'en-GB')).toBe(english)
  expect(formatWeekday(found, 'ar-u-nu-latn-ca-gregory')).toBe(arabic)
})
