import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { ContentUnavailable } from './content/failures.ts'
import { createThreadClient } from '@site/runtime/thread-client'

/** Limits of converting a page to Markdown. */
const limits = {
  /** CPU time, ms. The costliest pages known take a second. */
  cpuMs: 4_000,
  /** Heap of the thread, in MB. */
  heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  /** Maximum number of waiting pages, and of long ones among them. */
  maxWaiting: 20,
  maxLongWaiting: 5,
  /** Longer pages have a lower priority, in UTF-16 units. */
  longPage: 150_000,
  /** How long a page that took too much time or memory is not retried, ms. */
  cooldown: 5 * 60_000,
}

/** The priorities of pages in the queue. */
const priorities = { short: 1, long: 0 }

const faults = { error: 'costly', busy: 'busy', timeout: 'costly' } as const

/** The method of the thread's program, which is the app's. */
export interface MarkdownMethods {
  /**
   * @param html the whole page
   * @param page what the page says of itself
   * @param context what its addresses depend on
   */
  convert(this: void, html: string, page: object, context: object): string
}

type PageToConvert = Parameters<MarkdownMethods['convert']>

export interface MarkdownThread {
  /**
   * Converts a page to Markdown (see MarkdownMethods).
   * @throws ContentUnavailable when it takes too much time or memory, now or recently, or too many pages wait
   */
  convert: (...page: PageToConvert) => Promise<string>
  close: () => Promise<void>
}

/**
 * Converts pages to Markdown in a thread of its own: a page that is cheap as HTML may be expensive as Markdown, whose
 * lines repeat the markers of all enclosing blocks. The thread starts with the first page.
 */
export function createMarkdownThread(): MarkdownThread {
  const queue = new PQueue({ concurrency: 1 })
  /** Hashes of pages that took too much time or memory. */
  const costly = new LRUCache<string, true>({ max: 1_000, ttl: limits.cooldown })
  const thread = createThreadClient<MarkdownMethods, never>({
    program: 'app/markdown/markdown-worker.server.ts',
    workerData: null,
    heap: limits.heap,
    maxWaiting: limits.maxWaiting,
    restartMs: 0,
    endsOnTimeout: true,
    timeouts: { convert: limits.cpuMs },
    clockFactor: 10,
    endedMessage: 'markdown thread ended',
    onNotice: () => undefined,
    toFailure: (fault, reason, cause) =>
      new ContentUnavailable(faults[fault], `markdown: ${reason}`, { cause }),
  })

  async function convertNow(page: PageToConvert, id: string) {
    try {
      return await thread.convert(...page)
    } catch (error) {
      // The thread converts one page at a time, so this page ended it.
      costly.set(id, true)
      throw error
    }
  }

  async function convert(...page: PageToConvert) {
    const [html] = page
    const id = hash('sha1', html, 'base64')
    if (costly.has(id)) {
      throw new ContentUnavailable('costly', 'markdown: the page took too much a while ago')
    }
    const priority = html.length > limits.longPage ? priorities.long : priorities.short
    const isLongFull =
      priority === priorities.long && queue.sizeBy({ priority }) >= limits.maxLongWaiting
    if (isLongFull || queue.size >= limits.maxWaiting) {
      throw new ContentUnavailable('busy', 'markdown: too many pages wait')
    }
    return queue.add(() => convertNow(page, id), { priority })
  }

  return { convert, close: () => thread.close() }
}
