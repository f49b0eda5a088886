import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { jsonText, log, writeLine } from '@site/runtime/log'
import type { AccessLog } from '../config.ts'
import { countResponse, countPage, metrics } from './metrics.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { CacheResult, SiteRequest } from '../http/request.ts'

/** The kind of a request in metrics and access log. */
type RequestKind = 'page' | 'data' | 'picture' | 'file' | 'post' | 'other' | 'rejected'

/** Statuses of rejected requests. */
const rejections = new Set([400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 501])

type Described = Pick<
  SiteRequest,
  'method' | 'path' | 'isData' | 'isStaticFile' | 'cacheResult'
> & {
  route: Pick<SiteRequest['route'], 'kind' | 'isFile'>
}

/** @param status sent, or that of an aborted request */
export function requestKindOf(request: Described, status: number): RequestKind {
  const { method, path, isStaticFile } = request
  if (rejections.has(status)) return 'rejected'
  if (method === 'POST') return 'post'
  if (method !== 'GET' && method !== 'HEAD') return 'other'
  // A missing page counts as a page; a missing script or style does not.
  if (isStaticFile || path.startsWith('/assets/')) return 'file'
  const { kind, isFile } = request.route
  if (kind === 'picture' || kind === 'share-card') return 'picture'
  if (isFile && request.cacheResult !== 'bypass') return 'file'
  return request.isData ? 'data' : 'page'
}

/** Longer paths are truncated: visitors control their length. */
const maxPathLength = 200

/** The parameters that change a page. Others may contain anything, even secrets. */
const knownParameters = /&(lang=(?:Ar|En)|page=\d{1,6})(?=&|$)/g

/** Most paths: nothing in them is left out or escaped. */
const plainPath = /^\/(?!\/|enquiry-files\/)[\w./-]{0,150}$/i

/** Formats the path of a request for the log, with known parameters only. */
export function loggedPath({ path, query }: Pick<SiteRequest, 'path' | 'query'>) {
  if (query === '' && plainPath.test(path)) return path
  const [sent = ''] = path.split('#')
  // An invalid target may be a URL with a user name and password.
  const ownPath = sent
    .replace(/^[^/]*:\/\/[^/]*/, '')
    // Who has the token of a visitor's file can download it.
    .replace(/^(\/+enquiry-files\/).+/i, '$1…')
    .slice(0, maxPathLength)
  if (query === '' || sent !== path) return ownPath
  const search = [...`&${query.split('#', 1)[0]}`.matchAll(knownParameters)].map(([, it]) => it)
  return search.length === 0 ? ownPath : `${ownPath}?${search.join('&')}`
}

/** The fields of an access log line. */
export interface AccessEntry {
  /** Request id: letters, digits, `_`, `.` and `-`. */
  id: string
  /** One of Node's known methods, since Node has parsed it. */
  method: string
  path: string
  status: number
  kind: RequestKind
  /** Time from the request's head to the end of the response. */
  ms: number
  /** Bytes sent, including the head. */
  bytes: number
  cache: CacheResult | undefined
  isAborted: boolean
}

/** The time of the last line: formatting it takes as long as the rest of a line. */
const lastTime = { ms: 0, text: '' }

function timeText() {
  const ms = Date.now()
  if (ms !== lastTime.ms) Object.assign(lastTime, { ms, text: new Date(ms).toISOString() })
  return lastTime.text
}

/**
 * Formats a line of the access log as pino would at level info. It is concatenated by hand: with pino a line costs as
 * much as sending a cached page.
 * @returns JSON and a line break
 */
export function accessLine(entry: AccessEntry) {
  const { id, method, path, status, kind, ms, bytes, cache, isAborted } = entry
  return (
    `{"level":30,"time":"${timeText()}","id":"${id}","method":"${method}","path":${jsonText(path)},` +
    `"status":${status},"kind":"${kind}","ms":${Math.round(ms * 10) / 10},"bytes":${bytes},` +
    `${cache ? `"cache":"${cache}",` : ''}${isAborted ? '"aborted":true,' : ''}"msg":"request"}\n`
  )
}

