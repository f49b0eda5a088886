import { describe, expect, test } from 'vitest'
import {
  atLeast,
  atMost,
  formatReport,
  loadRatio,
  milliseconds,
  ratioText,
  times,
} from '../../scripts/bench/report.ts'
import { median, percentile } from '../../scripts/bench/statistics.ts'

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
    const pair = (own: number, peer: number) => ({
      own: { perSecond: own, perCpuSecond: own },
      peer: { perSecond: peer, perCpuSecond: peer },
    })
    const { byCpu, range } = loadRatio([pair(900, 1000), pair(90, 100), pair(890, 1000)])
    expect(byCpu).toBe(0.9)
    expect(range).toEqual([0.89, 0.9])
  })

  test('a process that gets only half a CPU is not slower by CPU time', () => {
    const throttled = { perSecond: 500, perCpuSecond: 1000 }
    const free = { perSecond: 1000, perCpuSecond: 1000 }
    const ratio = loadRatio([{ own: throttled, peer: free }])
    expect(ratio).toEqual({ byCpu: 1, range: [1, 1], byRate: 0.5 })
    expect(ratioText(ratio, 'the limit')).toBe(
      '1.00 × the limit (1.00 to 1.00; 0.50 × by the clock)',
    )

    const clockOnly = loadRatio([{ own: { ...throttled, perCpuSecond: null }, peer: free }])
    expect(clockOnly).toMatchObject({ byCpu: 0.5, byRate: 0.5 })
  })

  test('small figures have at least three significant digits', () => {
    expect([0.844, 12.46, 1204.4].map(milliseconds)).toEqual(['0.84 ms', '12.5 ms', '1,204 ms'])
    expect([0.874, 12.46, 140.2].map(times)).toEqual(['0.87 ×', '12.5 ×', '140 ×'])
  })
})

test('the report has a row for each figure, and says how many targets are met', () => {
  const target = atLeast(0.8, 0.9, ' ×')
  const { text, isMet } = formatReport([
    {
      title: 'Pages',
      rows: [
        { what: 'home', figure: '9 /s', ratio: '0.90 × the limit', target },
        { what: 'p99', figure: '9 ms', target: atMost(5, 9, ' ms') },
        { what: 'fleet', figure: 'not available' },
      ],
    },
  ])
  expect(text).toMatch(/^\| home +\| 9 \/s +\| 0\.90 × the limit \| ≥ 0\.8 × \| yes \|$/m)
  expect(text).toMatch(/^\| p99 +\| 9 ms +\| +\| ≤ 5 ms +\| no +\|$/m)
  expect(text).toMatch(/\n1 of 2 met\.\n$/)
  expect(isMet).toBe(false)
  expect([atLeast(98, 98).met, atMost(0, 0).met]).toEqual([true, true])
})
