import type Database from 'libsql'
import { z } from 'zod'
import { inTransaction, isDamaged } from '@site/runtime/sqlite'
import { type EnquiryState, enquiryStates } from '../enquiry.ts'
import {
  hasRoom,
  openOutboxFile,
  revisedReference,
  type OutboxSummary,
  summaryRow,
  summarySql,
} from './outbox-file.ts'

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

/**
 * - stored: a new enquiry, or a new revision of one
 * - known: the same form with the same content
 * - conflict: too many revisions, or the reference of another form
 */
export type InsertResult =
  { outcome: 'stored' | 'known'; reference: string; revision: number } | { outcome: 'conflict' }

/**
 * How far an enquiry is for a mailbox of the company:
 * - delivered: its server has taken it
 * - deferred: its server refuses it for now, and it is tried again
 * - refused: its server refuses it for good, while another mailbox has it
 */
const mailboxRow = z.object({
  address: z.string(),
  state: z.enum(['delivered', 'deferred', 'refused']),
  /** Why; null once delivered. */
  error: z.string().nullable(),
})
export type MailboxState = z.infer<typeof mailboxRow>

/** A waiting enquiry, as JSON. Times are in ms since the epoch. */
export type StoredEnquiry = z.infer<typeof storedRow>

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

/** An enquiry without the visitor's text. */
export type EnquiryEntry = z.infer<typeof entryRow>

/** Its text is JSON. */
export type EnquiryWithText = z.infer<typeof textRow>

/**
 * The enquiries of all processes with the same data folder, from their submission until long after delivery. All calls
 * are synchronous, and on disk when they return; any throws an SqliteError when the disk is full.
 */
export interface OutboxCalls {
  /** Stores an enquiry, unless it is already stored. */
  insert(added: NewEnquiry): InsertResult
  /**
   * Leases the due enquiry with the fewest attempts, then the oldest, unless another process
   * delivers: failing enquiries come after new ones. The caller may deliver until its lease ends;
   * each call renews it.
   * @param holder identifies the process
   */
  lease(holder: string, now: number, leaseMs: number): LeaseResult
  /** Releases the lease, so that other processes may deliver. */
  release(holder: string): void
  markDelivered(id: number, now: number): void
  markMailbox(id: number, mailbox: MailboxState): void
  markFailed(id: number, failed: FailedAttempt): void
  /** Called regularly, so this is also when the WAL is written to the file. */
  summarise(): OutboxSummary
  /** Lists enquiries, newest first. */
  list(limit: number, state?: EnquiryState): EnquiryEntry[]
  /** Lists enquiries that are not yet erased, oldest first. */
  listTexts(afterId: number, limit: number): EnquiryWithText[]
  /**
   * Finds the last revision of an enquiry, for its link.
   * @returns `gone` if it is erased or withdrawn
   */
  find(reference: string): EnquiryWithText | 'gone' | 'unknown'
  /** Ends the link of an enquiry for good. */
  withdraw(reference: string): 'withdrawn' | 'unknown'
  /** Lists the ids of the files of all enquiries that are not yet erased. */
  listFileIds(): string[]
  /** Makes all undelivered revisions of an enquiry due. */
  retry(reference: string, now: number): 'due' | 'delivered' | 'unknown'
  /** Takes all undelivered revisions of an enquiry for delivered. */
  markAnswered(reference: string, now: number): 'answered' | 'delivered' | 'unknown'
  /**
   * Erases visitors' texts, so that no byte of them is left in the file, and later the remaining
   * rows.
   * @param deliveredUntil erases the texts of enquiries delivered by then
   * @param knownUntil deletes the rows of enquiries delivered by then
   * @param knownUntilIfFull replaces `knownUntil` while the file is full and accepts no enquiries
   * @returns how many texts were erased
   */
  erase(deliveredUntil: number, knownUntil: number, knownUntilIfFull?: number): number
}

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

/** How often the WAL is written to the file, ms: a copy of the file alone lacks no more than that. */
const checkpointMs = 30_000

