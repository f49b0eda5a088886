import { type EnquiryState, enquiryStates } from './enquiry.ts'
import { personalPath } from './personal-data.ts'
import { chmodSync, closeSync, openSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'libsql'
import { z } from 'zod'
import {
  isTrue,
  findInode,
  isDamaged,
  makePrivateFolder,
  setAside,
  inTransaction,
} from '@site/runtime/sqlite'

/** A visitor's submission, with its identity. */
export interface NewEnquiry {
  form: string
  /** Used for a form that is not yet known. */
  reference: string
  /** Equal for equal contents. */
  digest: string
  receivedAt: number
  /** JSON. */
  enquiry: string
  /** Number of contents of this form that any process has accepted. */
  revisionsElsewhere: number
}

/** A waiting enquiry. Times are in ms since the epoch. */
export interface StoredEnquiry {
  id: number
  reference: string
  revision: number
  receivedAt: number
  attempts: number
  rejections: number
  triedSince: number
  /** JSON. */
  enquiry: string
}

/** An enquiry without the visitor's text. */
export interface EnquiryEntry {
  id: number
  reference: string
  revision: number
  state: EnquiryState
  receivedAt: number
  attempts: number
  nextAttemptAt: number
  lastError: string | null
  deliveredAt: number | null
}

export interface OutboxSummary {
  waiting: number
  delivered: number
  failed: number
  /** When the oldest waiting enquiry was received. */
  oldestWaitingAt: number | null
  /** The error of the oldest waiting enquiry, otherwise of the newest failed one. */
  lastError: string | null
}

/**
 * - stored: a new enquiry, or a new revision of one
 * - known: the same form with the same content
 * - conflict: too many revisions, or the reference of another form
 */
export type InsertResult =
  { outcome: 'stored' | 'known'; reference: string; revision: number } | { outcome: 'conflict' }

/** The enquiry to deliver now, or when to ask again. */
type LeaseResult = { message: StoredEnquiry } | { askAgainAt: number | null }

/** The result of a failed attempt. */
export interface FailedAttempt {
  error: string
  /** Whether the receiver refused this enquiry. */
  isRejected: boolean
  /** Since when the enquiry is tried, ms since the epoch. */
  triedSince: number
  state: 'waiting' | 'failed'
  nextAttemptAt: number
}

export type Outbox = ReturnType<typeof openOutbox>

/**
 * Maximum number of revisions: a visitor may edit and resend while the site is slow; more come from
 * programs.
 */
export const maxRevisions = 5

/**
 * A larger file is not vacuumed to remove copies of erased texts until it shrinks: SQLite needs its
 * size in memory and again on disk.
 */
const maxVacuumBytes = 64 * 1024 * 1024

/** Maximum wait for the next attempt; a later time comes from a wrong clock. */
const maxWaitMs = 24 * 60 * 60 * 1000

const fileRow = z.object({ id: z.string() })

const storedRow = z.object({
  id: z.number(),
  reference: z.string(),
  revision: z.number(),
  receivedAt: z.number(),
  attempts: z.number(),
  rejections: z.number(),
  triedSince: z.number(),
  enquiry: z.string(),
})
const entryRow = z.object({
  id: z.number(),
  reference: z.string(),
  revision: z.number(),
  state: z.enum(enquiryStates),
  receivedAt: z.number(),
  attempts: z.number(),
  nextAttemptAt: z.number(),
  lastError: z.string().nullable(),
  deliveredAt: z.number().nullable(),
})
const exportRow = entryRow.extend({ enquiry: z.string() })
const revisionRow = z.object({ reference: z.string(), revision: z.number(), digest: z.string() })
const leaseRow = z.object({ holder: z.string(), expiresAt: z.number() })
const summaryRow = z.object({
  waiting: z.number(),
  delivered: z.number(),
  failed: z.number(),
  oldestWaitingAt: z.number().nullable(),
  lastError: z.string().nullable(),
})
const timeRow = z.object({ at: z.number().nullable() })

const entryColumns = `id, reference, revision, state, received_at AS receivedAt, attempts,
  next_attempt_at AS nextAttemptAt, last_error AS lastError, delivered_at AS deliveredAt`

const summarySql = `SELECT
  (SELECT count(*) FROM enquiries WHERE state = 'waiting') AS waiting,
  (SELECT count(*) FROM enquiries WHERE state = 'delivered') AS delivered,
  (SELECT count(*) FROM enquiries WHERE state = 'failed') AS failed,
  (SELECT min(received_at) FROM enquiries WHERE state = 'waiting') AS oldestWaitingAt,
  coalesce(
    (SELECT last_error FROM enquiries WHERE state = 'waiting' ORDER BY id LIMIT 1),
    (SELECT last_error FROM enquiries WHERE state = 'failed' ORDER BY id DESC LIMIT 1)
  ) AS lastError`

/** How often the WAL is written to the file, ms: a copy of the file alone lacks no more than that. */
const checkpointMs = 30_000

/** Returns the place of the outbox in DATA_DIR. */
export function outboxOf(dataDir: string) {
  return personalPath(dataDir, 'outbox')
}

/** Lists the names of the unusable outboxes beside a file, which were set aside. */
export async function listSetAside(file: string): Promise<string[]> {
  const names = await readdir(path.dirname(file)).catch(() => [])
  return names.filter((name) => /\.set-aside-\w+$/.test(name))
}

type Inspected =
  { fault: string; isNewer: boolean } | (OutboxSummary & { fault: null; schema: number })

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
    return { ...summary, fault, schema: schemaVersion }
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

/**
 * Opens the outbox: the enquiries of all processes with the same data folder, from their submission
 * until long after delivery. All calls are synchronous, and on disk when they return.
 * @throws Error if the file cannot be opened or written; any call throws an SqliteError when the
 * disk is full
 */
export function openOutbox(
  file: string,
  maxBytes: number,
  onSetAside: (reason: string, newName: string) => void = () => undefined,
) {
  const database = openOutboxFile(file, maxBytes, onSetAside)
  const listRevisions = database.prepare(
    'SELECT reference, revision, digest FROM enquiries WHERE form = ? ORDER BY revision',
  )
  const findReference = database.prepare(
    'SELECT reference, revision, digest FROM enquiries WHERE reference = ? LIMIT 1',
  )
  const insertRow = database.prepare(`INSERT INTO enquiries
    (reference, revision, form, digest, received_at, tried_since, next_attempt_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const insertText = database.prepare('INSERT INTO texts VALUES (last_insert_rowid(), ?)')
  const findLease = database.prepare('SELECT holder, expires_at AS expiresAt FROM lease')
  const setLease = database.prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?)')
  const dropLease = database.prepare('DELETE FROM lease WHERE holder = ?')
  const findDue = database.prepare(`SELECT id, reference, revision, received_at AS receivedAt,
    attempts, rejections, tried_since AS triedSince, enquiry FROM enquiries JOIN texts USING (id)
    WHERE id = (SELECT id FROM enquiries
      WHERE state = 'waiting' AND next_attempt_at NOT BETWEEN ?1 + 1 AND ?1 + ${maxWaitMs}
      ORDER BY attempts, id LIMIT 1)`)
  const findNextDue = database.prepare(
    "SELECT min(next_attempt_at) AS at FROM enquiries WHERE state = 'waiting'",
  )
  const setDelivered = database.prepare(`UPDATE enquiries SET state = 'delivered',
    attempts = attempts + 1, last_error = NULL, delivered_at = ? WHERE id = ?`)
  const setFailed = database.prepare(`UPDATE enquiries SET state = ?, attempts = attempts + 1,
    rejections = rejections + ?, last_error = ?, tried_since = ?, next_attempt_at = ?
    WHERE id = ? AND state = 'waiting'`)
  const summarise = database.prepare(summarySql)
  const listAll = database.prepare(`SELECT ${entryColumns} FROM enquiries ORDER BY id DESC LIMIT ?`)
  const listOfState = database.prepare(
    `SELECT ${entryColumns} FROM enquiries WHERE state = ? ORDER BY id DESC LIMIT ?`,
  )
  const listWhole = database.prepare(`SELECT ${entryColumns}, enquiry FROM enquiries
    JOIN texts USING (id) WHERE id > ? ORDER BY id LIMIT ?`)
  const listFileIds = database.prepare(
    `SELECT json_extract(value, '$.id') AS id FROM texts,
      json_each(iif(json_valid(enquiry), enquiry, '{}'), '$.files')`,
  )
  const listOfReference = database.prepare(
    `SELECT ${entryColumns} FROM enquiries WHERE reference = ?`,
  )
  const setDue = database.prepare(`UPDATE enquiries SET state = 'waiting', rejections = 0,
    tried_since = ?, next_attempt_at = ? WHERE reference = ? AND state <> 'delivered'`)
  const setAnswered = database.prepare(`UPDATE enquiries SET state = 'delivered',
    last_error = 'answered by hand', delivered_at = ? WHERE reference = ? AND state <> 'delivered'`)
  const eraseTexts = database.prepare(
    'DELETE FROM texts WHERE id IN (SELECT id FROM enquiries WHERE delivered_at <= ?)',
  )
  const deleteRows = database.prepare(
    'DELETE FROM enquiries WHERE delivered_at <= ? AND id NOT IN (SELECT id FROM texts)',
  )

  function insertNew(added: NewEnquiry): InsertResult {
    const { form, digest, receivedAt } = added
    const revisions = z.array(revisionRow).parse(listRevisions.all(form))
    const known = revisions.find((revision) => revision.digest === digest)
    if (known) return { outcome: 'known', reference: known.reference, revision: known.revision }
    // The secret that references derive from may have changed since the first revision.
    const reference = revisions[0]?.reference ?? added.reference
    const isTaken = revisions.length === 0 && findReference.get(reference) !== undefined
    const revision = Math.max(revisions.at(-1)?.revision ?? 0, added.revisionsElsewhere) + 1
    if (isTaken || revision > maxRevisions) return { outcome: 'conflict' }
    if (!hasRoom(database, maxBytes)) throw new Error('The outbox is full')
    insertRow.run(reference, revision, form, digest, receivedAt, receivedAt, receivedAt)
    insertText.run(added.enquiry)
    return { outcome: 'stored', reference, revision }
  }

  function findDueEnquiry(now: number) {
    const row = findDue.get(now)
    return row === undefined ? null : storedRow.parse(row)
  }

  function leaseDue(holder: string, now: number, leaseMs: number): LeaseResult {
    const row = findLease.get()
    const lease = row === undefined ? null : leaseRow.parse(row)
    // A lease that is far too long comes from a wrong clock. The factor allows for callers that
    // have waited since `now`.
    const isHeld = lease !== null && lease.expiresAt > now && lease.expiresAt <= now + 2 * leaseMs
    if (isHeld && lease.holder !== holder) return { askAgainAt: lease.expiresAt }
    const message = findDueEnquiry(now)
    if (!message) return { askAgainAt: null }
    setLease.run(holder, now + leaseMs)
    return { message }
  }

  /** Runs one writing statement in a transaction. */
  function write(statement: Database.Statement, ...values: (string | number)[]) {
    return inTransaction(database, () => statement.run(...values)).changes
  }

  /**
   * Whether unused parts of pages may hold copies of erased rows, since SQLite moves rows.
   * Initially true, since an earlier process may have ended before removing them.
   */
  let hasRemains = true
  let checkpointAt = 0

  function checkpoint() {
    if (performance.now() < checkpointAt) return
    checkpointAt = performance.now() + checkpointMs
    try {
      database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      // A full disk: what was stored can be read, and the next checkpoint may succeed.
      if (isDamaged(error)) throw error
    }
  }

  return {
    /** Stores an enquiry, unless it is already stored. */
    insert: (added: NewEnquiry): InsertResult => inTransaction(database, () => insertNew(added)),

    /**
     * Leases the due enquiry with the fewest attempts, then the oldest, unless another process
     * delivers: failing enquiries come after new ones. The caller may deliver until its lease ends;
     * each call renews it.
     * @param holder identifies the process
     */
    lease(holder: string, now: number, leaseMs: number): LeaseResult {
      if (findDueEnquiry(now)) {
        return inTransaction(database, () => leaseDue(holder, now, leaseMs))
      }
      return { askAgainAt: timeRow.parse(findNextDue.get()).at }
    },

    /** Releases the lease, so that other processes may deliver. */
    release(holder: string) {
      write(dropLease, holder)
    },

    markDelivered(id: number, now: number) {
      write(setDelivered, now, id)
    },

    markFailed(id: number, failed: FailedAttempt) {
      const { error, isRejected, triedSince, state, nextAttemptAt } = failed
      write(setFailed, state, isRejected ? 1 : 0, error, triedSince, nextAttemptAt, id)
    },

    /** Called regularly, so this is also when the WAL is written to the file. */
    summarise(): OutboxSummary {
      checkpoint()
      return summaryRow.parse(summarise.get())
    },

    /** Newest first. */
    list(limit: number, state?: EnquiryState): EnquiryEntry[] {
      const rows = state === undefined ? listAll.all(limit) : listOfState.all(state, limit)
      return z.array(entryRow).parse(rows)
    },

    /** Lists enquiries that are not yet erased, with the visitor's text as JSON, oldest first. */
    listTexts: (afterId: number, limit: number): (EnquiryEntry & { enquiry: string })[] =>
      z.array(exportRow).parse(listWhole.all(afterId, limit)),

    /** Lists the ids of the files of all enquiries that are not yet erased. */
    listFileIds: (): string[] =>
      z
        .array(fileRow)
        .parse(listFileIds.all())
        .map(({ id }) => id),

    /** Makes all undelivered revisions of an enquiry due. */
    retry(reference: string, now: number): 'due' | 'delivered' | 'unknown' {
      const revisions = listOfReference.all(reference)
      if (revisions.length === 0) return 'unknown'
      return write(setDue, now, now, reference) > 0 ? 'due' : 'delivered'
    },

    /** Takes all undelivered revisions of an enquiry for delivered. */
    markAnswered(reference: string, now: number): 'answered' | 'delivered' | 'unknown' {
      if (listOfReference.all(reference).length === 0) return 'unknown'
      return write(setAnswered, now, reference) > 0 ? 'answered' : 'delivered'
    },

    /**
     * Erases visitors' texts, so that no byte of them is left in the file, and later the remaining
     * rows.
     * @param deliveredUntil erases the texts of enquiries delivered by then
     * @param knownUntil deletes the rows of enquiries delivered by then
     * @param knownUntilIfFull replaces `knownUntil` while the file is full and accepts no enquiries
     * @returns how many texts were erased
     */
    erase(deliveredUntil: number, knownUntil: number, knownUntilIfFull = knownUntil): number {
      const erased = write(eraseTexts, deliveredUntil)
      const isFull = !hasRoom(database, maxBytes)
      const forgotten = write(deleteRows, isFull ? knownUntilIfFull : knownUntil)
      if (erased + forgotten > 0) hasRemains = true
      if (hasRemains && hasRoom(database, maxVacuumBytes)) {
        database.exec('VACUUM')
        hasRemains = false
      }
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return erased
    },

    close() {
      database.close()
    },
  }
}

type OutboxDatabase = Database.Database

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

/** Added to older files, too. */
const indexes = `
  CREATE INDEX IF NOT EXISTS waiting_enquiries ON enquiries (attempts, id) WHERE state = 'waiting';
`

/**
 * Opens or creates the outbox's file, readable by its owner only. A damaged file, or one that is
 * not an outbox, is renamed and never deleted, since it may hold visitors' texts.
 * @param maxBytes maximum file size; protects the disk from floods
 * @param onSetAside called with what was wrong and the file's new name
 * @throws Error if the file cannot be opened or written, or is of a newer version
 */
function openOutboxFile(
  file: string,
  maxBytes: number,
  onSetAside: (reason: string, newName: string) => void,
): OutboxDatabase {
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
function hasRoom(database: OutboxDatabase, maxBytes: number) {
  const used = '(SELECT page_count FROM pragma_page_count)'
  const free = '(SELECT freelist_count FROM pragma_freelist_count)'
  return isTrue(database, `${used} - ${free} < ${(maxBytes / pageBytes) * fillable}`)
}

/**
 * Returns why a file is unusable, if it is. Uses exec only: a prepared statement keeps the file
 * open until it is garbage-collected, and closing a connection to a renamed file that late would
 * delete the WAL of the new one.
 */
function faultIn(database: OutboxDatabase): string | undefined {
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
function inDatabase<T>(address: string, read: (database: OutboxDatabase) => T): T {
  const database = new Database(address, { timeout: busyTimeoutMs })
  try {
    return read(database)
  } finally {
    database.close()
  }
}

function prepare(database: OutboxDatabase, maxBytes: number) {
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
      database.exec(indexes)
    })
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
