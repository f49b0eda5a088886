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
export function createPageStore(maxBytes: number) {
  const sizeCalculation = ({ response }: CachedPage) =>
    [...response.bodies.values()].reduce((sum, body) => sum + body.length, overheadBytes)
  const probationary = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation,
  })
  const protectedEntries = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maxBytes - Math.floor(maxBytes / 4)),
    sizeCalculation,
    // The least recently used page becomes probationary again.
    disposeAfter: (page, key, reason) => {
      if (reason === 'evict') probationary.set(key, page)
    },
  })

  return {
    find(key: string): CachedPage | undefined {
      const protectedPage = protectedEntries.get(key)
      if (protectedPage) return protectedPage
      const page = probationary.get(key)
      if (page && !page.address.isSelection) {
        probationary.delete(key)
        protectedEntries.set(key, page)
      }
      return page
    },
    /** Finds a page without counting it as used. */
    peek: (key: string) => protectedEntries.peek(key) ?? probationary.peek(key),
    /** Adds a page, or replaces it in its segment. */
    set(key: string, page: CachedPage) {
      const segment = protectedEntries.has(key) ? protectedEntries : probationary
      segment.set(key, page)
    },
    delete(key: string) {
      protectedEntries.delete(key)
      probationary.delete(key)
    },
    /** Returns all pages, protected and most recently used first. */
    list: (): CachedPage[] => [...protectedEntries.values(), ...probationary.values()],
    /** Total size in bytes. */
    size: () => protectedEntries.calculatedSize + probationary.calculatedSize,
  }
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
  delivery: Promise<PageResult>
}

/** Caches rendered pages, and refreshes stale ones in the background. */
export interface PageCache {
  /**
   * Finds a cached page, and refreshes a stale one in the background.
   * @returns undefined when the page has to be rendered first
   */
  find: (address: PageAddress) => CachedPage | undefined
  /** Finds a cached page that may be served stale when it cannot be refreshed now. */
  findUsable: (address: PageAddress) => CachedPage | undefined
  /**
   * Renders a page, once for all its waiters. A render that has started finishes even if they leave.
   * @throws Abandoned when all waiters left before it started
   */
  get: (address: PageAddress, waiter?: Waiter) => Promise<PageResult>
  /** Whether a request for the page would share a pending render. */
  isPending: (address: PageAddress) => boolean
  /** Returns the number of renders that are running or queued. */
  pendingRenders: () => number
  /** Whether neither the page nor its content is stale. */
  isFresh: (page: CachedPage) => boolean
  /** Time since a page was rendered, whole seconds. */
  ageOf: (page: CachedPage) => number
  /** Refreshes the pages that depend on changed content, which are served stale meanwhile. */
  onContentChange: (key: string) => void
  /**
   * Expires the pages that depend on changed content. They are refreshed on request, since there may be thousands.
   * Pages with missing content are served stale only if the refresh fails.
   */
  expire: (key: string) => void
  /**
   * Refreshes pages, which are served stale only if that fails.
   * @param dependsOnIt whether a page with these dependencies is affected
   * @returns the number of affected cached pages
   */
  purge: (dependsOnIt: (keys: ReadonlySet<string>) => boolean) => number
  /** Total size of the cached pages, bytes. */
  size: () => number
}

/**
 * @param render renders a page. May return an error response; must not throw. It gets the request of the first waiter
 * @param maxBytes 0: nothing is cached, but concurrent requests for a page share one render
 * @param isShared false: each request gets its own render
 * @param isServedStale whether content is past its lifetime, and served because nothing newer is available
 * @param now a clock, ms since the epoch; for tests
 */
