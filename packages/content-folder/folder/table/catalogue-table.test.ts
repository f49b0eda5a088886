import { describe, expect, test } from 'vitest'
import { plainSheet, textCell, type Cell } from '@site/tables/sheet'
import { readCatalogue } from './read-catalogue.ts'
import { sampleContent } from '../../../../tests/support/sample-content.ts'
import { tableOf } from './catalogue-table.ts'
import { columnNames } from './headings.ts'

type Row = (string | Cell)[]

const sheetOf = (rows: Row[], name = 'S') =>
  plainSheet(
    name,
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? textCell(cell) : cell))),
  )

/** The columns of a table by their headings, and what is reported. */
function columnsIn(rows: Row[]) {
  const problems: string[] = []
  const table = tableOf(sheetOf(rows), (place, message) => problems.push(`${place}: ${message}`))
  return {
    keys: Object.fromEntries((table?.columns ?? []).map(({ heading, key }) => [heading, key])),
    labels: (table?.columns ?? []).map(({ label }) => label),
    rows: table?.rows.map(({ cells }) => cells) ?? [],
    problems,
  }
}

const keyOf = (heading: string, value = 'x') =>
  columnsIn([
    ['Name', heading],
    ['a', value],
  ]).keys[heading]

describe('columns are found by the names that companies use', () => {
  test.each([
    [
      'code',
      'Internal Reference|Reference #|Item code|Item No.|ITEM_NO|Product code|Article number|Cat. No.|Catalogue number',
    ],
    [
      'code',
      'Stock code|default_code|MPN|Variant SKU|Part #|P/N|SKU *|SKU (internal)|Order code:|part_number|Model No',
    ],
    ['code', 'رقم القطعة|كود الصنف|رقم المنتج|الرقم المرجعي|رقم الكتالوج|رقم قطعة|الكود *|كود'],
    [
      'category',
      'Categories|Product Category|Categories (x,y,z...)|Group|المجموعة الرئيسية|فئة المنتج|Category *',
    ],
    [
      'details',
      'Body (HTML)|Long description|Product description|product_description|وصف المنتج|الوصف:|Description (text)',
    ],
    ['subTitle', 'Summary|short_description|وصف مختصر'],
    ['picture', 'Images|Image Src|Image URLs (x,y,z...)|Photos|base_image|صورة المنتج'],
    ['files', 'Attachments|Data sheet|المرفقات'],
    ['type', 'Type|Type *|النوع'],
  ])('%s: %s', (key, headings) => {
    for (const heading of headings.split('|')) {
      expect(keyOf(heading, '<p>x</p>'), heading).toBe(key)
    }
  })

  test.each([
    'Name *',
    'الاسم *',
    'Title (required)',
    'product_name',
    'Product name (En)',
    'name_ar',
    'اسم الصنف:',
  ])('%s is the name', (heading) => {
    expect(
      columnsIn([
        [heading, 'Colour'],
        ['a', 'red'],
      ]).keys[heading],
    ).toBe('name')
  })

  test('specifications are none of them', () => {
    const headings = `Rated current (A)|Type (AC)|Level (dB)|Unit (kg)|Product type|Type code|product_type|Reference (V)|Body (mm)|
      Group (A)|Model year|Part of set|Picture size|Supplier code|Code (supplier)|Cost code|نوع الحماية|Image quality|Barcode`
    for (const heading of headings.split('|')) expect(keyOf(heading.trim()), heading).toBeNull()
    expect(keyOf('Body', 'brass')).toBeNull()
    expect(keyOf('Item No.', '1')).toBeNull()
  })

  test('a looser name counts only where no column has the name itself', () => {
    const { keys, problems } = columnsIn([
      ['Reference', 'Name', 'Order code', 'Group', 'Category', 'اسم الصنف', 'MPN'],
      ['r', 'a', 'A-1', 'g', 'c', 'ا', 'm'],
    ])
    expect(keys).toEqual({
      ...{ Reference: null, Name: 'name', 'Order code': 'code', Group: null },
      ...{ Category: 'category', 'اسم الصنف': 'name', MPN: null },
    })
    expect(problems).toEqual([])
  })

  test('no specification of the sample is one of ours', () => {
    for (const { name, unit } of Object.values(sampleContent.specifications)) {
      for (const text of [name.Ar, name.En]) {
        expect(keyOf(text), text).toBeNull()
        expect(keyOf(`${text} (${unit})`), text).toBeNull()
      }
    }
    for (const [key, names] of Object.entries(columnNames)) {
      for (const name of names) if (key !== 'name') expect(keyOf(name)).toBe(key)
    }
  })
})

const date = (text: string, value: string): Cell => ({ text, value })

