import { stringify } from 'csv-stringify/sync'

type CsvValue = string | number | null

/** Byte order mark: without it, spreadsheets misread UTF-8. */
export const csvStart = '\ufeff'

/** Characters that begin a spreadsheet formula. */
const sign = '[=+\\-@＝＋－＠]'

/** Spaces, quotes and invisible characters that may precede a formula. */
const ignored = '\\s\\p{Cf}\\p{Cc}"\''

/** Matches a formula at the start of a text; a leading tab or line break may hide one. */
const first = new RegExp(`^(?=[\\t\\r]|[${ignored}]*${sign})`, 'u')

/**
 * Separators of some spreadsheets, with what they ignore. Where semicolons separate, our quotes
 * inside a cell have no effect, so a spreadsheet would start a cell in the middle of ours. A
 * following formula is checked after the match: inside the pattern, this would take quadratic time.
 */
const gap = new RegExp(`[;；|${ignored}]+`, 'gu')

const startsFormula = new RegExp(sign, 'y')

/**
 * Matches a comma directly followed by a formula; with a space after the comma, "1, -25 °C" stays
 * text, since the cell is quoted.
 */
const afterComma = /(?<=[,،])(?=["'\p{Cf}]*[=@＝＠])/gu

const separators = /[;；|\t]/

const cellEnds = /[;；|\t\r\n]/g

/**
 * Formats lines of a CSV file for spreadsheets (RFC 4180). A text that a spreadsheet would run as a
 * formula gets a leading apostrophe, wherever a cell may begin in it; numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return stringify(
    rows.map((row) => row.map(withoutFormulas)),
    {
      record_delimiter: 'windows',
      // Off by default with a custom delimiter: a line break in a text would end the record.
      quote_record_delimiter: true,
      quoted_match: separators,
    },
  )
}

function withoutFormulas(value: CsvValue) {
  if (typeof value !== 'string') return value
  return value.replace(first, "'").replace(gap, guarded).replace(afterComma, "'")
}

/** Puts an apostrophe behind each separator of a gap if a formula follows. */
function guarded(found: string, at: number, text: string) {
  startsFormula.lastIndex = at + found.length
  return startsFormula.test(text) ? found.replace(cellEnds, "$&'") : found
}
