import PQueue from 'p-queue'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { createThreadClient } from '../../server/threads/thread-client.ts'
import { screens } from '../addresses'
import type { AddressContext } from '../markdown/markdown-href.server'
import type { RenderedPage } from '../seo/rendered-page.server'
import type { MarkdownMethods } from './markdown-worker.server'

/** Limits of converting a page to Markdown. */
const limits = {
  /** From its start, ms. The costliest pages known take a second, on a busy machine several. */
  timeout: 15_000,
  /** Heap of the thread, in MB. */
  heap: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 },
  /** Pages that wait for the thread. */
  maxWaiting: 20,
}

const queue = new PQueue({ concurrency: 1 })

const faults = { error: 'costly', busy: 'busy', timeout: 'costly' } as const

const thread = createThreadClient<MarkdownMethods, never>({
  program: 'app/content/markdown-worker.server.ts',
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
 * @throws ContentUnavailable when it takes too much time or memory, or too many pages wait
 */
export async function markdownInThread(
  html: string,
  page: RenderedPage,
  { markdownPathOf, ...context }: AddressContext,
): Promise<string> {
  if (queue.size >= limits.maxWaiting) {
    throw new ContentUnavailable('busy', 'markdown: too many pages wait')
  }
  const withMarkdown = Object.values(screens).filter(
    (pattern) => markdownPathOf(`/${pattern.replace(/:\w+/g, 'x')}`) !== null,
  )
  const sent = { ...context, screens: new Set(withMarkdown) }
  return queue.add(() => thread.convert(html, page, sent))
}
