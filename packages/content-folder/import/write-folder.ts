import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { csvLines, csvStart } from '@site/tables/write-tables'
import { templateFile, sampleFolder } from '../folder/folder-files.ts'
import { writeSheets } from '../folder/table/export-catalogue.ts'
import { ImportError } from './imported.ts'
import type { Row } from './row-store.ts'

/** A table of products: the headings of its columns, and its rows by heading. */
export interface ProductTable {
  headings: string[]
  count: number
  rows: AsyncIterable<Row>
}

/** A file on its way into the folder. */
interface FileToWrite {
  name: string
  bytes: Buffer
  /** Hashes of the rows of a workbook, by the name or order code in each. */
  rows?: Record<string, string>
}

/** What an import has written into a folder, so that the next one can tell its own files from those of a person. */
const record = z.object({
  files: z.record(
    z.string(),
    z.object({
      hashes: z.array(z.string()),
      rows: z.record(z.string(), z.string()).optional(),
      system: z.string().optional(),
    }),
  ),
})

type FolderRecord = z.infer<typeof record>

const recordName = '.import.json'

/** A workbook of more rows is slow to open: CSV files take its place. */
const workbookRows = 5_000

/** Rows and bytes of one CSV file, below what the reader of a folder takes. */
const csvLimits = { rows: 40_000, bytes: 15 * 1024 * 1024 }

const hashOf = (data: Buffer | string) =>
  createHash('sha256').update(data).digest('base64').slice(0, 22)

/** What has happened to the files of an import. */
export interface WrittenFolder {
  written: string[]
  /** One sentence for each file that a person has changed since, or that is not of an import: it stays. */
  kept: string[]
}

/**
 * Writes files into a content folder. A file that is there stays, unless an earlier import has written it and nobody has
 * changed it since; products of another system stay as well. Each file is replaced as a whole.
 * @param system the name of the program that the content is from
 * @throws ImportError if the folder cannot be written
 */
export async function writeFolder(
  folder: string,
  system: string,
  files: AsyncIterable<FileToWrite>,
): Promise<WrittenFolder> {
  try {
    return await writeAll(folder, system, files)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = writeFaults[code]
    if (reason === undefined) throw error
    throw new ImportError(`cannot be written to ${folder}: ${reason}`)
  }
}

/** What keeps a file from being written, by the codes of Node. */
const writeFaults: Partial<Record<string, string>> = {
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'it is below a file, not a folder',
  EISDIR: 'a folder in it has the name of a file to write',
  EACCES: 'its rights do not allow it',
  EPERM: 'its rights do not allow it',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
}

async function writeAll(
  folder: string,
  system: string,
  files: AsyncIterable<FileToWrite>,
): Promise<WrittenFolder> {
  await mkdir(folder, { recursive: true })
  const known = await readRecord(folder)
  const result: WrittenFolder = { written: [], kept: [] }
  const names = new Set<string>()
  for await (const { name, bytes, rows } of files) {
    names.add(name)
    const reason = await reasonToKeep(folder, name, known, system)
    if (reason !== null) {
      result.kept.push(reason)
      continue
    }
    // Both hashes are the import's own, should it end before the file is replaced.
    const hashes = [hashOf(bytes), ...(known.files[name]?.hashes ?? [])].slice(0, 2)
    known.files[name] = { hashes, system, ...(rows && { rows }) }
    await replaceFile(folder, recordName, Buffer.from(JSON.stringify(known)))
    await replaceFile(folder, name, bytes)
    result.written.push(name)
  }
  if ([...names].some(isProductFile)) await removeOldTables(folder, known, names, system)
  return result
}

const isProductFile = (name: string) => /^products(?:\.xlsx|\/imported-\d+\.csv)$/.test(name)

/** Removes tables of an earlier import, whose products are in other files now. */
async function removeOldTables(
  folder: string,
  known: FolderRecord,
  names: ReadonlySet<string>,
  system: string,
) {
  for (const name of Object.keys(known.files)) {
    if (!isProductFile(name) || names.has(name)) continue
    if ((await reasonToKeep(folder, name, known, system)) === null)
      await rm(path.join(folder, name), { force: true })
  }
}

async function readRecord(folder: string): Promise<FolderRecord> {
  const text = await readFile(path.join(folder, recordName), 'utf8').catch(() => '{"files":{}}')
  try {
    return record.parse(JSON.parse(text))
  } catch {
    // Without a record, all files are a person's, and stay.
    return { files: {} }
  }
}

