import { chmodSync, closeSync, openSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { z } from 'zod'
import {
  findInode,
  inTransaction,
  isDamaged,
  isTrue,
  makePrivateFolder,
  setAside,
} from '@site/runtime/sqlite'
import { personalPath } from '../personal-data.ts'

/** Returns the place of the outbox in DATA_DIR. */
export function outboxOf(dataDir: string) {
  return personalPath(dataDir, 'outbox')
}

/** Lists the names of the unusable outboxes beside a file, which were set aside. */
export async function listSetAside(file: string): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch(() => [])
  return names.filter((name) => /\.set-aside-\w+$/.test(name))
}

export const summaryRow = z.object({
  waiting: z.number(),
  delivered: z.number(),
  failed: z.number(),
  /** When the oldest waiting enquiry was received. */
  oldestWaitingAt: z.number().nullable(),
  /** The error of the oldest waiting enquiry, otherwise of the newest failed one. */
  lastError: z.string().nullable(),
})

/** The counts of an outbox. Times are in ms since the epoch. */
export type OutboxSummary = z.infer<typeof summaryRow>

export const summarySql = `SELECT
  (SELECT count(*) FROM enquiries WHERE state = 'waiting') AS waiting,
  (SELECT count(*) FROM enquiries WHERE state = 'delivered') AS delivered,
  (SELECT count(*) FROM enquiries WHERE state = 'failed') AS failed,
  (SELECT min(received_at) FROM enquiries WHERE state = 'waiting') AS oldestWaitingAt,
  coalesce(
    (SELECT last_error FROM enquiries WHERE state = 'waiting' ORDER BY id LIMIT 1),
    (SELECT last_error FROM enquiries WHERE state = 'failed' ORDER BY id DESC LIMIT 1)
  ) AS lastError`

const refusingRow = z.object({
  address: z.string(),
  state: z.enum(['deferred', 'refused']),
  count: z.number(),
  error: z.string(),
})

/** The mailboxes that lack enquiries which others have, each with the error of the newest. */
const refusingSql = `SELECT address, state, count(*) AS count, error, max(enquiry_id) FROM mailboxes
  WHERE state <> 'delivered' GROUP BY address, state`

type Inspected =
  | { fault: string; isNewer: boolean }
  | (OutboxSummary & { fault: null; schema: number; refusing: z.infer<typeof refusingRow>[] })

/**
 * Reads the state of an outbox, whether or not a site has it open, and changes nothing.
 * @returns why this version cannot use it, or what is in it
 * @throws Error if it cannot be opened
 */
export function inspectOutbox(file: string): Inspected {
  return inDatabase(readOnly(file), (database) => {
    const fault = faultIn(database) ?? (isTrue(database, isKnown) ? null : newerVersion)
    if (fault !== null) return { fault, isNewer: fault === newerVersion }
    const summary = summaryRow.parse(database.prepare(summarySql).get())
    // A file that only an earlier version has written lacks the table.
    const hasMailboxes = isTrue(
      database,
      "EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'mailboxes')",
    )
    const rows = hasMailboxes ? database.prepare(refusingSql).all() : []
    const refusing = z.array(refusingRow).parse(rows)
    return { ...summary, fault, schema: schemaVersion, refusing }
  })
}

/**
 * Writes a copy of a database as of this moment, while others write to it. It is vacuumed into the copy, since libsql
 * does not implement SQLite's backup API.
 * @throws Error if it cannot be read, or the copy exists
 */
export function copyDatabase(file: string, copy: string) {
  inDatabase(readOnly(file), (database) => database.prepare('VACUUM INTO ?').run(copy))
}

const readOnly = (file: string) => `${pathToFileURL(file).href}?mode=ro`

/** SQLite application ID of the outbox's files ("TAYO"). */
const applicationId = 0x5441594f

const newerVersion =
  'it is of a newer version of the site, which has to run to deliver its enquiries'

/** Increase this when tables change, and upgrade older files: they hold waiting enquiries. */
const schemaVersion = 1

const isKnown = `(SELECT user_version FROM pragma_user_version) <= ${schemaVersion}`

/** How long to wait for another writing process, ms: less than a visitor waits for a store. */
const busyTimeoutMs = 2_000

const pageBytes = 4_096

/** The share of the file that new enquiries may fill: deliveries need the rest to free space. */
const fillable = 7 / 8

