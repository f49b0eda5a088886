import { ContentUnavailable } from '../../server/content/failures.ts'
import { log } from '@site/runtime/log'
import { createThreadClient, type Threaded, type ThreadFault } from '@site/runtime/thread-client'
import type { QuestionMethods } from './question-worker.ts'
import type { SearchNotice, SearchThreadMethods, SearchThreadSettings } from './search-worker.ts'

/** In ms; but for the delay, CPU time of the thread while the caller waits. */
const limits = {
  /** A visitor waits for results. */
  search: 2_000,
  /** A page waits for optional data from the index. */
  addition: 500,
  /** Any other call, such as adding entries to a large index. */
  other: 30_000,
  /** Delay before the next thread starts after one has ended by itself. */
  restart: 5_000,
}

/** On a busy machine a visitor waits this many times as long. */
const clockFactor = 4

/** Heap of each thread, in MB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const maxWaiting = 500

/**
 * The methods of the index and the change log, run in their threads. Each rejects with
 * ContentUnavailable on failure.
 */
export type SearchThreads = Threaded<SearchThreadMethods> & {
  /** CPU time of the thread that matches lists, ms; null if it is not known. */
  matchingTime: () => number | null
}

type Reader = Threaded<QuestionMethods>

const faults = { error: 'costly', busy: 'busy', timeout: 'timeout' } as const

/**
 * Runs the index and the change log outside the event loop. One thread writes; two only read the index: one for
 * pages and suggestions, which take milliseconds, and one for lists, which take seconds.
 * @param onRebuilt called when the index was rebuilt and is empty
 */
export function createSearchThreads(
  settings: SearchThreadSettings,
  onRebuilt: () => void,
): SearchThreads {
  const { search, addition, other } = limits
  const questionTimeouts = {
    search,
    suggest: search,
    matchLines: search,
    documents: search,
    specsOf: addition,
    filesOf: addition,
    titlesOf: addition,
    productsNamed: addition,
  }
  const shared = {
    workerData: settings,
    heap,
    maxWaiting,
    restartMs: limits.restart,
    clockFactor,
    endedMessage: 'search thread ended',
    toFailure: (fault: ThreadFault, reason: string, cause?: Error) =>
      new ContentUnavailable(faults[fault], `search: ${reason}`, { cause }),
  }
  const writer = createThreadClient<SearchThreadMethods, SearchNotice>({
    ...shared,
    program: 'packages/product-search/search-worker.ts',
    timeouts: {
      ...questionTimeouts,
      put: other,
      retain: other,
      listDue: other,
      expire: other,
      visit: other,
      recordFiles: other,
      readState: other,
      writeState: other,
      count: other,
      textChanges: other,
      recordPosts: other,
      retainPosts: other,
      endBaseline: other,
      sequence: addition,
      changedAt: addition,
      latestAmong: addition,
    },
    onNotice: (notice) => {
      log.warn({ reason: notice.reason }, `${notice.rebuilt} rebuilt`)
      if (notice.rebuilt === 'search index') onRebuilt()
    },
  })
  const createReader = () =>
    createThreadClient<QuestionMethods, never>({
      ...shared,
      program: 'packages/product-search/question-worker.ts',
      timeouts: questionTimeouts,
      onNotice: () => undefined,
    })
  const reader = createReader()
  const matcher = createReader()

  /** Asks the writer what a reader cannot answer: there is no file yet, or a damaged one, which the writer replaces. */
  async function ask<T>(question: (thread: Reader) => Promise<T>, thread = reader): Promise<T> {
    try {
      return await question(thread)
    } catch (error) {
      if (error instanceof ContentUnavailable && error.fault === 'costly') return question(writer)
      throw error
    }
  }

  return {
    ...writer,
    search: (...args) => ask((thread) => thread.search(...args)),
    suggest: (...args) => ask((thread) => thread.suggest(...args)),
    documents: (...args) => ask((thread) => thread.documents(...args)),
    specsOf: (...args) => ask((thread) => thread.specsOf(...args)),
    filesOf: (...args) => ask((thread) => thread.filesOf(...args)),
    titlesOf: (...args) => ask((thread) => thread.titlesOf(...args)),
    productsNamed: (...args) => ask((thread) => thread.productsNamed(...args)),
    matchLines: (...args) => ask((thread) => thread.matchLines(...args), matcher),
    matchingTime: matcher.cpuTime,
    close: async () => {
      await Promise.all([writer, reader, matcher].map((thread) => thread.close()))
    },
  }
}
