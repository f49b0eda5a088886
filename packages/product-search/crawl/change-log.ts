import { hash } from 'node:crypto'
import type Database from 'libsql'
import { z } from 'zod'
import type { ContentLanguage, SearchKind, Variant } from '../types.ts'
import type { FoundType, LoadedPost } from './content.ts'
import { identityOf } from './entries.ts'
import { openDatabaseFile, inTransaction } from '@site/runtime/sqlite'
import type { Scope } from '../index/index-writer.ts'
import type { PostTimes } from '../types.ts'

/**
 * Increase when posts are parsed, cleaned or sanitised differently, so that unchanged content gets new fingerprints:
 * otherwise every page would be dated with the day of the deployment.
 */
export const fingerprintVersion = 1

/** A list has less of a post than its details have. */
export type SeenIn = 'list' | 'details'

/** A post in one language, as a response of the content API contains it. */
export interface SeenPost {
  kind: SearchKind
  id: string
  parentId: string
  language: ContentLanguage
  /** A hash of all its fields: pictures and files as well as texts. */
  fingerprint: string
}

export function seenPostOf(
  found: FoundType,
  post: LoadedPost,
  language: ContentLanguage,
  seenIn: SeenIn,
): SeenPost {
  return { ...identityOf(found, post), language, fingerprint: fingerprintOf(post, seenIn) }
}

function withoutDay({ availability, ...variant }: Variant) {
  return availability ? { ...variant, availability: { ...availability, asOf: '' } } : variant
}

function fingerprintOf(post: LoadedPost, seenIn: SeenIn) {
  // The day depends on the company's time zone; and a product may be in the lists of several types, each of which may
  // name itself as its parent.
  const content = {
    ...post,
    postDay: undefined,
    ...(seenIn === 'list' && { parentID: '' }),
    // What is in stock as on the day before has not changed.
    ...(post.postVariants && { postVariants: post.postVariants.map(withoutDay) }),
  }
  return hash('sha1', JSON.stringify(content), 'base64').slice(0, 20)
}

const timesRow = z.object({
  firstSeenAt: z.number(),
  changedAt: z.number().nullable(),
})
const latestRow = z.object({ at: z.number().nullable() })

/** Queries of the change log about posts. */
interface PostTimesReader {
  /** Returns the times of posts by their IDs; unknown posts are omitted. */
  changedAt: (
    kind: SearchKind,
    ids: readonly string[],
    language: ContentLanguage,
  ) => Map<string, PostTimes>
  /**
   * Returns, for each parent, when one of its posts last changed, appeared or was removed, ms since the epoch;
   * parents without a known change are omitted.
   */
  latestAmong: (
    kind: SearchKind,
    parentIds: readonly string[],
    language: ContentLanguage,
  ) => Map<string, number>
}

function createPostTimes(database: Database.Database): PostTimesReader {
  const findTimes = database.prepare(
    `SELECT first_seen_at AS firstSeenAt, changed_at AS changedAt
     FROM posts WHERE removed_at IS NULL AND kind = ? AND language = ? AND key = ?`,
  )
  const findLatest = database.prepare(
    `SELECT nullif(max(max(coalesce(changed_at, 0)), max(coalesce(removed_at, 0))), 0) AS at
     FROM posts WHERE kind = ? AND language = ? AND parent_id = ?`,
  )

  return {
    changedAt(kind, ids, language) {
      const found = new Map<string, PostTimes>()
      for (const id of ids) {
        const row = findTimes.get(kind, language, id)
        if (row !== undefined) found.set(id, timesRow.parse(row))
      }
      return found
    },

    latestAmong(kind, parentIds, language) {
      const found = new Map<string, number>()
      for (const parentId of parentIds) {
        const { at } = latestRow.parse(findLatest.get(kind, language, parentId))
        if (at !== null) found.set(parentId, at)
      }
      return found
    },
  }
}

/** SQLite application ID of the change log's files ("TAYC"). */
const applicationId = 0x54415943

/** Increase when tables change. The log is then recreated: all posts become its baseline again. */
const version = 2

/** SQLite page cache, KiB. */
const cacheKiB = 4 * 1024

/** Enough for some two hundred thousand posts, including those removed in the last 90 days. */
const maxMiB = 64

