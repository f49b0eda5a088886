import { describe, expect, test } from 'vitest'
import { splitMeasures } from '../../../app/company/company-measures.server.ts'

const spec = (name: string, value: string, unit = '') => ({ name, value, unit })

describe('a goal’s specs in pairs', () => {
  test('are a current value and a target, with year and number separated', () => {
    const { measures, specs } = splitMeasures([
      spec('Rate in 2025', '0.48 per million hours'),
      spec('Target for 2028', 'below 0.2 per million hours'),
    ])
    expect(specs).toEqual([])
    expect(measures).toEqual([
      {
        start: {
          name: 'Rate',
          year: '2025',
          before: '',
          numeral: '0.48',
          after: 'per million hours',
        },
        target: {
          name: 'Target',
          year: '2028',
          before: 'below',
          numeral: '0.2',
          after: 'per million hours',
        },
      },
    ])
  })

  test('are found in Arabic', () => {
    const { measures } = splitMeasures([
      spec('بلاغات الحوادث الوشيكة في 2025', 'بلاغان لكل عامل'),
      spec('المستهدف في 2027', '3 بلاغات لكل عامل'),
      spec('مدة التسليم المعتادة اليوم', '5–9 أسابيع'),
      spec('المدة المستهدفة بحلول عام 2027م', '4–7 أسابيع'),
    ])
    expect(measures).toMatchObject([
      {
        start: {
          name: 'بلاغات الحوادث الوشيكة',
          year: '2025',
          before: 'بلاغان لكل عامل',
          numeral: '',
        },
        target: { name: 'المستهدف', year: '2027', numeral: '3', after: 'بلاغات لكل عامل' },
      },
      {
        start: { name: 'مدة التسليم المعتادة اليوم', year: '', numeral: '5–9', after: 'أسابيع' },
        target: { name: 'المدة المستهدفة', year: '2027', numeral: '4–7' },
      },
    ])
  })

  test.each([
    ['On-time delivery, 2025', 'On-time delivery', '2025'],
    ['التسليم في الموعد عام 2025', 'التسليم في الموعد', '2025'],
    ['الأداء العام في 2025', 'الأداء العام', '2025'],
    ['Share (2025)', 'Share', '2025'],
    ['الحصة في ٢٠٢٥', 'الحصة', '٢٠٢٥'],
    ['2025', '', '2025'],
    ['Trainees a year', 'Trainees a year', ''],
    ['Output at 1250', 'Output at 1250', ''],
    ['2025 to date', '2025 to date', ''],
  ])('%s', (written, name, year) => {
    const { measures } = splitMeasures([spec(written, '1'), spec('Target', '2')])
    expect(measures[0]?.start).toMatchObject({ name, year })
  })

  test('keep the unit after the number, and composite numbers whole', () => {
    const { measures } = splitMeasures([
      spec('Vans in 2025', '18 of 96'),
      spec('Target, 2029', '60 of 96'),
      spec('Energy, 2025', '1,320.5', 'MWh'),
      spec('Goal for 2028', '−5', '%'),
    ])
    expect(measures.flatMap(({ start, target }) => [start, target])).toMatchObject([
      { numeral: '18', after: 'of 96' },
      { numeral: '60', after: 'of 96' },
      { numeral: '1,320.5', after: 'MWh' },
      { numeral: '−5', after: '%' },
    ])
  })
})

describe('specs without a pair stay specs, in their order', () => {
  test.each([
    ['no specs', []],
    ['a target alone', [spec('Target for 2028', '5')]],
    ['two targets', [spec('Target for 2028', '5'), spec('Target for 2030', '7')]],
    ['a target before its start', [spec('Target for 2028', '5'), spec('Rate in 2025', '3')]],
    ['a target without a number', [spec('عدد الفروع', '7'), spec('الفئة المستهدفة', 'المقاولون')]],
    ['a word that starts like "goal"', [spec('Rate', '3'), spec('Goalkeepers', '2')]],
    ['a very long name', [spec('Rate '.repeat(25), '3'), spec('Target', '5')]],
    [
      'names with endless white space',
      [spec(`a${' '.repeat(300_000)}x 2025`, '3'), spec(`Target${' '.repeat(300_000)}x 2025`, '5')],
    ],
    ['a sentence', [spec('Rate', '3'), spec('Target', `5, if ${'all goes well '.repeat(5)}`)]],
  ])('%s', (_, specs) => {
    expect(splitMeasures(specs)).toEqual({ measures: [], specs })
  })

  test('before and after a pair', () => {
    const [first, last] = [spec('Share in 2023', '38', '%'), spec('Trainees a year', '36')]
    const { measures, specs } = splitMeasures([
      first,
      spec('Share in 2025', '41', '%'),
      spec('Target for 2030', '55', '%'),
      last,
    ])
    expect(measures).toHaveLength(1)
    expect(specs).toEqual([first, last])
  })
})
