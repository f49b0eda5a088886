import type { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import {
  callKindOf,
  isEmpty,
  type Content,
  type ContentCall,
  type KnownContent,
  type ParseResponse,
  type ReadCall,
} from '../call.ts'
import { ContentUnavailable } from '../failures.ts'
import { logUnreadable, type DiskCache, type StoredResponse } from './disk-cache.ts'
import type { SharedContent } from './shared-content.ts'

/** Max. size of the stored responses, bytes; parsed, they take about twice as much memory. */
const maxBytes = 16 * 1024 * 1024

/** Max. cached empty child lists. Made-up IDs evict only each other. */
const maxEmptyLists = 1_000

/** An entry of the cache. */
interface CachedContent extends KnownContent {
  /** Size of the stored response, bytes. */
  size: number
  /** End of freshness, ms since the epoch; -Infinity after an expiry, until confirmed. */
  freshUntil: number
  /** The entry has been served stale. */
  isServedStale: boolean
}

/** State of the cache. Ages in seconds since the response was received or last confirmed. */
export interface CacheReport {
  entries: number
  /** Age of the newest good response of each type that had one. */
  ages: Partial<Record<ContentType, number>>
  /** Age of the oldest entry that is being served stale; null for none. */
  oldestServedStale: number | null
}

export interface ContentEvents {
  /** Newly loaded content, unless it equals the cached content. */
  load: [call: ContentCall, items: unknown[], calledAt: number]
  /** A key whose cached content was replaced by different content. */
  change: [key: string]
}

interface CacheOptions {
  /** How long content is fresh; 0 disables the cache: every read calls the API. */
  freshMs: number
  /** How much longer the last good content may be served stale. */
  staleMs: number
  /** Parses stored responses. */
  parse: ParseResponse
  events: EventEmitter<ContentEvents>
  disk?: DiskCache | null
  shared?: SharedContent | null
}

interface LastGoodContent {
  /**
   * Returns the content of a call: from the cache if fresh; from the cache with a background refresh if stale; else
   * loaded. Memory is tried first, then disk and other processes. Concurrent callers share one load. A failed load or a
   * guarded empty result never replaces good content.
   * @throws what the next layer throws, when no cached content can be served stale
   */
  read: ReadCall
  /** Returns the cached content of a call, from memory, disk or other processes, of any age; undefined for none. */
  find(call: ContentCall): Promise<CachedContent | undefined>
  /** Returns the entry of a key in memory, of any age. Does not count as a use. */
  peek(key: string): CachedContent | undefined
  /**
   * Expires matching keys: they are loaded again before use, and the cached content is served stale only if that fails.
   * @param acceptsEmpty whether an empty result may replace a full one at once
   * @returns the number of matching entries in memory
   */
  expire(matches: (key: string) => boolean, acceptsEmpty?: boolean): number
  report(): CacheReport
}

/** The last good content of each call, in memory; the layer that spares the content API all other calls. */
export class ContentCache implements LastGoodContent {
  readonly #next: ReadCall
  readonly #options: CacheOptions
  readonly #entries = new LRUCache<string, CachedContent>({
    max: 20_000,
    maxSize: maxBytes,
    maxEntrySize: maxBytes,
    sizeCalculation: (entry) => entry.size + 1,
  })
  /** The calls whose empty child list is cached, in the order in which they were loaded. */
  readonly #emptyLists = new Map<string, ContentCall>()
  readonly #loads = new Map<string, Promise<Content>>()
  readonly #restores = new Map<string, Promise<void>>()
  readonly #newest = new Map<ContentType, number>()
  #expiries = 0
  #lastExpiry = -Infinity

  constructor(next: ReadCall, options: CacheOptions) {
    this.#next = next
    this.#options = options
  }

  readonly read: ReadCall = async (call) => {
    const { freshMs } = this.#options
    if (!this.#entries.has(call.key)) await this.#restoreOnce(call)
    const entry = this.#entries.get(call.key)
    if (entry && Date.now() < entry.freshUntil) return entry

    const isUsable = entry && this.#isUsable(entry)
    if (isUsable && freshMs > 0 && entry.freshUntil > -Infinity) {
      this.#refresh(call)
      return serveStale(entry)
    }
    try {
      return await (freshMs > 0 ? this.#loadOnce(call) : this.#load(call))
    } catch (error) {
      if (!isUsable || !this.#isUsable(entry)) throw error
      logRefreshFailed(call.key, error)
      return serveStale(entry)
    }
  }

  async find(call: ContentCall) {
    if (!this.#entries.has(call.key)) await this.#restoreOnce(call)
    return this.peek(call.key)
  }

  peek(key: string) {
    return this.#entries.peek(key)
  }

  expire(matches: (key: string) => boolean, acceptsEmpty = false) {
    this.#expiries += 1
    this.#lastExpiry = Date.now()
    let count = 0
    for (const [key, entry] of this.#entries.entries()) {
      if (!matches(key)) continue
      count += 1
      entry.freshUntil = -Infinity
      entry.acceptsEmpty ||= acceptsEmpty
    }
    // Pending loads started before the expiry.
    for (const key of this.#loads.keys()) if (matches(key)) this.#loads.delete(key)
    return count
  }

  report(): CacheReport {
    const { disk } = this.#options
    const now = Date.now()
    const secondsSince = (at: number) => Math.max(0, Math.round((now - at) / 1000))
    const servedStale = [...this.#entries.values()].filter((entry) => entry.isServedStale)
    const oldest = Math.min(now, ...servedStale.map(({ arrivedAt }) => arrivedAt))
    const newest = new Map([...(disk?.newestByType() ?? []), ...this.#newest])
    return {
      entries: disk?.count() ?? this.#entries.size,
      ages: Object.fromEntries([...newest].map(([type, at]) => [type, secondsSince(at)])),
      oldestServedStale: servedStale.length > 0 ? secondsSince(oldest) : null,
    }
  }

  #isUsable({ arrivedAt }: CachedContent) {
    return Date.now() < arrivedAt + this.#options.freshMs + this.#options.staleMs
  }

  /** Loads a stale entry in the background. */
  #refresh(call: ContentCall) {
    if (this.#loads.has(call.key)) return
    this.#loadOnce(call).catch((error: unknown) => logRefreshFailed(call.key, error))
  }

  #loadOnce(call: ContentCall) {
    return shareRun(this.#loads, call.key, () => this.#load(call))
  }

  async #load(call: ContentCall): Promise<Content> {
    const { events, freshMs } = this.#options
    const { key } = call
    const entry = this.peek(key)
    const known = entry && this.#isUsable(entry) ? entry : null
    const expiries = this.#expiries
    const content = await this.#next({ ...call, known })
    if (content.isGuarded && known) {
      known.freshUntil = Date.now() + freshMs
      return serveStale(known)
    }
    if (content.items !== known?.items) events.emit('load', call, content.items, content.calledAt)
    const isDeleted = isEmpty(content) && callKindOf(call) === 'details'
    // A call sent before an expiry may return old content, so the entry must be confirmed again.
    if (!isDeleted) this.#store(call, content, known, this.#expiries === expiries)
    else if (this.peek(key)) this.#remove(call)
    if (entry && entry.fingerprint !== content.fingerprint) events.emit('change', key)
    return content
  }

  #store(call: ContentCall, content: Content, known: CachedContent | null, isCurrent: boolean) {
    const { fingerprint, arrivedAt, calledAt, body } = content
    const { type } = call.query
    // The body of an unchanged response is the API's own, which may have been truncated when it was first parsed.
    const isUnchanged = content.items === known?.items
    const isCut = isUnchanged ? known.isCut : content.isCut
    const size = isUnchanged ? known.size : (body?.length ?? 0)
    this.#setEntry(call, { ...content, isCut, size }, isCurrent)
    this.#newest.set(type, arrivedAt)
    const newBody = isCut && isUnchanged ? null : (body ?? null)
    const stored = { body: newBody, fingerprint, isCut, arrivedAt: calledAt }
    this.#options.disk?.save(call.key, type, stored)
  }

  #setEntry(call: ContentCall, content: Content & { size: number }, isCurrent: boolean) {
    const { items, fingerprint, isCut, calledAt, arrivedAt, size } = content
    const freshUntil = isCurrent ? arrivedAt + this.#options.freshMs : -Infinity
    const facts = { items, fingerprint, isCut, calledAt, arrivedAt, size }
    const state = { freshUntil, isServedStale: false, acceptsEmpty: false }
    this.#entries.set(call.key, { ...facts, ...state })
    this.#emptyLists.delete(call.key)
    if (callKindOf(call) !== 'child list' || !isEmpty(content)) return
    this.#emptyLists.set(call.key, call)
    if (this.#emptyLists.size <= maxEmptyLists) return
    for (const oldest of this.#emptyLists.values()) return this.#remove(oldest)
  }

  #remove({ key, query }: ContentCall) {
    this.#entries.delete(key)
    this.#emptyLists.delete(key)
    this.#options.disk?.remove(key, query.type)
    void this.#options.shared?.remove(key)
  }

  /** Restores an entry from disk, or from other processes, into memory, once for concurrent callers. */
  async #restoreOnce(call: ContentCall) {
    const { disk, shared } = this.#options
    if (disk ?? shared) await shareRun(this.#restores, call.key, () => this.#restore(call))
  }

  async #restore(call: ContentCall) {
    const { disk, shared } = this.#options
    const { key, query } = call
    const onDisk = await disk?.find(key, query.type)
    if (onDisk) return this.#restoreFrom(onDisk, call, onDisk.arrivedAt > this.#lastExpiry)
    const stored = await shared?.find(key, query.type)
    if (stored) await this.#restoreFrom(stored, call, stored.isCurrent)
  }

  async #restoreFrom(stored: StoredResponse, call: ContentCall, isCurrent: boolean) {
    const { disk, parse } = this.#options
    const { key, query } = call
    // Content loaded in the meantime is newer.
    if (this.#entries.has(key)) return
    const arrivedAt = Math.min(stored.arrivedAt, Date.now())
    try {
      const { items, body, isCut } = await parse(call, stored)
      if (this.#entries.has(key)) return
      const content = { items, fingerprint: stored.fingerprint, isCut: isCut || stored.isCut }
      const times = { calledAt: arrivedAt, arrivedAt }
      this.#setEntry(call, { ...content, ...times, size: body.length }, isCurrent)
      // The response was stored before limits existed, so the limited version is stored.
      if (isCut && !stored.isCut) disk?.save(key, query.type, { ...stored, body, isCut })
    } catch (error) {
      if (error instanceof ContentUnavailable && error.fault === 'costly') {
        disk?.remove(key, query.type)
      }
      logUnreadable(key, error)
    }
  }
}

/** Shares one run of the same work among concurrent callers. */
function shareRun<T>(runs: Map<string, Promise<T>>, key: string, work: () => Promise<T>) {
  const running = runs.get(key)
  if (running) return running
  const run = work().finally(() => {
    if (runs.get(key) === run) runs.delete(key)
  })
  runs.set(key, run)
  return run
}

function serveStale(entry: CachedContent) {
  entry.isServedStale = true
  return entry
}

const logRefreshFailed = createThrottledLog((suppressed, key: string, error: unknown) =>
  log.warn({ key, error: String(error), suppressed }, 'content refresh failed'),
)