const fileRow = z.object({ id: z.string() })
const mailboxes = z.string().transform((json) => z.array(mailboxRow).parse(JSON.parse(json)))
const storedRow = z.object({
  id: z.number(),
  reference: z.string(),
  revision: z.number(),
  receivedAt: z.number(),
  attempts: z.number(),
  rejections: z.number(),
  triedSince: z.number(),
  mailboxes,
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
  mailboxes,
  revises: z.string().nullable(),
  revisedBy: z.string().nullable(),
})
const textRow = entryRow.extend({ enquiry: z.string() })
const revisionRow = z.object({ reference: z.string(), revision: z.number(), digest: z.string() })
const leaseRow = z.object({ holder: z.string(), expiresAt: z.number() })
const timeRow = z.object({ at: z.number().nullable() })

const mailboxesColumn = `(SELECT json_group_array(json_object('address', address, 'state', mailboxes.state,
  'error', error)) FROM mailboxes WHERE enquiry_id = enquiries.id) AS mailboxes`
const revisesColumn = `(SELECT nullif(${revisedReference}, '')
  FROM texts WHERE texts.id = enquiries.id) AS revises`
// The plus takes its affinity from the reference: with one, SQLite reads all texts and not the index.
const revisedByColumn = `(SELECT newer.reference FROM enquiries AS newer WHERE newer.id =
  (SELECT max(id) FROM texts WHERE ${revisedReference} = +enquiries.reference)) AS revisedBy`
const entryColumns = `id, reference, revision, state, received_at AS receivedAt, attempts,
  next_attempt_at AS nextAttemptAt, last_error AS lastError, delivered_at AS deliveredAt, ${mailboxesColumn},
  ${revisesColumn}, ${revisedByColumn}`

export class Outbox implements OutboxCalls {
  readonly #database: Database.Database
  readonly #maxBytes: number
  readonly #statements: ReturnType<typeof prepareStatements>
  /**
   * Whether unused parts of pages may hold copies of erased rows, since SQLite moves rows.
   * Initially true, since an earlier process may have ended before removing them.
   */
  #hasRemains = true
  #checkpointAt = 0

  /** @throws Error if the file cannot be opened or written */
  constructor(
    file: string,
    maxBytes: number,
    onSetAside: (reason: string, newName: string) => void = () => undefined,
  ) {
    this.#database = openOutboxFile(file, maxBytes, onSetAside)
    this.#maxBytes = maxBytes
    this.#statements = prepareStatements(this.#database)
  }

