import { Agent, request } from 'undici'
import type { Config } from '../config.ts'
import { log } from '../log.ts'
import type { PageView, Visitor } from './page-view.ts'
import { logPageView, reportsTo, type Report } from './sinks.ts'

/** Views that wait while a sink is slow; more are dropped, so a dead sink costs no memory. */
const queueLength = 1_000
const atOnce = 4
const deadlineMs = 3_000

interface PageViewRecorder {
  /** Takes a page view and returns at once; whatever the sink does, the visitor never waits for it. */
  record(view: PageView, visitor: Visitor): void
  /** How many views were dropped since the start, for want of room or of an answer. */
  dropped(): number
  close(): Promise<void>
}

/** @param siteUrl tells the site's public address */
export function createPageViewRecorder(
  analytics: Config['analytics'],
  siteUrl: () => string,
): PageViewRecorder {
  const reportFor = reportsTo(analytics, siteUrl)
  const dispatcher = new Agent({ connections: atOnce, connect: { timeout: deadlineMs } })
  const waiting: Report[] = []
  let sending = 0
  let lost = 0

  async function send({ url, ...options }: Report) {
    try {
      const signal = AbortSignal.timeout(deadlineMs)
      const answer = await request(url, { ...options, dispatcher, signal })
      await answer.body.dump()
      if (answer.statusCode >= 400) throw new Error(`the sink answered ${answer.statusCode}`)
    } catch (error) {
      lost += 1
      log.warn({ sink: analytics.sink, error: String(error) }, 'page view not delivered')
    }
  }

  function sendNext() {
    const report = sending < atOnce ? waiting.shift() : undefined
    if (!report) return
    sending += 1
    void send(report).finally(() => {
      sending -= 1
      sendNext()
    })
  }

  return {
    record(view, visitor) {
      if (analytics.sink === 'log') logPageView(view)
      if (!reportFor || visitor.optedOut) return
      if (waiting.length >= queueLength) {
        lost += 1
        return
      }
      waiting.push(reportFor(view, visitor))
      sendNext()
    },
    dropped: () => lost,
    close: () => dispatcher.destroy(),
  }
}
