import { cellName } from '@site/tables/read-sheets'
import { textCell, type Cell, type Sheet } from '@site/tables/sheet'
import { isArabic } from '../format.ts'
import {
  columnsOf,
  combinedHeadings,
  countsRows,
  findColumns,
  placeOf,
  withCommercialGroups,
  type Column,
} from './headings.ts'
import { faultsOf } from './spreadsheet-faults.ts'

/** Reports a problem at a cell; a warning costs that cell at most. */
export type Report = (place: string, message: string, isWarning?: boolean) => void

interface TableRow {
  /** Its number in the sheet, from 0. */
  at: number
  /** The texts of its columns, by their numbers in the sheet. */
  cells: string[]
  /** Whether a cell was left out that a spreadsheet has damaged. */
  isDamaged: boolean
}

/** The rows of a sheet below its headings. */
export interface Table {
  sheet: string
  columns: Column[]
  rows: TableRow[]
}

/** Headings are in one of the first rows: a title may stand above them. */
const maxRowsAbove = 10

const emptyCell = textCell('')

/** Finds the table of a sheet, and reports what a spreadsheet has made of its cells; null if it has none. */
export function tableOf(sheet: Sheet, report: Report): Table | null {
  const { name, rows } = sheet
  const headingsAt = (at: number) => (rows[at] ?? []).map(({ value }) => value)
  for (let at = 0; at < Math.min(rows.length, maxRowsAbove); at += 1) {
    const combined = combinedHeadings(headingsAt(at), headingsAt(at + 1))
    const headings = withCommercialGroups(
      combined ?? headingsAt(at),
      groupsIn(sheet, combined ? at : at - 1),
    )
    const found = findColumns(headings)
    if (!found) continue
    const start = at + (combined ? 2 : 1)
    const body = rows.slice(start)
    const valuesOf = (column: number) =>
      body.flatMap((row) => (row[column]?.text ? [row[column].text] : []))
    const columns = columnsOf(found, valuesOf)
    const table = { sheet: name, columns, rows: rowsBelow(name, columns, body, start, report) }
    reportUnnamed(name, headings, body, start - 1, report)
    reportRepeated(table, start - 1, report)
    return table
  }
  return null
}

/** The texts of a row; one that is merged over columns is in each of them. */
function groupsIn({ rows, merges }: Sheet, at: number): string[] {
  const texts = (rows[at] ?? []).map(({ value }) => value)
  for (const { top, left, right } of merges) {
    const text = texts[left]
    if (top === at && text && right < maxMerged) {
      for (let column = left; column <= right; column += 1) texts[column] = text
    }
  }
  return Array.from(texts, (text) => text ?? '')
}

/** A row that is merged as a whole has a title. */
const maxMerged = 1_024

/** Reads the cells of a table's columns, without those that a spreadsheet has damaged. */
function rowsBelow(
  sheet: string,
  columns: Column[],
  body: Cell[][],
  start: number,
  report: Report,
): TableRow[] {
  const filled = body.flatMap((cells, index) =>
    cells.some(({ text }) => text !== '') ? [{ at: start + index, cells }] : [],
  )
  const rows = filled.map(({ at }): TableRow => ({ at, cells: [], isDamaged: false }))
  for (const column of columns) {
    const cells = filled.map((row) => row.cells[column.at] ?? emptyCell)
    const faults = faultsOf(column, cells)
    for (const [index, cell] of cells.entries()) {
      const [row, fault] = [rows[index], faults[index]]
      if (fault) report(cellName(sheet, row?.at ?? start, column.at), fault.message, true)
      if (row && fault?.isLeftOut) row.isDamaged = true
      if (row) row.cells[column.at] = fault?.isLeftOut ? '' : textOf(column, cell)
    }
  }
  return rows
}

/** Returns the text that people know of a code or name, and the value of a specification, such as a date's. */
function textOf({ key }: Column, { text, value }: Cell): string {
  if (key === null || key === 'asOf') return value
  // Separators of thousands are no part of a code.
  const digits = text.replace(/[,٬\s]/g, '')
  return key === 'code' && digits === value ? value : text
}

/** Reports columns that have values and no heading. */
function reportUnnamed(
  sheet: string,
  headings: string[],
  body: Cell[][],
  at: number,
  report: Report,
) {
  const width = Math.max(0, ...body.map((row) => row.length))
  const unnamed = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const values = body.flatMap((row) => row[column]?.text || [])
    return !headings[column] && values.length > 0 && !countsRows(values)
  })
  const [first] = unnamed
  if (first === undefined) return
  const more = unnamed.length > 1 ? ` (nor are ${unnamed.length - 1} more)` : ''
  report(cellName(sheet, at, first), `the column has no heading, so it is not read${more}`, true)
}

/** Reports columns that mean the same, where both have something in a row. */
function reportRepeated({ sheet, columns, rows }: Table, at: number, report: Report) {
  const first = new Map<string, Column>()
  for (const column of columns) {
    const other = first.get(placeOf(column))
    if (!other) {
      first.set(placeOf(column), column)
      continue
    }
    const isLost = rows.some(({ cells }) => {
      const [a = '', b = ''] = [cells[other.at], cells[column.at]]
      // Names in two scripts are those of two languages.
      const isSame = other.key === null || other.language || isArabic(a) === isArabic(b)
      return a !== '' && b !== '' && a !== b && isSame
    })
    if (!isLost) continue
    const letter = cellName('', 0, other.at).slice(0, -1)
    const message = `the column means the same as ${letter} (${other.heading}): of each row, the first of the two that is filled counts`
    report(cellName(sheet, at, column.at), message, true)
  }
}
