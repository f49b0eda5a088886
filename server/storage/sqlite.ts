import Database from 'libsql'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'

/**
 * Whether a condition is true in a database. Uses exec only: a prepared statement keeps the file open until it is
 * garbage-collected. exec returns no value, so a false condition makes it fail: json('no').
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

/** Of the files of a database, in the order in which they go: a WAL must not outlive its database. */
const suffixes = ['-wal', '-shm', '']

/** Whether an error says that a database's file is damaged, or is no database. */
export function isDamaged(error: unknown) {
  const code = error instanceof Database.SqliteError ? error.code : ''
  return /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(code)
}

/** Whether an error says that a file has no room: its own limit, or the disk. */
export function isFull(error: unknown) {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL'
}

/** Identifies a file whatever its name; undefined if there is none. */
export function findInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/**
 * Renames a database together with its WAL, which must never be applied to another database. No connection
 * of this process may have it open.
 * @returns its new name
 */
export function setAside(file: string): string {
  const newName = `${file}.set-aside-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const suffix of suffixes) {
    if (existsSync(file + suffix)) renameSync(file + suffix, newName + suffix)
  }
  return newName
}

/** Deletes a database, if there is one. No connection of this process may have it open. */
export function removeDatabase(file: string) {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true })
}

/**
 * Makes the folder of a database, which only its owner can read, with what is in it, whatever the modes of the files
 * are. An earlier version may have made it readable by all.
 * @throws Error if it cannot be created
 */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    chmodSync(folder, 0o700)
  } catch {
    // Somebody else's folder, which this process may use: its modes are theirs to choose.
  }
}

/**
 * Runs changes as a whole or not at all, after waiting for other processes that are writing. Each statement that
 * writes must run in one, and it is not the library's own:
 * - a statement that finds the file locked is left in progress by the library, and from then on nothing can be
 *   committed; here BEGIN is what waits, and fails, and leaves nothing behind;
 * - when SQLite itself has rolled back, as on a full disk, theirs fails with an error that says nothing of the disk.
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
      // It is rolled back.
    }
    throw error
  }
}

/** Another process may be writing the same file: its transactions take a few ms. */
const busyTimeoutMs = 1_000

/** SQLite's own size of pages. */
const pageBytes = 4096

/** The size that a WAL keeps when it has been written back. */
const maxJournalBytes = 16 * 1024 * 1024

/** What one kind of file contains. */
interface FileFormat {
  /** SQLite application ID. */
  applicationId: number
  /** A file of another version is not used. */
  version: number
  /** SQL that creates everything. */
  schema: string
  /** Tables that are read to see whether the file is damaged. */
  tables: readonly string[]
  /** Memory for pages of the file, in KiB. */
  cacheKiB: number
  /** The size of the file, in MiB. What would make it larger fails with SQLITE_FULL. */
  maxMiB: number
}

/**
 * Opens a file of what is derived from the content, or creates it. A file that cannot be used is deleted: it
 * is made from the content again.
 * @param report called once with why it was deleted
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
 * Uses exec only: a prepared statement keeps the file open until it is garbage-collected, and closing it
 * that late would delete the WAL of the new file.
 */
function findFault(
  database: Database.Database,
  { applicationId, version, tables }: FileFormat,
): string | undefined {
  try {
    if (isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) return undefined
    if (
      !isTrue(database, `(SELECT application_id FROM pragma_application_id) = ${applicationId}`)
    ) {
      return 'it belongs to another program'
    }
    if (!isTrue(database, `(SELECT user_version FROM pragma_user_version) = ${version}`)) {
      return 'it was made by another version'
    }
    // A whole check reads a large file for seconds: damage that these miss is found when it is read.
    for (const table of tables) database.exec(`SELECT 1 FROM ${table} LIMIT 1`)
    return undefined
  } catch (error) {
    if (isDamaged(error)) return 'it is damaged'
    throw error
  }
}

function prepare(
  database: Database.Database,
  { applicationId, version, schema, cacheKiB, maxMiB }: FileFormat,
) {
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(`PRAGMA max_page_count = ${(maxMiB * 1024 * 1024) / pageBytes}`)
  database.exec(`PRAGMA journal_size_limit = ${maxJournalBytes}`)
  // What a power cut takes is crawled again.
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec(`PRAGMA cache_size = -${cacheKiB}`)
  database.exec('PRAGMA temp_store = MEMORY')
  inTransaction(database, () => {
    if (!isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) return
    database.exec(schema)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`)
  })
  return database
}