  insert(added: NewEnquiry) {
    return inTransaction(this.#database, () => this.#insertNew(added))
  }

  #insertNew(added: NewEnquiry): InsertResult {
    const { listRevisions, findReference, insertRow, insertText } = this.#statements
    const { form, digest, receivedAt } = added
    const revisions = z.array(revisionRow).parse(listRevisions.all(form))
    const known = revisions.find((revision) => revision.digest === digest)
    if (known) return { outcome: 'known', reference: known.reference, revision: known.revision }
    // The secret that references derive from may have changed since the first revision.
    const reference = revisions[0]?.reference ?? added.reference
    const isTaken = revisions.length === 0 && findReference.get(reference) !== undefined
    const revision = Math.max(revisions.at(-1)?.revision ?? 0, added.revisionsElsewhere) + 1
    if (isTaken || revision > maxRevisions) return { outcome: 'conflict' }
    if (!hasRoom(this.#database, this.#maxBytes)) throw new Error('The outbox is full')
    insertRow.run(reference, revision, form, digest, receivedAt, receivedAt, receivedAt)
    insertText.run(added.enquiry)
    return { outcome: 'stored', reference, revision }
  }

  lease(holder: string, now: number, leaseMs: number) {
    if (this.#findDue(now)) {
      return inTransaction(this.#database, () => this.#leaseDue(holder, now, leaseMs))
    }
    return { askAgainAt: timeRow.parse(this.#statements.findNextDue.get()).at }
  }

  #leaseDue(holder: string, now: number, leaseMs: number): LeaseResult {
    const row = this.#statements.findLease.get()
    const lease = row === undefined ? null : leaseRow.parse(row)
    // A lease that is far too long comes from a wrong clock. The factor allows for callers that
    // have waited since `now`.
    const isHeld = lease !== null && lease.expiresAt > now && lease.expiresAt <= now + 2 * leaseMs
    if (isHeld && lease.holder !== holder) return { askAgainAt: lease.expiresAt }
    const message = this.#findDue(now)
    if (!message) return { askAgainAt: null }
    this.#statements.setLease.run(holder, now + leaseMs)
    return { message }
  }

  #findDue(now: number) {
    const row = this.#statements.findDue.get(now)
    return row === undefined ? null : storedRow.parse(row)
  }

  release(holder: string) {
    this.#write(this.#statements.dropLease, holder)
  }

  markDelivered(id: number, now: number) {
    this.#write(this.#statements.setDelivered, now, id)
  }

  markMailbox(id: number, { address, state, error }: MailboxState) {
    this.#write(this.#statements.setMailbox, id, address, state, error)
  }

  markFailed(id: number, failed: FailedAttempt) {
    const { error, isRejected, triedSince, state, nextAttemptAt } = failed
    const { setFailed } = this.#statements
    this.#write(setFailed, state, isRejected ? 1 : 0, error, triedSince, nextAttemptAt, id)
  }

  summarise() {
    this.#checkpoint()
    return summaryRow.parse(this.#statements.summarise.get())
  }

  list(limit: number, state?: EnquiryState) {
    const { listAll, listOfState } = this.#statements
    const rows = state === undefined ? listAll.all(limit) : listOfState.all(state, limit)
    return z.array(entryRow).parse(rows)
  }

  listTexts(afterId: number, limit: number) {
    return z.array(textRow).parse(this.#statements.listTexts.all(afterId, limit))
  }

  find(reference: string) {
    const row = this.#statements.findText.get(reference)
    if (row !== undefined) return textRow.parse(row)
    return this.#knows(reference) ? 'gone' : 'unknown'
  }

  withdraw(reference: string) {
    if (!this.#knows(reference)) return 'unknown'
    this.#write(this.#statements.withdraw, reference)
    return 'withdrawn'
  }

  listFileIds() {
    const rows = z.array(fileRow).parse(this.#statements.listFileIds.all())
    return rows.map(({ id }) => id)
  }

  retry(reference: string, now: number) {
    if (this.#write(this.#statements.setDue, now, now, reference) > 0) return 'due'
    return this.#knows(reference) ? 'delivered' : 'unknown'
  }

  markAnswered(reference: string, now: number) {
    if (this.#write(this.#statements.setAnswered, now, reference) > 0) return 'answered'
    return this.#knows(reference) ? 'delivered' : 'unknown'
  }

  #knows(reference: string) {
    return this.#statements.findReference.get(reference) !== undefined
  }

  erase(deliveredUntil: number, knownUntil: number, knownUntilIfFull = knownUntil) {
    const database = this.#database
    const { eraseTexts, deleteRows, deleteMailboxes, deleteWithdrawn } = this.#statements
    const erased = this.#write(eraseTexts, deliveredUntil)
    const isFull = !hasRoom(database, this.#maxBytes)
    const forgotten = this.#write(deleteRows, isFull ? knownUntilIfFull : knownUntil)
    // Earlier versions leave them behind.
    if (forgotten > 0) for (const left of [deleteMailboxes, deleteWithdrawn]) this.#write(left)
    if (erased + forgotten > 0) this.#hasRemains = true
    if (this.#hasRemains && hasRoom(database, maxVacuumBytes)) {
      database.exec('VACUUM')
      this.#hasRemains = false
    }
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return erased
  }

  close() {
    this.#database.close()
  }

  /** Runs one writing statement in a transaction. @returns the number of changed rows */
  #write(statement: Database.Statement, ...values: (string | number | null)[]) {
    return inTransaction(this.#database, () => statement.run(...values)).changes
  }

  #checkpoint() {
    if (performance.now() < this.#checkpointAt) return
    this.#checkpointAt = performance.now() + checkpointMs
    try {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      // A full disk: what was stored can be read, and the next checkpoint may succeed.
      if (isDamaged(error)) throw error
    }
  }
}

function prepareStatements(database: Database.Database) {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    listRevisions: prepare(
      'SELECT reference, revision, digest FROM enquiries WHERE form = ? ORDER BY revision',
    ),
    findReference: prepare('SELECT 1 FROM enquiries WHERE reference = ? LIMIT 1'),
    insertRow: prepare(`INSERT INTO enquiries
      (reference, revision, form, digest, received_at, tried_since, next_attempt_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)`),
    insertText: prepare('INSERT INTO texts VALUES (last_insert_rowid(), ?)'),
    findLease: prepare('SELECT holder, expires_at AS expiresAt FROM lease'),
    setLease: prepare('INSERT OR REPLACE INTO lease VALUES (1, ?, ?)'),
    dropLease: prepare('DELETE FROM lease WHERE holder = ?'),
    findDue: prepare(`SELECT id, reference, revision, received_at AS receivedAt,
      attempts, rejections, tried_since AS triedSince, ${mailboxesColumn}, enquiry
      FROM enquiries JOIN texts USING (id)
      WHERE id = (SELECT id FROM enquiries
        WHERE state = 'waiting' AND next_attempt_at NOT BETWEEN ?1 + 1 AND ?1 + ${maxWaitMs}
        ORDER BY attempts, id LIMIT 1)`),
    findNextDue: prepare(
      "SELECT min(next_attempt_at) AS at FROM enquiries WHERE state = 'waiting'",
    ),
    setDelivered: prepare(`UPDATE enquiries SET state = 'delivered',
      attempts = attempts + 1, last_error = NULL, delivered_at = ? WHERE id = ?`),
    setMailbox: prepare('INSERT OR REPLACE INTO mailboxes VALUES (?, ?, ?, ?)'),
    setFailed: prepare(`UPDATE enquiries SET state = ?, attempts = attempts + 1,
      rejections = rejections + ?, last_error = ?, tried_since = ?, next_attempt_at = ?
      WHERE id = ? AND state = 'waiting'`),
    summarise: prepare(summarySql),
    listAll: prepare(`SELECT ${entryColumns} FROM enquiries ORDER BY id DESC LIMIT ?`),
    listOfState: prepare(
      `SELECT ${entryColumns} FROM enquiries WHERE state = ? ORDER BY id DESC LIMIT ?`,
    ),
    listTexts: prepare(`SELECT ${entryColumns}, enquiry FROM enquiries
      JOIN texts USING (id) WHERE id > ? ORDER BY id LIMIT ?`),
    findText: prepare(`SELECT ${entryColumns}, enquiry FROM enquiries JOIN texts USING (id)
      WHERE reference = ?1 AND NOT EXISTS (SELECT 1 FROM withdrawn WHERE reference = ?1)
      ORDER BY revision DESC LIMIT 1`),
    withdraw: prepare('INSERT OR IGNORE INTO withdrawn VALUES (?)'),
    listFileIds: prepare(`SELECT json_extract(value, '$.id') AS id FROM texts,
      json_each(iif(json_valid(enquiry), enquiry, '{}'), '$.files')`),
    setDue: prepare(`UPDATE enquiries SET state = 'waiting', rejections = 0,
      tried_since = ?, next_attempt_at = ? WHERE reference = ? AND state <> 'delivered'`),
    setAnswered: prepare(`UPDATE enquiries SET state = 'delivered',
      last_error = 'answered by hand', delivered_at = ? WHERE reference = ? AND state <> 'delivered'`),
    eraseTexts: prepare(
      'DELETE FROM texts WHERE id IN (SELECT id FROM enquiries WHERE delivered_at <= ?)',
    ),
    deleteMailboxes: prepare(
      'DELETE FROM mailboxes WHERE enquiry_id NOT IN (SELECT id FROM enquiries)',
    ),
    deleteWithdrawn: prepare(
      'DELETE FROM withdrawn WHERE reference NOT IN (SELECT reference FROM enquiries)',
    ),
    deleteRows: prepare(
      'DELETE FROM enquiries WHERE delivered_at <= ? AND id NOT IN (SELECT id FROM texts)',
    ),
  }
}
