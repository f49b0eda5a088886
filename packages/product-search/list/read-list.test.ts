import { describe, expect, test } from 'vitest'
import { plainSheet, textCell } from '@site/tables/sheet'
import { readList, readText } from './read-list.ts'
import { cpuTimeOf } from '../../../tests/support/loop-watch.ts'
import { isWholeRun } from '../../../tests/support/test-size.ts'

/** Lines as "number: quantity unit words", notes as "# words". */
function linesOf(text: string) {
  return readText(text).lines.map(({ number, quantity, quantityText, unit, words, isNote }) =>
    isNote
      ? `# ${words}`
      : [number && `${number}:`, quantity ?? (quantityText ? `?${quantityText}` : '–'), unit, words]
          .filter((part) => part !== '')
          .join(' '),
  )
}

/** Rows of a table as it is copied from a spreadsheet. */
const table = (...rows: string[]) => rows.map((row) => row.replaceAll(' | ', '\t')).join('\n')

describe('the columns of a table are found by its heading', () => {
  test.each([
    [
      'a bill with prices',
      [
        'Item No. | Description | Unit | Qty | Rate | Amount',
        '1 | MCB 1P 16A | No. | 12 | 15.5 | 186',
      ],
      ['1: 12 each MCB 1P 16A'],
    ],
    [
      'the quantity first',
      ['Qty | Unit | Description', '300 | m | 4C x 16 mm2 cable'],
      ['300 metre 4C x 16 mm2 cable'],
    ],
    [
      'in Arabic',
      ['م | الوصف | الوحدة | الكمية | السعر', '٢ | كيبل ٤×١٦ مم٢ | م.ط | ٣٠٠ | ١٢'],
      ['٢: 300 metre كيبل 4×16 مم2'],
    ],
    [
      'in Arabic, from the left',
      [
        'الإجمالي | سعر الوحدة | الكمية | الوحدة | بيان الأعمال | رقم البند',
        '180 | 15 | 12 | عدد | قاطع 16 أمبير | 1.1',
      ],
      ['1.1: 12 each قاطع 16 أمبير'],
    ],
    [
      'in both languages',
      ['البند / Item | الوصف / Description | الكمية / Qty', '1 | قاطع MCB 16A | 4'],
      ['1: 4 قاطع MCB 16A'],
    ],
    [
      'order codes, with words and without',
      ['Part No | Description | Qty', 'TM63-3C32 | MCB 3P 32A | 4', 'TX160-16 |  | 2'],
      ['4 MCB 3P 32A TM63-3C32', '2 TX160-16'],
    ],
    [
      'words in two columns, and a brand',
      ['Sr | Material | Size | Brand | Qty | Unit', '1 | MCB 1P | 16A | ABC | 4 | pcs'],
      ['1: 4 each MCB 1P 16A'],
    ],
    [
      'units beside the quantities',
      ['Description | Qty', 'MCB 16A 1P | 12 pcs', 'cable 4x16 | 300m'],
      ['12 each MCB 16A 1P', '300 metre cable 4x16'],
    ],
    [
      'thousands, and parts',
      [
        'Description | Qty',
        'cable A | 1,250',
        'cable B | 1 250',
        'cable C | 1250.50',
        'cable D | ١٬٢٥٠',
      ],
      ['1250 cable A', '1250 cable B', '?1250.50 cable C', '1250 cable D'],
    ],
  ])('%s', (_, rows, expected) => {
    const [heading, ...lines] = linesOf(table(...rows))
    expect(heading).toMatch(/^# /)
    expect(lines).toEqual(expected)
  })
})

describe('without a heading, the columns are found by what they hold', () => {
  test.each([
    [
      'a count, words, unit and quantity',
      ['1 | MCB 16A | No. | 12', '2 | MCCB 250A | No. | 2'],
      ['1: 12 each MCB 16A', '2: 2 each MCCB 250A'],
    ],
    [
      'in Arabic',
      ['١ | قاطع ١٦ أمبير | عدد | ١٢', '٢ | كيبل ٤×١٦ مم٢ | متر | ٣٠٠'],
      ['١: 12 each قاطع 16 أمبير', '٢: 300 metre كيبل 4×16 مم2'],
    ],
    [
      'with prices',
      ['1 | MCB 16A | pcs | 12 | 15.5 | 186', '2 | MCCB 250A | pcs | 2 | 900 | 1800'],
      ['1: 12 each MCB 16A', '2: 2 each MCCB 250A'],
    ],
    ['words and quantity', ['MCB 16A | 12', 'MCCB 250A | 2'], ['12 MCB 16A', '2 MCCB 250A']],
    ['the quantity first', ['12 | MCB 16A', '2 | MCCB 250A'], ['12 MCB 16A', '2 MCCB 250A']],
  ])('%s', (_, rows, expected) => {
    expect(linesOf(table(...rows))).toEqual(expected)
  })
})

test('rows without a quantity are headings, and a second heading renames the columns', () => {
  const text = table(
    'BILL OF QUANTITIES',
    ' |  | ',
    'Item | Description | Unit | Qty',
    'A | LV Panels |  | ',
    '1 | MDB panel 400A | No. | 1',
    'Lighting',
    '2 | LED panel 40W | No. | ',
    ' | Total |  | ',
    'Qty | Description',
    '300 | cable 4x16 mm2',
  )
  expect(linesOf(text)).toEqual([
    '# BILL OF QUANTITIES',
    '# Item Description Unit Qty',
    '# LV Panels',
    '1: 1 each MDB panel 400A',
    '# Lighting',
    '2: – each LED panel 40W',
    '# Total',
    '# Qty Description',
    '300 cable 4x16 mm2',
  ])
})

test.each([
  [
    '; and a heading',
    'Description;Qty;Price\nMCB 16A;4;15,50',
    ['# Description Qty Price', '4 MCB 16A'],
  ],
  ['; without', 'MCB 16A;4\nMCCB 250A;2', ['4 MCB 16A', '2 MCCB 250A']],
  [
    'commas',
    'Item,Qty\r\nMCB 16A,4\r\n"MCCB, 250A",2',
    ['# Item Qty', '4 MCB 16A', '2 MCCB, 250A'],
  ],
  [
    'commas of a sentence',
    'MCB 16A, 10kA, C curve\nMCCB 250A, 36kA, fixed',
    ['1 MCB 16A, 10kA, C curve', '1 MCCB 250A, 36kA, fixed'],
  ],
  ['| of Markdown', '| Item | Qty |\n|---|---|\n| MCB 16A | 4 |', ['# Item Qty', '4 MCB 16A']],
  ['| without a heading', 'MCB 16A | 4\nMCCB 250A | 2', ['4 MCB 16A', '2 MCCB 250A']],
  [
    'a quoted line break',
    'Description\tQty\n"MCCB 250A\nfixed"\t2\nMCB 16A\t4',
    ['# Description Qty', '2 MCCB 250A fixed', '4 MCB 16A'],
  ],
  [
    'an inch',
    'Item\tQty\nGI conduit 3"\t12\n2" elbow\t6\n"1"" nipple"\t3',
    ['# Item Qty', '12 GI conduit 3"', '6 2" elbow', '3 1" nipple'],
  ],
  ['a quote that never ends', 'Item\tQty\n"MCB 16A\t4', ['# Item Qty', '4 MCB 16A']],
  [
    'spaces that do not break',
    'Description\u00a0\tQty\u00a0\nMCB\u00a016A\t4',
    ['# Description Qty', '4 MCB 16A'],
  ],
  [
    'line ends of other systems',
    'MCB 16A x4\rMCB 20A x5\u2028MCB 25A x6',
    ['4 MCB 16A', '5 MCB 20A', '6 MCB 25A'],
  ],
])('a pasted table with %s', (_, text, expected) => {
  expect(linesOf(text)).toEqual(expected)
})

test.each([
  ['MCB 3P 32A curve D, 2 nos', 'Ditto but 40A, 3 nos', 'MCB 3P curve D 40A'],
  ['لوحة توزيع ٣ فاز ١٢ خط عدد ٢', 'كما سبق ولكن ١٨ خط عدد ٣', 'لوحة توزيع 3 فاز 18 خط'],
])('"ditto" is the item above, but for what it states itself: %s', (above, line, words) => {
  expect(readText(`${above}\n${line}`).lines[1]).toMatchObject({ words, quantity: 3 })
})

test.each([
  ['Sr,Part No,Item,UOM,Qty', '5,A9F74216,MCB 2P 16A,PCS,10', 'MCB 2P 16A A9F74216'],
  ['م,البند,الوحدة,الكمية', '1,قاطع ٣٢ أمبير,عدد,10', 'قاطع 32 أمبير'],
])('of two columns of numbers, that of items has the goods: %s', (heading, row, words) => {
  expect(readText(`${heading}\n${row}`).lines[1]).toMatchObject({ words, quantity: 10 })
})

test('the name of a board without a quantity is the title of the counted items below it', () => {
  const titles = ['PANEL DB-1', 'لوحة DB-1', 'MDB 2', 'SMDB-GF', 'LP-3']
  for (const title of titles)
    expect(linesOf(`${title}\nMCB 16A 3P, 4 nos`)).toEqual([`# ${title}`, '4 each MCB 16A 3P'])
  // With a quantity, a rating, or as the last line it is a board to buy; and where nothing is counted.
  for (const item of ['Panel DB-1, 2 nos', 'DB-3 12 way'])
    expect(linesOf(`${item}\nMCB 16A 3P, 4 nos`)[0]).not.toMatch(/^#/)
  expect(linesOf('MCB 16A 3P, 4 nos\nDB-4').at(-1)).toBe('– DB-4')
  expect(linesOf('PANEL DB-1\nMCB 16A')).toEqual(['1 PANEL DB-1', '1 MCB 16A'])
})

test('a chat is read without its greetings, times and names', () => {
  expect(linesOf('السلام عليكم\nعايز ١٠ قاطع ٢٠ أمبير\nو ٥ كشاف ٤٠ واط\nشكرا')).toEqual([
    '# ',
    '10 قاطع 20 أمبير',
    '5 كشاف 40 واط',
    '# شكرا',
  ])
  expect(
    linesOf('12/05/24, 10:33 - Ali Hassan: MCB 20A 5 pcs\n[12/05/2024, 10:34:01] Ali: thanks'),
  ).toEqual(['5 each MCB 20A', '# thanks'])
})

test('beside a column of quantities, numbers of the description belong to the goods', () => {
  const text = table('Description | Qty', 'Cement 50 kg | 20', 'TM63-3C32 5 | 2', 'cable 100 m | 3')
  expect(linesOf(text).slice(1)).toEqual(['20 Cement 50 kg', '2 TM63-3C32 5', '3 cable 100 m'])
})

test('what the buyer wrote stays as it is written', () => {
  const { lines } = readText(' 3) MCB ١٦A   (qty 5) \n\n=cmd|a\t2')
  expect(lines.map(({ cells }) => cells)).toEqual([['3) MCB ١٦A (qty 5)'], ['=cmd|a', '2']])
})

test('what stands at the foot of a page is no item of its table', () => {
  const rows = [
    ['الوصف', 'الكمية'],
    ['قاطع 16', '4'],
    ['info@bills.example', '+966 11 555 0100', '1 / 1'],
  ]
  const { lines } = readList([
    plainSheet(
      '',
      rows.map((row) => row.map(textCell)),
    ),
  ])
  expect(lines.map(({ isNote }) => isNote)).toEqual([true, false, true])
})

describe('a list is limited', () => {
  const rows = (count: number, line: string) =>
    Array.from({ length: count }, () => [textCell(line)])
  const readRows = (all: ReturnType<typeof rows>) => readList([plainSheet('', all)])

  test('to 300 items; of 301 one is left, and headings do not count', () => {
    const one = readRows([...rows(1, 'Section 1'), ...rows(301, 'MCB 16A'), ...rows(1, 'Total')])
    expect([one.lines.length, one.left]).toEqual([301, 2])
    const whole = readRows([...rows(300, 'MCB 16A'), ...rows(1, 'Total')])
    expect([whole.lines.length, whole.left]).toEqual([301, 0])
    expect(readRows(rows(1_000, 'Section 1'))).toMatchObject({ left: 100 })
  })

  test('to 30 cells of 1,000 characters', () => {
    const { lines } = readRows([Array.from({ length: 100_000 }, () => textCell('y'.repeat(2_000)))])
    expect(lines[0]?.cells).toEqual(Array.from({ length: 30 }, () => 'y'.repeat(1_000)))
  })
})

/** Characters of a list. */
const maxListLength = 256 * 1024

/** Lists that cost regular expressions the most. */
const hostile: [name: string, text: string][] = [
  ['open quotes', 'a\t"b\n'.repeat(maxListLength / 5)],
  ['long Arabic words', `${'ا'.repeat(600)}\n`.repeat(maxListLength / 601)],
  ['long references', `${'حسب '.repeat(150)}\n`.repeat(maxListLength / 601)],
  ['quotes', '\t"'.repeat(maxListLength / 2)],
  ['commas', ','.repeat(maxListLength)],
  ['line breaks', '\n'.repeat(maxListLength)],
  ['short lines', 'ab\n'.repeat(maxListLength / 3)],
  ['headings', 'item\tqty\n'.repeat(maxListLength / 9)],
]

/** A list of the same length as people write them, so that the machine's speed does not count. */
const ordinary = 'MCB 1P 16A curve C, 20 pcs\n'.repeat(maxListLength / 27)

test.each(hostile.slice(0, isWholeRun ? hostile.length : 2))(
  'a list of nothing but %s takes time as an ordinary one does',
  (_, text) => {
    readText(ordinary)
    const usual = cpuTimeOf(() => readText(ordinary))
    const took = cpuTimeOf(() => readText(text))
    // Up to 7 times was seen; an expression that tries all of a text again takes hundreds.
    expect(took).toBeLessThan(20 * usual)
  },
)