const schema = `
  CREATE TABLE enquiries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    reference TEXT NOT NULL,
    revision INTEGER NOT NULL,
    form TEXT NOT NULL,
    digest TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    rejections INTEGER NOT NULL DEFAULT 0,
    -- Since when it is tried: since the first attempt, or since an operator's retry.
    tried_since INTEGER NOT NULL,
    next_attempt_at INTEGER NOT NULL,
    last_error TEXT,
    delivered_at INTEGER,
    UNIQUE (form, revision),
    UNIQUE (reference, revision)
  );
  -- What visitors wrote, as JSON; gone once it is erased. Apart, since an update rewrites a whole row.
  CREATE TABLE texts (id INTEGER PRIMARY KEY, enquiry TEXT NOT NULL);
  CREATE INDEX enquiries_by_state ON enquiries (state, id);
  CREATE INDEX delivered_enquiries ON enquiries (delivered_at) WHERE delivered_at IS NOT NULL;
  -- The process that delivers, if any: only one does at a time.
  CREATE TABLE lease (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  );
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`

/** The reference of the enquiry that a text revises. Another version may have written the text. */
export const revisedReference = `json_extract(iif(json_valid(enquiry), enquiry, '{}'), '$.revises')`

/** Added to older files, too; earlier versions ignore them, and so deliver to all mailboxes again. */
const additions = `
  CREATE INDEX IF NOT EXISTS waiting_enquiries ON enquiries (attempts, id) WHERE state = 'waiting';
  -- How far an enquiry is for each of the company's mailboxes; none before an attempt.
  CREATE TABLE IF NOT EXISTS mailboxes (
    enquiry_id INTEGER NOT NULL,
    address TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('delivered', 'deferred', 'refused')),
    error TEXT,
    PRIMARY KEY (enquiry_id, address)
  ) WITHOUT ROWID;
  -- The enquiries whose links open nothing any more.
  CREATE TABLE IF NOT EXISTS withdrawn (reference TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS revised_enquiries ON texts (${revisedReference});
`

/**
 * Opens or creates the outbox's file, readable by its owner only. A damaged file, or one that is
 * not an outbox, is renamed and never deleted, since it may hold visitors' texts.
 * @param maxBytes maximum file size; protects the disk from floods
 * @param onSetAside called with what was wrong and the file's new name
 * @throws Error if the file cannot be opened or written, or is of a newer version
 */
export function openOutboxFile(
  file: string,
  maxBytes: number,
  onSetAside: (reason: string, newName: string) => void,
): Database.Database {
  makePrivateFolder(path.dirname(file))
  const inode = findInode(file)
  const fault = inode === undefined ? undefined : inDatabase(file, faultIn)
  // Another process may have replaced it already; the name then belongs to an intact file.
  if (fault !== undefined && findInode(file) === inode) onSetAside(fault, setAside(file))
  // SQLite gives its auxiliary files the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  return prepare(new Database(file, { timeout: busyTimeoutMs }), maxBytes)
}

/** Whether the file has room for another enquiry. */
export function hasRoom(database: Database.Database, maxBytes: number) {
  const used = '(SELECT page_count FROM pragma_page_count)'
  const free = '(SELECT freelist_count FROM pragma_freelist_count)'
  return isTrue(database, `${used} - ${free} < ${(maxBytes / pageBytes) * fillable}`)
}

/**
 * Returns why a file is unusable, if it is. Uses exec only: a prepared statement keeps the file
 * open until it is garbage-collected, and closing a connection to a renamed file that late would
 * delete the WAL of the new one.
 */
function faultIn(database: Database.Database): string | undefined {
  try {
    if (isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) return undefined
    const isOurs = `(SELECT application_id FROM pragma_application_id) = ${applicationId}`
    if (!isTrue(database, isOurs)) return 'it belongs to another program'
    const isIntact = "(SELECT integrity_check FROM pragma_integrity_check(1)) = 'ok'"
    return isTrue(database, isIntact) ? undefined : 'it is damaged'
  } catch (error) {
    if (isDamaged(error)) return 'it is damaged'
    throw error
  }
}

/** @param address a path, or an address with options */
function inDatabase<T>(address: string, read: (database: Database.Database) => T): T {
  const database = new Database(address, { timeout: busyTimeoutMs })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

function prepare(database: Database.Database, maxBytes: number) {
  try {
    // A newer version's enquiries wait for that version: this one delivers without a store.
    if (!isTrue(database, isKnown)) throw new Error(`The outbox is unusable: ${newerVersion}`)
    useWal(database)
    // An enquiry counts as stored once it is on disk, whatever happens to the machine.
    database.exec('PRAGMA synchronous = FULL')
    // Erased content is overwritten, and no temporary copy is written to disk.
    database.exec('PRAGMA secure_delete = ON')
    database.exec('PRAGMA temp_store = MEMORY')
    database.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / pageBytes)}`)
    inTransaction(database, () => {
      if (isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) database.exec(schema)
      database.exec(additions)
    })
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite does not wait for locks while it changes the journal mode. */
function useWal(database: Database.Database) {
  const deadline = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      return database.exec('PRAGMA journal_mode = WAL')
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || performance.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
