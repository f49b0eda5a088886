import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import { z } from 'zod'
import type { PostRow } from './post-rows.ts'
import { hashSample, readSampleTexts } from './sample.ts'
import { foldTitle } from './title-search.ts'

export type ContentDatabase = Database.Database

/** Marks a SQLite file as this service's own ("TAYR"). */
const applicationId = 0x54415952
const schemaVersion = 1

/** Raise it when the same sample gives other rows, so that databases are filled again. */
const rowsVersion = 2

/** How long to wait for another process that is writing; a large catalogue takes a while. */
const busyTimeoutMs = 30_000

/** Room for the indices while a large catalogue is filled in; a small one never needs it. */
const cacheKiB = 64 * 1024

const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE posts (
    position INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    language TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    list_item TEXT NOT NULL,
    detail_item TEXT NOT NULL
  );
  CREATE INDEX posts_by_type ON posts (type, language);
  CREATE INDEX posts_by_parent ON posts (type, language, parent_id);
  CREATE INDEX posts_by_id ON posts (type, language, id);
  CREATE TABLE emails (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    title TEXT NOT NULL,
    details TEXT NOT NULL,
    com_email TEXT NOT NULL,
    com_email_port INTEGER,
    is_send INTEGER NOT NULL
  );
  CREATE TABLE companies (id TEXT PRIMARY KEY, received_at TEXT NOT NULL, fields TEXT NOT NULL);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`

interface DatabaseOptions {
  dataDir: string
  sampleDir: string
  /** Fill the catalogue up to this many products, in a database of its own. */
  products?: number | undefined
  /** Takes a line for the operator. */
  say: (line: string) => void
}

/**
 * Opens the content database below DATA_DIR, making it if there is none and filling it if the
 * sample is not the one it holds. Filling is one transaction, so that other processes see all of
 * it or nothing; stored e-mails and company records stay. A file that is broken or somebody
 * else's is renamed, and said.
 * @throws SampleError for a wrong sample; Error if the file cannot be opened or written
 */
export async function openContentDatabase(options: DatabaseOptions): Promise<ContentDatabase> {
  const name =
    options.products === undefined ? 'content.db' : `content-products-${options.products}.db`
  const file = path.join(options.dataDir, 'content-service', name)
  const texts = readSampleTexts(options.sampleDir)
  const fingerprint = createHash('sha256')
    .update(`${rowsVersion} ${options.products ?? ''} ${hashSample(texts)}`)
    .digest('hex')

  const database = await openOrReplace(file, options.say)
  try {
    if (findFingerprint(database) !== fingerprint) {
      // What reads the sample takes memory that only a filling has to spend.
      const { listRowsOfSample } = await import('./rows-of-sample.ts')
      fill(database, fingerprint, listRowsOfSample(texts, options.products))
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function openOrReplace(file: string, say: DatabaseOptions['say']): Promise<ContentDatabase> {
  try {
    mkdirSync(path.dirname(file), { recursive: true })
  } catch (error) {
    throw new Error(`The folder ${path.dirname(file)} cannot be made. Is DATA_DIR right?`, {
      cause: error,
    })
  }

  const before = findInode(file)
  const first = open(file)
  const fault = await claim(first, file)
  if (!fault) return first

  first.close()
  // Another process may have been quicker; then the name already belongs to a sound file.
  if (findInode(file) === before) {
    const aside = setAside(file)
    say(`The content database ${file} ${fault}. It was set aside as ${aside}, and a new one made.`)
  }
  const second = open(file)
  const faultAgain = await claim(second, file)
  if (!faultAgain) return second
  second.close()
  throw new Error(`The content database ${file} ${faultAgain}. Move it away and start again.`)
}

function open(file: string): ContentDatabase {
  try {
    return new Database(file, { timeout: busyTimeoutMs })
  } catch (error) {
    throw new Error(
      `The content database ${file} cannot be opened. Can its folder be written, and is it a file?`,
      { cause: error },
    )
  }
}

/**
 * Looks whether a file is this service's own, and makes it so if it is empty.
 *
 * All by exec: a prepared statement keeps the file open until it is garbage, and a connection to
 * a file that was set aside would then, at its late end, delete the log of the new one.
 * @returns what is wrong with it, as the rest of a sentence that began with the file's name
 */
async function claim(database: ContentDatabase, file: string): Promise<string | undefined> {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      return findFault(database) ?? makeOwn(database)
    } catch (error) {
      const code = error instanceof Database.SqliteError ? error.code : ''
      if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'is damaged'
      // SQLite itself does not wait for others while it changes the journal mode.
      if (!code.startsWith('SQLITE_BUSY') || Date.now() > deadline) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`The content database ${file} cannot be used: ${reason}.`, { cause: error })
      }
      await wait(20)
    }
  }
}

function findFault(database: ContentDatabase): string | undefined {
  if (isEmpty(database)) return undefined
  if (!holds(database, `(SELECT application_id FROM pragma_application_id) = ${applicationId}`)) {
    return 'belongs to another program'
  }
  if (!holds(database, `(SELECT user_version FROM pragma_user_version) = ${schemaVersion}`)) {
    return 'was made by another version of the content service'
  }
  if (!holds(database, "(SELECT quick_check FROM pragma_quick_check(1)) = 'ok'")) {
    return 'is damaged'
  }
  return undefined
}

function makeOwn(database: ContentDatabase): undefined {
  const createSchema = database.transaction(() => {
    if (isEmpty(database)) database.exec(schema)
  })
  createSchema.immediate()
  database.exec('PRAGMA journal_mode = WAL')
  // An e-mail counts as stored once it is on the disk.
  database.exec('PRAGMA synchronous = FULL')
  database.exec(`PRAGMA cache_size = -${cacheKiB}`)
}

function isEmpty(database: ContentDatabase): boolean {
  return holds(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')
}

/** Whether a condition is true, which exec can tell only by failing: json('no') does. */
function holds(database: ContentDatabase, condition: string): boolean {
  try {
    database.exec(`SELECT CASE WHEN ${condition} THEN 0 ELSE json('no') END`)
    return true
  } catch (error) {
    if (error instanceof Database.SqliteError && error.message === 'malformed JSON') return false
    throw error
  }
}

function findInode(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino
}

/** Renames the file together with its log, which must never be applied to another database. */
function setAside(file: string): string {
  const aside = `${file}.set-aside-${new Date().toISOString().replace(/[-:.]/g, '')}`
  for (const ending of ['-wal', '-shm', '']) {
    if (existsSync(file + ending)) renameSync(file + ending, aside + ending)
  }
  return aside
}

function findFingerprint(database: ContentDatabase): string | undefined {
  const row = database.prepare("SELECT value FROM meta WHERE key = 'sample'").get()
  return row === undefined ? undefined : z.object({ value: z.string() }).parse(row).value
}

function fill(database: ContentDatabase, fingerprint: string, rows: Iterable<PostRow>): void {
  const insert = database.prepare('INSERT INTO posts VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)')
  database
    .transaction(() => {
      // Whoever held the lock before may have filled it from the same sample.
      if (findFingerprint(database) === fingerprint) return
      database.exec('DELETE FROM posts')
      for (const row of rows) {
        insert.run(
          row.type,
          row.language,
          row.id,
          row.parentId,
          foldTitle(row.title),
          row.listItem,
          row.detailItem,
        )
      }
      database.prepare("INSERT OR REPLACE INTO meta VALUES ('sample', ?)").run(fingerprint)
    })
    .immediate()
  // Moves the log's pages into the file, so that a large catalogue lies on the disk once.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}
