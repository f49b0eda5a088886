import { expect, test } from 'vitest'
import { readSpreadsheet } from '../office/read-sheets.ts'
import { streamWorkbook } from './stream-workbook.ts'

async function workbookWith(...groups: (string | null)[][][]) {
  async function* eachGroup() {
    yield* groups
  }
  const sheet = { name: 'المنتجات [1]', isRightToLeft: true, widths: [20, 40] }
  const parts: Uint8Array[] = []
  for await (const part of streamWorkbook(sheet, eachGroup())) parts.push(part)
  return { parts, sheets: await readSpreadsheet('catalogue.xlsx', Buffer.concat(parts)) }
}

/** Order codes of which spreadsheets make numbers, dates, truths, formulas or errors. */
const awkward = [
  ...[
    '00123',
    '007',
    '1E5',
    '1e-3',
    '4-5',
    '3/4',
    '1/2/26',
    '2026-05-03',
    '12:30',
    '5%',
    '1,000',
    '1.10',
    '0x1F',
  ],
  ...[
    '=A1',
    '=1+1',
    '+966500000000',
    '-5',
    '@x',
    "'-5",
    '+A-B',
    '=HYPERLINK("x")',
    '#NAME?',
    '#N/A',
    '1234567890123456789',
  ],
  ...[
    'TRUE',
    'FALSE',
    'NULL',
    'MAR1',
    'SEPT2',
    '١٢٣',
    '۱۲۳',
    '٣/٤',
    '$5',
    '5 kA',
    '_x0041_',
    'A<B>&"C"',
    'a  b',
  ],
]

test('order codes stay as they are, as text', async () => {
  const { sheets } = await workbookWith(
    [['Code', 'Item']],
    ...awkward.map((code) => [[code, null]]),
  )
  const cells = (sheets[0]?.rows ?? []).slice(1).map(([cell]) => cell)
  expect(cells.map((cell) => cell?.value)).toEqual(awkward)
  expect(cells.map((cell) => cell?.text)).toEqual(awkward)
})

test('a name, long texts and characters that no file can have do not damage the file', async () => {
  const { sheets } = await workbookWith([
    ['A'],
    ['x'.repeat(40_000)],
    ['a\u0000\ufffe\ud800b\n\u200fج 😀'],
  ])
  expect(sheets[0]?.name).toBe('المنتجات  1 ')
  expect(sheets[0]?.rows[1]?.[0]?.text).toHaveLength(32_767)
  expect(sheets[0]?.rows[2]?.[0]?.text).toBe('ab\n\u200fج 😀')
})

test('a large table comes in parts', async () => {
  const groups = Array.from({ length: 300 }, (_, at) => [[`${at}`, `${Math.sin(at)}`.repeat(50)]])
  const { parts, sheets } = await workbookWith(...groups)
  expect(parts.length).toBeGreaterThan(3)
  expect(sheets[0]?.rows).toHaveLength(300)
})
