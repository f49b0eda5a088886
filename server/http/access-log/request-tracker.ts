import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessLog } from '../../config.ts'
import { log, writeLine } from '../../log.ts'
import { countResponse, countPage, metrics } from '../../metrics.ts'
import { accessLine } from './access-line.ts'
import { kindOf, type CacheResult } from './request-kind.ts'
import { loggedPath } from './logged-path.ts'
import type { RequestSpans } from './request-spans.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Set when first needed. */
    id?: string
  }
  // The type parameter's name must be Node's.
  interface ServerResponse<Request extends IncomingMessage> {
    /** Start of the request, by `performance.now()`, ms. */
    beganAt?: number
    /** Bytes that its connection had sent before. */
    bytesBefore?: number
    /** Set for pages. */
    cacheResult?: CacheResult
    /** Set for static files. */
    isStaticFile?: boolean
  }
}

export type RequestTracker = ReturnType<typeof createRequestTracker>

/** Accepted values of X-Request-Id. */
const wellFormedId = /^[\w.-]{1,64}$/

/** Logged when the client disconnected before the end of the response. */
const abortedStatus = 499

/** Unique per process; a counter follows. */
const idPrefix = randomUUID().slice(0, 24)
let idCount = 0

/** UUID-shaped and unique, without random numbers for each request. */
function nextId() {
  idCount += 1
  return idPrefix + idCount.toString(16).padStart(12, '0')
}

/**
 * Tracks every request to its end, for metrics, access log, traces and graceful shutdown.
 * @param accessLog which requests are logged at LOG_LEVEL info and below
 * @param isTrusted whether a request comes from a trusted proxy, whose X-Request-Id is used
 * @param spans null without an SDK
 */
export function createRequestTracker(
  accessLog: AccessLog,
  isTrusted: (request: IncomingMessage) => boolean,
  spans: RequestSpans | null = null,
) {
  // A counter, not a Set: members of a Set survive minor garbage collections.
  let underWay = 0
  const logged = log.isLevelEnabled('info') ? accessLog : 'none'
  let closesConnections = false

  function idOf(request: IncomingMessage) {
    return (request.id ??= givenId(request) ?? nextId())
  }

  function givenId(request: IncomingMessage) {
    const given = isTrusted(request) ? request.headers['x-request-id'] : undefined
    return typeof given === 'string' && wellFormedId.test(given) ? given : undefined
  }

  function isLogged({ cacheResult, isStaticFile = false }: ServerResponse) {
    if (logged !== 'misses') return logged === 'all'
    return !isStaticFile && isUncached(cacheResult)
  }

  function finish(response: ServerResponse) {
    const { req: request, cacheResult: cache, beganAt = 0, bytesBefore = 0 } = response
    const { method = '', url = '' } = request
    const isAborted = !response.writableFinished
    const status = isAborted ? abortedStatus : response.statusCode
    const kind = kindOf(method, url, status, cache)
    countResponse(kind, method, status)
    if (cache) countPage(cache)
    spans?.end(response, {
      'site.request_id': idOf(request),
      'site.request_kind': kind,
      ...(cache && { 'site.cache_result': cache }),
      ...(isAborted && { 'site.aborted': true }),
    })
    const isMeasured = isUncached(cache)
    if (!isMeasured && !isLogged(response)) return
    const ms = performance.now() - beganAt
    if (isMeasured) metrics.requestSeconds.observe({ kind }, ms / 1000)
    if (!isLogged(response)) return
    const bytes = request.socket.bytesWritten - bytesBefore
    const [id, path] = [idOf(request), loggedPath(url)]
    writeLine(accessLine({ id, method, path, status, kind, ms, bytes, cache, isAborted }))
  }

  function follow(response: ServerResponse) {
    underWay += 1
    response.once('close', () => {
      underWay -= 1
      finish(response)
    })
  }

  return {
    /** Called first for every response. */
    begin(response: ServerResponse) {
      response.beganAt = performance.now()
      if (logged !== 'none') response.bytesBefore = response.req.socket.bytesWritten
      if (closesConnections) response.shouldKeepAlive = false
    },
    /** Called for responses that take time, or reject the request. */
    follow,
    /** Runs the rest of a request's handling as part of its span. */
    inSpan(response: ServerResponse, work: () => void) {
      if (spans) spans.run(response, work)
      else work()
    },
    /** Called once a cached page was sent; most responses are finished by then. */
    sent(response: ServerResponse) {
      if (response.writableFinished) finish(response)
      else follow(response)
    },
    /** The id of a request in the log and in calls to the content API. */
    idOf,
    /** Number of unfinished responses. */
    underWay: () => underWay,
    /** From now on every response closes its connection. */
    closeConnections() {
      closesConnections = true
    },
  }
}

function isUncached(result: CacheResult | undefined) {
  return result !== 'hit' && result !== 'stale'
}