/** @returns why a file stays as it is; null if it may be written */
async function reasonToKeep(
  folder: string,
  name: string,
  known: FolderRecord,
  system: string,
): Promise<string | null> {
  const file = path.join(folder, name)
  if (!existsSync(file)) return null
  const bytes = await readFile(file)
  const own = known.files[name]
  if (own?.hashes.includes(hashOf(bytes))) {
    const isOfOther = own.system !== undefined && own.system !== system && isProductFile(name)
    return isOfOther
      ? `${name} has the products of an import of ${own.system}, so it stays as it is: to have both, give it another name in products/, and import again`
      : null
  }
  const template = path.join(sampleFolder, templateFile)
  if (!own && existsSync(template) && bytes.equals(await readFile(template))) return null
  if (!own) return `${name} was there before, so it stays as it is`
  const changes = own.rows ? await changedRows(name, bytes, own.rows) : ''
  return `${name} has been changed since the last import, so it stays as it is${changes}`
}

/** Tells the rows of a workbook that a person has changed, as the end of a sentence. */
async function changedRows(name: string, bytes: Buffer, before: Record<string, string>) {
  const { readSpreadsheet, SpreadsheetError } = await import('@site/tables/read-sheets')
  try {
    const [sheet] = await readSpreadsheet(name, bytes)
    const [headings = [], ...cells] = sheet?.rows.map((row) => row.map(({ text }) => text)) ?? []
    const now = rowHashes(
      headings,
      cells.map((row) =>
        Object.fromEntries(headings.map((heading, at) => [heading, row[at] ?? ''])),
      ),
    )
    const changed = Object.keys(now).filter(
      (key) => before[key] !== undefined && before[key] !== now[key],
    )
    const added = Object.keys(now).filter((key) => before[key] === undefined)
    const removed = Object.keys(before).filter((key) => now[key] === undefined)
    const told = [
      changed.length > 0 && `${changed.length} rows changed (${changed.slice(0, 3).join(', ')})`,
      added.length > 0 && `${added.length} added (${added.slice(0, 3).join(', ')})`,
      removed.length > 0 && `${removed.length} removed (${removed.slice(0, 3).join(', ')})`,
    ].filter(Boolean)
    return told.length > 0 ? `: ${told.join(', ')}` : ''
  } catch (error) {
    if (error instanceof SpreadsheetError) return ''
    throw error
  }
}

function rowHashes(headings: string[], rows: Row[]): Record<string, string> {
  return Object.fromEntries(
    rows.map((row) => {
      const filled = headings.flatMap((heading) => {
        const cell = (row[heading] ?? '').trim()
        return cell === '' ? [] : [[heading, cell.replace(/\r\n?/g, '\n')]]
      })
      const name = row['Name'] || row['Name (En)'] || row['Name (Ar)'] || ''
      return [row['Order code'] || name, hashOf(JSON.stringify(filled.toSorted()))]
    }),
  )
}

async function replaceFile(folder: string, name: string, bytes: Buffer): Promise<void> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.part`, bytes)
  await rename(`${file}.part`, file)
}

/** Makes the files of a table of products: a workbook, or CSV files if it is large. */
export async function* productFiles({
  headings,
  count: all,
  rows,
}: ProductTable): AsyncGenerator<FileToWrite> {
  if (all <= workbookRows) {
    const whole: Row[] = []
    for await (const row of rows) whole.push(row)
    const bytes = await writeSheets([{ name: 'Products', columns: headings, rows: whole }])
    yield { name: 'products.xlsx', bytes, rows: rowHashes(headings, whole) }
    return
  }
  const head = csvStart + csvLines([headings])
  let parts: Buffer[] = [Buffer.from(head)]
  let [count, size, number] = [0, head.length, 1]
  const end = () => ({
    name: `products/imported-${String(number).padStart(2, '0')}.csv`,
    bytes: Buffer.concat(parts),
  })
  for await (const row of rows) {
    // The rows of a product stay together: those of its order codes have no name.
    const isProduct = headings.some((heading) => heading.startsWith('Name') && row[heading])
    if (isProduct && (count >= csvLimits.rows || size >= csvLimits.bytes)) {
      yield end()
      ;[parts, count, size, number] = [[Buffer.from(head)], 0, head.length, number + 1]
    }
    const line = Buffer.from(csvLines([headings.map((heading) => row[heading] ?? '')]))
    parts.push(line)
    count += 1
    size += line.length
  }
  yield end()
}
