import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { log } from '../../log.ts'
import { countResponse, countPage, metrics } from '../../metrics.ts'
import { kindOf } from './request-kind.ts'
import { loggedPath } from './logged-path.ts'

/** How the page cache came by a page. */
export type CacheResult = 'hit' | 'stale' | 'miss'

declare module 'node:http' {
  // The names of the type's parameters are Node's own.
  interface ServerResponse<Request extends IncomingMessage> {
    /** When its request began, on the clock of `performance`, ms. */
    beganAt?: number
    /** Set where the page cache answers. */
    cacheResult?: CacheResult
  }
}

export type RequestTracker = ReturnType<typeof createRequestTracker>

/** What a caller may call a request. */
const wellFormedId = /^[\w.-]{1,64}$/

/** In place of the status, where the visitor was gone before the end of his answer. */
const abortedStatus = 499

/**
 * Follows every request to its end: for the metrics, the log, and a stop that cuts nobody off.
 * @param isTrusted whether a request comes from a proxy of ours, which may have named it
 */
export function createRequestTracker(
  isTrusted: (request: IncomingMessage) => boolean = () => false,
) {
  // Counted and not collected: what a collection holds outlives the garbage collector's quick rounds.
  let underWay = 0
  const ids = new WeakMap<IncomingMessage, string>()
  /** How much of what a connection has sent is in the log. */
  const loggedBytes = new WeakMap<Socket, number>()
  const isLogged = log.isLevelEnabled('info')
  let closesConnections = false

  function idOf(request: IncomingMessage) {
    const known = ids.get(request)
    if (known !== undefined) return known
    const given = isTrusted(request) ? request.headers['x-request-id'] : undefined
    const id = typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
    ids.set(request, id)
    return id
  }

  function end(response: ServerResponse) {
    underWay -= 1
    const { req: request, cacheResult, beganAt = 0 } = response
    const { method = '', url = '' } = request
    const ms = performance.now() - beganAt
    const status = response.writableFinished ? response.statusCode : abortedStatus
    const kind = kindOf(method, url, status, cacheResult)
    countResponse(kind, method, status)
    if (cacheResult === undefined || cacheResult === 'miss')
      metrics.requestSeconds.observe({ kind }, ms / 1000)
    if (cacheResult) countPage(cacheResult)
    if (isLogged) logRequest(request, status, kind, ms, cacheResult)
  }

  function logRequest(
    request: IncomingMessage,
    status: number,
    kind: string,
    ms: number,
    cache: CacheResult | undefined,
  ) {
    const { method, url = '', socket } = request
    const sent = socket.bytesWritten
    const bytes = sent - (loggedBytes.get(socket) ?? 0)
    loggedBytes.set(socket, sent)
    const aborted = status === abortedStatus ? true : undefined
    log.info(
      {
        ...{ id: idOf(request), method, path: loggedPath(url), status, kind },
        ...{ ms: Math.round(ms * 10) / 10, bytes, cache, aborted },
      },
      'request',
    )
  }

  function follow(response: ServerResponse) {
    underWay += 1
    response.once('close', () => end(response))
  }

  return {
    /** Told of every request's answer, before anything else is done with it. */
    begin(response: ServerResponse) {
      response.beganAt = performance.now()
      if (closesConnections) response.shouldKeepAlive = false
    },
    /** Told of an answer that has to be made, or to be refused. */
    follow,
    /** Told of a kept page, once it has been sent: most are with that at their end. */
    sent(response: ServerResponse) {
      if (isLogged || response.writableLength > 0) return follow(response)
      const { req, cacheResult = 'hit', statusCode } = response
      const { method = '', url = '' } = req
      countResponse(kindOf(method, url, statusCode, cacheResult), method, statusCode)
      countPage(cacheResult)
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
