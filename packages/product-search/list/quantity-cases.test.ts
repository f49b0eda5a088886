import { describe, expect, test } from 'vitest'
import { plainSheet, textCell, type Cell } from '@site/tables/sheet'
import { joinLists, readList, readText } from './read-list.ts'

/** The items of a text as "quantity unit", an unread one as "?text". */
function quantitiesIn(text: string) {
  return readText(text)
    .lines.filter(({ isNote }) => !isNote)
    .map(({ quantity, quantityText, unit }) => `${quantity ?? `?${quantityText}`} ${unit}`.trim())
}

const table = (...rows: string[]) => rows.map((row) => row.replaceAll(' | ', '\t')).join('\n')

describe('V44: a quantity is what the list states, or it is unread', () => {
  test.each<[cell: string, unit: string, expected: string]>([
    ['1.200,00', 'No', '1200 each'],
    ['1,200.00', 'No', '1200 each'],
    ['1 200', 'No', '1200 each'],
    ['١٬٢٠٠٫٠٠', 'عدد', '1200 each'],
    ['2.500.000,00', 'No', '?2.500.000,00 each'],
    ['1.200', 'No', '?1.200 each'],
    ['2,5', 'No', '?2,5 each'],
    ['2,5', 'm', '3 metre'],
    ['1.5', 'km', '1500 metre'],
    ['٢٫٥', 'متر', '3 metre'],
    ['-3', 'No', '?-3 each'],
    ['(3)', 'No', '3 each'],
    ['0', 'No', '0 each'],
    ['1250000', 'No', '?1250000 each'],
    ['RO', 'No', '?RO each'],
    ['?', 'No', '?? each'],
    ['—', 'No', '?— each'],
    ['حسب المخطط', 'عدد', '?حسب المخطط each'],
    ['10+2', 'No', '?10+2 each'],
    ['10 - 12', 'No', '?10 - 12 each'],
    ['~1200', 'No', '1200 each'],
    ['5 قطع', '', '5 each'],
    ['عدد ٥', '', '5 each'],
    ['12 pcs', '', '12 each'],
    ['as needed', '', '?as needed'],
  ])('a cell "%s" of "%s"', (cell, unit, expected) => {
    const rows = table(
      'Code | Description | Unit | Qty',
      `TE-X4320 | MCB 3P 32A | ${unit} | ${cell}`,
      'TM63-C16 | MCB 16A | No | 4',
    )
    expect(quantitiesIn(rows)).toEqual([expected, '4 each'])
  })

  test.each<[line: string, expected: string]>([
    ['TE-X4320 | ?', '??'],
    ['TE-X4320', '?'],
    ['MCB INT. switch Nos. 4 6,800.00 27,200.00', '4 each'],
    ['cable M 350 190.00 66,500.00', '350 metre'],
    ['قاطع 32 أمبير 4 قطع 150 ريال', '4 each'],
    ['MCB 32A, 6 pcs @ 45.50', '6 each'],
    ['MCB 32A price 500', '?'],
    ['MCB 32A 6 45 270', '6'],
    ['سلك ٢٫٥ احمر ١٠ لفات واسود ١٠ لفات', '20 roll'],
    ['قاطع ٣٢ أمبير الكمية: حسب المخطط', '?حسب المخطط'],
    ['MCB 32A qty: ?', '??'],
    ['MCB 32A', '?'],
    ['LED panel 36W 4000 lm', '?'],
    ['LED panel 36W 4000 lm, 12 pcs', '12 each'],
    ['cable tray 300 lm', '300 metre'],
    ['earth rod 20mm 1.5m', '?'],
    ['earth rod 20mm 1.5m - 10', '10'],
    ['عمود إنارة ٦ م', '?'],
    ['4 pole cable 35 mm2 100 m', '100 metre'],
    ['Deduct: MCB 32A 2 nos', '?-2 each'],
    ['يخصم: عدد ٢ قاطع ٣٢ أمبير', '?-2 each'],
    ['contactor 32A 220', '?220'],
    ['محول زيتي 1000 واحد', '1'],
    ['محول زيتي 1000 حبة واحدة', '1 each'],
    ['لوحة 400 جهاز واحد', '1 each'],
    ['transformer oil 1000 two', '2'],
    ['MCB 16 a', '?'],
    ['كيبل 4*16 ميه متر', '100 metre'],
    ['كيبل 4*16 الف متر', '1000 metre'],
    ['قاطع 16 نص درزن', '6'],
    ['MCB 16A with auxiliary contact 2NO', '?'],
    ['cable 4x16 mm2 110', '110'],
  ])('a line "%s" among lines with quantities', (line, expected) => {
    expect(quantitiesIn(table(line, 'MCB 16A 4 pcs'))[0]).toBe(expected)
  })

  test('a list without any quantity asks for one of each', () => {
    expect(quantitiesIn('TM63-C16\nTM63-C32\nMCB 16A')).toEqual(['1', '1', '1'])
  })

  test('question marks in place of all quantities are said, and formulas without values', () => {
    const lost = readText(table('Description | Qty', 'MCB 16A | ??', 'MCB 32A | ?'))
    expect(lost.causes).toEqual(['questionMarks'])
    const formula: Cell = { text: '=D2+E2', value: '', isUncalculated: true }
    const rows = [
      ['Description', 'Qty'].map(textCell),
      [textCell('MCB 16A'), formula],
      ['MCB 32A', '5'].map(textCell),
    ]
    const read = readList([plainSheet('', rows)])
    expect(read.causes).toEqual(['formulas'])
    expect(read.lines.slice(1)).toMatchObject([
      { quantity: null, quantityText: '=D2+E2' },
      { quantity: 5 },
    ])
  })
})

