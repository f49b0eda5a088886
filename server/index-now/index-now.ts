import { setTimeout as wait } from 'node:timers/promises'
import { log } from '../log.ts'
import { metrics } from '../metrics.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { ContentChange } from '../search/changes/change-log.ts'
import { createThrottledLog } from '../throttled-log.ts'
import { submitAddresses } from './submission.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const limits = {
  /** Of one submission: the protocol's maximum. */
  addresses: 10_000,
  /** Addresses that wait. The sitemap has the dropped ones, with their dates. */
  waiting: 50_000,
  /** How long changes are collected after the first one, ms. */
  collect: minuteMs,
  /** Before a submission is repeated, ms. Doubled after each failure. */
  firstPause: minuteMs,
  maxPause: hourMs,
  /** How long a submission is repeated, ms. */
  giveUp: 6 * hourMs,
}

/** Where the site has its pages. */
interface SitePages {
  /** The absolute address of the key's file. */
  keyLocation: string
  /** The absolute address of the page that shows a post. */
  addressOf: (post: ContentChange) => string
}

interface IndexNowOptions {
  key: string
  /** The address that takes submissions. */
  endpoint: string
  /** The site's name in its calls. */
  userAgent: OutgoingHeaders
  /** Resolves after a time in ms, rejects when the signal is aborted; injected by tests. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** The clock, ms; injected by tests. */
  now?: () => number
}

/**
 * Tells search engines which pages have changed, by the IndexNow protocol. Waiting addresses are in memory only;
 * after a restart the sitemap still lists them.
 */
export function createIndexNow({
  key,
  endpoint,
  userAgent,
  pause = (ms, signal) => wait(ms, undefined, { signal, ref: false }),
  now = () => performance.now(),
}: IndexNowOptions) {
  const closing = new AbortController()
  const waiting = new Set<string>()
  let pages: SitePages | null = null
  let isRunning = false

  const logDropped = createThrottledLog((suppressed, addresses: number, reason: string) =>
    log.warn({ addresses, reason, suppressed }, 'IndexNow addresses dropped'),
  )

  function drop(addresses: number, reason: string) {
    metrics.indexNowAddresses.inc({ outcome: 'dropped' }, addresses)
    logDropped(addresses, reason)
  }

  function run({ keyLocation }: SitePages) {
    if (isRunning || waiting.size === 0 || closing.signal.aborted) return
    isRunning = true
    submitBatch(keyLocation)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ error: String(error) }, 'IndexNow failed')
      })
      .finally(() => {
        isRunning = false
        if (pages) run(pages)
      })
  }

  async function submitBatch(keyLocation: string) {
    if (waiting.size < limits.addresses) await pause(limits.collect, closing.signal)
    const urlList = [...waiting].slice(0, limits.addresses)
    for (const address of urlList) waiting.delete(address)
    const body = { host: new URL(keyLocation).host, key, keyLocation, urlList }
    const startedAt = now()
    for (let pauseMs = limits.firstPause; ; pauseMs = Math.min(pauseMs * 2, limits.maxPause)) {
      const outcome = await submitAddresses(endpoint, body, userAgent, closing.signal)
      metrics.indexNowSubmissions.inc({ outcome: outcome.kind })
      if (outcome.kind === 'accepted') {
        return metrics.indexNowAddresses.inc({ outcome: 'submitted' }, urlList.length)
      }
      const isGivenUp = now() - startedAt >= limits.giveUp
      if (outcome.kind === 'refused' || isGivenUp) return drop(urlList.length, outcome.reason)
      const retryAfterMs = Math.min(outcome.retryAfterMs, limits.giveUp)
      await pause(Math.max(pauseMs, retryAfterMs), closing.signal)
    }
  }

  return {
    key,

    /** Sets the addresses of pages. Until it is called, changes are ignored. */
    usePages(site: SitePages) {
      pages = site
    },

    /** Adds the pages of changed posts to the next submission. Returns at once. */
    add: (changes: ContentChange[]) => {
      if (!pages) return
      const addresses = new Set(changes.map(pages.addressOf))
      let dropped = 0
      for (const address of addresses) {
        if (waiting.size < limits.waiting) waiting.add(address)
        else if (!waiting.has(address)) dropped += 1
      }
      if (dropped > 0) drop(dropped, 'too many wait')
      run(pages)
    },

    close() {
      closing.abort()
    },
  }
}
