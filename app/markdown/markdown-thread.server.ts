import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { ContentUnavailable } from '../../server/content/failures'
import { createThreadClient } from '../../server/workers/thread-client'
import { screens } from '../addresses'
import type { AddressContext } from './markdown-href.server'
import type { RenderedPage } from '../seo/rendered-page.server'
import type { MarkdownMethods } from './markdown-worker.server'

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

const queue = new PQueue({ concurrency: 1 })

/** The priorities of pages in the queue. */
const priorities = { short: 1, long: 0 }

/** Hashes of pages that took too much time or memory. */
const costly = new LRUCache<string, true>({ max: 1_000, ttl: limits.cooldown })

const faults = { error: 'costly', busy: 'busy', timeout: 'costly' } as const

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

/**
 * Converts a page to Markdown in a separate thread: a page that is cheap as HTML may be expensive
 * as Markdown, whose lines repeat the markers of all enclosing blocks.
 * @param html the whole page, as rendered
 * @throws ContentUnavailable when it takes too much time or memory, now or recently, or too many
 * pages wait
 */
export async function markdownInThread(
  html: string,
  page: RenderedPage,
  { markdownPathOf, ...context }: AddressContext,
): Promise<string> {
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
  const withMarkdown = Object.values(screens).filter(
    (pattern) => markdownPathOf(`/${pattern.replace(/:\w+/g, 'x')}`) !== null,
  )
  const sent = { ...context, screens: new Set(withMarkdown) }
  async function convert() {
    try {
      return await thread.convert(html, page, sent)
    } catch (error) {
      // The thread converts one page at a time, so this page ended it.
      costly.set(id, true)
      throw error
    }
  }
  return queue.add(convert, { priority })
}
