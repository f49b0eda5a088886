import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log } from '../../log.ts'
import { ContentUnavailable } from '../failures.ts'
import { createEmptyResultGuard } from './empty-result-guard.ts'
import type { DiskCache } from './disk-cache.ts'
import type { Reading, Unread } from '../reading/reader.ts'
import { createThrottledLog } from '../../throttled-log.ts'

/** CacheEntry content is bounded by the bytes it came as: parsed, they take about twice as many. */
const maximumBytes = 16 * 1024 * 1024

/** Empty child lists that are kept: addresses that somebody makes up push out each other, and nothing else. */
const mostEmpty = 1_000

/** Content as it was read from an answer. */
export interface Loaded<T extends object = object> {
  /** 'unchanged' when the answer is the known one: then it need not be read again. */
  value: T | 'unchanged'
  /** What to store: the answer's bytes, or those of what is left of it where something was cut. */
  body: Uint8Array
  isCut: boolean
  /** Of the answer, in bytes. */
  size: number
  /** The same for the same answer. */
  fingerprint: string
}

/** What a reader wants, and how it is come by. */
export interface Wanted<T extends object = object> {
  type: ContentType
  /**
   * A root list is kept even when it is empty: there are as many as there are types. So are some
   * empty child lists, each a page that says so. An empty answer to details takes away what was kept:
   * a deleted post is gone.
   */
  kind: 'root list' | 'child list' | 'details'
  /** What it shares its emptiness with: all of a type in one language, or its own key for a child list. */
  emptiness: string
  /**
   * Asks for it.
   * @param known the fingerprint of what is kept
   */
  load: (known: string | undefined) => Promise<Loaded<T>>
  /** Reads an answer that was kept. */
  read: (answer: Unread) => Promise<Reading<unknown>>
  /** Asks whether there is any post of the type. */
  isTypeEmpty: () => Promise<boolean>
}

/** What it takes to have content back from the disk. */
export type Restoring = Pick<Wanted, 'type' | 'kind' | 'read'>

interface CacheEntry {
  value: object
  size: number
  fingerprint: string
  /** It is not all that came. */
  isCut: boolean
  /** When it arrived or was last confirmed, ms since the epoch. */
  arrivedAt: number
  /** Until when it is used without asking, ms since the epoch; -Infinity once it has to be confirmed. */
  freshUntil: number
  /** Somebody was given it when it was no longer fresh. */
  isServedStale: boolean
  /** An operator has said that it may be gone. */
  mayBeGone: boolean
}

type Arrived = Pick<CacheEntry, 'value' | 'size' | 'fingerprint' | 'isCut' | 'arrivedAt'>

/** How the kept answers stand. Ages in seconds, of the answers' arrival or last confirmation. */
export interface CacheReport {
  answers: number
  /** Of the newest good answer of each type that had one. */
  ages: Partial<Record<ContentType, number>>
  /** Of the oldest answer that visitors are given because no newer one has come; null for none. */
  oldestStanding: number | null
  /** The types whose emptiness is not accepted yet. */
  emptyResultGuard: ContentType[]
}

export interface ContentCache {
  /**
   * The value under a key: kept if fresh; kept, and refreshed behind, if stale; else loaded. What
   * is not in memory may be on disk. Callers at the same time share one load. A failed load never
   * takes a good value away, nor does an empty answer that is not accepted yet.
   * @throws what `load` throws, when nothing kept can stand in
   */
  read<T extends object>(key: string, wanted: Wanted<T>): Promise<T>
  /**
   * From now on, content under these keys is asked for again before it is used; what is kept only
   * stands in if that fails.
   * @param acceptsEmpty whether an empty answer in place of a full one is accepted at once
   * @returns how many were kept in memory
   */
  expire(concerns: (key: string) => boolean, acceptsEmpty?: boolean): number
  /** Whether somebody was given what is under a key past its time, and nothing newer has come since. */
  isServedStale(key: string): boolean
  report(): CacheReport
  /** What is kept under a key, in memory or on disk, however old; undefined for nothing. */
  findCached(key: string, restoring: Restoring): Promise<object | undefined>
}

