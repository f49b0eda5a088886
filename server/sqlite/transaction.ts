import type Database from 'libsql'

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