export function createPageCache({
  render,
  maxBytes,
  isShared = true,
  isServedStale = () => false,
  now = Date.now,
}: {
  render: (
    address: PageAddress,
    dependencies: Dependencies,
    request?: PageRequest,
  ) => Promise<Response>
  maxBytes: number
  isShared?: boolean
  isServedStale?: (key: string) => boolean
  now?: () => number
}): PageCache {
  const store = createPageStore(maxBytes)
  /** Pending renders whose page may be cached, by key. */
  const inFlight = new Map<string, PendingRender>()
  const refreshQueue = new PQueue({ concurrency: maxRefreshes })
  /** Keys of the pages in the refresh queue. */
  const refreshing = new Set<string>()
  let pendingRenders = 0

  /** Caches a page that was just rendered, unless the cached one is better. */
  async function updateCache(
    { key, ...address }: PageAddress,
    { keys, isPartial }: Dependencies,
    response: CachedResponse,
  ): Promise<Omit<PageResult, 'isStale'>> {
    const before = store.peek(key)
    // Otherwise its content has changed meanwhile, and only the waiters get the page.
    const isCurrent = inFlight.get(key)?.dependencies.keys === keys
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
      if (response.status < 500) store.delete(key)
      return { response, cached: null }
    }

    const isUnchanged = before !== undefined && before.response.tag === response.tag
    const best = isUnchanged ? { ...response, bodies: before.response.bodies } : response
    if (best.isCompressible) {
      await Promise.all([encodeBody(best, 'br'), encodeBody(best, 'gzip')])
    }
    const lifetime = response.freshS * 1000
    const variedLifetime = lifetime * (1 + lifetimeJitter * (2 * Math.random() - 1))
    const renderedAt = now()
    store.set(key, {
      address: { key, ...address },
      response: best,
      dependencies: keys,
      isPartial,
      renderedAt,
      freshUntil: renderedAt + (isPartial ? lifetime : variedLifetime),
      usableUntil: renderedAt + lifetime + response.staleS * 1000,
      mustRevalidate: false,
      hasStaleContent: false,
      staleCheckAt: 0,
    })
    return { response: best, cached: null }
  }

  function isAnyStale(keys: ReadonlySet<string>) {
    for (const key of keys) if (isServedStale(key)) return true
    return false
  }

  function getPage(
    address: PageAddress,
    { isWaiting = () => true, ...request }: Waiter = {},
  ): Promise<PageResult> {
    const { key } = address
    const pending = inFlight.get(key)
    if (pending && isShared) {
      pending.waiters.push(isWaiting)
      return pending.delivery
    }

    const dependencies = createDependencies()
    const waiters = [isWaiting]
    async function startRender() {
      pendingRenders += 1
      try {
        // With its content in memory, a page renders without yielding. Starting it in a later turn lets requests that
        // have already arrived join it, and serves cached pages first.
        await renderQueue.begin()
        if (!waiters.some((isStillWaiting) => isStillWaiting())) throw new Abandoned()
        const response = await readResponse(await render(address, dependencies, request))
        const delivery = await updateCache(address, dependencies, response)
        return { ...delivery, isStale: isAnyStale(dependencies.keys) }
      } finally {
        pendingRenders -= 1
        if (inFlight.get(key)?.dependencies === dependencies) inFlight.delete(key)
      }
    }
    const delivery = startRender()
    inFlight.set(key, { dependencies, waiters, delivery })
    return delivery
  }

  function refreshLater(address: PageAddress) {
    if (inFlight.has(address.key) || refreshing.has(address.key)) return
    refreshing.add(address.key)
    void refreshQueue.add(() => refresh(address))
  }

  async function refresh(address: PageAddress) {
    try {
      await getPage(address)
    } catch (error) {
      log.error({ page: address.key, error: String(error) }, 'page refresh failed')
    } finally {
      refreshing.delete(address.key)
    }
  }

  /** Refreshes the pages that depend on some content, and keeps their pending renders out of the cache. */
  function invalidate(
    dependsOnIt: (keys: ReadonlySet<string>) => boolean,
    mustRevalidate: boolean,
  ) {
    for (const [key, { dependencies }] of inFlight) {
      if (dependsOnIt(dependencies.keys)) inFlight.delete(key)
    }
    const pages = store.list().filter((page) => dependsOnIt(page.dependencies))
    for (const page of pages) {
      page.freshUntil = 0
      page.mustRevalidate ||= mustRevalidate
      refreshLater(page.address)
    }
    return pages.length
  }

  return {
    find(address) {
      const page = store.find(address.key)
      if (!page) return undefined
      const time = now()
      if (time < page.freshUntil) return page
      if (page.mustRevalidate || time >= page.usableUntil) return undefined
      refreshLater(address)
      return page
    },
    findUsable(address) {
      const page = store.peek(address.key)
      return page && now() < page.usableUntil ? page : undefined
    },
    get: getPage,
    isPending: ({ key }) => isShared && inFlight.has(key),
    pendingRenders: () => pendingRenders,
    isFresh(page) {
      const time = now()
      if (time >= page.staleCheckAt) {
        page.hasStaleContent = isAnyStale(page.dependencies)
        page.staleCheckAt = time + staleCheckIntervalMs
      }
      return time < page.freshUntil && !page.hasStaleContent
    },
    ageOf: (page) => Math.max(0, Math.floor((now() - page.renderedAt) / 1000)),
    onContentChange: (key) => {
      invalidate((keys) => keys.has(key), false)
    },
    expire(key) {
      for (const [page, { dependencies }] of inFlight) {
        if (dependencies.keys.has(key)) inFlight.delete(page)
      }
      for (const page of store.list()) {
        if (!page.dependencies.has(key)) continue
        page.freshUntil = 0
        page.mustRevalidate ||= page.isPartial
      }
    },
    purge: (dependsOnIt) => invalidate(dependsOnIt, true),
    size: () => store.size(),
  }
}
