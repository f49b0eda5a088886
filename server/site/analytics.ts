import { z } from 'zod'
import { createHash, randomBytes } from 'node:crypto'
import PQueue from 'p-queue'
import { request } from 'undici'
import { metrics } from '../observe/metrics.ts'
import type { Config } from '../config.ts'
import { contentLanguages } from '../content/content-types.ts'
import { createThrottledWarning, log } from '@site/runtime/log'
import { createOutgoingAgent } from '../outgoing-agent.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'

/** One page view, as the browser reports it. */
export const pageViewSchema = z.object({
  path: z.string().startsWith('/').max(2_048),
  title: z.string().max(512),
  lang: z.enum(contentLanguages),
})

export type PageView = z.output<typeof pageViewSchema>

/** The visitor data that a sink may need to tell visits apart. It is not stored. */
interface Visitor {
  userAgent: string
  /** Do Not Track or Global Privacy Control is set: nothing is forwarded. */
  optedOut: boolean
}

/** The kinds of page by which timings are reported. */
const pageKinds = ['home', 'product', 'product-list', 'article', 'list', 'search', 'other'] as const

export type PageKind = (typeof pageKinds)[number]

/** An invalid or implausibly large value is dropped; the others are kept. */
function upTo(max: number) {
  return z.number().min(0).max(max).optional().catch(undefined)
}

const maxMs = 60_000

/**
 * The Web Vitals of one page load, as the browser reports them: times in milliseconds. Unknown keys are rejected, so
 * that no other visitor data can be stored.
 */
export const pageTimingSchema = z.strictObject({
  page: z.enum(pageKinds),
  lang: z.enum(contentLanguages),
  lcp: upTo(maxMs),
  inp: upTo(maxMs),
  ttfb: upTo(maxMs),
  cls: upTo(10),
})

type PageTiming = z.output<typeof pageTimingSchema>

/** Adds the timings of a page load to the metrics. */
export function recordPageTiming({ page, lang, lcp, inp, ttfb, cls }: PageTiming) {
  const labels = { page, language: lang }
  if (lcp !== undefined) metrics.lcpSeconds.observe(labels, lcp / 1000)
  if (inp !== undefined) metrics.inpSeconds.observe(labels, inp / 1000)
  if (ttfb !== undefined) metrics.ttfbSeconds.observe(labels, ttfb / 1000)
  if (cls !== undefined) metrics.cls.observe(labels, cls)
}

/** An HTTP request that reports a page view to an analytics service. */
interface Report {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}

type ReportFor = (view: PageView, visitor: Visitor) => Report

/** Groups a visitor's page views within one process and day; the salt is never stored. */
const salt = randomBytes(16)

/**
 * Builds requests to the analytics services' HTTP APIs: Plausible's events API, Matomo's tracking API, and the Google
 * Analytics 4 Measurement Protocol.
 * @param siteUrl the site's public address, the prefix of every path
 */
export function createReporter(analytics: Config['analytics'], siteUrl: string): ReportFor | null {
  const { site = '', secret = '' } = analytics
  switch (analytics.sink) {
    case 'plausible':
      return (view, visitor) => ({
        url: `${analytics.url ?? 'https://plausible.io'}/api/event`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...agentOf(visitor) },
        body: JSON.stringify({
          name: 'pageview',
          domain: site,
          url: siteUrl + view.path,
          props: { title: view.title, lang: view.lang },
        }),
      })
    case 'matomo':
      return (view, visitor) => ({
        url: `${analytics.url}/matomo.php`,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          idsite: site,
          rec: '1',
          apiv: '1',
          send_image: '0',
          url: siteUrl + view.path,
          action_name: view.title,
          lang: view.lang.toLowerCase(),
          ua: visitor.userAgent,
          _id: visitorId(visitor).slice(0, 16),
          rand: randomBytes(8).toString('hex'),
          ...(secret && { token_auth: secret }),
        }).toString(),
      })
    case 'ga4':
      return (view, visitor) => ({
        url:
          `${analytics.url ?? 'https://www.google-analytics.com'}/mp/collect` +
          `?measurement_id=${encodeURIComponent(site)}&api_secret=${encodeURIComponent(secret)}`,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...agentOf(visitor) },
        body: JSON.stringify({
          client_id: visitorId(visitor).slice(0, 32),
          non_personalized_ads: true,
          events: [
            {
              name: 'page_view',
              params: {
                page_location: siteUrl + view.path,
                page_title: view.title,
                language: view.lang.toLowerCase(),
                engagement_time_msec: 1,
              },
            },
          ],
        }),
      })
    case 'log':
    case 'none':
      return null
  }
}

/** Logs one JSON line for each view, without visitor data. */
function logPageView(view: PageView) {
  log.info({ pageView: view }, 'page view')
}

/** Visitors without a User-Agent are reported under the site's own. */
function agentOf({ userAgent }: Visitor): Record<string, string> {
  return userAgent === '' ? {} : { 'user-agent': userAgent }
}

function visitorId({ userAgent }: Visitor) {
  const day = new Date().toISOString().slice(0, 10)
  return createHash('sha256').update(salt).update(day).update(userAgent).digest('hex')
}

/** Max. queued views while a sink is slow. More are dropped, so that an unavailable sink does not fill the memory. */
const maxQueueLength = 1_000
const maxConcurrent = 4
const timeoutMs = 3_000

export interface PageViewRecorder {
  /** Queues a page view and returns at once; a slow sink never delays the visitor. */
  record(view: PageView, visitor: Visitor): void
  /** Number of views lost since startup: dropped from a full queue, or not accepted by the sink. */
  dropped(): number
  close(): Promise<void>
}

/**
 * @param siteUrl the site's public address
 * @param userAgent the site's User-Agent, for sinks that do not need the visitor's
 */
export function createPageViewRecorder(
  analytics: Config['analytics'],
  siteUrl: string,
  userAgent: OutgoingHeaders,
): PageViewRecorder {
  const reportFor = createReporter(analytics, siteUrl)
  const dispatcher = createOutgoingAgent({
    connections: maxConcurrent,
    connect: { timeout: timeoutMs },
  })
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
      warnUndelivered({ sink: analytics.sink, error: String(error) })
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

const warnUndelivered = createThrottledWarning('page view not delivered')
