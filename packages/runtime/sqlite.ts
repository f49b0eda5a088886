import Database from 'libsql'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * Evaluates a condition in a database. Uses exec only: a prepared statement keeps the file open
 * until it is garbage-collected. exec returns no value, so a false condition makes it fail through
 * json('no').
 */
export function isTrue(database: Database.Database, condition: string): boolean {
  try {
    database.exec(`SELECT CASE WHEN ${condition} THEN 0 ELSE json('no') END`)
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.message === 'malformed JSON') return false
    throw error
  }
}

/** File suffixes of a database, in deletion order: a WAL must not outlive its database. */
const suffixes = ['-wal', '-shm', '']

/** Whether an error says that a file is damaged or not a database. */
export function isDamaged(error: unknown) {
  const code = error instanceof Database.SqliteError ? error.code : ''
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)
}

/** Whether an error says that the file's size limit or the disk is full. */
export function isFull(error: unknown) {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL'
}

/** Returns the inode of a file, which survives renaming; undefined if there is none. */
export function findInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/**
 * Renames a database together with its WAL, which must never be applied to another database. No
 * connection of this process may have it open.
 * @returns its new name
 */
export function setAside(file: string): string {
  const newName = `${file}.set-aside-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of suffixes) {
    if (existsSync(file + suffix)) renameSync(file + suffix, newName + suffix)
  }
  return newName
}

/** Deletes a database if it exists. No connection of this process may have it open, except to read it only. */
export function removeDatabase(file: string) {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true })
}

/**
 * Creates the folder of a database, readable by its owner only whatever the files' modes are. Also
 * tightens a folder that an earlier version made world-readable.
 * @throws Error if it cannot be created
 */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Another user owns the folder; its mode is theirs to choose.
  }
}

/**
 * Runs changes atomically, after waiting for other writing processes. Every writing statement must
 * run in here, not in the library's own transactions:
 * - a statement that finds the file locked is left in progress by the library, and every later
 *   COMMIT fails; here BEGIN IMMEDIATE waits or fails, leaving nothing in progress;
 * - when SQLite itself has rolled back, as on a full disk, the library fails with an error that
 *   hides the cause.
 */
export function inTransaction<T>(database: Database.Database, change: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = change()
    database.exec('COMMIT')
    return result
  } catch (error) {
    try {
      database.exec('ROLLBACK')
    } catch {
      // SQLite has rolled back already.
    }
    throw error
  }
}

/** Another process may be writing the same file: its transactions take a few ms. */
const busyTimeoutMs = 1_000

/** SQLite's default page size. */
const pageBytes = 4096

/** Size that the WAL file keeps after a checkpoint. */
const maxJournalBytes = 16 * 1024 * 1024

/** The format of one kind of file. */
interface FileFormat {
  /** SQLite application ID. */
  applicationId: number
  /** A file of another version is rebuilt. */
  version: number
  /** SQL that creates all tables and indexes. */
  schema: string
  /** Tables read to detect damage. */
  tables: readonly string[]
  /** Page cache, in KiB. */
  cacheKiB: number
  /** Maximum file size, in MiB; larger writes fail with SQLITE_FULL. */
  maxMiB: number
}

/**
 * Opens or creates a file derived from the content. An unusable file is deleted and rebuilt from
 * the content.
 * @param report called once with the reason for deleting it
 * @throws Error if the file cannot be opened or written
 */
export function openDatabaseFile(
  file: string,
  format: FileFormat,
  report: (reason: string) => void,
): Database.Database {
  const database = new Database(file, { timeout: busyTimeoutMs })
  const fault = findFault(database, format)
  if (fault === undefined) return prepare(database, format)
  database.close()
  report(fault)
  removeDatabase(file)
  return prepare(new Database(file, { timeout: busyTimeoutMs }), format)
}

/**
 * Opens a file that another connection has created, to read it only.
 * @throws Error if there is no such file, or none of this format
 */
export function openDatabaseToRead(file: string, format: FileFormat): Database.Database {
  // Read-only, so that closing it never deletes the WAL of a file that has replaced this one.
  const address = `${pathToFileURL(file).href}?mode=ro`
  const database = new Database(address, { timeout: busyTimeoutMs })
  const fault = findFault(database, format) ?? (isEmpty(database) ? 'it is empty' : undefined)
  if (fault !== undefined) {
    database.close()
    throw new Error(`${file} cannot be read: ${fault}`)
  }
  setCaches(database, format)
  return database
}

/**
 * Uses exec only: a prepared statement keeps the file open until it is garbage-collected, and
 * closing it that late would delete the WAL of the new file.
 */
function findFault(
  database: Database.Database,
  { applicationId, version, tables }: FileFormat,
): string | undefined {
  try {
    if (isEmpty(database)) return undefined
    if (
      !isTrue(database, `(SELECT application_id FROM pragma_application_id) = ${applicationId}`)
    ) {
      return 'it belongs to another program'
    }
    if (!isTrue(database, `(SELECT user_version FROM pragma_user_version) = ${version}`)) {
      return 'it was made by another version'
    }
    // A full integrity check takes seconds on a large file; damage missed here is found when it is
    // read.
    for (const table of tables) database.exec(`SELECT 1 FROM ${table} LIMIT 1`)
    return undefined
  } catch (error) {
    if (isDamaged(error)) return 'it is damaged'
    throw error
  }
}

function isEmpty(database: Database.Database) {
  return isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')
}

function prepare(database: Database.Database, format: FileFormat) {
  const { applicationId, version, schema, maxMiB } = format
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`PRAGMA max_page_count = ${(maxMiB * 1024 * 1024) / pageBytes}`)
  database.exec(`PRAGMA journal_size_limit = ${maxJournalBytes}`)
  // Changes lost in a power cut are crawled again.
  database.exec('PRAGMA synchronous = NORMAL')
  setCaches(database, format)
  inTransaction(database, () => {
    if (!isEmpty(database)) return
    database.exec(schema)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
  })
  return database
}

function setCaches(database: Database.Database, { cacheKiB }: FileFormat) {
  database.exec(`PRAGMA cache_size = -${cacheKiB}`)
  database.exec('PRAGMA temp_store = MEMORY')
}
