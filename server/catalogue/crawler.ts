import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import {
  documentLimits,
  fileAddress,
  headBytes,
  isPageInPlaceOf,
  lengthOf,
  readHead,
  requestFile,
  shortHeaderOf,
} from '../files/image-base.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { ContentQuery } from '../content/content-calls.ts'
import {
  contentLanguages,
  rootParent,
  type ContentLanguage,
  foundTypes,
  type ContentType,
} from '../content/content-types.ts'
import type { SiteContent } from '../content/content.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { ownThreadFolder, threadTimes } from '@site/runtime/thread-calls'
import { log, createThrottledLog } from '@site/runtime/log'
import type { PostShape } from '../content/posts/post.ts'
import type { Ingest } from './ingest.ts'
import type { SearchThreads } from '../search/search-threads.ts'

/** While visitors keep the event loop busy all the time, background work takes a seventh of it. */
const restFactor = 6

/** Up to this utilization of the event loop, visitors do not wait for background work. */
const idleEnough = 0.5

/** Work that takes less than this, ms, such as one post, is followed by no rest. */
const minWorkMs = 20

const ownThread = ownThreadFolder()

/**
 * Does work in the background, then rests if the event loop was busy meanwhile, the longer the busier. Time in which
 * other processes kept this thread from a CPU does not count: a rest would help nobody.
 * @param timesOf reads the times of the event loop's thread; for tests
 * @param signal ends the rest
 */
export async function withRest<T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  timesOf = () => threadTimes(ownThread),
): Promise<T> {
  const startedAt = performance.now()
  const loopBefore = performance.eventLoopUtilization()
  const before = timesOf()
  const result = await work()
  const after = timesOf()
  const waitingMs = before && after ? after.waiting - before.waiting : 0
  const workMs = performance.now() - startedAt - waitingMs
  if (workMs < minWorkMs) return result
  const utilization =
    before && after
      ? (after.cpu - before.cpu) / workMs
      : performance.eventLoopUtilization(loopBefore).utilization
  if (utilization <= idleEnough) return result
  const busy = (utilization - idleEnough) / (1 - idleEnough)
  await pause(workMs * busy * restFactor, undefined, { signal, ref: false })
  return result
}

/** Timeout for a file's size, which is not worth a longer wait, ms. */
const timeoutMs = 2_000

/** Facts about a file, from the server of the content API's files. */
export interface CheckedFile {
  /** Whether visitors cannot download it: it does not exist, is empty, or exceeds the site's limit. Undefined if unknown. */
  isMissing?: boolean
  /** Size in bytes; undefined if its server does not say, or not in time. */
  size?: number
  /** When it was last modified, in ISO 8601; undefined if its server does not say, or not plausibly. */
  modifiedAt?: string
}

/**
 * Checks a file by HEAD and, if that is not enough, by its first bytes: some servers respond only to GET, omit the
 * length of compressed files, or send a page in place of a missing file.
 * @param base the image base's address, without a trailing slash
 * @param headers of each request
 */
export async function checkFile(
  base: string,
  file: string,
  headers: OutgoingHeaders,
): Promise<CheckedFile> {
  const address = fileAddress(base, file)
  try {
    const byHead = await ask(address, 'HEAD', headers)
    const isKnown = byHead.status === 200 && byHead.size && !byHead.isPage
    const { status, size, modified, start } = isKnown
      ? byHead
      : await ask(address, 'GET', { ...headers, range: `bytes=0-${headBytes - 1}` })
    // Redirects are not followed. No range of an empty file can be sent.
    const isAbsent = [404, 410, 416].includes(status) || (status >= 300 && status < 400)
    if (isAbsent || start?.length === 0 || (start && isPageInPlaceOf(file, start))) {
      return { isMissing: true }
    }
    if (status !== 200 && status !== 206) return {}
    const modifiedAt = dateOfFile(modified)
    return {
      isMissing: size !== null && size > documentLimits.bytes,
      ...(size && { size }),
      ...(modifiedAt && { modifiedAt }),
    }
  } catch {
    return {}
  }
}

/** @returns the status, the size, and of a successful GET the first bytes */
async function ask(address: string, method: 'HEAD' | 'GET', headers: Record<string, string>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const asked = { ...headers, 'accept-encoding': 'identity' }
  const response = await requestFile(address, { method, headers: asked, signal })
  const { statusCode: status, headers: said, body } = response
  const isRead = method === 'GET' && (status === 200 || status === 206)
  const start = isRead && !said['content-encoding'] ? (await readHead(body, timeoutMs)).head : null
  // A server without range support starts sending the whole file.
  body.destroy()
  const part = /\/(\d+)$/.exec(shortHeaderOf(said['content-range']))?.[1]
  return {
    status,
    size: lengthOf(status === 206 ? part : said['content-length']),
    modified: shortHeaderOf(said['last-modified']),
    isPage: shortHeaderOf(said['content-type']).includes('html'),
    start,
  }
}

