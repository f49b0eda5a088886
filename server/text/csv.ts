import { stringify } from 'csv-stringify/sync'

type CsvValue = string | number | null

/** Starts a file: without the byte order mark, spreadsheets read UTF-8 as another encoding. */
export const csvStart = '\ufeff'

/** What a spreadsheet runs as a formula begins with one of these, */
const sign = '[=+\\-@＝＋－＠]'

/** even behind spaces, quotes or invisible characters. */
const ignored = '\\s\\p{Cf}\\p{Cc}"\''

/** A formula at the beginning of a text; a tab or line break there may hide one. */
const first = new RegExp(`^(?=[\\t\\r]|[${ignored}]*${sign})`, 'u')

/**
 * What some spreadsheets separate by, and what is ignored. Those of many countries separate by semicolons, for which
 * our quotes, in the middle of their cell, are no quotes: they would see a cell begin in the middle of ours. Whether
 * a formula follows is looked up after the match: in the pattern, the time would be quadratic in its length.
 */
const gap = new RegExp(`[;；|${ignored}]+`, 'gu')

const startsFormula = new RegExp(sign, 'y')

/** A comma with a formula at once behind it; a space after it makes "1, -25 °C" text, in a cell with our quotes. */
const afterComma = /(?<=[,،])(?=["'\p{Cf}]*[=@＝＠])/gu

const separators = /[;；|\t]/

const cellEnds = /[;；|\t\r\n]/g

/**
 * Lines of a CSV file for spreadsheets (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe
 * in front, wherever a cell may begin in a text; numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return stringify(
    rows.map((row) => row.map(withoutFormulas)),
    {
      record_delimiter: 'windows',
      // Off by default with a delimiter of one's own: a line break in a text would end the record.
      quote_record_delimiter: true,
      quoted_match: separators,
    },
  )
}

function withoutFormulas(value: CsvValue) {
  if (typeof value !== 'string') return value
  return value.replace(first, "'").replace(gap, guarded).replace(afterComma, "'")
}

/** An apostrophe behind each separator of a gap, if a formula follows. */
function guarded(found: string, at: number, text: string) {
  startsFormula.lastIndex = at + found.length
  return startsFormula.test(text) ? found.replace(cellEnds, "$&'") : found
}
