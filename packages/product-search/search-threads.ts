import { log } from '@site/runtime/log'
import { createThreadClient, type Threaded, type ThreadFault } from '@site/runtime/thread-client'
import type { SearchedContent } from './crawl/content.ts'
import type { Questions } from './index/search-index.ts'
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

const { search, addition, other } = limits

const questionTimeouts: { [Name in keyof Questions]: number } = {
  ...{ search, suggest: search, matchLines: search, documents: search },
  ...{
    specsOf: addition,
    filesOf: addition,
    countFiles: addition,
    titlesOf: addition,
    productsNamed: addition,
  },
}

const writerTimeouts: { [Name in keyof SearchThreadMethods]: number } = {
  ...questionTimeouts,
  ...{ put: other, retain: other, listDue: other, expire: other, visit: other, count: other },
  ...{ recordFiles: other, readState: other, writeState: other, textChanges: other },
  ...{ recordPosts: other, retainPosts: other, endBaseline: other },
  ...{ sequence: addition, changedAt: addition, latestAmong: addition },
}

/** On a busy machine a visitor waits this many times as long. */
const clockFactor = 4

/** Heap of each thread, in MB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const maxWaiting = 500

/** The methods that read the index for visitors. */
export type AsyncQuestions = Omit<Threaded<Questions>, 'close' | 'cpuTime'>

/**
 * The methods of the index and the change log, run in their threads. Each rejects with the content's error on failure.
 */
export interface SearchThreads extends Threaded<SearchThreadMethods> {
  questions: AsyncQuestions
  /** CPU time of the thread that matches lists, ms; null if it is not known. */
  matchingTime: () => number | null
}

const faults = { error: 'costly', busy: 'busy', timeout: 'timeout' } as const

/**
 * Runs the index and the change log outside the event loop. One thread writes; two only read the index: one for
 * pages and suggestions, which take milliseconds, and one for lists, which take seconds.
 * @param onRebuilt called when the index was rebuilt and is empty
 */
export function openSearchThreads(
  settings: SearchThreadSettings,
  Unavailable: SearchedContent['Unavailable'],
  onRebuilt: () => void,
): SearchThreads {
  const shared = {
    workerData: settings,
    ...{ heap, maxWaiting, clockFactor, restartMs: limits.restart },
    endedMessage: 'search thread ended',
    toFailure: (fault: ThreadFault, reason: string, cause?: Error) =>
      new Unavailable(faults[fault], `search: ${reason}`, { cause }),
  }
  const writer = createThreadClient<SearchThreadMethods, SearchNotice>({
    ...shared,
    program: 'packages/product-search/search-worker.ts',
    timeouts: writerTimeouts,
    onNotice: (notice) => {
      log.warn({ reason: notice.reason }, `${notice.rebuilt} rebuilt`)
      if (notice.rebuilt === 'search index') onRebuilt()
    },
  })
  const openReader = () =>
    createThreadClient<Questions, never>({
      ...shared,
      program: 'packages/product-search/question-worker.ts',
      timeouts: questionTimeouts,
      onNotice: () => undefined,
    })
  const reader = openReader()
  const matcher = openReader()

  /** Asks the writer what a reader cannot answer: there is no file yet, or a damaged one, which the writer replaces. */
  function withWriter<Name extends keyof Questions>(name: Name) {
    const thread = name === 'matchLines' ? matcher : reader
    return async (...args: Parameters<Questions[Name]>) => {
      try {
        return await callOf(thread, name)(...args)
      } catch (error) {
        if (error instanceof Unavailable && error.fault === faults.error)
          return callOf(writer, name)(...args)
        throw error
      }
    }
  }

  const names = Object.keys(questionTimeouts) as (keyof Questions)[]
  const questions = Object.fromEntries(
    names.map((name) => [name, withWriter(name)]),
  ) as unknown as AsyncQuestions
  return {
    ...writer,
    ...questions,
    questions,
    matchingTime: matcher.cpuTime,
    close: async () => {
      await Promise.all([writer, reader, matcher].map((thread) => thread.close()))
    },
  }
}

/** A method whose arguments are those of its name. */
function callOf<Name extends keyof Questions>(thread: AsyncQuestions, name: Name) {
  return thread[name] as (...args: Parameters<Questions[Name]>) => Promise<unknown>
}
