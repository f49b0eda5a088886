import type Database from 'libsql'
import { z } from 'zod'
import type { ContentLanguage } from '../../content/content-calls.ts'
import type { SearchKind } from '../search-types.ts'

/** When a post was first seen, and last seen to have changed, ms since the epoch. */
export interface PostTimes {
  firstSeenAt: number
  /** null if it was there before the log was complete, and has not changed since. */
  changedAt: number | null
}

const timesRow = z.object({
  firstSeenAt: z.number(),
  changedAt: z.number().nullable(),
})
const latestRow = z.object({ at: z.number().nullable() })

/** What the change log knows of posts. */
export function createPostTimes(database: Database.Database) {
  const findTimes = database.prepare(
    `SELECT first_seen_at AS firstSeenAt, changed_at AS changedAt
     FROM posts WHERE removed_at IS NULL AND kind = ? AND language = ? AND key = ?`,
  )
  const findLatest = database.prepare(
    `SELECT nullif(max(max(coalesce(changed_at, 0)), max(coalesce(removed_at, 0))), 0) AS at
     FROM posts WHERE kind = ? AND language = ? AND parent_id = ?`,
  )

  return {
    /** The times of posts by their IDs; without those that are not known. */
    changedAt(kind: SearchKind, ids: readonly string[], language: ContentLanguage) {
      const found = new Map<string, PostTimes>()
      for (const id of ids) {
        const row = findTimes.get(kind, language, id)
        if (row !== undefined) found.set(id, timesRow.parse(row))
      }
      return found
    },

    /**
     * When one of the posts of each parent last changed, appeared or was removed, ms since the epoch; without
     * parents of which nothing is known to have happened.
     */
    latestAmong(kind: SearchKind, parentIds: readonly string[], language: ContentLanguage) {
      const found = new Map<string, number>()
      for (const parentId of parentIds) {
        const { at } = latestRow.parse(findLatest.get(kind, language, parentId))
        if (at !== null) found.set(parentId, at)
      }
      return found
    },
  }
}
