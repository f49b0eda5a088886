import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { ContentType } from '../../config.ts'
import {
  contentLanguages,
  rootParent,
  type ContentLanguage,
  type ContentQuery,
} from '../../content/content-calls.ts'
import type { ContentSource } from '../../content/content-source.ts'
import { ContentUnavailable } from '../../content/failures.ts'
import { log } from '../../log.ts'
import { tracedInBackground } from '../../tracing.ts'
import type { PostShape } from '../../content/posts/post-shape.ts'
import type { SearchFeed } from './search-feed.ts'
import { withRest } from './with-rest.ts'
import type { SearchThread } from '../search-thread.ts'
import type { SearchKind } from '../search-types.ts'

/** In ms. */
const intervals = {
  /** From the end of one round to the next. */
  round: 10 * 60_000,
  /** After a round in which something was unavailable. */
  failedRound: 60_000,
  /** Details that are older are read again. */
  details: 24 * 60 * 60_000,
  /** After a failed call, doubled up to the maximum. */
  retry: 1_000,
  maxRetry: 60_000,
  /** Between looks whether a circuit breaker has closed. */
  breaker: 1_000,
  /** With a breaker open for so long and no visitor to probe it, the crawl makes one call. */
  maxBreaker: 60_000,
}

/** Calls at once. */
const concurrency = 2

/** Details asked from the index at a time. */
const dueAtOnce = 100

/** The lists of a round, with the shape in which the adapter's calls read them. Parents come first. */
const lists: [ContentType, PostShape][] = [
  ['ProductsCategory', 'card'],
  ['ProductsTypes', 'card'],
  ['Solutions', 'cardWithSpecs'],
  ['Projects', 'cardWithSpecs'],
  ['Services', 'card'],
  ['News', 'articleCard'],
  ['Blog', 'articleCard'],
  ['About', 'post'],
  ['Sustainability', 'post'],
  ['WorkFields', 'post'],
  ['CompanyGoals', 'post'],
  ['Branches', 'branch'],
]

/** Kinds with details, in the order in which these are read. */
const detailed: SearchKind[] = ['type', 'solution', 'service', 'project', 'product', 'news', 'blog']

interface CrawlOptions {
  content: Pick<ContentSource, 'forIndex' | 'breakers'>
  index: Pick<SearchThread, 'listDue'>
  feed: SearchFeed
  /** Calls for details per second; Infinity for no limit. */
  detailsPerS: number
  signal: AbortSignal
}

/**
 * Fills the index in the background: the lists first, then the details that are missing or old. Makes at
 * most two calls at once, and none while a circuit breaker is open.
 */
export function createCrawler({ content, index, feed, detailsPerS, signal }: CrawlOptions) {
  const queue = new PQueue({ concurrency })
  const detailQueue = new PQueue({
    concurrency,
    ...(detailsPerS > 0 &&
      Number.isFinite(detailsPerS) && { intervalCap: detailsPerS, interval: 1_000 }),
  })
  let retryMs = 0
  let wake: () => void = () => undefined

  /** @returns false when the call failed */
  async function call(query: ContentQuery, shape: PostShape, language: ContentLanguage) {
    if (signal.aborted) return false
    await breakersClosed()
    try {
      const items = await withRest(
        () => tracedInBackground('crawl', {}, () => content.forIndex(language)(query, shape)),
        signal,
      )
      retryMs = 0
      await feed.feed({ query, language, items })
      return items.length > 0 || query.check === 'getPost'
    } catch (error) {
      if (!(error instanceof ContentUnavailable)) throw error
      log.debug({ type: query.type, error: error.message }, 'search crawl call failed')
      retryMs = Math.min(intervals.maxRetry, retryMs * 2 || intervals.retry)
      await pause(Math.max(retryMs, (error.retryAfterS ?? 0) * 1_000), undefined, {
        signal,
        ref: false,
      })
      return false
    }
  }

  async function breakersClosed() {
    const since = performance.now()
    const isOpen = () => Object.values(content.breakers()).some((state) => state !== 'closed')
    while (isOpen() && performance.now() - since < intervals.maxBreaker) {
      await pause(intervals.breaker, undefined, { signal, ref: false })
    }
  }

  async function crawlLists() {
    const results: boolean[] = []
    for (const [type, shape] of lists) {
      results.push(...(await inBothLanguages(listOf(type), shape)))
    }
    const parents: [ContentType, ContentType][] = [
      ['Products', 'ProductsTypes'],
      ['SolProducts', 'Solutions'],
    ]
    for (const [type, parentType] of parents) {
      for (const id of feed.idsOf(parentType)) {
        results.push(...(await inBothLanguages(listOf(type, id), 'productCard')))
      }
    }
    return results.every(Boolean)
  }

  function inBothLanguages(query: ContentQuery, shape: PostShape) {
    const calls = contentLanguages.map((language) => () => call(query, shape, language))
    return queue.addAll(calls)
  }

  /** Reads details until none is due. Those that failed in this round are not tried again. */
  async function crawlDetails() {
    const before = Date.now() - intervals.details
    const failed = new Set<string>()
    for (const kind of detailed) {
      for (const language of contentLanguages) {
        for (;;) {
          const due = await index.listDue(kind, language, before, dueAtOnce + failed.size)
          const ids = due.filter((id) => !failed.has(`${kind} ${language} ${id}`))
          if (ids.length === 0 || signal.aborted) break
          const calls = ids.map((id) => async () => {
            const isRead = await call(detailsOf(kind, id), shapeOf(kind), language)
            if (!isRead) failed.add(`${kind} ${language} ${id}`)
          })
          await detailQueue.addAll(calls)
        }
      }
    }
    return failed.size === 0
  }

  function detailsOf(kind: SearchKind, id: string): ContentQuery {
    const type = kind === 'type' && feed.isCategory(id) ? 'ProductsCategory' : detailTypes[kind]
    return {
      check: 'getPostDetails',
      type: type ?? 'Products',
      PostId: id,
      ParentId: rootParent,
      Pno: '1',
    }
  }

  return {
    /**
     * Crawls until the signal.
     * @param onLists called when the lists of a round have been read: all, or as far as they were available
     * @param onRound called after each round
     */
    async run(onLists: (isComplete: boolean) => void, onRound: () => void) {
      try {
        while (!signal.aborted) {
          const hasLists = await crawlLists()
          onLists(hasLists)
          const hasDetails = await crawlDetails()
          onRound()
          const rest = pause(
            hasLists && hasDetails ? intervals.round : intervals.failedRound,
            undefined,
            { signal, ref: false },
          )
          await Promise.race([rest, new Promise<void>((resolve) => (wake = resolve))])
        }
      } catch (error) {
        if (!signal.aborted) log.error({ error: String(error) }, 'search crawl ended')
      }
    },
    /** Starts the next round now, after a purge. */
    wake: () => wake(),
  }
}

const detailTypes: Partial<Record<SearchKind, ContentType>> = {
  type: 'ProductsTypes',
  solution: 'Solutions',
  service: 'Services',
  project: 'Projects',
  product: 'Products',
  news: 'News',
  blog: 'Blog',
}

/** As in the adapter's calls, since cached content has their shape. */
function shapeOf(kind: SearchKind): PostShape {
  if (kind === 'product') return 'product'
  return kind === 'news' || kind === 'blog' ? 'article' : 'post'
}

function listOf(type: ContentType, parentId = rootParent): ContentQuery {
  return { check: 'getPost', type, PostId: '', ParentId: parentId, Pno: '-1' }
}
