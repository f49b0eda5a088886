import { read, type CellObject, type ParsingOptions, type WorkSheet } from '@e965/xlsx'
import { parse } from 'csv-parse/sync'
import { damagedText, decodeText } from '@site/arabic-text/characters'
import { unpack } from './archive.ts'
import { rowsOfHtml } from './html-rows.ts'
import { hiddenInOpenDocument } from './open-document.ts'
import { plainSheet, textCell, type Cell, type Sheet } from '../sheet.ts'
import { withoutGuards } from '../write/write-tables.ts'

/** A spreadsheet that cannot be read; the message says what is wrong. */
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError'
  readonly place: string

  /** @param place the sheet or cell; empty for the whole file */
  constructor(
    place: string,
    message: string,
    readonly isTooLarge = false,
  ) {
    super(message)
    this.place = place
  }
}

export interface SheetLimits {
  rows: number
  cells: number
  /** Size of a workbook when it is unpacked, bytes. */
  unpackedBytes: number
}

const usualLimits: SheetLimits = {
  rows: 50_000,
  cells: 1_000_000,
  unpackedBytes: 200 * 1024 * 1024,
}

/**
 * Reads the cells of a workbook (.xlsx, .xlsb, .xls, .ods, SpreadsheetML, HTML tables) or a CSV file.
 * @throws SpreadsheetError
 */
export async function readSpreadsheet(
  name: string,
  bytes: Buffer,
  limits = usualLimits,
): Promise<Sheet[]> {
  const sheets = /\.(?:csv|tsv|txt)$/i.test(name)
    ? readCsv(bytes)
    : await readWorkbook(bytes, limits)
  let cells = 0
  for (const { name: sheet, rows } of sheets) {
    cells += rows.reduce((sum, row) => sum + row.length, 0)
    if (rows.length > limits.rows || cells > limits.cells) throw tooManyCells(sheet, limits)
  }
  return sheets
}

function tooManyCells(sheet: string, limits: SheetLimits) {
  return new SpreadsheetError(
    sheet,
    `has more than ${limits.rows} rows, or ${limits.cells} cells; delete empty rows and columns, or use several files in products/`,
    true,
  )
}

/** Columns of a sheet that are read; a stray space may stand in the 16,384th. */
const maxColumns = 1_024

/** The first bytes of an archive, and of workbooks of old programs or with a password. */
const starts = { archive: 'PK', ole: '\u00d0\u00cf' }

/** The entry of an OpenDocument file that has its sheets. */
const openDocumentContent = 'content.xml'

