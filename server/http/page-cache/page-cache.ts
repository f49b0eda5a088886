import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { type CachedResponse, encodeBody, readResponse } from './cached-response.ts'
import type { PageAddress } from './page-address.ts'
import type { LookUps } from '../../content/content-calls.ts'
import { createDependencies, type Dependencies } from '../../content/content-calls.ts'
import { log } from '@site/runtime/log'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { renderQueue } from '../../limits/render-queue.ts'

/** A cached page. Times in ms since the epoch. */
export interface CachedPage {
  address: PageAddress
  response: CachedResponse
  /** Keys of the content that it was rendered from. */
  dependencies: ReadonlySet<string>
  /** Content was missing when it was rendered. */
  isPartial: boolean
  renderedAt: number
  freshUntil: number
  usableUntil: number
  /** It may be served only after a refresh has failed. */
  mustRevalidate: boolean
  /** Some of its content was served stale at the last check. */
  hasStaleContent: boolean
  /** When the next check is due. */
  staleCheckAt: number
}

/** Size of an entry without its bodies, bytes: headers, keys, bookkeeping. */
const overheadBytes = 4_000

/**
 * A segmented LRU cache, limited by size. A new page is probationary; a second request makes it protected. So made-up
 * addresses evict each other, not the pages that visitors read. Selections, such as filtered lists, stay probationary.
 */
export class PageStore {
  readonly #probationary: LRUCache<string, CachedPage>
  readonly #protected: LRUCache<string, CachedPage>

  constructor(maxBytes: number) {
    const probationaryBytes = Math.floor(maxBytes / 4)
    this.#probationary = new LRUCache({ maxSize: Math.max(1, probationaryBytes), sizeCalculation })
    this.#protected = new LRUCache({
      maxSize: Math.max(1, maxBytes - probationaryBytes),
      sizeCalculation,
      // The least recently used page becomes probationary again.
      disposeAfter: (page, key, reason) => {
        if (reason === 'evict') this.#probationary.set(key, page)
      },
    })
  }

  find(key: string): CachedPage | undefined {
    const protectedPage = this.#protected.get(key)
    if (protectedPage) return protectedPage
    const page = this.#probationary.get(key)
    if (page && !page.address.isSelection) {
      this.#probationary.delete(key)
      this.#protected.set(key, page)
    }
    return page
  }

  /** Finds a page without counting it as used. */
  peek(key: string) {
    return this.#protected.peek(key) ?? this.#probationary.peek(key)
  }

  /** Adds a page, or replaces it in its segment. */
  set(key: string, page: CachedPage) {
    const segment = this.#protected.has(key) ? this.#protected : this.#probationary
    segment.set(key, page)
  }

  delete(key: string) {
    this.#protected.delete(key)
    this.#probationary.delete(key)
  }

  /** Returns all pages, protected and most recently used first. */
  list(): CachedPage[] {
    return [...this.#protected.values(), ...this.#probationary.values()]
  }

  /** Total size in bytes. */
  size() {
    return this.#protected.calculatedSize + this.#probationary.calculatedSize
  }
}

function sizeCalculation({ response }: CachedPage) {
  return [...response.bodies.values()].reduce((sum, body) => sum + body.length, overheadBytes)
}

/** The result of a render, for its waiters. */
export interface PageResult {
  response: CachedResponse
  /** The cached page that is served in place of a failed render; else null. */
  cached: CachedPage | null
  /** Some of its content was served stale. */
  isStale: boolean
}

/** Max. concurrent refreshes in the background. */
const maxRefreshes = 8

/** Time from a failed refresh to the next one, ms. */
const refreshRetryMs = 5_000

/** Interval between checks whether a cached page has stale content, ms: not at each request. */
const staleCheckIntervalMs = 250

/** Lifetimes vary by this share, so that pages rendered together do not expire together. */
const lifetimeJitter = 0.15

/** The facts about a request that rendering its page needs. */
export interface PageRequest {
  /** Headers of its content API calls. */
  callHeaders?: OutgoingHeaders | undefined
  /** Limits its look-ups of posts that may not exist; undefined: no limit. */
  lookUps?: LookUps | undefined
}

interface Waiter extends PageRequest {
  /** Whether the client is still connected; when omitted, the waiter never leaves. */
  isWaiting?: () => boolean
}

/** All waiters left before the render started. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/** A render that has not finished, shared by all requests for the page. */
interface PendingRender {
  dependencies: Dependencies
  /** Returns, for each waiter, whether it is still waiting. */
  waiters: (() => boolean)[]
  result: Promise<PageResult>
}

