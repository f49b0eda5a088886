import { expect, test } from 'vitest'
import { csvLines, csvStart } from '../../server/text/csv.ts'

test('a file starts with the mark by which spreadsheets know UTF-8', () => {
  expect(Buffer.from(csvStart)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
})

test('lines end with CRLF, and separators, quotes and line breaks are quoted', () => {
  expect(
    csvLines([
      ['a,b', 'say "x"', 'two\nlines', 'cr\rx', ''],
      ['ب', null],
    ]),
  ).toBe('"a,b","say ""x""","two\nlines","cr\rx",\r\nب,\r\n')
})

test('what spreadsheets of other countries separate by is quoted', () => {
  expect(csvLines([['a;=1', 'a|b', 'a\tb']])).toBe('"a;=1","a|b","a\tb"\r\n')
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

test.each(['\t=1', '\r=1', '\n=1', '\t1', '\r1'])(
  'the text %j is no formula, and quoted',
  (text) => {
    expect(csvLines([[text]])).toBe(`"'${text}"\r\n`)
  },
)

test('numbers stay numbers', () => {
  expect(csvLines([[-5, 0, 1.5, '-5']])).toBe("-5,0,1.5,'-5\r\n")
})