async function readWorkbook(bytes: Buffer, limits: SheetLimits): Promise<Sheet[]> {
  try {
    const start = bytes.subarray(0, 2).toString('latin1')
    const archive =
      start === starts.archive
        ? await unpack(bytes, limits.unpackedBytes, (path) => path === openDocumentContent)
        : undefined
    if (archive && archive.size > limits.unpackedBytes) {
      throw new SpreadsheetError('', 'is too large when it is unpacked', true)
    }
    // Other kinds are texts: XML, and HTML that a program has saved as .xls.
    const text = archive || start === starts.ole ? undefined : markupOf(bytes)
    if (text !== undefined && !spreadsheetXml.test(text.slice(0, 4_096))) return [htmlSheet(text)]
    const book = readQuietly(text ?? bytes, {
      ...{ type: text === undefined ? 'buffer' : 'string', dense: true, UTC: true },
      ...{ cellNF: true, cellDates: true, cellStyles: true, cellHTML: false },
      // A formula without a value is a stub.
      sheetStubs: true,
    })
    const openDocument = hiddenInOpenDocument(
      archive?.entries.get(openDocumentContent)?.toString() ?? text ?? '',
    )
    return book.SheetNames.flatMap((name, at): Sheet[] => {
      const sheet = book.Sheets[name]
      // A chart may have a sheet of its own.
      if (!sheet?.['!data']) return []
      const isWhole = (book.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
      const parts = openDocument[at] ?? { ...hiddenIn(sheet), isWhole }
      return [{ ...sheetOf(name, sheet, limits), hidden: parts }]
    })
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    throw new SpreadsheetError(
      '',
      'is not an Excel workbook (.xlsx); save it again in Excel, without a password',
    )
  }
}

/** The elements of XML files of spreadsheets; other texts with elements are HTML. */
const spreadsheetXml = /<(?:\w+:)?(?:Workbook|document|worksheet)[\s>]/

/** Reads the tables of a page: web applications offer them as .xls. The library joins words that elements divide. */
function htmlSheet(text: string): Sheet {
  const { rows, merges, hiddenRows, hasTables } = rowsOfHtml(text)
  if (!hasTables) throw new Error('no table')
  const hidden = { rows: hiddenRows, columns: new Set<number>(), isWhole: false }
  return { ...plainSheet('', rows, merges), hidden }
}

/** Reads a workbook without what the library prints about formats that it does not know. */
function readQuietly(data: Buffer | string, options: ParsingOptions) {
  const { error } = console
  console.error = () => undefined
  try {
    return read(data, options)
  } finally {
    console.error = error
  }
}

/** @throws Error for a file that is no text with elements */
function markupOf(bytes: Buffer): string {
  const text = decodeText(bytes)?.trimStart() ?? ''
  if (!text.startsWith('<')) throw new Error('no workbook')
  return text
}

function hiddenIn({ '!rows': rows, '!cols': columns }: WorkSheet) {
  const hiddenOf = (parts: readonly ({ hidden?: boolean } | undefined)[] = []) =>
    new Set(Array.from(parts, (part, at) => (part?.hidden ? at : -1)).filter((at) => at >= 0))
  return { rows: hiddenOf(rows), columns: hiddenOf(columns) }
}

type Stored = CellObject | undefined

/** @throws SpreadsheetError when a row over the limit has content */
function sheetOf(name: string, sheet: WorkSheet, limits: SheetLimits): Sheet {
  const rows: Cell[][] = []
  const stored = (sheet['!data'] ?? []) as Stored[][]
  // A format or a space may stand in the last row of a sheet: this skips the rows that are not there.
  stored.forEach((row, at) => {
    const cells = Array.from(row.slice(0, maxColumns), (cell) => cellOf(cell, row))
    const filled = cells.slice(0, cells.findLastIndex((cell) => cell !== emptyCell) + 1)
    if (filled.length === 0) return
    if (at >= limits.rows) throw tooManyCells(name, limits)
    while (rows.length < at) rows.push([])
    rows.push(filled)
  })
  const merges = (sheet['!merges'] ?? []).map(({ s, e }) => ({
    ...{ top: s.r, left: s.c, bottom: e.r, right: e.c },
  }))
  return plainSheet(name, rows, merges)
}

const emptyCell = textCell('')

function cellOf(cell: Stored, row: readonly Stored[]): Cell {
  if (!cell) return emptyCell
  // Programs that do not calculate write no value, or 0.
  if (cell.f !== undefined && (cell.v === undefined || cell.v === 0 || cell.t === 'z')) {
    const sum = sumOf(cell.f, row)
    return sum === undefined
      ? { text: `=${cell.f}`, value: '', isUncalculated: true }
      : textCell(`${sum}`)
  }
  const { v: value, w: shown = '' } = cell
  if (value === undefined || cell.t === 'z') return emptyCell
  if (value instanceof Date) {
    return { text: shown.trim(), value: value.toISOString().replace(/T00:00:00\.000Z$/, '') }
  }
  if (typeof value === 'number' && cell.t === 'n') {
    // Fifteen digits are what programs show; the sixteenth is the error of a sum.
    const plain = String(Number(value.toPrecision(15)))
    // The general format shortens long numbers, such as codes of thirteen digits.
    const isGeneral = cell.z === undefined || cell.z === 'General'
    return { text: isGeneral ? plain : shown.trim(), value: plain }
  }
  const text = cell.t === 'b' ? String(value).toUpperCase() : cell.t === 'e' ? shown : `${value}`
  return text.trim() === '' ? emptyCell : textCell(text)
}

const sumFormula = /^=?(?:SUM\((?<sum>[^()]+)\)|(?<added>[^()]+))$/i
const cellAddress = /^\$?(?<column>[A-Z]{1,3})\$?\d{1,7}$/i

/** Calculates a sum of whole numbers in the same row, such as D2+E2; undefined for any other formula. */
function sumOf(formula: string, row: readonly Stored[]): number | undefined {
  const { sum, added } = sumFormula.exec(formula.replace(/[[\].]/g, ''))?.groups ?? {}
  const parts = sum?.split(/[,;]/) ?? added?.split('+') ?? []
  const numbers = parts.flatMap((part) => {
    const [from, to = from] = part.split(':').map((address) => columnAt(address.trim()))
    if (from === undefined || to === undefined || to - from > maxColumns) return [NaN]
    return Array.from({ length: to - from + 1 }, (_, at) => {
      const cell = row[from + at]
      return cell?.t === 'n' && cell.f === undefined ? Number(cell.v) : NaN
    })
  })
  const total = numbers.reduce((all, one) => all + one, 0)
  return parts.length > 0 && Number.isInteger(total) ? total : undefined
}

/** @returns the column of an address such as "D2", from 0 */
function columnAt(address: string): number | undefined {
  const letters = cellAddress.exec(address)?.groups?.column?.toUpperCase()
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1
}

function readCsv(bytes: Buffer): Sheet[] {
  const text = decodeText(bytes)
  if (text === null) throw new SpreadsheetError('', damagedText)
  const [start = ''] = text.split('\n', 1)
  const count = (sign: string) => start.split(sign).length
  const delimiter = [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a))
  try {
    const rows = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true })
    // A format in the last rows of a sheet makes lines of separators.
    const filled = rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1)
    // Our own files come back as they went out.
    return [
      plainSheet(
        '',
        filled.map((row) => row.map((cell) => textCell(withoutGuards(cell)))),
      ),
    ]
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1]
    throw new SpreadsheetError(
      line ? `line ${line}` : '',
      'cannot be read as CSV: a quote (") is not closed',
    )
  }
}

/** Names a cell as spreadsheets do: column 2 of row 6, counted from 0, of "Products" is "Products!C7". */
export function cellName(sheet: string, row: number, column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${sheet && `${sheet}!`}${letters}${row + 1}`
}
