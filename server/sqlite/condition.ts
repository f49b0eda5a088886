import Database from 'libsql'

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