/** Accepted values of X-Request-Id. */
const wellFormedId = /^[\w.-]{1,64}$/

/** A traceparent of version 00, the only one. A list of several, joined by commas, does not match. */
const wellFormedTrace = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Logged when the client disconnected before the end of the response. */
const abortedStatus = 499

/** Tracks every request to its end, for metrics, access log and graceful shutdown. */
export interface RequestTracker {
  /** Called first for every request. */
  begin: (request: SiteRequest) => void
  /** Called for responses that take time, or reject the request. */
  follow: (request: SiteRequest) => void
  /** Called once a cached page was sent; most responses are finished by then. */
  sent: (request: SiteRequest) => void
  /** Number of unfinished responses. */
  underWay: () => number
  /** Makes every response from now on close its connection. */
  closeConnections: () => void
}

/** @param accessLog selects the requests that are logged at LOG_LEVEL info and below */
export function createRequestTracker(accessLog: AccessLog): RequestTracker {
  // A counter, not a Set: members of a Set survive minor garbage collections.
  let underWay = 0
  const logged = log.isLevelEnabled('info') ? accessLog : 'none'
  let closesConnections = false

  function isLogged({ cacheResult, isStaticFile }: SiteRequest) {
    if (logged !== 'misses') return logged === 'all'
    return !isStaticFile && isUncached(cacheResult)
  }

  function finish(request: SiteRequest) {
    const { incoming, response, method, cacheResult: cache } = request
    const isAborted = !response.writableFinished
    const status = isAborted ? abortedStatus : response.statusCode
    const kind = requestKindOf(request, status)
    countResponse(kind, method, status)
    if (cache) countPage(cache)
    const isMeasured = isUncached(cache)
    if (!isMeasured && !isLogged(request)) return
    const ms = performance.now() - request.beganAt
    if (isMeasured) metrics.requestSeconds.observe({ kind }, ms / 1000)
    if (!isLogged(request)) return
    const bytes = incoming.socket.bytesWritten - request.bytesBefore
    const [id, path] = [idOf(request), loggedPath(request)]
    writeLine(accessLine({ id, method, path, status, kind, ms, bytes, cache, isAborted }))
  }

  function follow(request: SiteRequest) {
    underWay += 1
    request.onEnd(() => {
      underWay -= 1
      finish(request)
    })
  }

  return {
    begin(request) {
      if (logged !== 'none') request.bytesBefore = request.incoming.socket.bytesWritten
      if (closesConnections) request.response.shouldKeepAlive = false
    },
    follow,
    sent(request) {
      if (request.response.writableFinished) finish(request)
      else follow(request)
    },
    underWay: () => underWay,
    closeConnections() {
      closesConnections = true
    },
  }
}

function idOf(request: SiteRequest) {
  return (request.id ??= givenId(request) ?? randomUUID())
}

/** Returns the request id that a trusted proxy has set. */
function givenId({ headers, isFromProxy }: SiteRequest) {
  const given = isFromProxy ? headers['x-request-id'] : undefined
  return typeof given === 'string' && wellFormedId.test(given) ? given : undefined
}

/** Headers of a request's content API calls: its id in the log, and the trace that a trusted proxy has started. */
export function callHeadersOf(request: SiteRequest): OutgoingHeaders {
  return { 'x-request-id': idOf(request), ...(request.isFromProxy && traceOf(request.incoming)) }
}

/** Whether an instrumentation is attached (docs/monitoring.md), which adds the trace headers of its own spans. */
const isInstrumented = channel('undici:request:create').hasSubscribers

/** Returns the W3C trace headers of a request; none without a valid traceparent. */
function traceOf({
  headers: { traceparent, tracestate },
}: SiteRequest['incoming']): OutgoingHeaders {
  if (isInstrumented || typeof traceparent !== 'string' || !wellFormedTrace.test(traceparent))
    return {}
  const hasState = typeof tracestate === 'string' && /^[ -~]{1,512}$/.test(tracestate)
  return { traceparent, ...(hasState && { tracestate }) }
}

function isUncached(result: CacheResult | undefined) {
  return result !== 'hit' && result !== 'stale'
}
