import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseInterval,
  parseNumber,
  slugOf,
  valuesOf,
} from '../../../../app/catalogue/filters/spec-values.server.ts'
import { tradeStrings } from '../../../support/trade-strings.ts'
import { startCpuTimer } from '../../../support/loop-watch.ts'

describe('a number of a specification', () => {
  test.each([
    ...([
      ['32', 32],
      ['0.12', 0.12],
      ['23.0', 23],
      ['10,000', 10_000],
      ['1,000,000', 1e6],
    ] as const),
    ...([
      ['−25', -25],
      ['-25', -25],
      ['+60', 60],
      ['−0', 0],
      [' 6 ', 6],
    ] as const),
    ...([
      ['٣٢', 32],
      ['٠٫٥', 0.5],
      ['١٠٬٠٠٠', 10_000],
      ['۶۳', 63],
    ] as const),
  ])('%s is %d', (text, number) => {
    expect(parseNumber(text)).toBe(number)
  })

  test.each([
    ...['', ' ', 'IP20', '230/400', '1 × 2', '18 × 85 × 75', '4b', '10A', '1P+N', '±2 × 2.5'],
    ...['6–63', '1e3', '0x10', 'Infinity', 'NaN', '--1', '1.2.3', '1,00', '.5', '5.', '60898-1'],
    ...['1234567890123', '0.1234567', '9'.repeat(500)],
  ])('"%s" is no number', (text) => {
    expect(parseNumber(text)).toBeNull()
  })
})

describe('the values of a specification', () => {
  const intervalsOf = (text: string) =>
    valuesOf(text, text).map(({ interval }) => interval && [interval.min, interval.max])

  test.each([
    ['63', [[63, 63]]],
    ['6–63', [[6, 63]]],
    ['6 - 63', [[6, 63]]],
    ['−25…+60', [[-25, 60]]],
    ['−5–-1', [[-5, -1]]],
    ['10,000–12,500', [[10_000, 12_500]]],
    ['٦–٦٣', [[6, 63]]],
    ['63–6', [[6, 63]]],
    ['≥ 80', [[80, 80]]],
    ['< 5', [[5, 5]]],
    [
      '8, 12, 18',
      [
        [8, 8],
        [12, 12],
        [18, 18],
      ],
    ],
    [
      '٨، ١٢، ١٨',
      [
        [8, 8],
        [12, 12],
        [18, 18],
      ],
    ],
    [
      '8,12,18',
      [
        [8, 8],
        [12, 12],
        [18, 18],
      ],
    ],
    [
      '24, 110–240',
      [
        [24, 24],
        [110, 240],
      ],
    ],
    [
      '10,000, 20,000',
      [
        [10_000, 10_000],
        [20_000, 20_000],
      ],
    ],
    ['DIN rail', [null]],
    ['سكة', [null]],
    ['IP20, IP40', [null, null]],
    ['230/400', [null]],
    ['18 × 85 × 75', [null]],
    ['1P+N', [null]],
    ['4, on request', [[4, 4], null]],
  ])('"%s" are %j', (text, intervals) => {
    expect(intervalsOf(text)).toEqual(intervals)
  })

  test('are named by their number or their English text, and shown in the page’s language', () => {
    expect(valuesOf('نحاس، ألمنيوم', 'Copper, aluminium')).toMatchObject([
      { key: 'Copper', text: 'نحاس' },
      { key: 'aluminium', text: 'ألمنيوم' },
    ])
    expect(valuesOf('10,000', '10,000')).toMatchObject([{ key: '10000', text: '10,000' }])
  })

  test('that cannot be paired are shown in English', () => {
    expect(valuesOf('نحاس أو ألمنيوم', 'Copper, aluminium').map(({ text }) => text)).toEqual([
      'Copper',
      'aluminium',
    ])
  })

  test('are bounded, and read quickly, whatever the text', () => {
    const tookMs = startCpuTimer()
    for (const text of [
      '1,'.repeat(250),
      `${'1'.repeat(499)}x`,
      '1–'.repeat(250),
      `−${'1,000'.repeat(99)}`,
      ' '.repeat(500),
      '≥'.repeat(500),
      ...tradeStrings,
    ]) {
      expect(valuesOf(text, text).length).toBeLessThanOrEqual(50)
    }
    expect(tookMs()).toBeLessThan(500)
  })

  test('an interval always runs from its lower to its higher end', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const interval = parseInterval(text)
        if (interval) expect(interval.min).toBeLessThanOrEqual(interval.max)
      }),
    )
  })
})

describe('the name of a label in addresses', () => {
  test.each([
    ['Rated current', 'rated-current'],
    ['Dimensions (W × H × D)', 'dimensions-w-h-d'],
    ['Rated voltage U0/U', 'rated-voltage-u0-u'],
    ['Life (L80B10)', 'life-l80b10'],
    ['التيار المقنّن', 'التيار-المقنّن'],
    [' — ', ''],
  ])('of "%s" is "%s"', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('is short, and can be in an address', () => {
    const slug = slugOf('😀𝒳'.repeat(200))
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(() => encodeURIComponent(slug)).not.toThrow()
  })
})