describe('a heading that does not name the quantities', () => {
  const rows = (heading: string) =>
    table(heading, 'A | LIGHTING', '1 | MCB 16A | 3 | ea', '2 | MCB 20A | 12 | ea', 'B | MV')

  test.each(['Item | Description | Pieces wanted | U/M', 'Item | Description | Amount | Unit'])(
    'a column of numbers before the units has them, and rows without are headings: %s',
    (heading) => {
      expect(quantitiesIn(rows(heading))).toEqual(['3 each', '12 each'])
    },
  )

  test.each(['Item | Description | Wanted', 'Item | Description | Amount'])(
    'without units the visitor is asked: %s',
    (heading) => {
      const list = table(heading, 'A | LIGHTING', '1 | MCB 16A | 3', '2 | MCB 20A | 12')
      expect(quantitiesIn(list)).toEqual(['?3', '?12'])
      expect(readText(list).quantityColumns).toEqual([heading.split(' | ')[2]])
    },
  )

  test('a table with units and no quantities lacks them', () => {
    const read = readText(table('Item | Description | Unit', '1 | MCB 16A | ea'))
    // A form joins what is pasted with its file.
    for (const { lines } of [read, joinLists([read])])
      expect(lines[1]).toMatchObject({ quantity: null, quantityText: '', unit: 'each' })
  })

  test('numbers of lines and sums of money are none', () => {
    const list = table('Line | Description | Rate | Amount', '1 | MCB 16A | 3 | 9')
    expect(quantitiesIn(`${list}\n${table('2 | MCB 20A | 4 | 8')}`)).toEqual(['1', '1'])
  })

  test('without any heading, a row of words among rows with quantities is a heading', () => {
    const items = ['1 | MCB 16A | 3 | ea', '2 | MCB 20A | 12 | ea', '3 | MCB 25A']
    expect(quantitiesIn(table('A | LIGHTING', ...items))).toEqual(['3 each', '12 each', '?'])
  })
})

