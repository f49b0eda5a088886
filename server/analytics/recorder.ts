import PQueue from 'p-queue'
import { Agent, request } from 'undici'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { PageView, Visitor } from './page-view.ts'
import { logPageView, createReporter, type Report } from './sinks.ts'

/**
 * Max. queued views while a sink is slow; more are dropped, so that a dead sink costs no memory.
 */
const maxQueueLength = 1_000
const maxConcurrent = 4
const timeoutMs = 3_000

interface PageViewRecorder {
  /** Queues a page view and returns at once; a slow sink never delays the visitor. */
  record(view: PageView, visitor: Visitor): void
  /** Views lost since the start: dropped from a full queue, or not accepted by the sink. */
  dropped(): number
  close(): Promise<void>
}

/**
 * @param siteUrl returns the site's public address
 * @param userAgent the site's name, where a sink does not want the visitor's
 */
export function createPageViewRecorder(
  analytics: Config['analytics'],
  siteUrl: () => string,
  userAgent: OutgoingHeaders,
): PageViewRecorder {
  const reportFor = createReporter(analytics, siteUrl)
  const dispatcher = new Agent({ connections: maxConcurrent, connect: { timeout: timeoutMs } })
  const queue = new PQueue({ concurrency: maxConcurrent })
  let dropped = 0

  async function send({ url, headers: reported, ...options }: Report) {
    try {
      const headers = { ...userAgent, ...reported }
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await request(url, { ...options, headers, dispatcher, signal })
      await response.body.dump()
      if (response.statusCode >= 400) throw new Error(`the sink returned ${response.statusCode}`)
    } catch (error) {
      dropped += 1
      log.warn({ sink: analytics.sink, error: String(error) }, 'page view not delivered')
    }
  }

  return {
    record(view, visitor) {
      if (analytics.sink === 'log') logPageView(view)
      if (!reportFor || visitor.optedOut) return
      if (queue.size >= maxQueueLength) {
        dropped += 1
        return
      }
      const report = reportFor(view, visitor)
      void queue.add(() => send(report))
    },
    dropped: () => dropped,
    close: () => dispatcher.destroy(),
  }
}
