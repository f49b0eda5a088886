import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import { guardKeyOf, callKindOf, type ContentCall } from '../call.ts'
import { ContentUnavailable } from '../failures.ts'
import { createEmptyResultGuard } from './empty-result-guard.ts'
import type { DiskCache, StoredResponse } from './disk-cache.ts'
import type { Lease, Obtained, SharedContent } from './shared-content.ts'
import type { ParsedResponse, UnreadResponse } from '../parse/parser.ts'

/** Max. size of the stored responses, bytes; parsed, they take about twice as much memory. */
const maxBytes = 16 * 1024 * 1024

/** Max. cached empty child lists. Made-up IDs evict only each other. */
const maxEmptyLists = 1_000

/** A parsed response of the content API. */
export interface Loaded {
  /** 'unchanged' when the fingerprint equals the known one: the body is then not parsed again. */
  value: object | 'unchanged'
  /** The body to store: the response's own or, if something was truncated, JSON of the rest. */
  body: Uint8Array
  isCut: boolean
  /** Size of the response, in bytes. */
  size: number
  /** Equal for equal responses. */
  fingerprint: string
}

/** The layers that the cache calls. */
interface ContentFetcher {
  /**
   * Calls the content API.
   * @param known fingerprint of the cached response
   * @throws ContentUnavailable
   */
  fetch: (call: ContentCall, known: string | undefined) => Promise<Loaded>
  /** Parses a response that another process has loaded, as `fetch` does with the API's. */
  accept: (
    call: ContentCall,
    response: UnreadResponse,
    known: string | undefined,
  ) => Promise<Loaded>
  /** Parses a stored response. */
  parse: (
    call: ContentCall,
    response: UnreadResponse,
  ) => Promise<Pick<ParsedResponse<unknown>, 'items' | 'body' | 'isCut'>>
  /** Calls the content API to see whether the call's type has any post. */
  isTypeEmpty: (call: ContentCall) => Promise<boolean>
}

interface CacheEntry {
  value: object
  size: number
  fingerprint: string
  /** Something was truncated when the response was parsed. */
  isCut: boolean
  /** When the response was received or last confirmed, ms since the epoch. */
  arrivedAt: number
  /** End of freshness, ms since the epoch; -Infinity after an expiry, until confirmed. */
  freshUntil: number
  /** The entry has been served stale. */
  isServedStale: boolean
  /** A purge allows an empty result to replace it. */
  acceptsEmpty: boolean
}

type NewEntry = Pick<CacheEntry, 'value' | 'size' | 'fingerprint' | 'isCut' | 'arrivedAt'>

/** A response, from the API or from another process. Times in ms since the epoch. */
type Received = Loaded & {
  /** When the call was sent. */
  calledAt: number
  arrivedAt: number
  /** Whether nothing has expired since before the call. */
  isCurrent: () => boolean
}

/** State of the cache. Ages in seconds since the response was received or last confirmed. */
export interface CacheReport {
  entries: number
  /** Age of the newest good response of each type that had one. */
  ages: Partial<Record<ContentType, number>>
  /** Age of the oldest entry that is being served stale; null for none. */
  oldestServedStale: number | null
  /** The types whose empty result is not accepted yet. */
  emptyResultGuard: ContentType[]
}

interface ContentCache {
  /**
   * Returns the value of a key: from the cache if fresh; from the cache with a background refresh if stale; else
   * loaded. Memory is tried first, then disk. Concurrent callers share one load. A failed load or a guarded empty
   * result never replaces a good value.
   * @throws what `fetch` throws, when no cached value can be served stale
   */
  read(call: ContentCall): Promise<object>
  /**
   * Expires matching keys: they are loaded again before use, and the cached value is served stale only if that fails.
   * @param acceptsEmpty whether an empty result may replace a full one at once
   * @returns the number of matching entries in memory
   */
  expire(matches: (key: string) => boolean, acceptsEmpty?: boolean): number
  /** Whether a value of any age is in memory. */
  has(key: string): boolean
  /** Whether the entry has been served stale and not refreshed since. */
  isServedStale(key: string): boolean
  report(): CacheReport
  /** Returns the value of a key if it is in memory and fresh. Does not count as a use. */
  peekFresh(key: string): object | undefined
  /**
   * Loads a value without caching it in this process: from another process that has just loaded it, else from the API.
   * @throws what `fetch` throws
   */
  loadUncached(call: ContentCall): Promise<object>
  /** Returns the cached value of a key, from memory or disk, of any age; undefined for none. */
  findCached(call: ContentCall): Promise<object | undefined>
}

/**
 * @param fetcher loads and parses values that are not cached
 * @param freshMs how long content is fresh; 0 disables the cache: every read calls the API
 * @param staleMs how much longer the last good content may be served stale
 * @param disk persistent cache, if any
 * @param shared cache of several processes, if any
 * @param onLoad called with newly loaded content, unless it equals the cached content
 * @param onChange called with a key whose cached content was replaced by different content
 * @param now clock in ms since the epoch; injected by tests
 */
