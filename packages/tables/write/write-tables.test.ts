import { describe, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { readSpreadsheet } from '../office/read-sheets.ts'
import { csvLines, withoutGuards, workbookOf } from './write-tables.ts'
import { startCpuTimer } from '../../../tests/support/loop-watch.ts'

test('lines end with CRLF, and separators, quotes and line breaks are quoted', () => {
  expect(
    csvLines([
      ['a,b', 'say "x"', 'two\nlines', 'cr\rx', ''],
      ['ب', null],
    ]),
  ).toBe('"a,b","say ""x""","two\nlines","cr\rx",\r\nب,\r\n')
})

test('what spreadsheets of other countries separate by is quoted', () => {
  expect(csvLines([['a;b', 'a|b', 'a\tb']])).toBe('"a;b","a|b","a\tb"\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  ' =1',
  '\u00a0=1',
  '\u200e=1',
  '\u0000=1',
])('the text %j is no formula', (text) => {
  expect(csvLines([[text]])).toBe(`'${text}\r\n`)
})

test.each(['\t1', '\r1'])('the text %j is no formula, and quoted', (text) => {
  expect(csvLines([[text]])).toBe(`"'${text}"\r\n`)
})

test.each(['\t', '\r', '\n'])('a formula behind %j has an apostrophe, too', (sign) => {
  expect(csvLines([[`${sign}=1`]])).toBe(`"'${sign}'=1"\r\n`)
})

test.each(['\t', '\n', ';', '"', ' ', ';"', ',"'])('many of %j in a row take no time', (sign) => {
  const tookMs = startCpuTimer()
  csvLines([[`a${sign.repeat(100_000)}b`]])
  expect(tookMs()).toBeLessThan(2_000)
})

test('numbers stay numbers', () => {
  expect(csvLines([[-5, 0, 1.5, '-5']])).toBe("-5,0,1.5,'-5\r\n")
})

/** The cells of a line as a spreadsheet has them that separates by this, and to which only a quote at the start is one. */
function cellsOf(line: string, separator: string) {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    const text = quoted?.[0] ?? ''
    const end = rest
      .slice(text.length)
      .search(separator === '|' ? /[|\r\n]/ : new RegExp(`[${separator}\\r\\n]`))
    const tail = end < 0 ? rest.slice(text.length) : rest.slice(text.length, text.length + end)
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + tail)
    if (end < 0) return cells
    rest = rest.slice(text.length + end + 1)
  }
}

test.each([';', ',', '|', '\t'])(
  'F59 no cell is a formula to a spreadsheet that separates by %j',
  (separator) => {
    const starts = [
      '=1+2',
      '@SUM(1)',
      '+1+2',
      '-1+2',
      '＝1+2',
      ' =1+2',
      '\u200e=1+2',
      '"=1+2',
      "\u00a0'=1",
    ]
    const between = [';', '；', '|', '\t', '\n', '\r\n', '\r', '; ', '";', '"";', ',";']
    for (const formula of starts) {
      for (const sign of between) {
        const line = csvLines([
          ['x', `Visitor${sign}${formula};`, 'y, z', `a "b"${sign}${formula}`],
        ])
        for (const cell of cellsOf(line, separator)) {
          expect(cell.replace(/^[\s\p{Cf}]+/u, ''), JSON.stringify(line)).not.toMatch(
            /^[=+\-@＝＋－＠]/,
          )
        }
      }
    }
  },
)

test('a text without formulas is as it was, and so is a range of temperatures', () => {
  const text = 'Voltage: 400 V; Temperature: −25…+60 °C, 1 - 2; a+b; c=d; x@y'
  expect(csvLines([[text]])).toBe(`"${text}"\r\n`)
})

describe('what was written comes back the same', () => {
  const starts =
    "=1+2|@SUM(1)|+1+2|-1+2|-5|＝1+2|＋1|－1|＠x| =1+2|\u00a0=1|\u200e=1+2|\"=1+2|\u00a0'=1|'=1|''-5|+966 11|-"
      .split('|')
      .concat(['\t1', '\r1', '\t=1', '\n=1', '\u0000=1'])
  const between = [
    ';',
    '；',
    '|',
    '\t',
    '\n',
    '\r\n',
    '\r',
    '; ',
    '";',
    '"";',
    ',";',
    ',',
    ',\'"',
    '،',
    ";'",
  ]
  const others = [
    "it's 5; '5' and ', 'x",
    "'quoted'",
    "5' - 6'",
    "'",
    "a,'b",
    'Voltage: 400 V; Temperature: −25…+60 °C, 1 - 2; a+b; c=d; x@y',
  ]

  test('in every hostile text', () => {
    const texts = starts.flatMap((start) => [
      start,
      ...between.flatMap((sign) => [
        `${sign}${start}`,
        `x${sign}${start}`,
        `x${sign}'${start}`,
        `x${sign}${start}${sign}${start};`,
        `a "b"${sign}${sign}${start}`,
      ]),
    ])
    for (const text of [...texts, ...others]) {
      const [[written = ''] = []] = parse(csvLines([[text]]), { relax_quotes: true })
      expect(withoutGuards(written)).toBe(text)
    }
  })

  test('in a workbook, also what the library and Excel would take for something else', async () => {
    const texts = ['constructor', '__proto__', 'toString', '_x0041_', '=1+1', '1.10']
    const [sheet] = await readSpreadsheet(
      'a.xlsx',
      await workbookOf([{ name: 'A', rows: [texts] }]),
    )
    expect(sheet?.rows[0]?.map(({ text }) => text)).toEqual(texts)
  })

  test('in a CSV file, without the empty lines of formatted rows', async () => {
    const [sheet] = await readSpreadsheet('a.csv', Buffer.from(`a,b\n${',\n'.repeat(60_000)}`))
    expect(sheet?.rows).toHaveLength(1)
  })

  test('in a CSV file', async () => {
    const codes = ['-5', '+966 11', '=A1', '@x', "'x", 'A-1', "5'", 'x;-1']
    const [sheet] = await readSpreadsheet('a.csv', Buffer.from(csvLines([codes])))
    expect(sheet?.rows[0]?.map(({ text }) => text)).toEqual(codes)
  })

  test.each(["';", "'", "',", ";'-"])('many of %j take no time', (sign) => {
    const tookMs = startCpuTimer()
    withoutGuards(sign.repeat(100_000))
    expect(tookMs()).toBeLessThan(2_000)
  })
})

test('codes come back from a workbook as they were written', async () => {
  const codes = ['00123', '1E5', '=A1', '-5', 'K_x0041_', '2026-05-03', '١٢٣']
  const bytes = await workbookOf([{ name: 'Codes', rows: [codes] }])
  const [sheet] = await readSpreadsheet('a.xlsx', bytes)
  expect(sheet?.rows[0]?.map(({ text }) => text)).toEqual(codes)
})