/** @returns empty for no date, one before 2000, or one of the last minute: servers that generate a file state its time */
function dateOfFile(modified: string) {
  const ms = Date.parse(modified)
  const isPlausible = ms >= Date.UTC(2000, 0) && ms < Date.now() - 60_000
  return isPlausible ? new Date(ms).toISOString() : ''
}

/** Intervals of the crawl, ms. */
export const crawlIntervals = {
  /** Pause between two rounds. */
  round: 10 * 60_000,
  /** Pause after a round in which something was unavailable. */
  failedRound: 60_000,
  /** Max. age of details before they are read again. */
  details: 24 * 60 * 60_000,
  /** Max. age of details with missing files, which may have been uploaded since. */
  detailsLackingFiles: 60 * 60_000,
  /** Pause after a failed call, doubled up to the maximum. */
  retry: 1_000,
  maxRetry: 60_000,
  /** Interval between checks whether a circuit breaker has closed. */
  breaker: 1_000,
  /** After a breaker has been open this long without a visitor's probe, the crawl makes one call. */
  maxBreaker: 60_000,
}

/** Max. concurrent calls. */
const concurrency = 2

/** Retries of failed lists, after all others: few enough to open no circuit breaker. */
const listRetries = 1

/** After this many consecutive failures, the details of a kind wait for the next round. */
const maxFailuresInARow = 5

/** Batch size when the index is asked for due details. */
const duePerCall = 100

/**
 * How the details of each kind are read, in the table's order. Categories have the same kind and shape as the types
 * that follow them.
 */
const detailed = new Map(
  foundTypes.flatMap(({ kind, type, details }) =>
    details ? [[kind, { type, shape: details }] as const] : [],
  ),
)

/** Result of a call; 'none': the content has no such post. */
type Outcome = 'read' | 'none' | 'failed'

/** How many of a round's lists were available. */
type ListsRead = 'all' | 'some' | 'none'

interface List {
  query: ContentQuery
  shape: PostShape
}

interface CrawlOptions {
  content: Pick<SiteContent, 'forIndex' | 'breakers'>
  index: Pick<SearchThreads, 'listDue'>
  ingest: Ingest
  /** Calls for details per second; Infinity for no limit. */
  detailsPerS: number
  signal: AbortSignal
}

/**
 * Fills the index in the background: first the lists, then missing or old details. It makes at most two concurrent
 * calls, and none while a circuit breaker is open.
 */
interface Crawler {
  /**
   * Crawls until the signal. Never rejects: a failed round, as when the index is unavailable, is followed by another
   * one.
   * @param onLists called when the available lists of a round have been read
   * @param onDetails called at the end of the round, with whether details were available: false if a kind had too
   * many consecutive failures and was postponed
   */
  run: (
    onLists: (read: ListsRead) => Promise<void>,
    onDetails: (wereAvailable: boolean) => Promise<void>,
  ) => Promise<void>
  /** Ignores responses to pending calls, because content has been purged. */
  discardCalls: () => void
  /** Starts the next round now, or after this one. */
  wake: () => void
}

