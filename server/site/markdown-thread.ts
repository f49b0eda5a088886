import { hash } from 'node:crypto'
import { ContentUnavailable, type Fault } from '../content/failures.ts'
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
  /** In UTF-16 units. */
  longPage: 150_000,
  /** How long a page that took too much time or memory is not retried, ms. */
  cooldown: 5 * 60_000,
}

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
  const fail = (fault: Fault, reason: string, cause?: Error) =>
    new ContentUnavailable(fault, `markdown: ${reason}`, { cause })
  const thread = createThreadClient<MarkdownMethods, never>({
    program: 'app/markdown/markdown-worker.server.ts',
    workerData: null,
    heap: limits.heap,
    maxWaiting: limits.maxWaiting,
    restartMs: 0,
    endsOnTimeout: true,
    workOf: {
      convert: (html) => ({ subject: hash('sha1', html, 'base64'), size: html.length }),
    },
    quarantine: {
      firstMs: limits.cooldown,
      laterMs: limits.cooldown,
      refuse: () => fail('costly', 'the page took too much a while ago'),
    },
    timeouts: { convert: limits.cpuMs },
    clockFactor: 10,
    endedMessage: 'markdown thread ended',
    onNotice: () => undefined,
    toFailure: (fault, reason, cause) => fail(fault === 'busy' ? 'busy' : 'costly', reason, cause),
  })
  let longPages = 0

  async function convert(...page: PageToConvert) {
    if (page[0].length <= limits.longPage) return thread.convert(...page)
    if (longPages > limits.maxLongWaiting) throw fail('busy', 'too many pages wait')
    longPages += 1
    return thread.convert(...page).finally(() => (longPages -= 1))
  }

  return { convert, close: () => thread.close() }
}
