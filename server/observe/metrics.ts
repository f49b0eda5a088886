import { takeDroppedLines } from '@site/runtime/log'
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics at /metrics, in Prometheus's text format. */
export const registry = new Registry()

const registers = [registry]

/** Histogram buckets for durations that visitors notice, in seconds. */
const visitorBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Histogram buckets of the Web Vitals, times in seconds. They include the limits of "good" and "poor", so that the
 * share of good page loads is exact.
 */
const lcpBuckets = [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10]
const inpBuckets = [0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 2]
const ttfbBuckets = [0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 1.8, 3, 5]
const clsBuckets = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1]

const ofPageLoads = ['page', 'language']

/**
 * Response counts by label values. Finding a prom-client counter by its labels takes half a microsecond, and a cached
 * page takes forty, so these are added to the counters at each scrape.
 */
const responseCounts = new Map<string, number>()
const pageCounts = new Map<string, number>()

/** All metrics. Their names follow Prometheus's conventions. */
export const metrics = {
  requests: new Counter({
    name: 'http_requests_total',
    help: 'Responses, by kind of request, method and status.',
    labelNames: ['kind', 'method', 'status'],
    registers,
    collect() {
      for (const [key, count] of takeAll(responseCounts)) {
        const [kind = '', method = '', status = ''] = key.split(' ')
        this.inc({ kind, method, status }, count)
      }
    },
  }),
  requestSeconds: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request head to end of response, without pages from the page cache.',
    labelNames: ['kind'],
    buckets: visitorBuckets,
    registers,
  }),
  pages: new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages, by cache result: hit, stale, miss or bypass (never cached).',
    labelNames: ['result'],
    registers,
    collect() {
      for (const [result, count] of takeAll(pageCounts)) this.inc({ result }, count)
    },
  }),
  contentCalls: new Counter({
    name: 'content_calls_total',
    help: 'Content API calls, by content type and outcome: ok, or the fault.',
    labelNames: ['type', 'outcome'],
    registers,
  }),
  contentCallSeconds: new Histogram({
    name: 'content_call_duration_seconds',
    help: 'Time of content API calls that were sent, retries included.',
    labelNames: ['type'],
    buckets: visitorBuckets,
    registers,
  }),
  contentRetries: new Counter({
    name: 'content_retries_total',
    help: 'Retried content API calls.',
    registers,
  }),
  searchAnswers: new Counter({
    name: 'search_answers_total',
    help: 'Answers computed for pages of search results, by outcome: found, corrected (other words were searched instead) or none. Searches that the page cache answers are not counted.',
    labelNames: ['outcome'],
    registers,
  }),
  contentUnreadable: new Counter({
    name: 'content_unreadable_total',
    help: 'Content API responses that took too much time or memory to read.',
    labelNames: ['type'],
    registers,
  }),
  breakerOpen: new Gauge({
    name: 'content_breaker_open',
    help: '1 while the circuit breaker of a content type rejects calls, else 0: also when the next call is a probe.',
    labelNames: ['type'],
    registers,
  }),
  contentEmptyResults: new Gauge({
    name: 'content_empty_result_guard_active',
    help: '1 while an empty list from the content API is rejected and the full one before it is served stale, else 0.',
    labelNames: ['type'],
    registers,
  }),
  sharedCacheCommands: new Counter({
    name: 'shared_cache_commands_total',
    help: 'Commands to the shared cache, by outcome: ok, refused by the server, or failed.',
    labelNames: ['outcome'],
    registers,
  }),
  sharedContent: new Counter({
    name: 'shared_content_total',
    help: 'Content needed from the API, by where it came from: shared (another process had loaded it) or api.',
    labelNames: ['source'],
    registers,
  }),
  purges: new Counter({
    name: 'purges_total',
    help: 'Purges of content, by origin: admin server, webhook, or another process.',
    labelNames: ['origin'],
    registers,
  }),
  shed: new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests shed because of overload or a client limit, by kind and reason.',
    labelNames: ['kind', 'reason'],
    registers,
  }),
  connectionsClosed: new Counter({
    name: 'http_connections_closed_total',
    help: 'Connections refused, or closed while idle, because one address or the server had too many.',
    labelNames: ['reason'],
    registers,
  }),
  uncaughtExceptions: new Counter({
    name: 'uncaught_exceptions_total',
    help: 'Uncaught exceptions and unhandled rejections; each is logged.',
    registers,
  }),
  logLinesDropped: new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that were dropped because standard output was read too slowly.',
    registers,
    collect() {
      this.inc(takeDroppedLines())
    },
  }),
  encoderDeaths: new Counter({
    name: 'image_encoder_deaths_total',
    help: 'Times the image encoder process ended during work: crashed, out of memory, or too slow.',
    registers,
  }),
  enquiries: new Counter({
    name: 'enquiries_total',
    help: 'Enquiries, by outcome: stored, delivered_directly (the store failed), refused, or conflict (a form with too many contents).',
    labelNames: ['outcome'],
    registers,
  }),
  enquiryMailboxRefusals: new Counter({
    name: 'enquiry_mailbox_refusals_total',
    help: 'Enquiries that a mailbox of ENQUIRY_TO refused for good, while another one has them.',
    labelNames: ['mailbox'],
    registers,
  }),
  enquiryDeliveries: new Counter({
    name: 'enquiry_deliveries_total',
    help: 'Attempts to deliver stored enquiries, by outcome: delivered, unavailable, deferred or rejected.',
    labelNames: ['outcome'],
    registers,
  }),
  uploadsRefused: new Counter({
    name: 'uploads_refused_total',
    help: 'Files of enquiries that were refused, by reason: type, large, quota, busy, virus, full or unscanned (clamd failed).',
    labelNames: ['reason'],
    registers,
  }),
  formsRejected: new Counter({
    name: 'enquiry_forms_rejected_total',
    help: 'Enquiry forms that came back to the visitor, by reason: missing or foreign token, late, early, honeypot, or busy.',
    labelNames: ['reason'],
    registers,
  }),
  buildInfo: new Gauge({
    name: 'site_build_info',
    help: '1, with the versions of the site and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }),
  ready: new Gauge({
    name: 'site_ready',
    help: '1 if visitors should be sent here, as /readyz says, else 0.',
    registers,
  }),
  lcpSeconds: new Histogram({
    name: 'web_vitals_lcp_seconds',
    help: 'Largest Contentful Paint of measured page loads, by kind of page and language.',
    labelNames: ofPageLoads,
    buckets: lcpBuckets,
    registers,
  }),
  inpSeconds: new Histogram({
    name: 'web_vitals_inp_seconds',
    help: 'Interaction to Next Paint of measured page loads, by kind of page and language.',
    labelNames: ofPageLoads,
    buckets: inpBuckets,
    registers,
  }),
  ttfbSeconds: new Histogram({
    name: 'web_vitals_ttfb_seconds',
    help: 'Time to First Byte of measured page loads, by kind of page and language.',
    labelNames: ofPageLoads,
    buckets: ttfbBuckets,
    registers,
  }),
  cls: new Histogram({
    name: 'web_vitals_cls',
    help: 'Cumulative Layout Shift of measured page loads, by kind of page and language.',
    labelNames: ofPageLoads,
    buckets: clsBuckets,
    registers,
  }),
  policyReports: new Counter({
    name: 'content_security_reports_total',
    help: 'Content security policy violations reported by browsers, by directive.',
    labelNames: ['directive'],
    registers,
  }),
  scriptFailures: new Counter({
    name: 'script_failures_total',
    help: 'Page loads whose script failed in the browser, by phase: load, hydrate, run. The page stays.',
    labelNames: ['phase'],
    registers,
  }),
}

// Prometheus sees no increase when a series first appears, so series whose first event must alert start at 0.
metrics.connectionsClosed.inc({ reason: 'total' }, 0)
metrics.enquiries.inc({ outcome: 'refused' }, 0)
metrics.enquiries.inc({ outcome: 'delivered_directly' }, 0)
metrics.enquiries.inc({ outcome: 'stored' }, 0)
metrics.formsRejected.inc({ reason: 'foreign' }, 0)
metrics.uploadsRefused.inc({ reason: 'unscanned' }, 0)
metrics.uploadsRefused.inc({ reason: 'full' }, 0)

/**
 * Adds the gauge of content ages, which are read at each scrape.
 * @param ages time since the last good response of each content type, seconds
 */
export function reportContentAges(ages: () => Record<string, number>) {
  const name = 'content_age_seconds'
  registry.removeSingleMetric(name)
  const gauge: Gauge = new Gauge({
    name,
    help: 'Time since the last good response of the content API.',
    labelNames: ['type'],
    registers,
    collect: () => {
      for (const [type, seconds] of Object.entries(ages())) gauge.set({ type }, seconds)
    },
  })
}

/**
 * Adds the gauge of the shared cache: only for a process that has one, since an alert fires at 0.
 * @param isJoined whether the shared cache responds; read at each scrape
 */
export function reportSharedCache(isJoined: () => boolean) {
  const name = 'shared_cache_up'
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help: '1 while the cache shared with other processes replies, else 0.',
    registers,
    collect() {
      this.set(isJoined() ? 1 : 0)
    },
  })
}

