import type { Dependencies } from '../../content/request-scope.ts'
import { log } from '../../log.ts'
import { processorTurns } from '../load-shedding/turns.ts'
import { encodeBody, readResponse, type CachedResponse } from './cached-response.ts'
import type { PageAddress } from './page-address.ts'
import { createPageStore, type CachedPage } from './page-store.ts'

/** A page for somebody who waits for it, and how it was come by. */
export interface Delivery {
  answer: CachedResponse
  /** The page that was kept, where the visitor gets that one. */
  kept: CachedPage | null
  /** Some of the content it was made from is past its time. */
  isStale: boolean
}

export type PageCache = ReturnType<typeof createPageCache>

/** Pages are made anew behind the visitors' backs so many at once. */
const refreshesAtOnce = 8

/** When a page could not be made anew, it is tried again after this time. */
const retryMs = 5_000

/** How often it is looked whether the content of a kept page is past its time: not at each sending. */
const lookEveryMs = 250

/** Lifetimes are spread by this share, so that what was made together does not end together. */
const spread = 0.15

/** Somebody who waits for a page. */
interface Waiter {
  /** Whether he still does; without it he always does. */
  isWaiting?: () => boolean
  /** What his request is called, in the log and to the content API. */
  requestId?: string
}

/** All who waited for a page had left before it was begun. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/** A page in the making, shared by all who ask for it meanwhile. */
interface Flight {
  dependencies: Dependencies
  /** Of each who asked for it: whether he still waits. */
  waits: (() => boolean)[]
  delivery: Promise<Delivery>
}

/**
 * Pages that were made once and are then only sent.
 * @param make makes a page; it may answer, but never throw. A request's id is of who asked first
 * @param maximumBytes 0: nothing is kept, yet visitors who ask at the same time share one page
 * @param isShared false: each visitor gets a page made for him alone
 * @param isServedStale whether content is past its time, and used because nothing newer has come
 * @param now the clock, ms since the epoch; tests hand in their own
 */
