import { ContentUnavailable } from '../content/failures.ts'
import { log } from '../observe/log.ts'
import { createThreadClient, type Threaded } from '../workers/thread-client.ts'
import type { SearchNotice, SearchThreadMethods, SearchThreadSettings } from './search-worker.ts'

/** In ms. */
const limits = {
  /** Maximum time a visitor waits for results. */
  search: 2_000,
  /** Maximum time a page waits for optional data from the index. */
  addition: 500,
  /** Maximum time of any other call, such as adding entries to a large index. */
  other: 30_000,
  /** Delay before the next thread starts after one has ended by itself. */
  restart: 5_000,
}

/** Heap of the thread, in MB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const maxWaiting = 500

/**
 * The methods of the index and the change log, run in their thread. Each rejects with
 * ContentUnavailable on failure.
 */
export type SearchThread = Threaded<SearchThreadMethods>

const faults = { error: 'costly', busy: 'busy', timeout: 'timeout' } as const

/**
 * Runs the index and the change log in their own thread, so that no search blocks the event loop.
 * @param onRebuilt called when the index was rebuilt and is empty
 */
export function createSearchThread(
  settings: SearchThreadSettings,
  onRebuilt: () => void,
): SearchThread {
  const { search, addition, other } = limits
  return createThreadClient<SearchThreadMethods, SearchNotice>({
    program: 'server/search/search-worker.ts',
    workerData: settings,
    heap,
    maxWaiting,
    restartMs: limits.restart,
    timeouts: {
      put: other,
      retain: other,
      search,
      suggest: search,
      matchLines: search,
      documents: search,
      listDue: other,
      expire: other,
      visit: other,
      specsOf: addition,
      recordFiles: other,
      filesOf: addition,
      titlesOf: addition,
      productsNamed: addition,
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
    endedMessage: 'search thread ended',
    onNotice: (notice) => {
      log.warn({ reason: notice.reason }, `${notice.rebuilt} rebuilt`)
      if (notice.rebuilt === 'search index') onRebuilt()
    },
    toFailure: (fault, reason, cause) =>
      new ContentUnavailable(faults[fault], `search: ${reason}`, { cause }),
  })
}