export function createCrawler({
  content,
  index,
  ingest,
  detailsPerS,
  signal,
}: CrawlOptions): Crawler {
  const queue = new PQueue({ concurrency })
  const detailQueue = new PQueue({
    concurrency,
    ...(detailsPerS > 0 &&
      Number.isFinite(detailsPerS) && { intervalCap: detailsPerS, interval: 1_000 }),
  })
  let retryMs = 0
  let isWoken = false
  /** Number of purges of the content: a response requested before the latest one may be outdated. */
  let purges = 0
  let endRest: () => void = () => undefined
  /** Types whose circuit breaker has been open too long for the others to wait for it. */
  const unavailable = new Set<string>()

  async function call(
    query: ContentQuery,
    shape: PostShape,
    language: ContentLanguage,
  ): Promise<Outcome> {
    if (signal.aborted) return 'failed'
    await breakersClosed()
    const purgesBefore = purges
    try {
      const items = await withRest(() => content.forIndex(language)(query, shape), signal)
      retryMs = 0
      if (purges !== purgesBefore) return call(query, shape, language)
      await ingest.add({ query, language, items })
      return items.length > 0 || query.check === 'getPost' ? 'read' : 'none'
    } catch (error) {
      if (!(error instanceof ContentUnavailable)) throw error
      log.debug({ type: query.type, error: error.message }, 'search crawl call failed')
      retryMs = Math.min(crawlIntervals.maxRetry, retryMs * 2 || crawlIntervals.retry)
      await pause(Math.max(retryMs, (error.retryAfterS ?? 0) * 1_000), undefined, {
        signal,
        ref: false,
      })
      return 'failed'
    }
  }

  async function breakersClosed() {
    const since = performance.now()
    for (;;) {
      const open = openBreakers()
      for (const type of unavailable) if (!open.includes(type)) unavailable.delete(type)
      if (open.every((type) => unavailable.has(type))) return
      if (performance.now() - since >= crawlIntervals.maxBreaker) {
        for (const type of open) unavailable.add(type)
        return
      }
      await pause(crawlIntervals.breaker, undefined, { signal, ref: false })
    }
  }

  function openBreakers() {
    return Object.entries(content.breakers()).flatMap(([type, state]) =>
      state === 'closed' ? [] : [type],
    )
  }

  async function crawlLists(): Promise<ListsRead> {
    const roots = await readLists(
      foundTypes.flatMap(({ type, list }) => (list ? [{ query: listOf(type), shape: list }] : [])),
    )
    const parents: [ContentType, ContentType][] = [
      ['Products', 'ProductsTypes'],
      ['SolProducts', 'Solutions'],
    ]
    const children = parents.flatMap(([type, parentType]) =>
      ingest
        .idsOf(parentType)
        .map((id) => ({ query: listOf(type, id), shape: 'productCard' as const })),
    )
    const read = [...roots, ...(await readLists(children))]
    if (read.every(Boolean)) return 'all'
    return read.some(Boolean) ? 'some' : 'none'
  }

  /**
   * Reads lists in turn, each in both languages, and retries the failed ones at the end.
   * @returns for each whether it was read
   */
  async function readLists(asked: List[]) {
    let waiting = asked.map((list) => ({ ...list, languages: [...contentLanguages] }))
    for (let tries = 0; tries <= listRetries; tries += 1) {
      const failed: typeof waiting = []
      for (const list of waiting) {
        const languages = await readList(list)
        if (languages.length > 0) failed.push({ ...list, languages })
      }
      // If every list failed, the API itself is unavailable, so retries are useless.
      if (failed.length === 0 || failed.length === asked.length) {
        return asked.map(() => failed.length === 0)
      }
      waiting = failed
    }
    return asked.map((_, at) => at >= waiting.length)
  }

  /** @returns the languages in which reading failed */
  async function readList({ query, shape, languages }: List & { languages: ContentLanguage[] }) {
    const calls = languages.map((language) => async () => {
      const outcome = await call(query, shape, language)
      return outcome === 'failed' ? [language] : []
    })
    return (await queue.addAll(calls)).flat()
  }

  /** Reads details until none is due. Details that failed in this round are not retried. */
  async function crawlDetails() {
    const before = Date.now() - crawlIntervals.details
    const failed = new Set<string>()
    let wereAvailable = true
    for (const [kind, { type, shape }] of detailed) {
      for (const language of contentLanguages) {
        let failuresInARow = 0
        while (failuresInARow < maxFailuresInARow) {
          const due = await index.listDue(kind, language, before, duePerCall + failed.size)
          const ids = due.filter((id) => !failed.has(`${kind} ${language} ${id}`))
          if (ids.length === 0 || signal.aborted) break
          const calls = ids.map((id) => async () => {
            if (failuresInARow >= maxFailuresInARow) return
            const isCategory = type === 'ProductsTypes' && ingest.isCategory(id)
            const query = detailsOf(isCategory ? 'ProductsCategory' : type, id)
            const outcome = await call(query, shape, language)
            failuresInARow = outcome === 'failed' ? failuresInARow + 1 : 0
            if (outcome !== 'read') failed.add(`${kind} ${language} ${id}`)
          })
          await detailQueue.addAll(calls)
        }
        if (failuresInARow >= maxFailuresInARow) wereAvailable = false
      }
    }
    return { areAllRead: failed.size === 0, wereAvailable }
  }

  return {
    async run(onLists, onDetails) {
      async function crawlOnce() {
        const listsRead = await crawlLists()
        await onLists(listsRead)
        const { areAllRead, wereAvailable } = await crawlDetails()
        await onDetails(wereAvailable)
        return listsRead === 'all' && areAllRead ? 'all' : 'some'
      }
      while (!signal.aborted) {
        isWoken = false
        const read = await crawlOnce().catch((error: unknown) => {
          if (!signal.aborted) logRoundFailed(error)
          return 'failed'
        })
        if (isWoken && read !== 'failed') continue
        const ms = read === 'all' ? crawlIntervals.round : crawlIntervals.failedRound
        const rest = pause(ms, undefined, { signal, ref: false }).catch(() => undefined)
        const woken = new Promise<void>((resolve) => (endRest = resolve))
        await (read === 'failed' ? rest : Promise.race([rest, woken]))
      }
    },
    discardCalls: () => {
      purges += 1
    },
    wake: () => {
      isWoken = true
      endRest()
    },
  }
}

const logRoundFailed = createThrottledLog((suppressed, error: unknown) =>
  log.error({ error: String(error), suppressed }, 'search crawl round failed'),
)

function listOf(type: ContentType, parentId = rootParent): ContentQuery {
  return { check: 'getPost', type, PostId: '', ParentId: parentId, Pno: '-1' }
}

function detailsOf(type: ContentType, id: string): ContentQuery {
  return { check: 'getPostDetails', type, PostId: id, ParentId: rootParent, Pno: '1' }
}