/** Caches rendered pages, and refreshes stale ones in the background. */
export interface PageCache {
  /**
   * Finds a cached page, and refreshes a stale one in the background.
   * @returns undefined when the page has to be rendered first
   */
  find(address: PageAddress): CachedPage | undefined
  /** Finds a cached page that may be served stale when it cannot be refreshed now. */
  findUsable(address: PageAddress): CachedPage | undefined
  /**
   * Renders a page, once for all its waiters. A render that has started finishes even if they leave.
   * @throws Abandoned when all waiters left before it started
   */
  get(address: PageAddress, waiter?: Waiter): Promise<PageResult>
  /** Whether a request for the page would share a pending render. */
  isPending(address: PageAddress): boolean
  /** Returns the number of renders that are running or queued. */
  pendingRenders(): number
  /** Whether neither the page nor its content is stale. */
  isFresh(page: CachedPage): boolean
  /** Time since a page was rendered, whole seconds. */
  ageOf(page: CachedPage): number
  /** Refreshes the pages that depend on changed content, which are served stale meanwhile. */
  onContentChange(key: string): void
  /**
   * Expires the pages that depend on changed content. They are refreshed on request, since there may be thousands.
   * Pages with missing content are served stale only if the refresh fails.
   */
  expire(key: string): void
  /**
   * Refreshes pages, which are served stale only if that fails.
   * @param dependsOnIt whether a page with these dependencies is affected
   * @returns the number of affected cached pages
   */
  purge(dependsOnIt: (keys: ReadonlySet<string>) => boolean): number
  /** Total size of the cached pages, bytes. */
  size(): number
}

interface PageCacheOptions {
  /** Renders a page for its first waiter. May return an error response; must not throw. */
  render: (
    address: PageAddress,
    dependencies: Dependencies,
    request?: PageRequest,
  ) => Promise<Response>
  /** 0: nothing is cached, but concurrent requests for a page share one render. */
  maxBytes: number
  /** Whether concurrent requests for a page share one render; default true. */
  isShared?: boolean
  /** Whether content is past its lifetime, and served because nothing newer is available. */
  isServedStale?: (key: string) => boolean
  /** A clock, ms since the epoch; for tests. */
  now?: () => number
}

/** The page cache of one process. */
export class MemoryPageCache implements PageCache {
  readonly #options: Required<PageCacheOptions>
  readonly #store: PageStore
  /** Pending renders whose page may be cached, by key. */
  readonly #inFlight = new Map<string, PendingRender>()
  readonly #refreshQueue = new PQueue({ concurrency: maxRefreshes })
  /** Keys of the pages in the refresh queue. */
  readonly #refreshing = new Set<string>()
  #pendingRenders = 0

  constructor(options: PageCacheOptions) {
    this.#options = { isShared: true, isServedStale: () => false, now: Date.now, ...options }
    this.#store = new PageStore(options.maxBytes)
  }

  find(address: PageAddress) {
    const page = this.#store.find(address.key)
    if (!page) return undefined
    const time = this.#options.now()
    if (time < page.freshUntil) return page
    if (page.mustRevalidate || time >= page.usableUntil) return undefined
    this.#refreshLater(address)
    return page
  }

  findUsable(address: PageAddress) {
    const page = this.#store.peek(address.key)
    return page && this.#options.now() < page.usableUntil ? page : undefined
  }

  get(address: PageAddress, { isWaiting = () => true, ...request }: Waiter = {}) {
    const { key } = address
    const pending = this.#inFlight.get(key)
    if (pending && this.#options.isShared) {
      pending.waiters.push(isWaiting)
      return pending.result
    }
    const dependencies = createDependencies()
    const waiters = [isWaiting]
    const result = this.#render(address, dependencies, waiters, request)
    this.#inFlight.set(key, { dependencies, waiters, result })
    return result
  }

  isPending({ key }: PageAddress) {
    return this.#options.isShared && this.#inFlight.has(key)
  }

  pendingRenders() {
    return this.#pendingRenders
  }

  isFresh(page: CachedPage) {
    const time = this.#options.now()
    if (time >= page.staleCheckAt) {
      page.hasStaleContent = this.#isAnyStale(page.dependencies)
      page.staleCheckAt = time + staleCheckIntervalMs
    }
    return time < page.freshUntil && !page.hasStaleContent
  }

