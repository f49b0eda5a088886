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
