import { foldLine } from '../line/line-words.ts'
import { parse } from 'csv-parse/sync'
import { headingOf } from './headings.ts'

/** A number in a cell of its own. */
export const amountCell = /^(?:[\d,]+|\d{1,3}(?: \d{3})+)(?:\.\d+)?$/

/** Signs that may separate columns; a tab separates nothing else. */
const separators = ['\t', '|', ';', ',']

/** Splits a pasted text into rows: the cells of a table copied from a spreadsheet, or one line each. */
export function rowsOfText(text: string): string[][] {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  const split = lines.split('\n')
  for (const sign of separators) {
    if (!lines.includes(sign)) continue
    const rows = parsed(lines, sign)
    if (!rows) continue
    // A title may stand above the heading.
    if (sign === '\t' || rows.some((row) => headingOf(row) !== undefined) || isTable(rows, sign)) {
      return rows
    }
  }
  return split.map((line) => [line])
}

/** Whether a sign separates columns without a heading: in each line, with a column of numbers. */
function isTable(all: readonly string[][], sign: string) {
  const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [first = []] = rows
  const isNumeric = (at: number) =>
    rows.every((row) => amountCell.test(foldLine(row[at] ?? '').trim()))
  return (
    rows.length > 1 &&
    first.length > 1 &&
    rows.every((row) => row.length === first.length) &&
    (sign === '|' || first.some((_, at) => isNumeric(at)))
  )
}

function parsed(text: string, delimiter: string): string[][] | undefined {
  // A quotation mark begins a cell with line breaks only if it ends there: 3" is an inch.
  const isQuoted = new RegExp(`(?:^|\\n|\\${delimiter === '\t' ? 't' : delimiter})"`).test(text)
  const plain = () => text.split('\n').map((line) => line.split(delimiter))
  if (!isQuoted) return plain()
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
  } catch {
    return delimiter === '\t' ? plain() : undefined
  }
}
