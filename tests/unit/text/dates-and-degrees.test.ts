import { describe, expect, test } from 'vitest'
import { withOffset, writtenDateOf } from '@site/arabic-text/dates'
import { degreesOf, placeOf } from '@site/arabic-text/degrees'

const dateOf = (written: unknown) => withOffset(writtenDateOf(written), 'Asia/Riyadh')

describe('F53: the date of a post', () => {
  test.each([
    ['2026-03-14', '2026-03-14'],
    ['  2026-03-14 ', '2026-03-14'],
    ['2026-03-14\u200f', '2026-03-14'],
    ['٢٠٢٦-٠٣-١٤', '2026-03-14'],
    ['2026/3/14', '2026-03-14'],
    ['14/03/2026', '2026-03-14'],
    ['03/04/2026', '2026-04-03'],
    ['3/14/2026 12:00:00 AM', '2026-03-14'],
    ['14-03-2026', '2026-03-14'],
    ['14.3.2026', '2026-03-14'],
    ['14/03/2026م', '2026-03-14'],
    ['14 March 2026', '2026-03-14'],
    ['March 14, 2026', '2026-03-14'],
    ['Sat, 14 Mar 2026 10:00:00 GMT', '2026-03-14'],
    ['١٤ مارس ٢٠٢٦', '2026-03-14'],
    ['14 كانون الثاني 2026', '2026-01-14'],
    // Umm al-Qura.
    ['1447-09-25', '2026-03-14'],
    ['1447-09-25T00:00:00', '2026-03-14T00:00:00+03:00'],
    ['25/09/1447', '2026-03-14'],
    ['١٤٤٧/٠٩/٢٥ هـ', '2026-03-14'],
    ['1445-01-01', '2023-07-19'],
    ['٢٥ رمضان ١٤٤٧ هـ', '2026-03-14'],
    ['25 Ramadan 1447', '2026-03-14'],
    ['1 ذو الحجة 1446', '2025-05-28'],
    // A time without an offset is the company's.
    ['2026-03-14T10:30:00', '2026-03-14T10:30:00+03:00'],
    ['2026-03-14 10:30:00', '2026-03-14T10:30:00+03:00'],
    ['2026-03-14T10:30:00.0000000', '2026-03-14T10:30:00.000+03:00'],
    ['2026-03-14T10:30+0300', '2026-03-14T10:30+03:00'],
    ['2026-03-14T10:30Z', '2026-03-14T10:30Z'],
    ['/Date(1773446400000)/', '2026-03-14T00:00:00.000Z'],
    ['/Date(1773446400000+0300)/', '2026-03-14T00:00:00.000Z'],
    [1_773_446_400_000, '2026-03-14T00:00:00.000Z'],
    ['1773446400', '2026-03-14T00:00:00.000Z'],
  ])('%j is %s', (written, date) => {
    expect(dateOf(written)).toBe(date)
    expect(dateOf(date)).toBe(date)
  })

  test.each([
    ...['0001-01-01T00:00:00', '0001-01-01', '1753-01-01', '1899-12-30', '1900-01-01T00:00:00'],
    ...['0000-00-00', '0000-00-00 00:00:00', '1970-01-01', '1970-01-01T00:00:00'],
    ...['1970-01-01T03:00:00+03:00', '9999-12-31T23:59:59Z', '/Date(-62135596800000)/'],
    ...['/Date(0)/', '01/01/0001', '1/1/1900 12:00:00 AM'],
    ...['2026-02-30', '31/02/2026', '2026-13-01', '1446-12-30', '1447-13-01'],
    ...[
      '46095',
      46_095,
      20_260_314,
      'soon',
      'Phase 2',
      'March',
      '2026',
      '25 رمضان 2026',
      '14 March 1447',
      '14/3/26',
      '',
      null,
      {},
    ],
  ])('%j is none', (written) => {
    expect(dateOf(written)).toBe('')
  })

  test('of the Hijri calendar is the day of Umm al-Qura, for a century and a half', () => {
    const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
    })
    const dayMs = 24 * 60 * 60 * 1000
    for (let ms = Date.UTC(1925, 0, 1); ms < Date.UTC(2070, 0, 1); ms += 11 * dayMs) {
      const [month, day, year] = hijri.format(ms).split(/\D+/)
      expect(dateOf(`${year}-${month}-${day}`)).toBe(new Date(ms).toISOString().slice(0, 10))
    }
  })
})

describe('F53: a coordinate', () => {
  test.each([
    [24.7136, 24.7136],
    [' 24.7136 ', 24.7136],
    ['24,7136', 24.7136],
    ['٢٤٫٧١٣٦', 24.7136],
    ['24.7136°', 24.7136],
    ['24.7136° N', 24.7136],
    ['S 24.7136', -24.7136],
    ['24.7136 شمالاً', 24.7136],
    ['−24.5', -24.5],
    ['24°42\'49"N', 24.713611],
    ['24.123456789', 24.123457],
    ['90', 90],
  ])('%j is %d', (written, degrees) => {
    expect(degreesOf(written, 'latitude')).toBe(degrees)
  })

  test.each([
    ...[
      0,
      '0',
      '0.0',
      1e-9,
      90.1,
      '-91',
      'north',
      '1e1',
      '0x10',
      '24.7.1',
      '',
      null,
      NaN,
      Infinity,
    ],
  ])('%j is none', (written) => {
    expect(degreesOf(written, 'latitude')).toBeNull()
  })

  test('may be in one field with the other', () => {
    const riyadh = { latitude: 24.7136, longitude: 46.6753 }
    expect(placeOf('24.7136, 46.6753', '')).toEqual(riyadh)
    expect(placeOf(0, '٢٤٫٧١٣٦، ٤٦٫٦٧٥٣')).toEqual(riyadh)
    expect(placeOf('24.7136', '46.6753')).toEqual(riyadh)
    expect(placeOf(0, 0)).toEqual({ latitude: null, longitude: null })
  })
})
