import path from 'node:path'
import PQueue from 'p-queue'
import {
  type ContentLanguage,
  foundTypes,
  type ContentType,
} from '../../server/content/content-types.ts'
import type { SiteContent, LoadedContent } from '../../server/content/content.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import type { OutgoingHeaders } from '../../server/outgoing-headers.ts'
import { createCrawler, checkFile } from './crawl/crawler.ts'
import { createIngest } from './crawl/ingest.ts'
import { createSearchThreads, type SearchThreads } from './search-threads.ts'
import type { SearchEntry, SearchKind } from './search-types.ts'

/** IDs per call to the search thread; bounds the time that searches wait. */
const idsPerCall = 1_000

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

/** Maximum time a page waits to learn what an earlier process has indexed, ms. */
const recallMs = 2_000

/**
 * Limits of specifications as JSON, in UTF-16 units: for the products of one list, and for one
 * reply of the thread, which the event loop and other searches wait for.
 */
const maxSpecs = { ofList: 4_000_000, atOnce: 200_000 }

/** After this number of rounds, failing details no longer keep the index from being filled. */
const maxRoundsOfFailures = 3

/**
 * Parts of the content that the index may lack: lists of posts, with titles; and details, with
 * texts, files and, with some content APIs, specifications. The names are keys of the state in the
 * index's file.
 */
const parts = ['lists', 'filled'] as const

export type IndexPart = (typeof parts)[number]

interface SearchOptions {
  /** The index's file. The change log is beside it. */
  file: string
  /** Identifies the content API. */
  source: string
  content: SiteContent
  /** Base address of the content API's files, without a trailing slash. */
  filesBase: () => Promise<string>
  /** Headers of every file request. */
  fileHeaders: OutgoingHeaders
  /** Background detail reads per second; 0 indexes only what visitors' requests load. */
  detailsPerS: number
}

/**
 * The search of a process: a worker thread with its own SQLite index, ingest of loaded content, and
 * the background crawl. The methods of the index itself are described there; like the others that read it, they
 * reject with ContentUnavailable on failure.
 */
export interface Search extends Pick<
  SearchThreads,
  | 'search'
  | 'suggest'
  | 'matchLines'
  | 'matchingTime'
  | 'documents'
  | 'filesOf'
  | 'productsNamed'
  | 'count'
> {
  /**
   * Resolves when the thread for visitors answers or has failed to, so that the first page does not wait for its start;
   * without a crawl, nothing starts before a visitor searches.
   */
  ready: () => Promise<void>
  /**
   * Returns the known specifications and variants of a list's products by ID, up to the limit of a
   * list.
   */
  specsOf: (
    ids: readonly string[],
    language: ContentLanguage,
  ) => Promise<Map<string, Pick<SearchEntry, 'specs' | 'variants'>>>
  /** Returns the known titles of any number of items of a kind by ID. */
  titlesOf: (
    kind: SearchKind,
    ids: readonly string[],
    language: ContentLanguage,
  ) => Promise<Map<string, string>>
  /** When the content was last seen to change; any number of IDs may be asked for. */
  changes: Pick<SearchThreads, 'sequence' | 'changedAt' | 'latestAmong'>
  /** Indexes the screens themselves, which are not content. */
  putPages: (entries: SearchEntry[]) => Promise<void>
  /** Starts the crawl, unless it is disabled. */
  start: () => void
  /**
   * Whether a part of the content is still being indexed for the first time, so that unknown
   * content may exist. Always false without a crawl.
   */
  lacks: (part: IndexPart) => Promise<boolean>
  /** Whether the crawl is enabled: without it, the index has only what visitors have loaded. */
  isCrawled: boolean
  /**
   * Reports new versions of the index.
   * @param listener called when a round has changed the index, which pages depend on
   */
  onNewVersion: (listener: () => void) => void
  /**
   * Resolves when the index has been filled once, in this or an earlier process, or after a time
   * limit, ms.
   */
  whenFilled: (maxMs: number) => Promise<void>
  /** Marks the details of purged types, or of all types if empty, to be read again. */
  expire: (types: readonly ContentType[]) => void
  close: () => Promise<void>
}

