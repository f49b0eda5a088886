import { ContentUnavailable } from '../content/failures.ts'
import { log } from '../log.ts'
import { createThreadClient, type Threaded } from '../threads/thread-client.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchThreadSettings } from './search-worker.ts'

/** In ms. */
const limits = {
  /** A visitor waits at most this long for results. */
  search: 2_000,
  /** A page can do without what the index adds to it. */
  addition: 500,
  /** Anything else, such as adding entries to a large index. */
  other: 30_000,
  /** After a thread has ended by itself, the next one starts this much later. */
  restart: 5_000,
}

/** Heap of the thread, in MB. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const maxWaiting = 500

type Methods = Omit<SearchIndex, 'close'>

/** The methods of the index, run in its thread. Each rejects with ContentUnavailable if that fails. */
export type SearchThread = Threaded<Methods>

const faults = { error: 'costly', busy: 'busy', timeout: 'timeout' } as const

/**
 * Runs the index in a thread of its own, so that no search holds the event loop.
 * @param onRebuilt called when the index had to be made anew, so that it is empty
 */
export function createSearchThread(
  settings: SearchThreadSettings,
  onRebuilt: () => void,
): SearchThread {
  const { search, addition, other } = limits
  return createThreadClient<Methods, string>({
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
      documents: search,
      listDue: other,
      expire: other,
      visit: other,
      specsOf: addition,
      sizesOf: addition,
      readState: other,
      writeState: other,
      count: other,
    },
    endedMessage: 'search thread ended',
    onNotice: (reason) => {
      log.warn({ reason }, 'search index rebuilt')
      onRebuilt()
    },
    toFailure: (fault, reason, cause) =>
      new ContentUnavailable(faults[fault], `search: ${reason}`, { cause }),
  })
}
