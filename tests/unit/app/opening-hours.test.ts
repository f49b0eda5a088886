import { describe, expect, test } from 'vitest'
import { translationFor } from '../../../app/language/i18n.server.ts'
import type { Language } from '../../../app/language/languages.ts'
import { dayName, minuteOfWeekIn, openStateAt } from '../../../app/branches/open-badge.tsx'
import { hoursRowsOf, openSpansOf } from '../../../app/branches/opening-hours.server.ts'
import { parseOpeningHours } from '@site/arabic-text/opening-hours'

const dayCodes = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

function weekOf(text: string) {
  const week = parseOpeningHours(text)
  if (!week) throw new Error(`cannot be parsed: ${text}`)
  return week
}

/** The open days of a week, as "su 480-1080". */
function openDaysOf(text: string) {
  return weekOf(text).flatMap((day, at) =>
    day.length === 0
      ? []
      : [`${dayCodes[at]} ${day.map(({ from, to }) => `${from}-${to}`).join(' ')}`],
  )
}

function rowsOf(text: string, language: Language) {
  return hoursRowsOf(weekOf(text), language, translationFor(language).t).map(
    ({ days, times }) => `${days}: ${times}`,
  )
}

describe('opening hours are parsed', () => {
  test.each([
    [
      'Su-Th 08:00-18:00; Sa 09:00-14:00',
      ['su 480-1080', 'mo 480-1080', 'tu 480-1080', 'we 480-1080', 'th 480-1080', 'sa 540-840'],
    ],
    ['Mo 07:30-12:00,15:30-19:30', ['mo 450-720 930-1170']],
    ['Su,Tu,Fr-Sa 9:00-10:00', ['su 540-600', 'tu 540-600', 'fr 540-600', 'sa 540-600']],
    ['Fr-Su 09:00-10:00', ['su 540-600', 'fr 540-600', 'sa 540-600']],
    ['Mo-Mo 09:00-10:00', ['mo 540-600']],
    ['su-mo 09:00-10:00', ['su 540-600', 'mo 540-600']],
    ['We 09:00–10:00', ['we 540-600']],
    ['  We   09:00 - 10:00 ; ', ['we 540-600']],
    ['24/7; Su-Th,Sa off', ['fr 0-1440']],
    ['16:00-24:00; Su-Fr off', ['sa 960-1440']],
    ['Sa 00:00-24:00', ['sa 0-1440']],
  ])('"%s"', (text, days) => {
    expect(openDaysOf(text)).toEqual(days)
  })

  test('the last rule wins, for whole days', () => {
    expect(openDaysOf('Mo-We 08:00-17:00; Tu off; We 10:00-12:00')).toEqual([
      'mo 480-1020',
      'we 600-720',
    ])
  })

  test('overlapping or adjacent spans are merged, in any order', () => {
    expect(openDaysOf('Mo 13:00-17:00,08:00-12:00,11:00-13:00')).toEqual(['mo 480-1020'])
  })

  test('a span may end after midnight', () => {
    expect(openDaysOf('Th 20:00-02:00')).toEqual(['th 1200-1560'])
    expect(openSpansOf(weekOf('Th 20:00-02:00; Fr 01:00-05:00'))).toEqual([[6960, 7500]])
    expect(openSpansOf(weekOf('Sa 22:00-03:00'))).toEqual([
      [0, 180],
      [9960, 10080],
    ])
  })

  test('a week may be completely closed', () => {
    expect(openDaysOf('off')).toEqual([])
    expect(openDaysOf('Su-Sa closed')).toEqual([])
  })

  test.each([
    ...['', ' ', ';', ';;', 'Su-Th', 'Su-Th 08:00', 'Su-Th 08:00-', '08:00', '-', 'open'],
    ...['Su-Th 8-18', 'Su 08:00-18:60', 'Su 08:60-18:00', 'Su 24:00-02:00', 'Su 08:00-25:00'],
    ...['Su 08:00-08:00', 'Su 08:00-26:00', 'Su 008:00-18:00', 'Su 08:00-12:00,', 'Su 08:00 18:00'],
    ...['Xx 08:00-18:00', 'Su-Xx 08:00-18:00', 'Su-Mo-Tu 08:00-18:00', 'Su- 08:00-18:00'],
    ...[',Su 08:00-18:00', 'Sunday 08:00-18:00', 'PH off', 'Su[1] 08:00-18:00', 'sunrise-sunset'],
    ...['Mo-Fr 08:00-18:00 "by appointment"', 'Mo 08:00-12:00; by appointment', 'Mo 24/7', '24/8'],
    ...['Sunday to Thursday 8:00–18:00, Saturday 9:00–14:00', '8 am', 'Jan-Mar Mo 08:00-12:00'],
    ...['الأحد–الخميس 8:00–18:00، السبت 9:00–14:00', 'Su ٠٨:٠٠-١٨:٠٠', '__proto__', '💡'],
    ...['Su 08:00-18:00;'.repeat(1000), `Su${' '.repeat(100_000)}off`, ','.repeat(200)],
  ])('"%.60s" is not parsed', (text) => {
    expect(parseOpeningHours(text)).toBeNull()
  })
})

