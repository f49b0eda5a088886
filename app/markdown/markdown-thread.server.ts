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
  /** From its start, ms. The costliest pages known take a second, on a busy machine several. */
  timeout: 6_000,
  /** Heap of the thread, in MB. */
  heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  /** Pages that wait for the thread, and how many of them may be long. */
  maxWaiting: 20,
  maxLongWaiting: 5,
  /** Longer pages wait until no shorter one does, in UTF-16 units. */
  longPage: 150_000,
  /** A page that took too much time or memory is not tried again for so long, ms. */
  cooldown: 5 * 60_000,
}

const queue = new PQueue({ concurrency: 1 })

/** The priorities of pages in the queue. */
const priorities = { short: 1, long: 0 }

/** Pages that took too much, by their hash. */
const costly = new LRUCache<string, true>({ max: 1_000, ttl: limits.cooldown })

const faults = { error: 'costly', busy: 'busy', timeout: 'costly' } as const

const thread = createThreadClient<MarkdownMethods, never>({
  program: 'app/markdown/markdown-worker.server.ts',
  workerData: null,
  heap: limits.heap,
  maxWaiting: limits.maxWaiting,
  restartMs: 0,
  endsOnTimeout: true,
  timeouts: { convert: limits.timeout },
  endedMessage: 'markdown thread ended',
  onNotice: () => undefined,
  toFailure: (fault, reason, cause) =>
    new ContentUnavailable(faults[fault], `markdown: ${reason}`, { cause }),
})

/**
 * A page as Markdown, converted in a thread of its own: what is cheap as HTML may be costly as Markdown, whose
 * lines repeat the marks of all that is around them.
 * @param html the whole page, as rendered
 * @throws ContentUnavailable when it takes too much time or memory, now or recently, or too many pages wait
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
      // The thread has one page at a time, so it is why the thread has ended.
      costly.set(id, true)
      throw error
    }
  }
  return queue.add(convert, { priority })
}
