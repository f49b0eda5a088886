import { describe, expect, test } from 'vitest'
import { figuresOf, splitFigures } from '../../../app/posts/list-views.ts'

const spec = (value: string, unit = '') => ({ name: 'n', value, unit })

describe('a spec becomes a figure', () => {
  test.each([
    ['640', '', '640', ''],
    ['21,000', 'm²', '21,000', 'm²'],
    ['180 خلية', '', '180', 'خلية'],
    ['18 من 96', '', '18', 'من 96'],
    ['36', '%', '36', '%'],
    ['99.5%', '', '99.5', '%'],
    ['+600 عميل', '', '+600', 'عميل'],
    ['100+', '', '100+', ''],
    ['١٢٫٥', 'كم', '١٢٫٥', 'كم'],
  ])('%s %s', (value, unit, numeral, counted) => {
    expect(splitFigures([spec(value, unit)])).toEqual({
      figures: [{ name: 'n', numeral, unit: counted }],
      specs: [],
    })
  })
})

describe('a spec stays in the table', () => {
  test.each([
    ['5–9 أسابيع', ''],
    ['33 kV, 13.8 kV', ''],
    ['230/400', 'V'],
    ['SBC 401', ''],
    ['سنتان', ''],
    ['أقل من 5', '%'],
    ['up to 240', 'kW'],
    ['9 سنوات في المتوسط لكل فني', ''],
    ['966115550100', ''],
    ['IP66, IK08', ''],
    [`1${' '.repeat(38)}mm`, ''],
  ])('%s %s', (value, unit) => {
    expect(splitFigures([spec(value, unit)])).toEqual({ figures: [], specs: [spec(value, unit)] })
  })
})

test('a number followed by endless white space stays in the table too', () => {
  const endless = spec(`1${' '.repeat(300_000)},`)
  expect(splitFigures([endless])).toEqual({ figures: [], specs: [endless] })
})

test('the home page has the first four figures of all sections', () => {
  const sections = [
    { postSpecs: [spec('1'), spec('two'), spec('3')] },
    { postSpecs: [] },
    { postSpecs: [spec('4'), spec('5'), spec('6')] },
  ]
  expect(figuresOf(sections).map(({ numeral }) => numeral)).toEqual(['1', '3', '4', '5'])
})
