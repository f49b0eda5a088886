import { stringify } from 'csv-stringify/sync'

type CsvValue = string | number | null

/** Starts a file: without the byte order mark, spreadsheets read UTF-8 as another encoding. */
export const csvStart = '\ufeff'

/** A formula that a spreadsheet finds behind spaces, line breaks or invisible characters. */
const hiddenFormula = /^[\s\p{Cf}\p{Cc}]+[=+\-@＝＋－＠]/u

/** Spreadsheets of many countries separate by semicolons, and would take what follows one for a formula. */
const otherSeparators = /[;|\t]/

/**
 * Lines of a CSV file for spreadsheets (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe in front; numbers stay numbers.
 */
export function csvLines(rows: readonly (readonly CsvValue[])[]): string {
  return stringify(
    rows.map((row) => row.map(withoutHiddenFormula)),
    {
      escape_formulas: true,
      record_delimiter: 'windows',
      // Off by default with a delimiter of one's own: a line break in a text would end the record.
      quote_record_delimiter: true,
      quoted_match: otherSeparators,
    },
  )
}

function withoutHiddenFormula(value: CsvValue) {
  return typeof value === 'string' && hiddenFormula.test(value) ? `'${value}` : value
}
