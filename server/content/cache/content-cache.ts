import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log } from '../../log.ts'
import { ContentUnavailable } from '../failures.ts'
import { freshMsOf } from '../freshness.ts'
import { createEmptyResultGuard } from './empty-result-guard.ts'
import type { DiskCache } from './disk-cache.ts'
import type { Reading, UnreadResponse } from '../reading/reader.ts'
import { createThrottledLog } from '../../throttled-log.ts'

/** In bytes of the stored responses; parsed, they take about twice as much memory. */
const maxBytes = 16 * 1024 * 1024

/** Max. cached empty child lists. Made-up IDs then evict only each other. */
const maxEmptyLists = 1_000

/** A content API response after reading. */
export interface Loaded<T extends object = object> {
  /** 'unchanged' when the fingerprint equals the known one: the body is then not parsed again. */
  value: T | 'unchanged'
  /** The body to store: the response's own, or JSON of what is left where something was cut. */
  body: Uint8Array
  isCut: boolean
  /** Size of the response, in bytes. */
  size: number
  /** Equal for equal responses. */
  fingerprint: string
}

/** A lookup and its loader. */
export interface Lookup<T extends object = object> {
  type: ContentType
  /**
   * An empty root list is cached: there are only as many as types. Empty child lists are cached up
   * to a limit. An empty details response removes the entry: the post was deleted.
   */
  kind: 'root list' | 'child list' | 'details'
  /** Scope of the empty-result guard: type and language. */
  guardKey: string
  /**
   * Calls the content API.
   * @param known fingerprint of the cached response
   */
  load: (known: string | undefined) => Promise<Loaded<T>>
  /** Parses a stored response. */
  read: (response: UnreadResponse) => Promise<Reading<unknown>>
  /** Calls the content API to see whether the type has any post. */
  isTypeEmpty: () => Promise<boolean>
}

/** The part of a lookup that restoring from disk needs. */
export type RestoreLookup = Pick<Lookup, 'type' | 'kind' | 'read'>

interface CacheEntry {
  value: object
  size: number
  fingerprint: string
  /** Something was cut when the response was read. */
  isCut: boolean
  /** When the response was received or last confirmed, ms since the epoch. */
  arrivedAt: number
  /** Fresh until then, ms since the epoch; -Infinity after an expiry, until confirmed. */
  freshUntil: number
  /** It has been served stale. */
  isServedStale: boolean
  /** A purge allows an empty result to replace it. */
  acceptsEmpty: boolean
}

type Received = Pick<CacheEntry, 'value' | 'size' | 'fingerprint' | 'isCut' | 'arrivedAt'>

/** State of the cache. Ages in seconds since the response was received or last confirmed. */
export interface CacheReport {
  entries: number
  /** Since the newest good response of each type that had one. */
  ages: Partial<Record<ContentType, number>>
  /** Of the oldest entry that is being served stale; null for none. */
  oldestServedStale: number | null
  /** The types with an empty result that is not accepted yet. */
  emptyResultGuard: ContentType[]
}

export interface ContentCache {
  /**
   * Returns the value of a key: from the cache if fresh; from the cache with a background refresh
   * if stale; else loaded. Memory first, then disk. Concurrent callers share one load. A failed
   * load or a guarded empty result never replaces a good value.
   * @throws what `load` throws, when no cached value can be served stale
   */
  read<T extends object>(key: string, lookup: Lookup<T>): Promise<T>
  /**
   * Expires matching keys: they are loaded again before use, and the cached value is served stale
   * only if that fails.
   * @param acceptsEmpty whether an empty result may replace a full one at once
   * @returns how many entries in memory matched
   */
  expire(matches: (key: string) => boolean, acceptsEmpty?: boolean): number
  /** Whether the entry has been served stale and not refreshed since. */
  isServedStale(key: string): boolean
  report(): CacheReport
  /** The value of a key if it is in memory and fresh. Does not count as a use. */
  peekFresh(key: string): object | undefined
  /** The cached value of a key, from memory or disk, of any age; undefined for none. */
  findCached(key: string, lookup: RestoreLookup): Promise<object | undefined>
}