export function createPageCache({
  make,
  maximumBytes,
  isShared = true,
  isServedStale = () => false,
  now = Date.now,
}: {
  make: (address: PageAddress, dependencies: Dependencies, requestId?: string) => Promise<Response>
  maximumBytes: number
  isShared?: boolean
  isServedStale?: (key: string) => boolean
  now?: () => number
}) {
  const store = createPageStore(maximumBytes)
  /** Those whose page will be kept. */
  const flights = new Map<string, Flight>()
  const waiting = new Map<string, PageAddress>()
  const refreshing = new Set<string>()
  let pendingRenders = 0

  /** Puts a page that was just made in its place, or leaves the one that is there. */
  async function settle(
    { key, ...address }: PageAddress,
    { keys, isPartial }: Dependencies,
    answer: CachedResponse,
  ): Promise<Omit<Delivery, 'isStale'>> {
    const before = store.peek(key)
    // If not, what changed meanwhile may not be in it: it serves those who asked before that.
    const isCurrent = flights.get(key)?.dependencies.keys === keys
    const isWorse = answer.status >= 500 || (isPartial && before?.isPartial === false)
    if (isWorse && before && now() < before.usableUntil) {
      if (isCurrent) {
        before.freshUntil = now() + retryMs
        before.mustConfirm = false
      }
      return { answer: before.answer, kept: before }
    }
    if (!isCurrent) return { answer, kept: null }
    if (answer.freshS === 0 || maximumBytes === 0) {
      if (answer.status < 500) store.delete(key)
      return { answer, kept: null }
    }

    const isSame = before !== undefined && before.answer.tag === answer.tag
    const best = isSame ? { ...answer, bodies: before.answer.bodies } : answer
    if (best.isCompressible) {
      await Promise.all([encodeBody(best, 'br'), encodeBody(best, 'gzip')])
    }
    const lifetime = answer.freshS * 1000
    const spreadLifetime = lifetime * (1 + spread * (2 * Math.random() - 1))
    const madeAt = now()
    store.set(key, {
      address: { key, ...address },
      answer: best,
      dependencies: keys,
      isPartial,
      madeAt,
      freshUntil: madeAt + (isPartial ? lifetime : spreadLifetime),
      usableUntil: madeAt + lifetime + answer.staleS * 1000,
      mustConfirm: false,
      isOfStale: false,
      staleLookAt: 0,
    })
    return { answer: best, kept: null }
  }

  function isOfStale(keys: ReadonlySet<string>) {
    for (const key of keys) if (isServedStale(key)) return true
    return false
  }

  function startFlight(
    address: PageAddress,
    { isWaiting = () => true, requestId }: Waiter = {},
  ): Promise<Delivery> {
    const { key } = address
    const running = flights.get(key)
    if (running && isShared) {
      running.waits.push(isWaiting)
      return running.delivery
    }

    const dependencies: Dependencies = {
      keys: new Set(),
      types: new Set(),
      isPartial: false,
    }
    const waits = [isWaiting]
    async function fly() {
      pendingRenders += 1
      try {
        // What is in memory makes a page without a pause, so it begins in a turn of its own: whoever
        // has already arrived joins it, and visitors who get a kept page come first.
        await processorTurns.begin()
        if (!waits.some((stillWaits) => stillWaits())) throw new Abandoned()
        const answer = await readResponse(await make(address, dependencies, requestId))
        const delivery = await settle(address, dependencies, answer)
        return { ...delivery, isStale: isOfStale(dependencies.keys) }
      } finally {
        pendingRenders -= 1
        if (flights.get(key)?.dependencies === dependencies) flights.delete(key)
      }
    }
    const delivery = fly()
    flights.set(key, { dependencies, waits, delivery })
    return delivery
  }

  function refreshLater(address: PageAddress) {
    if (flights.has(address.key) || refreshing.has(address.key)) return
    waiting.set(address.key, address)
    startRefreshes()
  }

  function startRefreshes() {
    for (const [key, address] of waiting) {
      if (refreshing.size >= refreshesAtOnce) return
      waiting.delete(key)
      refreshing.add(key)
      void refresh(address)
    }
  }

  async function refresh(address: PageAddress) {
    try {
      await startFlight(address)
    } catch (error) {
      log.error({ page: address.key, error: String(error) }, 'a page could not be made anew')
    } finally {
      refreshing.delete(address.key)
      startRefreshes()
    }
  }

  /** Has pages made anew, and what is being made of the same content not kept. */
  function renew(concerns: (keys: ReadonlySet<string>) => boolean, mustConfirm: boolean) {
    for (const [key, { dependencies }] of flights) {
      if (concerns(dependencies.keys)) flights.delete(key)
    }
    const pages = store.list().filter((page) => concerns(page.dependencies))
    for (const page of pages) {
      page.freshUntil = 0
      page.mustConfirm ||= mustConfirm
      refreshLater(page.address)
    }
    return pages.length
  }

  return {
    /**
     * A page that can be sent at once. One that is no longer fresh is made anew behind.
     * @returns undefined when the visitor has to wait for it
     */
    find(address: PageAddress): CachedPage | undefined {
      const page = store.find(address.key)
      if (!page) return undefined
      const time = now()
      if (time < page.freshUntil) return page
      if (page.mustConfirm || time >= page.usableUntil) return undefined
      refreshLater(address)
      return page
    },
    /** A page that may stand in for one that cannot be made anew now. */
    findUsable(address: PageAddress): CachedPage | undefined {
      const page = store.peek(address.key)
      return page && now() < page.usableUntil ? page : undefined
    },
    /**
     * Makes a page, once for all who wait for it. Once begun it is made to its end even if they leave.
     * @throws Abandoned when all had left before it was begun
     */
    get: startFlight,
    /** Whether one who asks for a page would share it with others. */
    isPending: ({ key }: PageAddress) => isShared && flights.has(key),
    /** How many pages are being made or wait for it. */
    pendingRenders: () => pendingRenders,
    /** Whether neither the page nor the content it was made from is past its time. */
    isFresh(page: CachedPage) {
      const time = now()
      if (time >= page.staleLookAt) {
        page.isOfStale = isOfStale(page.dependencies)
        page.staleLookAt = time + lookEveryMs
      }
      return time < page.freshUntil && !page.isOfStale
    },
    /** How long ago a page was made, seconds. */
    ageOf: (page: CachedPage) => Math.max(0, Math.floor((now() - page.madeAt) / 1000)),
    /** Told when content has been replaced by other content. */
    contentChanged: (key: string) => {
      renew((keys) => keys.has(key), false)
    },
    /**
     * Pages that are sent again only once they have been made anew, or could not be.
     * @param concerns told which content a page was made from
     * @returns how many pages were kept of them
     */
    purge: (concerns: (keys: ReadonlySet<string>) => boolean) => renew(concerns, true),
    /** Of all that is kept, in bytes. */
    size: () => store.size(),
  }
}
