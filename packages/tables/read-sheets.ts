import { parse } from 'csv-parse/sync'
import readExcelFile from 'read-excel-file/node'
import { Readable } from 'node:stream'
import { Parse, type Entry } from 'unzipper-esm'
import { damagedText, decodeText } from '@site/arabic-text/characters'

/** A sheet with its cells as texts; rows may have different lengths. */
export interface Sheet {
  name: string
  rows: string[][]
}

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
 * Reads the cells of an Excel workbook or a CSV file.
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
    if (rows.length > limits.rows || cells > limits.cells) {
      throw new SpreadsheetError(
        sheet,
        `has more than ${limits.rows} rows, or ${limits.cells} cells; delete empty rows and columns, or use several files in products/`,
        true,
      )
    }
  }
  return sheets
}

async function readWorkbook(bytes: Buffer, limits: SheetLimits): Promise<Sheet[]> {
  try {
    if ((await unpackedSize(bytes, limits.unpackedBytes)) > limits.unpackedBytes) {
      throw new SpreadsheetError('', 'is too large when it is unpacked', true)
    }
    const sheets = await readExcelFile(bytes)
    // The library returns no cells for a chart sheet, unlike its types.
    return sheets
      .filter(({ data }) => Array.isArray(data))
      .map(({ sheet, data }) => ({
        name: sheet,
        rows: data.map((row) => row.map(cellTextOf)),
      }))
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    throw new SpreadsheetError(
      '',
      'is not an Excel workbook (.xlsx); save it again in Excel, without a password',
    )
  }
}

/**
 * Counts the bytes of what the library reads of a workbook, by the library's own parser: the sizes in an archive are what
 * its maker states.
 * @param enough the counting ends above it
 */
function unpackedSize(bytes: Buffer, enough: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let size = 0
    const archive = Readable.from(bytes).pipe(Parse())
    archive.on('error', reject).on('finish', () => resolve(size))
    archive.on('entry', (entry: Entry) => {
      if (!/\.xml(?:\.rels)?$/.test(entry.path)) return entry.autodrain()
      return entry.on('error', reject).on('data', (piece: Buffer) => {
        size += piece.length
        if (size <= enough) return
        resolve(size)
        archive.destroy()
      })
    })
  })
}

function cellTextOf(cell: unknown): string {
  // Fifteen digits are what Excel shows; the sixteenth is the error of a sum.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(15)))
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '')
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'string' ? cell.trim() : ''
}

function readCsv(bytes: Buffer): Sheet[] {
  const text = decodeText(bytes)
  if (text === null) throw new SpreadsheetError('', damagedText)
  const [start = ''] = text.split('\n', 1)
  const count = (sign: string) => start.split(sign).length
  const delimiter = [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a))
  try {
    const rows = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true })
    return [{ name: '', rows: rows.map((row) => row.map((cell) => cell.trim())) }]
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