export function createSearch({
  file,
  source,
  content,
  filesBase,
  fileHeaders,
  detailsPerS,
}: SearchOptions): Search {
  const stopping = new AbortController()
  const changesFile = path.join(path.dirname(file), 'changes.db')
  const thread = createSearchThreads({ file, changesFile, source }, () => {
    indexed.clear()
    rebuilds += 1
    crawler.wake()
  })
  const ingest = createIngest(thread, async (name) =>
    checkFile(await filesBase(), name, fileHeaders),
  )
  const ingestQueue = new PQueue({ concurrency: 1, autoStart: detailsPerS > 0 })
  const ingestTimer = setTimeout(() => ingestQueue.start(), ingestDelayMs).unref()
  const crawler = createCrawler({
    content,
    index: thread,
    ingest,
    detailsPerS,
    signal: stopping.signal,
  })
  /** Parts that this or an earlier process has indexed completely. */
  const indexed = new Set<IndexPart>()
  let rebuilds = 0
  let recalled: Promise<void> | undefined
  let onFilled: () => void = () => undefined
  const filled = new Promise<void>((resolve) => (onFilled = resolve))
  const versionListeners = new Set<() => void>()
  let textChanges = 0

  let waiting = 0

  content.onLoad((loaded) => {
    const posts = loaded.items.length
    if (stopping.signal.aborted || (waiting > 0 && waiting + posts > maxWaiting)) return
    waiting += posts
    ingestQueue
      .add(() => ingestLoaded(loaded))
      .catch(logUpdateFailed)
      .finally(() => (waiting -= posts))
  })

  async function ingestLoaded(loaded: LoadedContent) {
    await ingest.add(loaded)
    await ingest.visited(loaded)
  }

  async function recall() {
    const states = await Promise.all(parts.map((part) => thread.readState(part))).catch(() => [])
    parts.forEach((part, at) => states[at] && setIndexed(part))
    // Index files of earlier versions of the site only store this state.
    if (indexed.has('filled')) setIndexed('lists')
  }

  async function crawl() {
    const startedAt = performance.now()
    await recalled
    function logFirst(message: string) {
      if (logged.has(message)) return
      logged.add(message)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      thread.count().then((entries) => log.info({ seconds, entries }, message), logUpdateFailed)
    }
    const logged = new Set<string>()
    let rebuildsBefore = rebuilds
    let hasLists = false
    let rounds = 0
    await crawler.run(
      async (read) => {
        hasLists = read !== 'none'
        if (!hasLists) return
        logFirst('search lists indexed')
        if (read === 'all') thread.endBaseline().catch(logUpdateFailed)
        // Lists that are still missing have failed several times: they are unavailable.
        await store('lists', rebuildsBefore)
      },
      async (wereAvailable) => {
        if (hasLists) rounds += 1
        if (hasLists && (wereAvailable || rounds >= maxRoundsOfFailures)) {
          logFirst('search index filled')
          await store('filled', rebuildsBefore)
        }
        rebuildsBefore = rebuilds
      },
    )
  }

  /**
   * @param rebuildsBefore the number of rebuilds when the round started: a rebuild loses what was
   * read before
   */
  async function store(part: IndexPart, rebuildsBefore: number) {
    const isNew = !indexed.has(part)
    if (rebuildsBefore === rebuilds) {
      setIndexed(part)
      thread.writeState(part, '1').catch(logUpdateFailed)
    }
    const changes = await thread.textChanges().catch(() => textChanges)
    if (!isNew && changes === textChanges) return
    textChanges = changes
    for (const listen of versionListeners) listen()
  }

  function setIndexed(part: IndexPart) {
    indexed.add(part)
    if (part === 'filled') onFilled()
  }

  return {
    async ready() {
      if (detailsPerS > 0) await thread.suggest('', 'Ar', 1).catch(() => undefined)
    },
    search: thread.search,
    suggest: thread.suggest,
    matchLines: thread.matchLines,
    matchingTime: thread.matchingTime,
    documents: thread.documents,
    specsOf: (ids, language) => readAllSpecs(thread, ids, language),
    filesOf: thread.filesOf,
    productsNamed: thread.productsNamed,
    titlesOf: (kind, ids, language) =>
      inBatches(ids, (some) => thread.titlesOf(kind, some, language)),
    changes: {
      sequence: thread.sequence,
      changedAt: (kind, ids, language) =>
        inBatches(ids, (some) => thread.changedAt(kind, some, language)),
      latestAmong: (kind, parentIds, language) =>
        inBatches(parentIds, (some) => thread.latestAmong(kind, some, language)),
    },
    putPages: async (entries) => {
      await thread.put(entries, { isWhole: true })
    },
    start: () => {
      if (detailsPerS === 0) return
      recalled = recall()
      void crawl()
    },
    async lacks(part) {
      if (detailsPerS === 0) return false
      if (recalled && !indexed.has(part)) await within(recalled, recallMs)
      return !indexed.has(part)
    },
    isCrawled: detailsPerS > 0,
    onNewVersion(listener) {
      versionListeners.add(listener)
    },
    async whenFilled(maxMs) {
      ingestQueue.start()
      if (detailsPerS > 0 && !indexed.has('filled') && maxMs > 0) await within(filled, maxMs)
    },
    expire: (types) => {
      const expired = foundTypes.filter(({ type }) => types.length === 0 || types.includes(type))
      crawler.discardCalls()
      const kinds = new Set(expired.map(({ kind }) => kind))
      thread.expire([...kinds]).then(crawler.wake, logUpdateFailed)
    },
    count: thread.count,
    async close() {
      stopping.abort()
      clearTimeout(ingestTimer)
      ingestQueue.clear()
      await thread.close()
    },
  }
}

/** Reads the specifications of a list's products in batches, up to the limit of a list. */
async function readAllSpecs(
  thread: Pick<SearchThreads, 'specsOf'>,
  ids: readonly string[],
  language: ContentLanguage,
) {
  const known = new Map<string, Pick<SearchEntry, 'specs' | 'variants'>>()
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

/** Resolves with the promise, or after a time limit, ms. */
async function within(promise: Promise<void>, ms: number) {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([promise, timeout])
  clearTimeout(timer)
}

const logUpdateFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'search index update failed'),
)
