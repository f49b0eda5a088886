import { z } from 'zod'
import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { inTransaction } from '../../sqlite/transaction.ts'
import type { SearchDatabase } from './schema.ts'
import type { SearchKind } from '../search-types.ts'
import { numberOfKind } from './thing-id.ts'

const keyRow = z.object({ key: z.string() })

/** Which details are to be read, and visits, which decide what comes first. */
export function createCrawlList(database: SearchDatabase) {
  const due = `kind = ? AND language = ? AND whole_at < ?`
  const listVisited = database.prepare(
    `SELECT things.key FROM things JOIN texts ON texts.id = things.id * 2 + ?2
     WHERE things.kind = ?1 AND things.visits > 0 AND whole_at < ?3
     ORDER BY visits DESC, position LIMIT ?4`,
  )
  const listOldest = database.prepare(
    `SELECT things.key FROM (SELECT id FROM texts WHERE ${due} ORDER BY whole_at, id LIMIT ?) AS old
     JOIN things ON things.id = old.id / 2`,
  )
  const expire = database.prepare('UPDATE texts SET whole_at = 0 WHERE kind = ?')
  const visit = database.prepare('UPDATE things SET visits = visits + 1 WHERE kind = ? AND key = ?')

  return {
    /**
     * The IDs of a kind whose details are unknown or older than a time: those visited most first, then in
     * the order of their lists, then the oldest.
     */
    listDue(kind: SearchKind, language: ContentLanguage, beforeMs: number, limit: number) {
      const asked = [numberOfKind(kind), contentLanguages.indexOf(language), beforeMs, limit]
      const rows = [...listVisited.all(...asked), ...listOldest.all(...asked)]
      return [...new Set(rows.map((row) => keyRow.parse(row).key))].slice(0, limit)
    },

    /** Makes all details of kinds due again. What is known stays. */
    expire(kinds: SearchKind[]) {
      inTransaction(database, () => {
        for (const kind of kinds) expire.run(numberOfKind(kind))
      })
    },

    /** Counts a visit of a thing, if it is known. */
    visit(kind: SearchKind, id: string) {
      inTransaction(database, () => visit.run(numberOfKind(kind), id))
    },
  }
}
