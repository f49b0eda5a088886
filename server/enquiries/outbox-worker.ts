import { chmodSync, closeSync, openSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { workerData } from 'node:worker_threads'
import { isTrue, findInode, isDamaged, makePrivateFolder, setAside, inTransaction } from '../sqlite.ts'
import { sendNotice, serveCalls } from '../workers/thread-client.ts'
import { openOutbox, type Outbox } from './outbox.ts'

type OutboxDatabase = Database.Database

/** SQLite application ID of the outbox's files ("TAYO"). */
const applicationId = 0x5441594f

/** Increase when tables change, and upgrade older files: they hold enquiries that wait. */
const schemaVersion = 1

/** How long to wait for another process that is writing, ms: less than a visitor waits for a store. */
const busyTimeoutMs = 2_000

const pageBytes = 4_096

/** The part of the file that new enquiries may fill: deliveries need the rest to make room again. */
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
    -- Since when it is tried: since it was received, or since an operator's retry.
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

/** Older files get them, too. */
const indexes = `
  CREATE INDEX IF NOT EXISTS waiting_enquiries ON enquiries (attempts, id) WHERE state = 'waiting';
`

/**
 * Opens or creates the outbox's file, readable by its owner only. One that is damaged, or no outbox, is
 * renamed: it may hold people's words, so it is never deleted.
 * @param maxBytes of the file: a flood of enquiries must not fill the disk
 * @param onSetAside called with what was wrong and the file's new name
 * @throws Error if the file cannot be opened or written, or is of a newer version
 */
export function openOutboxFile(
  file: string,
  maxBytes: number,
  onSetAside: (reason: string, newName: string) => void,
): OutboxDatabase {
  makePrivateFolder(path.dirname(file))
  const inode = findInode(file)
  const fault = inode === undefined ? undefined : findFault(file)
  // Another process may have replaced it already; then the name belongs to an intact file.
  if (fault !== undefined && findInode(file) === inode) onSetAside(fault, setAside(file))
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  return prepare(new Database(file, { timeout: busyTimeoutMs }), maxBytes)
}

/** Whether a file has room for one more enquiry. */
export function hasRoom(database: OutboxDatabase, maxBytes: number) {
  const used = '(SELECT page_count FROM pragma_page_count)'
  const free = '(SELECT freelist_count FROM pragma_freelist_count)'
  return isTrue(database, `${used} - ${free} < ${(maxBytes / pageBytes) * fillable}`)
}

/**
 * What makes a file unusable, if anything. Uses exec only: a prepared statement keeps the file open until it
 * is garbage-collected, and closing a connection to a renamed file that late would delete the WAL of the new one.
 */
function findFault(file: string): string | undefined {
  const database = new Database(file, { timeout: busyTimeoutMs })
  try {
    if (isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) return undefined
    const isOurs = `(SELECT application_id FROM pragma_application_id) = ${applicationId}`
    if (!isTrue(database, isOurs)) return 'it belongs to another program'
    const isIntact = "(SELECT integrity_check FROM pragma_integrity_check(1)) = 'ok'"
    return isTrue(database, isIntact) ? undefined : 'it is damaged'
  } catch (error) {
    if (isDamaged(error)) return 'it is damaged'
    throw error
  } finally {
    database.close()
  }
}

function prepare(database: OutboxDatabase, maxBytes: number) {
  try {
    useWal(database)
    // An enquiry counts as stored once it is on disk, whatever happens to the machine.
    database.exec('PRAGMA synchronous = FULL')
    // What is erased is overwritten, and no copy of it is written elsewhere.
    database.exec('PRAGMA secure_delete = ON')
    database.exec('PRAGMA temp_store = MEMORY')
    database.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / pageBytes)}`)
    inTransaction(database, () => {
      if (isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')) database.exec(schema)
      database.exec(indexes)
    })
    const isKnown = `(SELECT user_version FROM pragma_user_version) <= ${schemaVersion}`
    // A later version's enquiries wait for it: this one can deliver without a store.
    if (!isTrue(database, isKnown)) throw new Error('The outbox is of a newer version of the site')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite does not wait for locks while it changes the journal mode. */
function useWal(database: OutboxDatabase) {
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

/** The outbox's thread: a commit waits for the disk, which must not hold the event loop. */

export interface OutboxThreadSettings {
  file: string
  maxBytes: number
}

/** A file could not be used and got another name. */
export interface SetAsideNotice {
  reason: string
  newName: string
}

const { file, maxBytes } = workerData as OutboxThreadSettings

let outbox: Outbox | null = null

serveCalls({
  // Opened for the first call, and again after it failed: the disk may have room again.
  methods: () => (outbox ??= open()),
  onError: (error) => {
    if (!isDamaged(error)) return
    // Statements keep the damaged file open until the thread ends. The next thread sets it aside.
    outbox?.close()
    process.exit()
  },
  close: () => outbox?.close(),
})

function open() {
  return openOutbox(file, maxBytes, (reason, newName) =>
    sendNotice({ reason, newName } satisfies SetAsideNotice),
  )
}
