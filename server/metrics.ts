import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What operators see at /metrics, in the text format of Prometheus. */
export const registry = new Registry()

const registers = [registry]

/** Bounds of the times that visitors notice, in seconds. */
const visitorTimes = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * What happens with every answer. A kept page takes forty microseconds and prom-client half a one to
 * find a counter by its labels, so these are counted here and handed over when they are read.
 */
const answered = new Map<string, number>()
const delivered = new Map<string, number>()

/** Everything that is counted, by names that follow Prometheus' conventions. */
export const metrics = {
  requests: new Counter({
    name: 'http_requests_total',
    help: 'Answers to visitors, by what was asked for, method and status.',
    labelNames: ['kind', 'method', 'status'],
    registers,
    collect() {
      for (const [key, count] of takeAll(answered)) {
        const [kind = '', method = '', status = ''] = key.split(' ')
        this.inc({ kind, method, status }, count)
      }
    },
  }),
  requestSeconds: new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From a request’s head to the end of its answer; of pages, those that were not in memory.',
    labelNames: ['kind'],
    buckets: visitorTimes,
    registers,
  }),
  pages: new Counter({
    name: 'page_cache_requests_total',
    help: 'Pages by how they were come by: hit, stale or miss.',
    labelNames: ['result'],
    registers,
    collect() {
      for (const [result, count] of takeAll(delivered)) this.inc({ result }, count)
    },
  }),
  contentCalls: new Counter({
    name: 'content_calls_total',
    help: 'Calls to the content API, by content type and outcome: ok, or the fault.',
    labelNames: ['type', 'outcome'],
    registers,
  }),
  contentCallSeconds: new Histogram({
    name: 'content_call_duration_seconds',
    help: 'Calls to the content API that went out, retries included.',
    labelNames: ['type'],
    buckets: visitorTimes,
    registers,
  }),
  contentRetries: new Counter({
    name: 'content_retries_total',
    help: 'Calls to the content API that were made a second time.',
    registers,
  }),
  contentUnreadable: new Counter({
    name: 'content_unreadable_total',
    help: 'Answers of the content API that took too much time or memory to be read, by content type.',
    labelNames: ['type'],
    registers,
  }),
  breakerOpen: new Gauge({
    name: 'content_breaker_open',
    help: '1 while a content type is not asked for because it kept failing, else 0.',
    labelNames: ['type'],
    registers,
  }),
  contentEmptyResults: new Gauge({
    name: 'content_held_back',
    help: '1 while an empty list of the content API is held back and the full one before it is used, else 0.',
    labelNames: ['type'],
    registers,
  }),
  shed: new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused because the site had too much to do or one client asked for too much, by what was asked for and why.',
    labelNames: ['kind', 'reason'],
    registers,
  }),
  connectionsClosed: new Counter({
    name: 'http_connections_closed_total',
    help: 'Connections refused, or closed while idle, because one address or the site had too many.',
    labelNames: ['reason'],
    registers,
  }),
  uncaughtExceptions: new Counter({
    name: 'uncaught_exceptions_total',
    help: 'Exceptions and rejections that nothing caught; each stands in the log.',
    registers,
  }),
  logLinesDropped: new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that were dropped because standard output was read too slowly.',
    registers,
  }),
  encoderDeaths: new Counter({
    name: 'image_encoder_deaths_total',
    help: 'Times that the process that makes pictures ended at work: crashed, out of memory, or too slow.',
    registers,
  }),
  policyReports: new Counter({
    name: 'content_security_reports_total',
    help: 'Reports of browsers that something on a page was not let run or load.',
    labelNames: ['directive'],
    registers,
  }),
}

/**
 * Has the ages of the content told, as they are when somebody looks.
 * @param ages of the last good answer of each content type, seconds
 */
export function reportContentAges(ages: () => Record<string, number>) {
  const name = 'content_age_seconds'
  registry.removeSingleMetric(name)
  const gauge: Gauge = new Gauge({
    name,
    help: 'How long ago the content API last gave a good answer, by content type.',
    labelNames: ['type'],
    registers,
    collect: () => {
      for (const [type, seconds] of Object.entries(ages())) gauge.set({ type }, seconds)
    },
  })
}

/** Counts an answer to a visitor, or to somebody who was gone before its end. */
export function countResponse(kind: string, method: string, status: number) {
  const key = `${kind} ${method} ${status}`
  answered.set(key, (answered.get(key) ?? 0) + 1)
}

/** Counts a page by how the page cache came by it. */
export function countPage(result: string) {
  delivered.set(result, (delivered.get(result) ?? 0) + 1)
}

function takeAll(counts: Map<string, number>) {
  const taken = [...counts]
  counts.clear()
  return taken
}

/** Memory, processor and event loop of the process; for the process that answers visitors alone. */
export function collectProcessMetrics() {
  collectDefaultMetrics({ register: registry })
}