/**
 * @param freshMs how long content is used without asking again; 0: every call goes out
 * @param staleMs how much longer the last good content may stand in
 * @param disk where content is kept beyond the process, if it is
 * @param onChange told when what was kept under a key has been replaced by something else
 * @param now the clock, ms since the epoch; tests hand in their own
 */
export function createContentCache({
  freshMs,
  staleMs,
  disk = null,
  onChange = () => undefined,
  now = Date.now,
}: {
  freshMs: number
  staleMs: number
  disk?: DiskCache | null
  onChange?: (key: string) => void
  now?: () => number
}): ContentCache {
  const store = new LRUCache<string, CacheEntry>({
    max: 20_000,
    maxSize: maximumBytes,
    maxEntrySize: maximumBytes,
    sizeCalculation: (kept) => kept.size + 1,
  })
  const flights = new Map<string, Promise<object>>()
  const restores = new Map<string, Promise<void>>()
  const newest = new Map<ContentType, number>()
  const empties = new LRUCache<string, ContentType>({
    max: mostEmpty,
    dispose: (type, key, reason) => {
      if (reason === 'evict') forget(key, type)
    },
  })
  const emptyResultGuard = createEmptyResultGuard(now)

  let expiries = 0
  let lastExpiry = -Infinity

  function isUsable(kept: CacheEntry | undefined): kept is CacheEntry {
    return kept !== undefined && now() < kept.arrivedAt + freshMs + staleMs
  }

  async function load(key: string, wanted: Wanted): Promise<object> {
    const kept = store.peek(key)
    const expiriesBefore = expiries
    const askedAt = now()
    const answer = await wanted.load(kept?.fingerprint)
    const value = answer.value === 'unchanged' ? kept?.value : answer.value
    if (!value) throw new Error(`Nothing was kept under ${key} that could be unchanged`)

    if (!isEmpty(value)) noteFull(wanted)
    else if (kept && (await isRejectedAsEmpty(kept, wanted))) {
      kept.freshUntil = now() + freshMs
      kept.isServedStale = true
      return kept.value
    }
    if (isEmpty(value) && wanted.kind === 'details') {
      if (kept) forget(key, wanted.type)
    } else {
      const { body, fingerprint } = answer
      const isCut = answer.value === 'unchanged' ? kept?.isCut === true : answer.isCut
      const size = answer.value === 'unchanged' ? (kept?.size ?? answer.size) : body.length
      // What was asked for before an expiry may be from before its reason, and is confirmed again.
      const arrived = { value, size, fingerprint, isCut, arrivedAt: now() }
      keep(key, wanted, arrived, expiries === expiriesBefore)
      newest.set(wanted.type, now())
      const isStored = isCut && answer.value === 'unchanged'
      const stored = { body: isStored ? null : body, fingerprint, isCut, arrivedAt: askedAt }
      disk?.keep(key, wanted.type, stored)
    }
    if (kept && kept.fingerprint !== answer.fingerprint) onChange(key)
    return value
  }

  function noteFull({ kind, emptiness }: Wanted) {
    // One post more or less says nothing of a list that is being held back.
    if (kind !== 'details' || emptyResultGuard.find(emptiness) === 'accepted')
      emptyResultGuard.release(emptiness)
  }

  /** Whether something full goes on being used although an empty answer came in its place. */
  async function isRejectedAsEmpty(
    kept: CacheEntry,
    { type, kind, emptiness, isTypeEmpty }: Wanted,
  ) {
    if (isEmpty(kept.value) || !isUsable(kept)) return false
    if (kept.mayBeGone) {
      if (kind !== 'details') emptyResultGuard.accept(emptiness, type)
      return false
    }
    const known = emptyResultGuard.find(emptiness)
    if (known === 'accepted') return false
    // A post alone is deleted; one with all others of its type is lost.
    if (kind === 'details' && known === undefined && !(await isTypeEmpty())) return false
    return emptyResultGuard.holds(emptiness, type)
  }

  function keep(key: string, { type, kind }: Restoring, arrived: Arrived, isCurrent: boolean) {
    const freshUntil = isCurrent ? arrived.arrivedAt + freshMs : -Infinity
    store.set(key, { ...arrived, freshUntil, isServedStale: false, mayBeGone: false })
    if (kind === 'child list' && isEmpty(arrived.value)) empties.set(key, type)
    else empties.delete(key)
  }

  function forget(key: string, type: ContentType) {
    store.delete(key)
    disk?.remove(key, type)
  }

  function shared(key: string, wanted: Wanted) {
    const running = flights.get(key)
    if (running) return running
    const flight = load(key, wanted).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  /** Brings what is on disk into memory, once for all who ask meanwhile. */
  async function restore(key: string, wanted: Restoring, from: DiskCache) {
    const restoring =
      restores.get(key) ?? restoreNow(key, wanted, from).finally(() => restores.delete(key))
    restores.set(key, restoring)
    await restoring
  }

  async function restoreNow(key: string, wanted: Restoring, from: DiskCache) {
    const answer = await from.find(key, wanted.type)
    // What was loaded meanwhile is newer.
    if (!answer || store.has(key)) return
    const { fingerprint } = answer
    const arrivedAt = Math.min(answer.arrivedAt, now())
    try {
      const { items, body, isCut } = await wanted.read(answer)
      if (store.has(key)) return
      const arrived = { value: items, size: body.length, fingerprint, isCut: isCut || answer.isCut }
      keep(key, wanted, { ...arrived, arrivedAt }, arrivedAt > lastExpiry)
      // Stored by a version of this site that knew no caps.
      if (isCut && !answer.isCut) from.keep(key, wanted.type, { ...answer, body, isCut })
    } catch (error) {
      if (error instanceof ContentUnavailable && error.fault === 'costly') {
        from.remove(key, wanted.type)
      }
      log.warn({ key, error: String(error) }, 'a kept answer cannot be read any more')
    }
  }

  function standIn<T>(kept: CacheEntry) {
    kept.isServedStale = true
    return kept.value as T
  }

  return {
    async read<T extends object>(key: string, wanted: Wanted<T>) {
      if (disk && !store.has(key)) await restore(key, wanted, disk)
      const kept = store.get(key)
      if (kept && now() < kept.freshUntil) return kept.value as T

      if (freshMs > 0 && isUsable(kept) && kept.freshUntil > -Infinity) {
        shared(key, wanted).catch((error: unknown) => sayNotRefreshed(key, error))
        return standIn<T>(kept)
      }
      try {
        const fetchValue = freshMs > 0 ? shared : load
        return (await fetchValue(key, wanted)) as T
      } catch (error) {
        if (!isUsable(kept)) throw error
        sayNotRefreshed(key, error)
        return standIn<T>(kept)
      }
    },
    expire(concerns, acceptsEmpty = false) {
      expiries += 1
      lastExpiry = now()
      const keys = [...store.keys()].filter(concerns)
      for (const key of keys) {
        const kept = store.peek(key)
        if (!kept) continue
        kept.freshUntil = -Infinity
        kept.mayBeGone ||= acceptsEmpty
      }
      // What is under way was asked for too early.
      for (const key of flights.keys()) if (concerns(key)) flights.delete(key)
      return keys.length
    },
    isServedStale: (key) => store.peek(key)?.isServedStale === true,
    report() {
      const time = now()
      const secondsSince = (at: number) => Math.max(0, Math.round((time - at) / 1000))
      const standing = [...store.values()].filter((kept) => kept.isServedStale)
      const oldest = standing.reduce((least, { arrivedAt }) => Math.min(least, arrivedAt), time)
      const arrivals = new Map([...(disk?.newestByType() ?? []), ...newest])
      return {
        answers: disk?.count() ?? store.size,
        ages: Object.fromEntries([...arrivals].map(([type, at]) => [type, secondsSince(at)])),
        oldestStanding: standing.length > 0 ? secondsSince(oldest) : null,
        emptyResultGuard: emptyResultGuard.types(),
      }
    },
    async findCached(key, restoring) {
      if (disk && !store.has(key)) await restore(key, restoring, disk)
      return store.peek(key)?.value
    },
  }
}

const sayNotRefreshed = createThrottledLog((suppressed, key: string, error: unknown) =>
  log.warn({ key, error: String(error), suppressed }, 'content could not be refreshed'),
)

function isEmpty(value: object) {
  return Array.isArray(value) && value.length === 0
}