const schema = `
  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    key TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    -- Fingerprints of the post as it was last seen in a list and in its details.
    list TEXT,
    details TEXT,
    first_seen_at INTEGER NOT NULL,
    changed_at INTEGER,
    removed_at INTEGER
  );
  CREATE UNIQUE INDEX posts_by_key ON posts (kind, language, key);
  CREATE INDEX posts_by_parent ON posts (kind, language, parent_id, changed_at, removed_at);
  CREATE INDEX removed_posts ON posts (removed_at) WHERE removed_at IS NOT NULL;
`

/** Opens the change log's file, or creates it. See openDatabaseFile. */
export function openLogFile(file: string, report: (reason: string) => void) {
  const format = { applicationId, version, schema, tables: ['state', 'posts'], cacheKiB, maxMiB }
  return openDatabaseFile(file, format, report)
}

const valueRow = z.object({ value: z.string() })
const keyRow = z.object({ id: z.number(), key: z.string() })
const postRow = z.object({
  id: z.number(),
  parent_id: z.string(),
  list: z.string().nullable(),
  details: z.string().nullable(),
  removed_at: z.number().nullable(),
})

/**
 * Opens or creates the log of when posts were first seen, changed and removed. All calls are synchronous. Until the
 * lists have been read completely once, posts that appear are its baseline: they existed before, so they are not dated.
 */
interface ChangeLog extends PostTimesReader {
  /**
   * Records the posts in a response of the content API. Lists are compared with the last list, details with the last
   * details (`seenIn`), since details have more fields. A type that moves to another category has changed; products
   * have not, since each list of one names another parent.
   * @param options.isWhole whether it is the list of all posts of their type, not of one parent
   */
  recordPosts: (posts: SeenPost[], seenIn: SeenIn, options?: { isWhole?: boolean }) => void
  /** Records as removed the posts of a kind, or of one parent, that are not in `ids`. */
  retainPosts: (scope: Scope, ids: ReadonlySet<string>) => void
  /**
   * Ends the baseline once all lists have been read, unless they were all empty: posts that appear from now on are
   * new.
   */
  endBaseline: () => void
  /** Grows whenever any process with this file sees a post appear, change, be removed or come back. */
  sequence: () => number
  /** Reads a value of the log's state. */
  readState: (key: string) => string | undefined
  /** Stores a value of the log's state. */
  writeState: (key: string, value: string) => void
  close: () => void
}

/**
 * @param file `:memory:` for a log that ends with the process
 * @param report called once with the reason, if the file could not be used and was rebuilt
 * @param now the clock, ms since the epoch; injected by tests
 * @throws Error if the file cannot be opened or written; an SqliteError of code SQLITE_CORRUPT from any call when a
 * damaged part of the file is read
 */
export function openChangeLog(
  file: string,
  report: (reason: string) => void = () => undefined,
  now: () => number = Date.now,
): ChangeLog {
  const log = openTables(openLogFile(file, report), now)
  inTransaction(log.database, () => {
    // A rebuilt log continues above every earlier sequence.
    log.startSequence.run(String(log.now()))
    acceptFingerprints(log)
  })

  return {
    recordPosts(posts, seenIn, { isWhole = false } = {}) {
      record(log, () => {
        for (const post of posts) recordOne(log, post, seenIn, isWhole)
      })
    },

    retainPosts({ kind, language, parentId }, ids) {
      record(log, () => {
        const rows =
          parentId === undefined
            ? log.listKind.all(kind, language)
            : log.listParent.all(kind, language, parentId)
        const removed = rows.map((row) => keyRow.parse(row)).filter(({ key }) => !ids.has(key))
        for (const { id } of removed) log.setRemoved.run(log.now(), id)
        log.raised += removed.length
        log.forget.run(log.now() - rememberRemovedMs)
      })
    },

    endBaseline() {
      if (!isBaseline(log) || log.findAny.get() === undefined) return
      inTransaction(log.database, () => log.setState.run('complete', '1'))
    },

    sequence: () => Number(readState(log, 'sequence')),

    ...createPostTimes(log.database),

    readState: (key) => readState(log, key),
    writeState(key, value) {
      inTransaction(log.database, () => log.setState.run(key, value))
    },

    close() {
      log.database.close()
    },
  }
}

