import { z } from 'zod'
import { inTransaction } from '../../sqlite/transaction.ts'
import type { Scope } from '../index/index-writer.ts'
import { rememberRemovedMs } from '../search-types.ts'
import { openLogFile } from './log-file.ts'
import { createPostTimes } from './post-times.ts'
import { fingerprintVersion, type SeenIn, type SeenPost } from './seen-post.ts'

export type ChangeLog = ReturnType<typeof openChangeLog>

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
 * Opens or creates the log of when posts were first seen, changed and removed. All calls are synchronous.
 * Until the lists have been read completely once, posts that appear are its baseline: they were there before,
 * so they are not dated.
 * @param file `:memory:` for a log that ends with the process
 * @param report called once with the reason, if the file could not be used and was rebuilt
 * @param now the clock, ms since the epoch; injected by tests
 * @throws Error if the file cannot be opened or written; an SqliteError of code SQLITE_CORRUPT from any call
 * when a damaged part of the file is read
 */
export function openChangeLog(
  file: string,
  report: (reason: string) => void = () => undefined,
  now: () => number = Date.now,
) {
  const database = openLogFile(file, report)
  const findState = database.prepare('SELECT value FROM state WHERE key = ?')
  const setState = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)')
  const find = database.prepare(
    `SELECT id, parent_id, list, details, removed_at FROM posts
     WHERE kind = ? AND language = ? AND key = ?`,
  )
  const insert = database.prepare(
    `INSERT INTO posts (kind, language, key, parent_id, list, first_seen_at, changed_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = database.prepare(
    `UPDATE posts SET parent_id = ?, list = ?, details = ?, removed_at = NULL
     WHERE id = ?`,
  )
  const setChanged = database.prepare('UPDATE posts SET changed_at = ? WHERE id = ?')
  const setRemoved = database.prepare('UPDATE posts SET removed_at = ? WHERE id = ?')
  const forget = database.prepare('DELETE FROM posts WHERE removed_at < ?')
  const present = `SELECT id, key FROM posts
    WHERE removed_at IS NULL AND kind = ? AND language = ?`
  const listKind = database.prepare(present)
  const listParent = database.prepare(`${present} AND parent_id = ?`)
  const findAny = database.prepare('SELECT 1 FROM posts LIMIT 1')
  const startSequence = database.prepare("INSERT OR IGNORE INTO state VALUES ('sequence', ?)")
  const raiseSequence = database.prepare(
    "UPDATE state SET value = CAST(value + ? AS INTEGER) WHERE key = 'sequence'",
  )
  /** Of the current transaction: by how much the sequence grows. */
  let raised = 0
  inTransaction(database, () => {
    // A rebuilt log goes on where none before has been.
    startSequence.run(String(now()))
    acceptFingerprints()
  })

  function readState(key: string): string | undefined {
    const row = findState.get(key)
    return row === undefined ? undefined : valueRow.parse(row).value
  }

  /** Another version of the site may read the same content differently, which is no change of it. */
  function acceptFingerprints() {
    const version = String(fingerprintVersion)
    if (readState('fingerprints') === version) return
    database.exec('UPDATE posts SET list = NULL, details = NULL')
    setState.run('fingerprints', version)
  }

  /** Another process with the same file may have ended it. */
  function isBaseline() {
    return readState('complete') === undefined
  }

  /** Dates the post if it is new, changed or back, unless it is the baseline. */
  function recordOne(post: SeenPost, seenIn: SeenIn, isWhole: boolean) {
    const { kind, id, language, fingerprint } = post
    const row = find.get(kind, language, id)
    const known = row === undefined ? undefined : postRow.parse(row)
    // Only lists say what there is: visitors may read details of what is in no list, however old.
    if (seenIn === 'details' && (!known || known.removed_at !== null)) return
    if (!known) {
      const at = now()
      insert.run(kind, language, id, post.parentId, fingerprint, at, isBaseline() ? null : at)
      raised += 1
      return
    }
    // Details, and for a type the list of one category, may name another parent than the list of all.
    const namesParent = seenIn === 'list' && (kind !== 'type' || isWhole)
    const parentId = namesParent ? post.parentId : known.parent_id
    const isBack = known.removed_at !== null
    const isSame = known[seenIn] === fingerprint
    const isElsewhere = known.parent_id !== parentId
    if (isSame && !isBack && !isElsewhere) return
    const isChanged = (!isSame && known[seenIn] !== null) || (isElsewhere && kind === 'type')
    const list = seenIn === 'list' ? fingerprint : known.list
    // The index has forgotten the details of what was removed: they will be new to it.
    const detailsBefore = isBack ? null : known.details
    const details = seenIn === 'details' ? fingerprint : detailsBefore
    update.run(parentId, list, details, known.id)
    if (isChanged || isBack) setChanged.run(now(), known.id)
    if (!isSame || isChanged || isBack) raised += 1
  }

  /** Runs a change, and raises the sequence by what it has recorded. */
  function record(change: () => void) {
    inTransaction(database, () => {
      raised = 0
      change()
      if (raised > 0) raiseSequence.run(raised)
    })
  }

  return {
    /**
     * Records what a response of the content API says of posts: each sort of response (`seenIn`) is compared
     * with the last one of its sort, since details say more than lists. A type that moves to another category
     * has changed; products have not, since each list of one names another parent.
     * @param options.isWhole whether it is the list of all posts of their type, not of one parent
     */
    recordPosts(
      posts: SeenPost[],
      seenIn: SeenIn,
      { isWhole = false }: { isWhole?: boolean } = {},
    ) {
      record(() => {
        for (const post of posts) recordOne(post, seenIn, isWhole)
      })
    },

    /** Records that the posts of a kind, or of those with one parent, that are not in `ids` are gone. */
    retainPosts({ kind, language, parentId }: Scope, ids: ReadonlySet<string>) {
      record(() => {
        const rows =
          parentId === undefined
            ? listKind.all(kind, language)
            : listParent.all(kind, language, parentId)
        const removed = rows.map((row) => keyRow.parse(row)).filter(({ key }) => !ids.has(key))
        for (const { id } of removed) setRemoved.run(now(), id)
        raised += removed.length
        forget.run(now() - rememberRemovedMs)
      })
    },

    /** All lists have been read: what appears from now on is new, unless there was nothing at all. */
    endBaseline() {
      if (!isBaseline() || findAny.get() === undefined) return
      inTransaction(database, () => setState.run('complete', '1'))
    },

    /**
     * Grows whenever a post is first seen in a list or in details, changes, is removed or comes back, whichever
     * process with this file sees it.
     */
    sequence: () => Number(readState('sequence')),

    ...createPostTimes(database),

    readState,
    writeState(key: string, value: string) {
      inTransaction(database, () => setState.run(key, value))
    },

    close() {
      database.close()
    },
  }
}