describe('several columns of quantities', () => {
  test('one of totals wins', () => {
    const rows = table(
      'البيان | الوحدة | كمية الدور الأول | كمية الدور الثاني | إجمالي الكمية',
      'قاطع 16 أمبير | عدد | 4 | 6 | 10',
    )
    expect(quantitiesIn(rows)).toEqual(['10 each'])
  })

  test('else the visitor chooses; where all agree there is nothing to choose', () => {
    const rows = table(
      'م | البيان | الوحدة | الكمية |  ',
      ' |  |  | مخطط | معدل',
      '1 | قاطع 16 أمبير | عدد | 240 | 241',
      '2 | قاطع 32 أمبير | عدد | 7 | 7',
    )
    const read = readText(rows)
    expect(read.quantityColumns).toEqual(['الكمية مخطط', 'الكمية معدل'])
    expect(read.lines.slice(2)).toMatchObject([
      {
        quantity: null,
        quantityText: '240 · 241',
        quantities: { 'الكمية مخطط': '240', 'الكمية معدل': '241' },
      },
      { quantity: 7 },
    ])
  })
})

describe('tables as people draw them', () => {
  const wordsIn = (text: string) =>
    readText(text)
      .lines.filter(({ isNote }) => !isNote)
      .map(({ words, quantity }) => `${quantity} ${words}`)

  test('a title with a comma above the heading', () => {
    const text =
      'مشروع فيلا، الرياض\n"قائمة, كهرباء"\nم,البيان,الوحدة,الكمية\n1,"قاطع 16 أمبير, منحنى C",عدد,12'
    expect(wordsIn(text)).toEqual(['12 قاطع 16 أمبير, منحنى C'])
  })

  test('one name for three rows, merged or drawn over them', () => {
    const rows = [
      ['البيان', 'التيار', 'الوحدة', 'الكمية'],
      ['قاطع مصغر', '10', 'عدد', '30'],
      ['', '16', 'عدد', '40'],
      ['', '20 أمبير', 'عدد', '15'],
    ].map((row) => row.map(textCell))
    const expected = ['قاطع مصغر 10 A', 'قاطع مصغر 16 A', 'قاطع مصغر 20 أمبير']
    for (const merges of [[], [{ top: 1, left: 0, bottom: 3, right: 0 }]]) {
      const { lines } = readList([plainSheet('', rows, merges)])
      expect(lines.slice(1).map(({ words }) => words)).toEqual(expected)
      expect(lines.slice(1).map(({ quantity }) => quantity)).toEqual([30, 40, 15])
    }
  })

  test('hidden rows, columns and sheets are left out, and counted', () => {
    const rows = [
      ['Item', 'Secret cost', 'Qty'],
      ['MCB 16A', '12.50', '4'],
      ['MCB 32A', '14.50', '5'],
    ].map((row) => row.map(textCell))
    const hidden = { rows: new Set([2]), columns: new Set([1]), isWhole: false }
    const whole = { rows: new Set<number>(), columns: new Set<number>(), isWhole: true }
    const sheet = plainSheet('', rows)
    const read = readList([
      { ...sheet, hidden },
      { ...sheet, hidden: whole },
    ])
    expect(read.lines.map(({ cells }) => cells)).toEqual([
      ['Item', 'Qty'],
      ['MCB 16A', '4'],
    ])
    expect(read.hidden).toBe(5)
  })

  test('a row with a number is no heading, whatever its words', () => {
    const { lines } = readText(table('MCB 16A | No. | 4', 'MCB type C 20A | No. | 5'))
    expect(lines.map(({ isNote, quantity }) => [isNote, quantity])).toEqual([
      [false, 4],
      [false, 5],
    ])
  })

  test('what stands above the heading is no item', () => {
    const { lines } = readText(
      table(
        'المملكة العربية السعودية',
        'شركة المقاول 32A | هاتف 0112345678',
        'م | البيان | الكمية',
        '1 | قاطع 16 أمبير | 4',
      ),
    )
    expect(lines.map(({ isNote }) => isNote)).toEqual([true, true, true, false])
  })
})
