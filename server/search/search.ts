import path from 'node:path'
import PQueue from 'p-queue'
import type { ContentType } from '../config.ts'
import type { ContentLanguage } from '../content/content-calls.ts'
import type { ContentSource, LoadedContent } from '../content/content-source.ts'
import { log } from '../log.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { createThrottledLog } from '../throttled-log.ts'
import type { ContentChange } from './changes/change-log.ts'
import { createCrawler } from './crawl/crawler.ts'
import { kindOfType } from './crawl/entries.ts'
import { findFileSize } from './crawl/file-size.ts'
import { createSearchFeed } from './crawl/search-feed.ts'
import { createSearchThread } from './search-thread.ts'
import { inBatches } from './in-batches.ts'
import type { SearchEntry, SearchKind } from './search-types.ts'

/** Posts of responses that wait to be indexed, unless it is one response; the crawl finds those dropped. */
const maxWaiting = 2_000

/**
 * Without a crawl the thread starts this much later than the process, or with the first search, ms: what
 * visitors wait for comes first.
 */
const feedingDelayMs = 5_000

const filledKey = 'filled'

type ChangeListener = (changes: ContentChange[]) => void

interface SearchOptions {
  /** The index's file. The change log is beside it. */
  file: string
  /** Identifies the content API. */
  source: string
  content: ContentSource
  /** The address of the content API's files, without a trailing slash. */
  filesBase: () => Promise<string>
  /** The headers of every request for a file. */
  fileHeaders: OutgoingHeaders
  /** Details read in the background per second; 0: the index takes what visitors' reads bring. */
  detailsPerS: number
}

export type Search = ReturnType<typeof createSearch>

/** The search index of a process: a thread, what it is fed with, and the crawl in the background. */
export function createSearch({
  file,
  source,
  content,
  filesBase,
  fileHeaders,
  detailsPerS,
}: SearchOptions) {
  const stopping = new AbortController()
  const changeListeners = new Set<ChangeListener>()
  const changesFile = path.join(path.dirname(file), 'changes.db')
  const thread = createSearchThread(
    { file, changesFile, source },
    {
      onRebuilt: () => crawler.wake(),
      onChanges: (changes) => changeListeners.forEach((listener) => listener(changes)),
    },
  )
  const feed = createSearchFeed(thread, async (name) =>
    findFileSize(await filesBase(), name, fileHeaders),
  )
  const feeding = new PQueue({ concurrency: 1, autoStart: detailsPerS > 0 })
  const feedingTimer = setTimeout(() => feeding.start(), feedingDelayMs).unref()
  const crawler = createCrawler({
    content,
    index: thread,
    feed,
    detailsPerS,
    signal: stopping.signal,
  })
  let isFilled = detailsPerS === 0
  let onFilled: () => void = () => undefined
  const filled = new Promise<void>((resolve) => (onFilled = resolve))

  let waiting = 0

  content.onLoad((loaded) => {
    const posts = loaded.items.length
    if (stopping.signal.aborted || (waiting > 0 && waiting + posts > maxWaiting)) return
    waiting += posts
    feeding
      .add(() => feedLoaded(loaded))
      .catch(logFeedFailed)
      .finally(() => (waiting -= posts))
  })

  async function feedLoaded(loaded: LoadedContent) {
    await feed.feed(loaded)
    await feed.visited(loaded)
  }

  async function crawl() {
    const startedAt = performance.now()
    const known = await thread.readState(filledKey).catch(() => undefined)
    if (known) setFilled()
    function logFirst(message: string) {
      if (logged.has(message)) return
      logged.add(message)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      thread.count().then((things) => log.info({ seconds, things }, message), logFeedFailed)
    }
    const logged = new Set<string>()
    await crawler.run(
      (isComplete) => {
        logFirst('search lists indexed')
        if (isComplete) thread.endBaseline().catch(logFeedFailed)
      },
      () => {
        logFirst('search index filled')
        setFilled()
        thread.writeState(filledKey, '1').catch(logFeedFailed)
      },
    )
  }

  function setFilled() {
    isFilled = true
    onFilled()
  }

  return {
    search: thread.search,
    suggest: thread.suggest,
    documents: thread.documents,
    specsOf: (ids: readonly string[], language: ContentLanguage) =>
      inBatches(ids, (some) => thread.specsOf(some, language)),
    sizesOf: thread.sizesOf,
    titlesOf: (kind: SearchKind, ids: readonly string[], language: ContentLanguage) =>
      inBatches(ids, (some) => thread.titlesOf(kind, some, language)),
    /** When the content was last seen to change. */
    changes: {
      sequence: thread.sequence,
      changedAt: (kind: SearchKind, ids: readonly string[], language: ContentLanguage) =>
        inBatches(ids, (some) => thread.changedAt(kind, some, language)),
      latestAmong: (kind: SearchKind, parentIds: readonly string[], language: ContentLanguage) =>
        inBatches(parentIds, (some) => thread.latestAmong(kind, some, language)),
      removedSince: thread.removedSince,
      /** @param listener called when something has happened to posts, but not while the log is first filled */
      onChange(listener: ChangeListener) {
        changeListeners.add(listener)
      },
    },
    /** Adds pages that are not content: the screens themselves. */
    putPages: (entries: SearchEntry[]) => thread.put(entries, { isWhole: true }),
    /** Starts the crawl, unless it is switched off. */
    start: () => {
      if (detailsPerS > 0) void crawl()
    },
    /** Whether the index has been filled: else what it does not know may exist. */
    isFilled: () => detailsPerS > 0 && isFilled,
    /** Resolves when the index has been filled once, in this process or an earlier one; at the latest after a time, ms. */
    async whenFilled(maxMs: number) {
      feeding.start()
      if (isFilled || maxMs <= 0) return
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxMs)))
      await Promise.race([filled, timeout])
      clearTimeout(timer)
    },
    /** Content of these types has been purged, or all: its details are read again. */
    expire: (types: readonly ContentType[]) => {
      const kinds =
        types.length > 0 ? types.map((type) => kindOfType[type]) : Object.values(kindOfType)
      const known = [...new Set(kinds)].filter((kind) => kind !== undefined)
      thread.expire(known).then(crawler.wake, logFeedFailed)
    },
    count: thread.count,
    async close() {
      stopping.abort()
      clearTimeout(feedingTimer)
      feeding.clear()
      await thread.close()
    },
  }
}

const logFeedFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'search index update failed'),
)