export function createContentCache({
  fetcher,
  freshMs,
  staleMs,
  disk = null,
  shared = null,
  onLoad = () => undefined,
  onChange = () => undefined,
  now = Date.now,
}: {
  fetcher: ContentFetcher
  freshMs: number
  staleMs: number
  disk?: DiskCache | null
  shared?: SharedContent | null
  onLoad?: (call: ContentCall, value: object) => void
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

  const isRestorable = disk !== null || shared !== null
  const notShared: Obtained = { found: null, lease: null }
  let expiries = 0
  let lastExpiry = -Infinity

  function isUsable(entry: CacheEntry | undefined): entry is CacheEntry {
    return entry !== undefined && now() < entry.arrivedAt + freshMs + staleMs
  }

  /**
   * Loads from the shared cache if another process has just loaded it, else from the API.
   * @param known fingerprint of the cached response
   * @param use called with the response before other processes get it
   */
  async function obtain<R>(
    call: ContentCall,
    known: string | undefined,
    use: (received: Received, lease: Lease | null) => R,
  ): Promise<Awaited<R>> {
    const expiriesBefore = expiries
    const isCurrent = () => expiries === expiriesBefore
    const obtained = freshMs > 0 && (await shared?.obtain(call.key, call.query.type, freshMs))
    const { found, lease } = obtained || notShared
    try {
      const accepted = found && (await acceptShared(call, found, known))
      if (accepted) {
        const { arrivedAt } = found
        return await use({ ...accepted, calledAt: arrivedAt, arrivedAt, isCurrent }, lease)
      }
      const calledAt = now()
      const loaded = await fetcher.fetch(call, known)
      return await use({ ...loaded, calledAt, arrivedAt: now(), isCurrent }, lease)
    } finally {
      void lease?.end()
    }
  }

  function load(call: ContentCall): Promise<object> {
    return obtain(call, store.peek(call.key)?.fingerprint, (received, lease) => {
      if (received.value !== 'unchanged') onLoad(call, received.value)
      return storeResponse(call, received, lease)
    })
  }

  /** Stores a response. @returns the value to use, which may be the previous one */
  async function storeResponse(call: ContentCall, loaded: Received, lease: Lease | null) {
    const { key } = call
    const { type } = call.query
    const entry = store.peek(key)
    const value = loaded.value === 'unchanged' ? entry?.value : loaded.value
    if (!value) throw new Error(`The response for ${key} is unchanged, but nothing is cached`)

    if (!isEmpty(value)) recordFull(call)
    else if (entry && (await isRejectedAsEmpty(entry, call))) {
      entry.freshUntil = now() + freshMs
      entry.isServedStale = true
      return entry.value
    }
    if (isEmpty(value) && callKindOf(call) === 'details') {
      if (entry) removeEntry(key, type)
    } else {
      const { body, fingerprint, arrivedAt, calledAt } = loaded
      const isUnchanged = loaded.value === 'unchanged'
      const isCut = isUnchanged ? entry?.isCut === true : loaded.isCut
      const size = isUnchanged ? (entry?.size ?? loaded.size) : body.length
      // A call sent before an expiry may return old content, so the entry must be confirmed again.
      setEntry(call, { value, size, fingerprint, isCut, arrivedAt }, loaded.isCurrent())
      newest.set(type, arrivedAt)
      const stored = { fingerprint, isCut, arrivedAt: calledAt }
      disk?.save(key, type, { ...stored, body: isCut && isUnchanged ? null : body })
      lease?.save(toShare(loaded))
    }
    if (entry && entry.fingerprint !== loaded.fingerprint) onChange(key)
    return value
  }

  /** @returns null if the shared response cannot be parsed */
  async function acceptShared(call: ContentCall, found: StoredResponse, known: string | undefined) {
    try {
      return await fetcher.accept(call, found, known)
    } catch (error) {
      logUnreadable(call.key, error)
      return null
    }
  }

  function recordFull(call: ContentCall) {
    const guardKey = guardKeyOf(call)
    // One full details response does not release a guarded list.
    if (callKindOf(call) !== 'details' || emptyResultGuard.find(guardKey) === 'accepted')
      emptyResultGuard.release(guardKey)
  }

  /** Whether the empty-result guard keeps the full entry in use. */
  async function isRejectedAsEmpty(entry: CacheEntry, call: ContentCall) {
    const { type } = call.query
    const kind = callKindOf(call)
    const guardKey = guardKeyOf(call)
    if (isEmpty(entry.value) || !isUsable(entry)) return false
    if (entry.acceptsEmpty) {
      if (kind !== 'details') emptyResultGuard.accept(guardKey, type)
      return false
    }
    if (emptyResultGuard.find(guardKey) === 'accepted') return false
    // One empty parent or post is an editor's change; if its whole type is empty, data was lost.
    if (kind !== 'root list' && !(await fetcher.isTypeEmpty(call))) {
      emptyResultGuard.release(guardKey)
      return false
    }
    return emptyResultGuard.recordEmpty(guardKey, type)
  }

  function setEntry(call: ContentCall, received: NewEntry, isCurrent: boolean) {
    const { key } = call
    const freshUntil = isCurrent ? received.arrivedAt + freshMs : -Infinity
    store.set(key, { ...received, freshUntil, isServedStale: false, acceptsEmpty: false })
    if (callKindOf(call) === 'child list' && isEmpty(received.value))
      emptyLists.set(key, call.query.type)
    else emptyLists.delete(key)
  }

  function removeEntry(key: string, type: ContentType) {
    store.delete(key)
    disk?.remove(key, type)
    void shared?.remove(key)
  }

  function loadOnce(call: ContentCall) {
    const { key } = call
    const running = flights.get(key)
    if (running) return running
    const flight = load(call).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  /** Loads a stale entry in the background. */
  function refresh(call: ContentCall) {
    loadOnce(call).catch((error: unknown) => logRefreshFailed(call.key, error))
  }

  /** Restores an entry from disk, or from other processes, into memory, once for concurrent callers. */
  async function restore(call: ContentCall) {
    const { key } = call
    const restored = restores.get(key) ?? restoreNow(call).finally(() => restores.delete(key))
    restores.set(key, restored)
    await restored
  }

  async function restoreNow(call: ContentCall) {
    const { key, query } = call
    const onDisk = await disk?.find(key, query.type)
    if (onDisk) return restoreFrom(onDisk, call, onDisk.arrivedAt > lastExpiry)
    const ofOthers = await shared?.find(key, query.type)
    if (ofOthers) await restoreFrom(ofOthers, call, ofOthers.isCurrent)
  }

  async function restoreFrom(stored: StoredResponse, call: ContentCall, isCurrent: boolean) {
    const { key, query } = call
    // Content loaded in the meantime is newer.
    if (store.has(key)) return
    const { fingerprint } = stored
    const arrivedAt = Math.min(stored.arrivedAt, now())
    try {
      const { items, body, isCut } = await fetcher.parse(call, stored)
      if (store.has(key)) return
      const received = {
        value: items,
        size: body.length,
        fingerprint,
        isCut: isCut || stored.isCut,
      }
      setEntry(call, { ...received, arrivedAt }, isCurrent)
      // The response was stored before limits existed, so the limited version is stored.
      if (isCut && !stored.isCut) disk?.save(key, query.type, { ...stored, body, isCut })
    } catch (error) {
      if (error instanceof ContentUnavailable && error.fault === 'costly') {
        disk?.remove(key, query.type)
      }
      logUnreadable(key, error)
    }
  }

  return {
    async read(call) {
      const { key } = call
      if (isRestorable && !store.has(key)) await restore(call)
      const entry = store.get(key)
      if (entry && now() < entry.freshUntil) return entry.value

      if (freshMs > 0 && isUsable(entry) && entry.freshUntil > -Infinity) {
        if (!flights.has(key)) refresh(call)
        return serveStale(entry)
      }
      try {
        return await (freshMs > 0 ? loadOnce(call) : load(call))
      } catch (error) {
        if (!isUsable(entry)) throw error
        logRefreshFailed(key, error)
        return serveStale(entry)
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
      // Pending loads started before the expiry.
      for (const key of flights.keys()) if (matches(key)) flights.delete(key)
      return keys.length
    },
    has: (key) => store.has(key),
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
    loadUncached: (call) =>
      obtain(call, undefined, (received, lease) => {
        const { value } = received
        if (value === 'unchanged')
          throw new Error(`The response for ${call.key} has nothing to equal`)
        // The previous content is unknown here, and an API that lost its data must not replace it.
        if (!isEmpty(value)) lease?.save(toShare(received))
        return value
      }),
    async findCached(call) {
      if (isRestorable && !store.has(call.key)) await restore(call)
      return store.peek(call.key)?.value
    },
  }
}

function serveStale(entry: CacheEntry) {
  entry.isServedStale = true
  return entry.value
}

const logRefreshFailed = createThrottledLog((suppressed, key: string, error: unknown) =>
  log.warn({ key, error: String(error), suppressed }, 'content refresh failed'),
)

/** An unchanged body is the API's own; it is truncated again whenever it is parsed. */
function toShare({ value, body, fingerprint, isCut, calledAt }: Received): StoredResponse {
  return { body, fingerprint, isCut: isCut && value !== 'unchanged', arrivedAt: calledAt }
}

function logUnreadable(key: string, error: unknown) {
  log.warn({ key, error: String(error) }, 'cached content unreadable')
}

function isEmpty(value: object) {
  return Array.isArray(value) && value.length === 0
}
