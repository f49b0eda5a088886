import { describe, expect, test } from 'vitest'
import { loadRatio } from '../../scripts/bench/load.ts'
import { milliseconds, ratioText, times } from '../../scripts/bench/numbers.ts'
import { atLeast, atMost, missingRow, type Section } from '../../scripts/bench/targets.ts'
import { median, medianRatio, percentile } from '../../scripts/bench/statistics.ts'
import { countMet, markdownTable, textTable } from '../../scripts/bench/table.ts'

describe('the figures of the benchmark', () => {
  test('a median is the middle number, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 9, 1, 2])).toBe(5.5)
    expect(() => median([])).toThrow('nothing')
  })

  test('a percentile is one of the measured numbers', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => at + 1)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile(hundred, 1)).toBe(100)
    expect(percentile([7], 0.99)).toBe(7)
  })

  test('a machine that is slow for both of a pair does not change the ratio', () => {
    const pairs = [
      { own: 900, peer: 1000 },
      { own: 90, peer: 100 },
      { own: 890, peer: 1000 },
    ]
    expect(medianRatio(pairs)).toBe(0.9)
  })

  test('a process that gets only half a CPU is not slower by CPU time', () => {
    const result = { p50Ms: 1, p99Ms: 2, statuses: { 200: 1 }, errors: 0, bytesPerResponse: 1 }
    const throttled = { ...result, perSecond: 500, busy: 0.5, perCpuSecond: 1000 }
    const free = { ...result, perSecond: 1000, busy: 1, perCpuSecond: 1000 }
    const ratio = loadRatio([{ own: throttled, peer: free }])
    expect(ratio).toEqual({ byCpu: 1, byRate: 0.5 })
    expect(ratioText(ratio, 'the limit')).toBe('1.00 × the limit (0.50 × by the clock)')

    const unknown = { busy: null, perCpuSecond: null }
    const clockOnly = loadRatio([{ own: { ...throttled, ...unknown }, peer: free }])
    expect(clockOnly).toEqual({ byCpu: 0.5, byRate: 0.5 })
  })

  test('small figures have at least three significant digits', () => {
    expect([0.844, 12.46, 1204.4].map(milliseconds)).toEqual(['0.84 ms', '12.5 ms', '1,204 ms'])
    expect([0.874, 12.46, 140.2].map(times)).toEqual(['0.87 ×', '12.5 ×', '140 ×'])
  })
})

describe('the table of the benchmark', () => {
  const sections: Section[] = [
    {
      title: 'Pages',
      rows: [
        {
          what: 'home',
          figure: '9 /s',
          ratio: '0.90 × the limit',
          target: atLeast(0.8, 0.9, ' ×'),
        },
        { what: 'p99', figure: '9 ms', target: atMost(5, 9, ' ms') },
        missingRow('brotli', 'this build sends no such response'),
      ],
      measured: null,
    },
  ]

  test('says whether each target is met, and why a figure is missing', () => {
    const table = textTable(sections)
    expect(table).toMatch(/^home +9 \/s +0\.90 × the limit +≥ 0\.8 × +yes$/m)
    expect(table).toMatch(/^p99 +9 ms +≤ 5 ms +no$/m)
    expect(table).toMatch(/^brotli +not available: this build sends no such response$/m)
  })

  test('has the same rows in Markdown', () => {
    const lines = markdownTable(sections).split('\n')
    expect(lines).toContain('| home | 9 /s | 0.90 × the limit | ≥ 0.8 × | yes |')
    expect(new Set(lines.map((line) => line.split('|').length))).toEqual(new Set([7]))
  })

  test('counts only rows that have a target', () => {
    expect(countMet(sections)).toEqual({ met: 1, of: 2 })
  })

  test('a figure equal to its target meets it', () => {
    expect([atLeast(98, 98).met, atMost(0, 0).met]).toEqual([true, true])
  })
})
