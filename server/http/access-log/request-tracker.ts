import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessLog } from '../../config.ts'
import { log, writeLine } from '../../log.ts'
import { countResponse, countPage, metrics } from '../../metrics.ts'
import { accessLine } from './access-line.ts'
import { kindOf } from './request-kind.ts'
import { loggedPath } from './logged-path.ts'

/** How the page cache came by a page. */
export type CacheResult = 'hit' | 'stale' | 'miss'

declare module 'node:http' {
  interface IncomingMessage {
    /** What it is called, once somebody has asked. */
    id?: string
  }
  // The names of the type's parameters are Node's own.
  interface ServerResponse<Request extends IncomingMessage> {
    /** When its request began, on the clock of `performance`, ms. */
    beganAt?: number
    /** What its connection had sent by then, bytes. */
    bytesBefore?: number
    /** Set where the page cache answers. */
    cacheResult?: CacheResult
    /** Set where a static file is sent. */
    isStaticFile?: boolean
  }
}

export type RequestTracker = ReturnType<typeof createRequestTracker>

/** What a caller may call a request. */
const wellFormedId = /^[\w.-]{1,64}$/

/** In place of the status, where the visitor was gone before the end of his answer. */
const abortedStatus = 499

/** Of one process: what is unlike every other's, and the place for a count. */
const idPrefix = randomUUID().slice(0, 24)
let idCount = 0

/** Looks like a UUID and is as unique, but takes no random numbers for each request. */
function nextId() {
  idCount += 1
  return idPrefix + idCount.toString(16).padStart(12, '0')
}

/**
 * Follows every request to its end: for the metrics, the log, and a stop that cuts nobody off.
 * @param accessLog which requests are logged, where the level of the log is info or lower
 * @param isTrusted whether a request comes from a proxy of ours, which may have named it
 */
export function createRequestTracker(
  accessLog: AccessLog,
  isTrusted: (request: IncomingMessage) => boolean,
) {
  // Counted and not collected: what a collection holds outlives the garbage collector's quick rounds.
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
    return !isStaticFile && (cacheResult === undefined || cacheResult === 'miss')
  }

  function finish(response: ServerResponse) {
    const { req: request, cacheResult: cache, beganAt = 0, bytesBefore = 0 } = response
    const { method = '', url = '' } = request
    const isAborted = !response.writableFinished
    const status = isAborted ? abortedStatus : response.statusCode
    const kind = kindOf(method, url, status, cache)
    countResponse(kind, method, status)
    const ms = performance.now() - beganAt
    if (cache === undefined || cache === 'miss') metrics.requestSeconds.observe({ kind }, ms / 1000)
    if (cache) countPage(cache)
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
    /** Told of every request's answer, before anything else is done with it. */
    begin(response: ServerResponse) {
      response.beganAt = performance.now()
      if (logged !== 'none') response.bytesBefore = response.req.socket.bytesWritten
      if (closesConnections) response.shouldKeepAlive = false
    },
    /** Told of an answer that has to be made, or to be refused. */
    follow,
    /** Told of a kept page, once it has been sent: most are with that at their end. */
    sent(response: ServerResponse) {
      if (response.writableFinished) finish(response)
      else follow(response)
    },
    /** What a request is called in the log, and to the content API: the same every time. */
    idOf,
    /** How many answers are not yet at their end. */
    underWay: () => underWay,
    /** From now on every answer is the last one of its connection, and says so. */
    closeConnections() {
      closesConnections = true
    },
  }
}