describe('what a spreadsheet has made of a code', () => {
  const faultsIn = (heading: string, values: (string | Cell)[]) =>
    columnsIn([['Name', heading], ...values.map((value) => ['a', value])]).problems

  test.each([
    ...[
      '1.00E+05',
      '4.0503E+12',
      '1E+05',
      '4,05E+12',
      '01/02/26',
      '2026-05-03',
      '5/3/2026',
      '04.05.2026',
      '3-May',
      'Apr-26',
    ],
    ...['05-Apr', '03-مايو', 'TRUE', 'FALSE', '٢٠٢٦-٠٥-٠٣'],
    ...[date('AB-1', '2026-05-03'), date('12:30', '1899-12-30T12:30:00.000Z')],
  ])('%j is doubted, and comes in', (code) => {
    const { problems, rows } = columnsIn([
      ['Name', 'Order code'],
      ['a', 'M-1'],
      ['b', code],
    ])
    expect(problems).toEqual([expect.stringMatching(/^S!B3: looks like a number or date/)])
    expect(rows[1]?.[1]).toBe(typeof code === 'string' ? code : code.text)
  })

  test.each(['#NAME?', '#N/A', '#REF!', 'Err:508', '#####'])('%s is left out', (code) => {
    const problems: string[] = []
    const { entries } = readCatalogue(
      [
        sheetOf([
          ['Name', 'Order code'],
          ['a', 'M-1'],
          ['', code],
          ['b', code],
        ]),
      ],
      (place, message, isWarning) => problems.push(`${place}: ${isWarning} ${message}`),
    )
    expect(problems).toEqual([
      expect.stringMatching(/^S!B3: true is an error/),
      expect.stringMatching(/^S!B4: true is an error/),
    ])
    expect(JSON.stringify(entries)).not.toContain(code)
    expect(JSON.stringify(entries)).toContain('"title":"b"')
  })

  test('ordinary codes are no fault', () => {
    const codes = `1E10-X 1E10 5E-12 MCB-1-2 2026-05 10/20 3/4 4-5 00123 +966 =A1 -5 MAY-26 2026-05-X true T1 12-MAR 10-12-20
      10-20-30 1/2" #5 #12-A 5.10 1234567890123 A/B/C 2/4/6/8 MARCH 3x2.5 0.5E 12.05.20 Mar May-Flower`
    expect(faultsIn('Order code', codes.split(/\s+/))).toEqual([])
    expect(faultsIn('Order code', ['2026-05-03', '2026-05-44'])).toEqual([])
    expect(faultsIn('Order code', ['7', '12', '125'])).toEqual([])
    expect(faultsIn('Order code', ['0012', '00345', '7'])).toEqual([])
    const ofSample = sampleContent.categories.flatMap(({ types }) =>
      types.flatMap(({ products }) =>
        products.flatMap(({ variants }) => variants.map(({ code }) => code)),
      ),
    )
    expect(ofSample.length).toBeGreaterThan(500)
    expect(faultsIn('Order code', ofSample)).toEqual([])
  })

  test('a number without the leading zeros of its neighbours is doubted', () => {
    expect(faultsIn('Order code', ['005', '006', '7', '112'])).toEqual([
      expect.stringMatching(/^S!B4: looks like/),
    ])
  })

  test('a product that is named TRUE is doubted', () => {
    expect(
      columnsIn([
        ['Name', 'Order code'],
        ['TRUE', 'A-1'],
      ]).problems,
    ).toHaveLength(1)
  })

  test('a date among sizes is left out, and dates among dates are none', () => {
    const { problems, rows } = columnsIn([
      ['Name', 'Size', 'Approved', 'Date', 'Since'],
      ['a', '1/2', '2024-01-02', '5-10', '2019'],
      ['b', date('04/03/2026', '2026-04-03'), '2024-02-01', '2024-02-01', '2024-02-01'],
      ['c', '3-Apr', '', '', ''],
      ['d', '#NAME?', '', '', ''],
    ])
    expect(problems).toEqual([
      expect.stringMatching(/^S!B3: is a date among sizes/),
      expect.stringMatching(/^S!B4: is a date among sizes/),
      expect.stringMatching(/^S!B5: is an error/),
    ])
    expect(rows.map((cells) => cells[1])).toEqual(['1/2', '', '', ''])
  })
})

test('a code and a name are what the cell shows, a specification its value', () => {
  const { rows, problems } = columnsIn([
    ['Name', 'Order code', 'Weight (kg)', 'Note'],
    [
      { text: '007', value: '7' },
      { text: 'TM4021', value: '4021' },
      { text: '1.5 kg', value: '1.5' },
      { text: '=A1*2', value: '', isUncalculated: true },
    ],
    ['b', { text: '1,200', value: '1200' }, '2', ''],
  ])
  expect(rows).toEqual([
    ['007', 'TM4021', '1.5', ''],
    ['b', '1200', '2', ''],
  ])
  expect(problems).toEqual([expect.stringMatching(/^S!D2: is a formula without its value/)])
})