function openTables(database: Database.Database, now: () => number) {
  const present = `SELECT id, key FROM posts
    WHERE removed_at IS NULL AND kind = ? AND language = ?`
  return {
    database,
    now,
    /** The increase of the sequence in the current transaction. */
    raised: 0,
    findState: database.prepare('SELECT value FROM state WHERE key = ?'),
    setState: database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)'),
    find: database.prepare(
      `SELECT id, parent_id, list, details, removed_at FROM posts
     WHERE kind = ? AND language = ? AND key = ?`,
    ),
    insert: database.prepare(
      `INSERT INTO posts (kind, language, key, parent_id, list, first_seen_at, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    update: database.prepare(
      `UPDATE posts SET parent_id = ?, list = ?, details = ?, removed_at = NULL
     WHERE id = ?`,
    ),
    setChanged: database.prepare('UPDATE posts SET changed_at = ? WHERE id = ?'),
    setRemoved: database.prepare('UPDATE posts SET removed_at = ? WHERE id = ?'),
    forget: database.prepare('DELETE FROM posts WHERE removed_at < ?'),
    listKind: database.prepare(present),
    listParent: database.prepare(`${present} AND parent_id = ?`),
    findAny: database.prepare('SELECT 1 FROM posts LIMIT 1'),
    startSequence: database.prepare("INSERT OR IGNORE INTO state VALUES ('sequence', ?)"),
    raiseSequence: database.prepare(
      "UPDATE state SET value = CAST(value + ? AS INTEGER) WHERE key = 'sequence'",
    ),
  }
}

type OpenLog = ReturnType<typeof openTables>

function readState(log: OpenLog, key: string): string | undefined {
  const row = log.findState.get(key)
  return row === undefined ? undefined : valueRow.parse(row).value
}

/** Accepts new fingerprints from another version of the site, which may parse unchanged content differently. */
function acceptFingerprints(log: OpenLog) {
  const version = String(fingerprintVersion)
  if (readState(log, 'fingerprints') === version) return
  log.database.exec('UPDATE posts SET list = NULL, details = NULL')
  log.setState.run('fingerprints', version)
}

/** Another process with the same file may have ended the baseline. */
function isBaseline(log: OpenLog) {
  return readState(log, 'complete') === undefined
}

/** Dates the post if it is new, changed or back, unless it is the baseline. */
function recordOne(log: OpenLog, post: SeenPost, seenIn: SeenIn, isWhole: boolean) {
  const { kind, id, language, fingerprint } = post
  const row = log.find.get(kind, language, id)
  const known = row === undefined ? undefined : postRow.parse(row)
  // Only lists show what exists: visitors may read details of posts that no list has, however old.
  if (seenIn === 'details' && (!known || known.removed_at !== null)) return
  if (!known) {
    const at = log.now()
    log.insert.run(kind, language, id, post.parentId, fingerprint, at, isBaseline(log) ? null : at)
    log.raised += 1
    return
  }
  // Details, and a type's list of one category, may name another parent than the list of all.
  const namesParent = seenIn === 'list' && (kind !== 'type' || isWhole)
  const parentId = namesParent ? post.parentId : known.parent_id
  const isBack = known.removed_at !== null
  const isSame = known[seenIn] === fingerprint
  const isElsewhere = known.parent_id !== parentId
  if (isSame && !isBack && !isElsewhere) return
  const isChanged = (!isSame && known[seenIn] !== null) || (isElsewhere && kind === 'type')
  const list = seenIn === 'list' ? fingerprint : known.list
  // The index has deleted the details of removed posts, so they will be new to it.
  const detailsBefore = isBack ? null : known.details
  const details = seenIn === 'details' ? fingerprint : detailsBefore
  log.update.run(parentId, list, details, known.id)
  if (isChanged || isBack) log.setChanged.run(log.now(), known.id)
  if (!isSame || isChanged || isBack) log.raised += 1
}

/** Runs a change in a transaction, and raises the sequence by the number of recorded events. */
function record(log: OpenLog, change: () => void) {
  inTransaction(log.database, () => {
    log.raised = 0
    change()
    if (log.raised > 0) log.raiseSequence.run(log.raised)
  })
}

/** Retention of removed posts in the change log, ms. */
const rememberRemovedMs = 90 * 24 * 60 * 60 * 1000
