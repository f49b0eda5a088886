import { randomUUID } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonText, log, writeLine } from './log.ts'
import type { AccessLog } from '../config.ts'
import { countResponse, countPage, metrics } from './metrics.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'

/** How the page cache answered; `bypass`: the page is never cached. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'bypass'

/** The kind of a request in metrics and access log. */
type RequestKind = 'page' | 'data' | 'picture' | 'file' | 'post' | 'other' | 'rejected'

/** Statuses of rejected requests. */
const rejections = new Set([400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 501])

const pictures = /^\/(?:images|cards)\//
/** Files that Remix serves. */
const files =
  /^\/(?:brand\/|favicon\.ico|site\.webmanifest|robots\.txt|llms\.txt|sitemap|feeds\/|catalogue\.)/
const data = /[?&]_data=/

/** @param result the page cache's, for pages */
export function kindOf(
  method: string,
  url: string,
  status: number,
  result: CacheResult | undefined,
): RequestKind {
  if (rejections.has(status)) return 'rejected'
  if (method === 'POST') return 'post'
  if (method !== 'GET' && method !== 'HEAD') return 'other'
  if (files.test(url)) return 'file'
  if (result === undefined) {
    if (pictures.test(url)) return 'picture'
    if (status === 200 || status === 206 || status === 304 || url.startsWith('/assets/')) {
      return 'file'
    }
  }
  return data.test(url) ? 'data' : 'page'
}

/** Longer paths are cut: their length is up to the visitor. */
const maxPathLength = 200

/** The parameters that change a page. Others may contain anything, even secrets. */
const knownParameters = /[?&](lang=(?:Ar|En)|page=\d{1,6})(?=&|$)/g

/** The path of a request for the log, with known parameters only. */
export function loggedPath(url: string) {
  const [address = ''] = url.split('#')
  const at = address.indexOf('?')
  const path = at < 0 ? address : address.slice(0, at)
  const search = at < 0 ? [] : [...address.slice(at).matchAll(knownParameters)].map(([, it]) => it)
  // A request target may be a whole URL (RFC 9112), with a user name and password.
  const ownPath = path.replace(/^[^/]*:\/\/[^/]*/, '').slice(0, maxPathLength)
  return search.length === 0 ? ownPath : `${ownPath}?${search.join('&')}`
}

/** The fields of a line. */
export interface AccessEntry {
  /** Letters, digits, `_`, `.` and `-`. */
  id: string
  /** As parsed by Node, so one of its known methods. */
  method: string
  path: string
  status: number
  kind: RequestKind
  /** From the request's head to the end of the response. */
  ms: number
  /** Sent, including the head. */
  bytes: number
  cache: CacheResult | undefined
  isAborted: boolean
}

let lastMs = 0
let lastTime = ''

/**
 * A line of the access log, as pino writes it at level info. Concatenated by hand: with pino a line
 * costs as much as sending a cached page.
 * @returns JSON and a line break
 */
export function accessLine(entry: AccessEntry) {
  const { id, method, path, status, kind, ms, bytes, cache, isAborted } = entry
  return (
    `{"level":30,"time":"${timeNow()}","id":"${id}","method":"${method}","path":${jsonText(path)},` +
    `"status":${status},"kind":"${kind}","ms":${Math.round(ms * 10) / 10},"bytes":${bytes},` +
    `${cache ? `"cache":"${cache}",` : ''}${isAborted ? '"aborted":true,' : ''}"msg":"request"}\n`
  )
}

/** Formatted once per millisecond. */
function timeNow() {
  const now = Date.now()
  if (now !== lastMs) {
    lastMs = now
    lastTime = new Date(now).toISOString()
  }
  return lastTime
}

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

/** A traceparent of the only version there is. Of several, joined by commas, none is valid. */
const wellFormedTrace = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

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
 * Tracks every request to its end, for metrics, access log and graceful shutdown.
 * @param accessLog which requests are logged at LOG_LEVEL info and below
 * @param isTrusted whether a request comes from a trusted proxy, whose X-Request-Id and trace are used
 */
export function createRequestTracker(
  accessLog: AccessLog,
  isTrusted: (request: IncomingMessage) => boolean,
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
    /** Called once a cached page was sent; most responses are finished by then. */
    sent(response: ServerResponse) {
      if (response.writableFinished) finish(response)
      else follow(response)
    },
    /**
     * Headers of a request's calls to the content API: its id in the log, and the trace that a trusted proxy has
     * begun.
     */
    callHeadersOf: (request: IncomingMessage): OutgoingHeaders => ({
      'x-request-id': idOf(request),
      ...(isTrusted(request) && traceOf(request)),
    }),
    /** Number of unfinished responses. */
    underWay: () => underWay,
    /** From now on every response closes its connection. */
    closeConnections() {
      closesConnections = true
    },
  }
}

/** Whether an instrumentation was attached (docs/operations.md): it adds the trace headers of its own spans. */
const isInstrumented = channel('undici:request:create').hasSubscribers

/** The W3C's headers of the trace that a request is part of; none without a valid traceparent. */
function traceOf({ headers: { traceparent, tracestate } }: IncomingMessage): OutgoingHeaders {
  if (isInstrumented || typeof traceparent !== 'string' || !wellFormedTrace.test(traceparent))
    return {}
  const hasState = typeof tracestate === 'string' && /^[ -~]{1,512}$/.test(tracestate)
  return { traceparent, ...(hasState && { tracestate }) }
}

function isUncached(result: CacheResult | undefined) {
  return result !== 'hit' && result !== 'stale'
}
