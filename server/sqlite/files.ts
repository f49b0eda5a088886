import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import Database from 'libsql'

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