/**
 * Adds the gauges of stored enquiries.
 * @param read returns their current state, at each scrape
 */
export function reportEnquiries(
  read: () => Promise<
    Record<'isUsable' | 'setAside' | 'waiting' | 'failed' | 'oldestSeconds', number>
  >,
) {
  const gauges = {
    enquiry_outbox_usable: [
      '1 while the outbox can be read or does not exist yet, else 0, and the numbers of enquiries are NaN.',
      'isUsable',
    ],
    enquiry_outboxes_set_aside: ['Unusable outboxes, in which enquiries may wait.', 'setAside'],
    enquiries_waiting: ['Stored enquiries that wait for their delivery.', 'waiting'],
    enquiries_failed: ['Enquiries that were given up, until an operator retries them.', 'failed'],
    enquiries_oldest_waiting_seconds: [
      'How long the oldest stored enquiry has waited for its delivery, 0 if none waits.',
      'oldestSeconds',
    ],
  } as const
  for (const [name, [help, field]] of Object.entries(gauges)) {
    registry.removeSingleMetric(name)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set((await read())[field])
      },
    })
  }
}

/** Counts a response, complete or aborted. */
export function countResponse(kind: string, method: string, status: number) {
  const key = `${kind} ${method} ${status}`
  responseCounts.set(key, (responseCounts.get(key) ?? 0) + 1)
}

/** Counts a page by its cache result. */
export function countPage(result: string) {
  pageCounts.set(result, (pageCounts.get(result) ?? 0) + 1)
}

function takeAll(counts: Map<string, number>) {
  const taken = [...counts]
  counts.clear()
  return taken
}

/** Adds memory, CPU and event loop metrics. Only for the process that serves visitors. */
export function collectProcessMetrics(dataDir: string) {
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'data_dir_free_bytes',
    help: 'Space that is free for DATA_DIR; NaN if it cannot be read.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(dataDir).catch(() => ({ bavail: NaN, bsize: NaN }))
      this.set(bavail * bsize)
    },
  })
}