/**
 * @param freshMs how long content is fresh; 0 disables the cache: every read calls the API
 * @param staleMs how much longer the last good content may be served stale
 * @param disk persistent cache, if any
 * @param onChange called with a key whose cached content was replaced by different content
 * @param now clock in ms since the epoch; injected by tests
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
    maxSize: maxBytes,
    maxEntrySize: maxBytes,
    sizeCalculation: (entry) => entry.size + 1,
  })
  const flights = new Map<string, Promise<object>>()
  const restores = new Map<string, Promise<void>>()
  const newest = new Map<ContentType, number>()
  const emptyLists = new LRUCache<string, ContentType>({
    max: maxEmptyLists,
    dispose: (type, key, reason) => {
      if (reason === 'evict') removeEntry(key, type)
    },
  })
  const emptyResultGuard = createEmptyResultGuard(now)

  let expiries = 0
  let lastExpiry = -Infinity

  const freshFor = (type: ContentType) => freshMsOf(type, { freshMs, staleMs })

  function isUsable(entry: CacheEntry | undefined, type: ContentType): entry is CacheEntry {
    return entry !== undefined && now() < entry.arrivedAt + freshFor(type) + staleMs
  }

  async function load(key: string, lookup: Lookup): Promise<object> {
    const entry = store.peek(key)
    const expiriesBefore = expiries
    const calledAt = now()
    const loaded = await lookup.load(entry?.fingerprint)
    const value = loaded.value === 'unchanged' ? entry?.value : loaded.value
    if (!value) throw new Error(`The response for ${key} is unchanged, but nothing is cached`)

    if (!isEmpty(value)) recordFull(lookup)
    else if (entry && (await isRejectedAsEmpty(entry, lookup))) {
      entry.freshUntil = now() + freshFor(lookup.type)
      entry.isServedStale = true
      return entry.value
    }
    if (isEmpty(value) && lookup.kind === 'details') {
      if (entry) removeEntry(key, lookup.type)
    } else {
      const { body, fingerprint } = loaded
      const isCut = loaded.value === 'unchanged' ? entry?.isCut === true : loaded.isCut
      const size = loaded.value === 'unchanged' ? (entry?.size ?? loaded.size) : body.length
      // A call sent before an expiry may have old content, so the entry is confirmed again.
      const received = { value, size, fingerprint, isCut, arrivedAt: now() }
      setEntry(key, lookup, received, expiries === expiriesBefore)
      newest.set(lookup.type, now())
      const isStored = isCut && loaded.value === 'unchanged'
      const stored = { body: isStored ? null : body, fingerprint, isCut, arrivedAt: calledAt }
      disk?.save(key, lookup.type, stored)
    }
    if (entry && entry.fingerprint !== loaded.fingerprint) onChange(key)
    return value
  }

  function recordFull({ kind, guardKey }: Lookup) {
    // One full details response does not release a guarded list.
    if (kind !== 'details' || emptyResultGuard.find(guardKey) === 'accepted')
      emptyResultGuard.release(guardKey)
  }

  /** Whether the empty-result guard keeps the full entry in use. */
  async function isRejectedAsEmpty(
    entry: CacheEntry,
    { type, kind, guardKey, isTypeEmpty }: Lookup,
  ) {
    if (isEmpty(entry.value) || !isUsable(entry, type)) return false
    if (entry.acceptsEmpty) {
      if (kind !== 'details') emptyResultGuard.accept(guardKey, type)
      return false
    }
    if (emptyResultGuard.find(guardKey) === 'accepted') return false
    // One empty parent or post is an editor's change; with its whole type empty, data was lost.
    if (kind !== 'root list' && !(await isTypeEmpty())) {
      emptyResultGuard.release(guardKey)
      return false
    }
    return emptyResultGuard.recordEmpty(guardKey, type)
  }

  function setEntry(
    key: string,
    { type, kind }: RestoreLookup,
    received: Received,
    isCurrent: boolean,
  ) {
    const freshUntil = isCurrent ? received.arrivedAt + freshFor(type) : -Infinity
    store.set(key, { ...received, freshUntil, isServedStale: false, acceptsEmpty: false })
    if (kind === 'child list' && isEmpty(received.value)) emptyLists.set(key, type)
    else emptyLists.delete(key)
  }

  function removeEntry(key: string, type: ContentType) {
    store.delete(key)
    disk?.remove(key, type)
  }

  function loadShared(key: string, lookup: Lookup) {
    const running = flights.get(key)
    if (running) return running
    const flight = load(key, lookup).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  /** Restores an entry from disk into memory, once for concurrent callers. */
  async function restore(key: string, lookup: RestoreLookup, disk: DiskCache) {
    const restored =
      restores.get(key) ?? restoreNow(key, lookup, disk).finally(() => restores.delete(key))
    restores.set(key, restored)
    await restored
  }

  async function restoreNow(key: string, lookup: RestoreLookup, disk: DiskCache) {
    const stored = await disk.find(key, lookup.type)
    // Content loaded in the meantime is newer.
    if (!stored || store.has(key)) return
    const { fingerprint } = stored
    const arrivedAt = Math.min(stored.arrivedAt, now())
    try {
      const { items, body, isCut } = await lookup.read(stored)
      if (store.has(key)) return
      const received = {
        value: items,
        size: body.length,
        fingerprint,
        isCut: isCut || stored.isCut,
      }
      setEntry(key, lookup, { ...received, arrivedAt }, arrivedAt > lastExpiry)
      // Stored before caps existed: store the cut version.
      if (isCut && !stored.isCut) disk.save(key, lookup.type, { ...stored, body, isCut })
    } catch (error) {
      if (error instanceof ContentUnavailable && error.fault === 'costly') {
        disk.remove(key, lookup.type)
      }
      log.warn({ key, error: String(error) }, 'cached content unreadable')
    }
  }

  function serveStale<T>(entry: CacheEntry) {
    entry.isServedStale = true
    return entry.value as T
  }

  return {
    async read<T extends object>(key: string, lookup: Lookup<T>) {
      if (disk && !store.has(key)) await restore(key, lookup, disk)
      const entry = store.get(key)
      if (entry && now() < entry.freshUntil) return entry.value as T

      if (freshMs > 0 && isUsable(entry, lookup.type) && entry.freshUntil > -Infinity) {
        loadShared(key, lookup).catch((error: unknown) => logRefreshFailed(key, error))
        return serveStale<T>(entry)
      }
      try {
        const fetchValue = freshMs > 0 ? loadShared : load
        return (await fetchValue(key, lookup)) as T
      } catch (error) {
        if (!isUsable(entry, lookup.type)) throw error
        logRefreshFailed(key, error)
        return serveStale<T>(entry)
      }
    },
    expire(matches, acceptsEmpty = false) {
      expiries += 1
      lastExpiry = now()
      const keys = [...store.keys()].filter(matches)
      for (const key of keys) {
        const entry = store.peek(key)
        if (!entry) continue
        entry.freshUntil = -Infinity
        entry.acceptsEmpty ||= acceptsEmpty
      }
      // Loads in flight started before the expiry.
      for (const key of flights.keys()) if (matches(key)) flights.delete(key)
      return keys.length
    },
    isServedStale: (key) => store.peek(key)?.isServedStale === true,
    report() {
      const time = now()
      const secondsSince = (at: number) => Math.max(0, Math.round((time - at) / 1000))
      const servedStale = [...store.values()].filter((entry) => entry.isServedStale)
      const oldest = servedStale.reduce((least, { arrivedAt }) => Math.min(least, arrivedAt), time)
      const newestByType = new Map([...(disk?.newestByType() ?? []), ...newest])
      return {
        entries: disk?.count() ?? store.size,
        ages: Object.fromEntries([...newestByType].map(([type, at]) => [type, secondsSince(at)])),
        oldestServedStale: servedStale.length > 0 ? secondsSince(oldest) : null,
        emptyResultGuard: emptyResultGuard.types(),
      }
    },
    peekFresh(key) {
      const entry = store.peek(key)
      return entry && now() < entry.freshUntil ? entry.value : undefined
    },
    async findCached(key, lookup) {
      if (disk && !store.has(key)) await restore(key, lookup, disk)
      return store.peek(key)?.value
    },
  }
}

const logRefreshFailed = createThrottledLog((suppressed, key: string, error: unknown) =>
  log.warn({ key, error: String(error), suppressed }, 'content refresh failed'),
)

function isEmpty(value: object) {
  return Array.isArray(value) && value.length === 0
}
