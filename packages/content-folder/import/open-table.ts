import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decodeText, stripUnprintable } from '@site/arabic-text/characters'
import { visibleRows } from '@site/tables/sheet'
import { combinedHeadings, findColumns, withCommercialGroups } from '../folder/table/headings.ts'
import { englishHeadings } from './shops/foreign-headings.ts'
import { ImportError } from './imported.ts'
import { systemNameOf } from './shops/recognise.ts'

/** A table of another program: its headings, and the rows below them. */
export interface ForeignTable {
  headings: string[]
  /** Rows whose cells are trimmed, as the table shows them; one may have fewer cells than there are headings. */
  rows: AsyncIterable<string[]>
}

/** Max. rows of a table, and size of a workbook in bytes, which is read as a whole. */
const limits = { rows: 200_000, workbookBytes: 20 * 1024 * 1024 }

/** Most letters of a row: what comes after a quote that is not closed is one. */
const maxRowLength = 2_000_000

/** A title or a note may stand above the headings. */
const maxRowsAbove = 10

/**
 * Opens a CSV file, which is read in a stream, or a workbook.
 * @returns the tables of its sheets that have headings
 * @throws ImportError
 */
export async function openTables(file: string): Promise<ForeignTable[]> {
  const sheets = /\.(?:csv|tsv|txt)$/i.test(file) ? [csvRows(file)] : await sheetRows(file)
  const tables: ForeignTable[] = []
  for (const rows of sheets) {
    const table = await tableOf(rows)
    if (table) tables.push(table)
  }
  if (tables.length === 0) {
    throw new ImportError('has no table: no row names at least two columns')
  }
  return tables
}

/** Finds the headings: the first row with at least two texts that are no numbers; only groups may stand above it. */
async function tableOf(rows: AsyncIterable<string[]>): Promise<ForeignTable | null> {
  const iterator = rows[Symbol.asyncIterator]()
  let above: string[] = []
  for (let at = 0; at < maxRowsAbove; at += 1) {
    const next: IteratorResult<string[], unknown> = await iterator.next()
    if (next.done) return null
    const { value } = next
    const names = value.filter((cell) => /\p{L}/u.test(cell))
    if (new Set(names).size < 2 || names.length < value.filter(Boolean).length / 2) {
      above = value
      continue
    }
    const second: IteratorResult<string[], unknown> = await iterator.next()
    const below = second.done ? undefined : second.value
    const headings = englishHeadings(value, below)
    if (systemNameOf(headings)) return { headings, rows: restOf(iterator, below) }
    const combined = below && combinedHeadings(value, below)
    const areGroups = !combined && below && !findColumns(value) && findColumns(below)
    if (combined || areGroups) {
      const grouped = withCommercialGroups(combined || below, value)
      return { headings: grouped, rows: restOf(iterator, undefined) }
    }
    return { headings: withCommercialGroups(value, above), rows: restOf(iterator, below) }
  }
  await iterator.return?.()
  return null
}

async function* restOf(
  iterator: AsyncIterator<string[], unknown>,
  first: string[] | undefined,
): AsyncGenerator<string[]> {
  if (first) yield first
  yield* { [Symbol.asyncIterator]: () => iterator }
}

async function sheetRows(file: string): Promise<AsyncIterable<string[]>[]> {
  const { readSpreadsheet, SpreadsheetError } = await import('@site/tables/read-sheets')
  const { size } = await stat(file)
  if (size > limits.workbookBytes) {
    throw new ImportError(
      `is too large for a workbook: ${size} bytes, the limit is ${limits.workbookBytes}; save it as CSV (UTF-8)`,
    )
  }
  try {
    const sheets = await readSpreadsheet(file, await readFile(file))
    return sheets.map((sheet) => {
      const { rows } = visibleRows(sheet)
      return textsOf(rows.map((row) => row.map(({ text }) => text)))
    })
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error
    throw new ImportError(`${error.place && `${error.place}: `}${error.message}`)
  }
}

async function* textsOf(rows: string[][]): AsyncGenerator<string[]> {
  for (const row of rows) yield row
}

async function* csvRows(file: string): AsyncGenerator<string[]> {
  const encoding = await encodingOf(file)
  const start = await startOf(file, encoding)
  // A download without a login is the page that asks for it.
  if (/^\ufeff?\s*<(?:!doctype|html)\b/i.test(start)) {
    throw new ImportError('is a web page, not a table: sign in where it is from, and export again')
  }
  const text = Readable.from(decoded(file, encoding))
  const parser = text.pipe(
    parse({
      ...{ bom: true, delimiter: delimiterOf(start), relax_column_count: true, relax_quotes: true },
      ...{
        skip_empty_lines: true,
        skip_records_with_empty_values: true,
        max_record_size: maxRowLength,
      },
    }),
  )
  text.on('error', (error) => parser.destroy(error))
  let count = 0
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      count += 1
      if (count > limits.rows) throw new ImportError(`has more than ${limits.rows} rows; divide it`)
      yield record.map((cell) => stripUnprintable(cell).trim())
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = /line (\d+)/.exec(error.message)?.[1]
    const isLarge = error.code === 'CSV_MAX_RECORD_SIZE'
    const fault = isLarge ? `has a row of more than ${maxRowLength} letters, or ` : ''
    throw new ImportError(
      `line ${line ?? count}: cannot be read as CSV: ${fault}a quote (") is not closed`,
    )
  } finally {
    text.destroy()
  }
}

async function* decoded(file: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const part of createReadStream(file, { highWaterMark: 1 << 18 })) {
    yield decoder.decode(part as Buffer, { stream: true })
  }
  yield decoder.decode()
}

/** Tells the encoding by the whole file: an old program may have written one letter that is not UTF-8. */
async function encodingOf(file: string): Promise<string> {
  const head = await bytesOf(file, 4)
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head.includes(0)) throw new ImportError('is no text: save the table as CSV (UTF-8)')
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of createReadStream(file))
      decoder.decode(part as Buffer, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    const text = decodeText(await bytesOf(file, 1 << 20))
    // A letter that is cut off at the end of the sample looks like damage.
    return text === null ? 'utf-8' : 'windows-1256'
  }
}

async function startOf(file: string, encoding: string) {
  const [line = ''] = new TextDecoder(encoding).decode(await bytesOf(file, 1 << 16)).split('\n', 1)
  return line
}

async function bytesOf(file: string, count: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function delimiterOf(line: string) {
  const plain = line.replace(/"[^"]*"/g, '')
  const count = (sign: string) => plain.split(sign).length
  return [',', ';', '\t', '|'].reduce((a, b) => (count(b) > count(a) ? b : a))
}
