import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SearchDatabase } from './schema.ts'

/** Time for which what was read of the index is remembered, ms: a crawl changes the index all the time. */
const rememberMs = 10_000

const versionRow = z.object({ version: z.number() })

/** Remembered values of one kind, by key; empty once the index has changed. */
interface MemoryPart<T> {
  get: (key: string) => T | undefined
  set: (key: string, value: T, size: number) => void
}

/**
 * Remembers what was read of the index, since the lines of a list ask for the same words and products. It forgets all
 * of it when the index has changed, also by another thread or process, but only looks for that every ten seconds.
 */
export interface IndexMemory {
  /** @param maxSize max. sum of the sizes of what is remembered, each plus 1 */
  createPart: <T extends object>(maxSize: number) => MemoryPart<T>
}

export function createIndexMemory(database: SearchDatabase): IndexMemory {
  // data_version counts the commits of other connections, total_changes the rows written by this one.
  const findVersion = database.prepare(
    'SELECT data_version + total_changes() AS version FROM pragma_data_version',
  )
  const parts: { clear: () => void }[] = []
  let version = -1
  let checkedAt = -Infinity

  function forgetChanged() {
    const now = performance.now()
    if (now - checkedAt < rememberMs) return
    checkedAt = now
    const found = versionRow.parse(findVersion.get()).version
    if (found === version) return
    version = found
    for (const part of parts) part.clear()
  }

  return {
    createPart<T extends object>(maxSize: number) {
      const known = new LRUCache<string, T>({ maxSize })
      parts.push(known)
      return {
        get(key: string) {
          forgetChanged()
          return known.get(key)
        },
        set: (key: string, value: T, size: number) =>
          void known.set(key, value, { size: size + 1 }),
      }
    },
  }
}
