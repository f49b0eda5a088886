import Database from 'libsql'
import { isTrue, isDamaged, removeDatabase, inTransaction } from '../sqlite.ts'

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