describe('opening hours in words', () => {
  test('group days with the same hours, in each language', () => {
    const text = 'Su-Th 08:00-18:00; Sa 09:00-14:00'
    expect(rowsOf(text, 'En')).toEqual([
      'Sunday to Thursday: 8:00–18:00',
      'Friday: Closed',
      'Saturday: 9:00–14:00',
    ])
    expect(rowsOf(text, 'Ar')).toEqual([
      'من الأحد إلى الخميس: من 8:00 إلى 18:00',
      'الجمعة: مغلق',
      'السبت: من 9:00 إلى 14:00',
    ])
  })

  test.each([
    ['24/7', ['Every day: Round the clock']],
    ['off', ['Every day: Closed']],
    ['09:00-17:00', ['Every day: 9:00–17:00']],
    ['Sa-We 09:00-17:00', ['Saturday to Wednesday: 9:00–17:00', 'Thursday and Friday: Closed']],
    ['Mo-Fr 09:00-17:00', ['Monday to Friday: 9:00–17:00', 'Saturday and Sunday: Closed']],
    [
      'Mo-Fr 09:00-17:00; Sa 09:00-13:00',
      ['Monday to Friday: 9:00–17:00', 'Saturday: 9:00–13:00', 'Sunday: Closed'],
    ],
    [
      'Su-Th 07:30-12:00,15:30-19:30; Fr-Sa off',
      ['Sunday to Thursday: 7:30–12:00 and 15:30–19:30', 'Friday and Saturday: Closed'],
    ],
    [
      'Su-Th 21:00-02:00; Fr,Sa 16:00-24:00',
      ['Sunday to Thursday: 21:00–2:00', 'Friday and Saturday: 16:00–24:00'],
    ],
  ])('%s', (text, rows) => {
    expect(rowsOf(text, 'En')).toEqual(rows)
  })

  test('name every day once, for any week', () => {
    const { t } = translationFor('En')
    for (let days = 0; days < 128; days += 1) {
      const open = dayCodes.filter((_, at) => (days >> at) & 1)
      const text = open.length === 0 ? 'off' : `${open.join(',')} 09:00-17:00`
      const actual = hoursRowsOf(weekOf(text), 'En', t).flatMap((row) =>
        daysIn(row.days).map((day) => ({ day, times: row.times })),
      )
      const expected = dayCodes.map((code, day) => {
        return { day, times: open.includes(code) ? '9:00–17:00' : 'Closed' }
      })
      expect(actual.toSorted((a, b) => a.day - b.day)).toEqual(expected)
    }
  })

  /** The days that an English text names, 0 for Sunday. */
  function daysIn(words: string) {
    const names = dayCodes.map((_, day) => dayName(day, 'En'))
    if (words === 'Every day') return names.map((_, day) => day)
    const [first = -1, last = -1] = words.split(' to ').map((name) => names.indexOf(name))
    if (!words.includes(' to ')) return words.split(' and ').map((name) => names.indexOf(name))
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7)
  }
})

describe('open or closed', () => {
  /** Minutes of the week of a day and a time. */
  function at(day: string, time: string) {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return dayCodes.indexOf(day) * 1440 + hours * 60 + minutes
  }
  const spans = openSpansOf(weekOf('Su-Th 08:00-12:00,13:00-18:00; Sa 09:00-14:00'))

  test.each([
    ['su', '08:00', true, at('su', '12:00')],
    ['su', '07:59', false, at('su', '08:00')],
    ['su', '12:00', false, at('su', '13:00')],
    ['th', '17:59', true, at('th', '18:00')],
    ['th', '18:00', false, at('sa', '09:00')],
    ['fr', '12:00', false, at('sa', '09:00')],
    ['sa', '23:59', false, at('su', '08:00')],
  ])('%s %s', (day, time, isOpen, changesAt) => {
    expect(openStateAt(spans, at(day, time))).toEqual({ isOpen, changesAt })
  })

  test('after midnight, also from Saturday to Sunday', () => {
    const late = openSpansOf(weekOf('Th,Sa 20:00-02:00'))
    expect(openStateAt(late, at('fr', '01:59'))).toEqual({
      isOpen: true,
      changesAt: at('fr', '2:00'),
    })
    expect(openStateAt(late, at('sa', '23:00'))).toEqual({
      isOpen: true,
      changesAt: at('su', '2:00'),
    })
    expect(openStateAt(late, at('su', '02:00'))).toEqual({
      isOpen: false,
      changesAt: at('th', '20:00'),
    })
  })

  test('always and never', () => {
    expect(openStateAt(openSpansOf(weekOf('24/7')), 5)).toEqual({ isOpen: true, changesAt: null })
    expect(openStateAt([], 5)).toEqual({ isOpen: false, changesAt: null })
  })

  test('in the branch’s time zone, where it may be another day', () => {
    const now = new Date('2026-11-21T22:30:00Z')
    expect(minuteOfWeekIn('Asia/Riyadh', now)).toBe(at('su', '1:30'))
    expect(minuteOfWeekIn('Africa/Tunis', now)).toBe(at('sa', '23:30'))
    expect(minuteOfWeekIn('Asia/Tehran', now)).toBe(at('su', '2:00'))
  })

  test('daylight saving time does not change the opening hours', () => {
    expect(minuteOfWeekIn('Africa/Cairo', new Date('2026-01-04T06:00:00Z'))).toBe(at('su', '8:00'))
    expect(minuteOfWeekIn('Africa/Cairo', new Date('2026-07-05T05:00:00Z'))).toBe(at('su', '8:00'))
  })
})
