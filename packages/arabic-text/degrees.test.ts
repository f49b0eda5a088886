import { describe, expect, test } from 'vitest'
import { degreesOf, placeOf } from './degrees.ts'

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