  ageOf({ renderedAt }: CachedPage) {
    return Math.max(0, Math.floor((this.#options.now() - renderedAt) / 1000))
  }

  onContentChange(key: string) {
    for (const page of this.#invalidate((keys) => keys.has(key))) this.#refreshLater(page.address)
  }

  expire(key: string) {
    for (const page of this.#invalidate((keys) => keys.has(key))) {
      page.mustRevalidate ||= page.isPartial
    }
  }

  purge(dependsOnIt: (keys: ReadonlySet<string>) => boolean) {
    const pages = this.#invalidate(dependsOnIt)
    for (const page of pages) {
      page.mustRevalidate = true
      this.#refreshLater(page.address)
    }
    return pages.length
  }

  size() {
    return this.#store.size()
  }

  /** Expires the pages that depend on some content, and keeps their pending renders out of the cache. */
  #invalidate(dependsOnIt: (keys: ReadonlySet<string>) => boolean) {
    for (const [key, { dependencies }] of this.#inFlight) {
      if (dependsOnIt(dependencies.keys)) this.#inFlight.delete(key)
    }
    const pages = this.#store.list().filter((page) => dependsOnIt(page.dependencies))
    for (const page of pages) page.freshUntil = 0
    return pages
  }

  async #render(
    address: PageAddress,
    dependencies: Dependencies,
    waiters: PendingRender['waiters'],
    request: PageRequest,
  ): Promise<PageResult> {
    const { key } = address
    this.#pendingRenders += 1
    try {
      // With its content in memory, a page renders without yielding. Starting it in a later turn lets requests that
      // have already arrived join it, and serves cached pages first.
      await renderQueue.begin()
      if (!waiters.some((isStillWaiting) => isStillWaiting())) throw new Abandoned()
      const rendered = await this.#options.render(address, dependencies, request)
      const result = await this.#update(address, dependencies, await readResponse(rendered))
      return { ...result, isStale: this.#isAnyStale(dependencies.keys) }
    } finally {
      this.#pendingRenders -= 1
      if (this.#inFlight.get(key)?.dependencies === dependencies) this.#inFlight.delete(key)
    }
  }

  /** Caches a page that was just rendered, unless the cached one is better. */
  async #update(
    address: PageAddress,
    { keys, isPartial }: Dependencies,
    response: CachedResponse,
  ): Promise<Omit<PageResult, 'isStale'>> {
    const { now, maxBytes } = this.#options
    const { key } = address
    const before = this.#store.peek(key)
    // Otherwise its content has changed meanwhile, and only the waiters get the page.
    const isCurrent = this.#inFlight.get(key)?.dependencies.keys === keys
    const isWorse = response.status >= 500 || (isPartial && before?.isPartial === false)
    if (isWorse && before && now() < before.usableUntil) {
      if (isCurrent) {
        before.freshUntil = now() + refreshRetryMs
        before.mustRevalidate = false
      }
      return { response: before.response, cached: before }
    }
    if (!isCurrent) return { response, cached: null }
    if (response.freshS === 0 || maxBytes === 0) {
      if (response.status < 500) this.#store.delete(key)
      return { response, cached: null }
    }
    const isUnchanged = before !== undefined && before.response.tag === response.tag
    const best = isUnchanged ? { ...response, bodies: before.response.bodies } : response
    if (best.isCompressible) {
      await Promise.all([encodeBody(best, 'br'), encodeBody(best, 'gzip')])
    }
    this.#store.set(key, cachedPage(address, best, { keys, isPartial }, now()))
    return { response: best, cached: null }
  }

  #isAnyStale(keys: ReadonlySet<string>) {
    for (const key of keys) if (this.#options.isServedStale(key)) return true
    return false
  }

  #refreshLater(address: PageAddress) {
    if (this.#inFlight.has(address.key) || this.#refreshing.has(address.key)) return
    this.#refreshing.add(address.key)
    void this.#refreshQueue.add(() => this.#refresh(address))
  }

  async #refresh(address: PageAddress) {
    try {
      await this.get(address)
    } catch (error) {
      log.error({ page: address.key, error: String(error) }, 'page refresh failed')
    } finally {
      this.#refreshing.delete(address.key)
    }
  }
}

function cachedPage(
  address: PageAddress,
  response: CachedResponse,
  { keys, isPartial }: Pick<Dependencies, 'keys' | 'isPartial'>,
  renderedAt: number,
): CachedPage {
  const lifetime = response.freshS * 1000
  const variedLifetime = lifetime * (1 + lifetimeJitter * (2 * Math.random() - 1))
  return {
    address: { ...address },
    response,
    dependencies: keys,
    isPartial,
    renderedAt,
    freshUntil: renderedAt + (isPartial ? lifetime : variedLifetime),
    usableUntil: renderedAt + lifetime + response.staleS * 1000,
    mustRevalidate: false,
    hasStaleContent: false,
    staleCheckAt: 0,
  }
}