describe('two rows of headings', () => {
  test('each value comes in under its own name', () => {
    const { labels, rows, problems } = columnsIn([
      ['قائمة المنتجات'],
      ['الاسم', 'رمز الطلب', 'المواصفات', '', 'اللون', 'الأبعاد', '', 'الوزن'],
      ['', '', 'التيار (A)', 'الجهد (V)', '', 'سم', 'mm', 'kg'],
      ['قاطع', 'M-1', '16', '230', 'أبيض', '3', '30', '1'],
    ])
    expect(labels).toEqual([
      ...['الاسم', 'رمز الطلب', 'التيار (A)', 'الجهد (V)', 'اللون', 'الأبعاد (سم)', 'الأبعاد (mm)'],
      'الوزن (kg)',
    ])
    expect(rows).toHaveLength(1)
    expect(problems).toEqual([])
  })

  test('also where a group has the name, or the lower row repeats the upper one', () => {
    const { labels } = columnsIn([
      ['Product', '', 'Specifications', ''],
      ['Name', 'Order code', 'Current (A)', 'Voltage (V)'],
      ['MCB', 'M-1', '16', '230'],
    ])
    expect(labels).toEqual(['Name', 'Order code', 'Current (A)', 'Voltage (V)'])
    expect(
      columnsIn([
        ['Name', 'Order code', 'Specifications', ''],
        ['Name', 'Order code', 'Current (A)', 'Voltage (V)'],
        ['MCB', 'M-1', '16', '230'],
      ]).labels,
    ).toEqual(['Name', 'Order code', 'Current (A)', 'Voltage (V)'])
  })

  test.each([
    [
      ['الاسم', 'الوصف', 'الأسعار', ''],
      ['', '', 'محلي', 'تصدير'],
      'الأسعار – محلي|الأسعار – تصدير',
    ],
    [['', '', 'Prices', ''], ['Name', 'Order code', 'A', 'Poles'], 'Prices – A|Prices – Poles'],
    [['', '', 'Stock', 'Data'], ['Name', 'Order code', 'Jeddah', 'Poles'], 'Stock – Jeddah|Poles'],
    [['Price list 2026', '', '', ''], ['No.', 'Name', 'A', 'Poles'], 'A|Poles'],
    [['', 'All prices in SAR', '', ''], ['No.', 'Name', 'A', 'Poles'], 'A|Poles'],
  ])('a commercial group stays before what is below it: %s', (upper, lower, labels) => {
    const found = columnsIn([upper, lower, ['1', 'x', '2', '3']]).labels
    expect(found.slice(2).join('|')).toBe(labels)
  })

  test('a merged commercial group ends with its cell', () => {
    const { rows } = sheetOf([
      ['', 'Prices', '', ''],
      ['Name', 'A', 'B', 'Poles'],
      ['x', '1', '2', '3'],
    ])
    const merges = [{ top: 0, left: 1, bottom: 0, right: 2 }]
    const labels = tableOf(plainSheet('S', rows, merges), () => undefined)?.columns.map(
      ({ label }) => label,
    )
    expect(labels).toEqual(['Name', 'Prices – A', 'Prices – B', 'Poles'])
  })

  test('a product below the headings is none of them', () => {
    const { labels, rows, problems } = columnsIn([
      ['Name', 'Order code', 'Colour', ''],
      ['Plug', 'P-1', 'red', 'see note'],
      ['', 'P-2', 'blue', ''],
    ])
    expect(labels).toEqual(['Name', 'Order code', 'Colour'])
    expect(rows).toHaveLength(2)
    expect(problems).toEqual(['S!D1: the column has no heading, so it is not read'])
  })

  test('of two columns of the same name the first that is filled counts, and both are named', () => {
    const problems: string[] = []
    const { entries } = readCatalogue(
      [
        sheetOf([
          ['Name', 'Order code', 'Current (A)', 'Colour', 'current (A)', 'الاسم'],
          ['MCB', 'M-1', '16', 'red', '20', 'قاطع'],
          ['RCD', 'R-1', '', 'red', '25', ''],
        ]),
      ],
      (place, message) => problems.push(`${place}: ${message}`),
    )
    expect(problems).toEqual([expect.stringMatching(/^S!E1: .* same as C \(Current \(A\)\)/)])
    const written = JSON.stringify(entries)
    expect(written).toContain('"specs":{"Current (A)":"16","Colour":"red"}')
    expect(written).toContain('"specs":{"Colour":"red","Current (A)":"25"}')
  })
})
