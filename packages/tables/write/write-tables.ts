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

/** Matches a cell's end inside a gap, with its apostrophe. */
const guardedEnds = /([;；|\t\r\n])'/g

function unguarded(found: string, at: number, text: string) {
  startsFormula.lastIndex = at + found.length
  return startsFormula.test(text) ? found.replace(guardedEnds, '$1') : found
}

const guardAfterComma = /(?<=[,،])'(?=["'\p{Cf}]*[=@＝＠])/gu

/**
 * Removes the apostrophes that csvLines puts before formulas. Other apostrophes stay, also at the start of a text.
 * @param text a cell of a CSV file
 */
export function withoutGuards(text: string): string {
  if (!text.includes("'")) return text
  const plain = text.replace(guardAfterComma, '').replace(gap, unguarded)
  const rest = plain.replace(/^'/, '')
  return first.test(rest) ? rest : plain
}

/** A sheet to write: its first row is a heading. */
interface SheetToWrite {
  name: string
  rows: (string | number)[][]
  isRightToLeft?: boolean
}

/** Signs that the name of a sheet cannot have, and its maximum length. */
const forbidden = /[\\/?*[\]:]/g
const maxNameLength = 31

/**
 * Writes an Excel workbook. Texts stay texts: "1.10" is no number, and "=1+1" no formula.
 * @returns the bytes of the file
 */
export async function workbookOf(sheets: SheetToWrite[]): Promise<Buffer> {
  // Loaded late: few visitors ask for a workbook.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  return writeExcelFile(
    sheets.map(({ name, rows, isRightToLeft = false }) => ({
      sheet: name.replace(forbidden, ' ').slice(0, maxNameLength),
      rightToLeft: isRightToLeft,
      stickyRowsCount: 1,
      columns: (rows[0] ?? []).map((_, at) => ({ width: widthOf(rows, at) })),
      data: rows.map((row, at) =>
        row.map((value) => {
          if (value === '') return null
          const isHeading = at === 0 && { fontWeight: 'bold' as const }
          return typeof value === 'number'
            ? { value, type: Number, ...isHeading }
            : { value: storable(value), type: String, ...isHeading }
        }),
      ),
    })),
  ).toBuffer()
}

/**
 * Makes a text that the library and Excel take for itself: the one looks texts up in an object, whose members such as
 * "constructor" it would find, the other reads _x0041_ as "A".
 */
function storable(text: string) {
  const escaped = text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  return escaped in {} ? `${escaped} ` : escaped
}

/** The column width: that of the longest of its first cells, within reason. */
function widthOf(rows: (string | number)[][], at: number) {
  const lengths = rows.slice(0, 50).map((row) => String(row[at] ?? '').length)
  return Math.max(12, Math.min(60, Math.max(...lengths) + 2))
}
