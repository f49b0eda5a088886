import path from 'node:path'
import type { LoadedContent, SearchedContent } from './crawl/content.ts'
import { Crawler, logUpdateFailed, type IndexPart } from './crawl/crawler.ts'
import { Ingest } from './crawl/ingest.ts'
import { openSearchThreads, type AsyncQuestions, type SearchThreads } from './search-threads.ts'
import type { ContentLanguage, SearchEntry } from './types.ts'

export type { CheckedFile } from './crawl/content.ts'
export type { IndexPart }

/** IDs per call to the search thread; bounds the time that searches wait. */
const idsPerCall = 1_000

/**
 * Maximum number of posts that wait to be indexed, except for a single larger response; the crawl
 * re-reads the dropped ones.
 */
const maxWaiting = 2_000

/**
 * Without a crawl, the thread starts this much later than the process, or with the first search,
 * ms: visitors' requests come first.
 */
const ingestDelayMs = 5_000

/**
 * Limits of specifications as JSON, in UTF-16 units: for the products of one list, and for one
 * reply of the thread, which the event loop and other searches wait for.
 */
const maxSpecs = { ofList: 4_000_000, atOnce: 200_000 }

interface SearchOptions {
  /** The index's file. The change log is beside it. */
  file: string
  /** Identifies the content API. */
  source: string
  /** Identifies what of its content is shown: an index of anything else is rebuilt. */
  selection?: string
  content: SearchedContent
  /** Background detail reads per second; 0 indexes only what visitors' requests load. */
  detailsPerS: number
}

type KnownSpecs = Map<string, Pick<SearchEntry, 'specs' | 'variants'>>

/**
 * The search of a process: a worker thread with its own SQLite index, ingest of loaded content, and
 * the background crawl. Methods that read the index reject with the content's error on failure.
 */
export interface Search
  extends
    Omit<AsyncQuestions, 'specsOf'>,
    Pick<SearchThreads, 'matchingTime' | 'count'>,
    Pick<Crawler, 'lacks' | 'onNewVersion' | 'whenFilled' | 'expire' | 'start'> {
  /**
   * Resolves when the thread for visitors answers or has failed to, so that the first page does not wait for its start;
   * without a crawl, nothing starts before a visitor searches.
   */
  ready: () => Promise<void>
  /**
   * Returns the known specifications and variants of a list's products by ID, up to the limit of a
   * list.
   */
  specsOf: (ids: readonly string[], language: ContentLanguage) => Promise<KnownSpecs>
  /** When the content was last seen to change; any number of IDs may be asked for. */
  changes: Pick<SearchThreads, 'sequence' | 'changedAt' | 'latestAmong'>
  /** Indexes the screens themselves, which are not content. */
  putPages: (entries: SearchEntry[]) => Promise<void>
  /** Whether the crawl is enabled: without it, the index has only what visitors have loaded. */
  isCrawled: boolean
  close: () => Promise<void>
}

export function createSearch({
  file,
  source,
  selection = '',
  content,
  detailsPerS,
}: SearchOptions): Search {
  const stopping = new AbortController()
  const { signal } = stopping
  const changesFile = path.join(path.dirname(file), 'changes.db')
  const settings = { file, changesFile, source, indexSource: source + selection }
  const threads = openSearchThreads(settings, content.Unavailable, () => crawler.restart())
  const ingest = new Ingest(threads, content)
  const crawler = new Crawler({ content, index: threads, ingest, detailsPerS, signal })
  const startIngest = ingestVisits(content, ingest, crawler, signal)
  const timer = setTimeout(startIngest, crawler.isEnabled ? 0 : ingestDelayMs).unref()

  return {
    ...threads.questions,
    matchingTime: threads.matchingTime,
    count: threads.count,
    async ready() {
      if (crawler.isEnabled) await threads.suggest('', 'Ar', 1).catch(() => undefined)
    },
    specsOf: (ids, language) => readAllSpecs(threads, ids, language),
    titlesOf: (kind, ids, language) =>
      inBatches(ids, (some) => threads.titlesOf(kind, some, language)),
    changes: {
      sequence: threads.sequence,
      changedAt: (kind, ids, language) =>
        inBatches(ids, (some) => threads.changedAt(kind, some, language)),
      latestAmong: (kind, parentIds, language) =>
        inBatches(parentIds, (some) => threads.latestAmong(kind, some, language)),
    },
    async putPages(entries) {
      await threads.put(entries, { isWhole: true })
    },
    isCrawled: crawler.isEnabled,
    start: () => crawler.start(),
    lacks: (part) => crawler.lacks(part),
    onNewVersion: (listener) => crawler.onNewVersion(listener),
    expire: (types) => crawler.expire(types),
    whenFilled(maxMs) {
      startIngest()
      return crawler.whenFilled(maxMs)
    },
    async close() {
      stopping.abort()
      clearTimeout(timer)
      await threads.close()
    },
  }
}

/**
 * Indexes what visitors load, one response at a time.
 * @returns starts it
 */
function ingestVisits(
  content: SearchedContent,
  ingest: Ingest,
  crawler: Crawler,
  signal: AbortSignal,
) {
  let start: () => void = () => undefined
  let last = new Promise<void>((resolve) => (start = resolve))
  let waiting = 0
  async function add(loaded: LoadedContent, calledAt: number) {
    if (signal.aborted) return
    await ingest.addVisited(loaded)
    crawler.expireOutdated(loaded.query.type, calledAt)
  }
  content.onLoad((loaded, calledAt) => {
    const posts = loaded.items.length
    if (signal.aborted || (waiting > 0 && waiting + posts > maxWaiting)) return
    waiting += posts
    last = last
      .then(() => add(loaded, calledAt))
      .catch(logUpdateFailed)
      .finally(() => (waiting -= posts))
  })
  return start
}

/**
 * Looks up any number of IDs in batches, each with the time limit of one call.
 * @param ask looks up one batch
 * @returns the merged results by ID
 */
export async function inBatches<V>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  if (ids.length <= idsPerCall) return ask(ids)
  const found = new Map<string, V>()
  for (let at = 0; at < ids.length; at += idsPerCall) {
    for (const [id, value] of await ask(ids.slice(at, at + idsPerCall))) found.set(id, value)
  }
  return found
}

/** Reads the specifications of a list's products in batches, up to the limit of a list. */
async function readAllSpecs(
  thread: Pick<SearchThreads, 'specsOf'>,
  ids: readonly string[],
  language: ContentLanguage,
) {
  const known: KnownSpecs = new Map()
  let left = maxSpecs.ofList
  for (let at = 0; at < ids.length && left > 0;) {
    const some = ids.slice(at, at + idsPerCall)
    const part = await thread.specsOf(some, language, Math.min(left, maxSpecs.atOnce))
    for (const [id, specs] of part.found) known.set(id, specs)
    at += part.lookedUp
    left -= part.length
  }
  return known
}
