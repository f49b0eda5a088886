import { timingSafeEqual } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { contentTypeNames, type ContentType } from '../config.ts'
import { isKeyOf, type ContentSource } from '../content/content-source.ts'
import type { MissingPosts } from '../content/cache/missing-posts.ts'
import { log } from '../log.ts'
import { registry } from '../metrics.ts'
import { createRequestOrder } from './connections/request-order.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import { setSecurityHeaders } from './security-headers.ts'
import type { Readiness } from './readiness.ts'

export interface AdminServerOptions {
  /** What `Authorization: Bearer …` must carry; undefined: nothing is asked for. */
  token: string | undefined
  content: Pick<ContentSource, 'expire'>
  missingPosts: Pick<MissingPosts, 'clear'>
  pages: Pick<PageCache, 'purge'>
  readiness: () => Readiness
}

/** What there is, for whom, and how it is asked for. */
const addresses = new Map([
  ['/livez', { method: 'GET', isOpen: true, answer: sayAlive }],
  ['/readyz', { method: 'GET', isOpen: true, answer: sayReadiness }],
  ['/metrics', { method: 'GET', isOpen: false, answer: sayMetrics }],
  ['/purge', { method: 'POST', isOpen: false, answer: sayPurged }],
])

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
}

/** More than all probes and scrapes of a cluster. */
const mostConnections = 100

type Ask = (response: ServerResponse, url: URL, options: AdminServerOptions) => void

/**
 * The operators' HTTP server, on an address that visitors do not reach: `GET /livez`, `/readyz` and
 * `/metrics`, `POST /purge`.
 */
export function createAdminServer(options: AdminServerOptions): Server {
  const server = createServer(limits)
  const serve: RequestListener = (request, response) => {
    // Nothing that is sent along is of interest, however long: with the answer the connection ends.
    if (hasBody(request)) response.shouldKeepAlive = false
    setSecurityHeaders(response, false)
    answer(request, response, options)
  }
  server.on('request', createRequestOrder(server).inOrder(serve))
  server.timeout = limits.requestTimeout
  server.maxConnections = mostConnections
  return server
}

function answer(request: IncomingMessage, response: ServerResponse, options: AdminServerOptions) {
  const target = request.url ?? '/'
  const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null
  const address = url ? addresses.get(url.pathname) : undefined
  if (!address?.isOpen && !isAllowed(request, options.token)) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return say(response, 401, { error: 'OPS_TOKEN is set: send Authorization: Bearer <token>.' })
  }
  if (!url || !address) {
    const known = [...addresses].map(([path, { method }]) => `${method} ${path}`)
    return say(response, 404, { error: `There is ${known.join(', ')}.` })
  }
  const { method } = address
  const isRight = request.method === method || (method === 'GET' && request.method === 'HEAD')
  if (!isRight) {
    response.setHeader('Allow', method === 'GET' ? 'GET, HEAD' : method)
    return say(response, 405, { error: `${url.pathname} is for ${method}.` })
  }
  if (method === 'POST' && isOfPage(request)) {
    return say(response, 403, { error: 'This is not for pages in a browser.' })
  }
  const { answer: tell }: { answer: Ask } = address
  tell(response, url, options)
}

function sayAlive(response: ServerResponse) {
  say(response, 200, { alive: true })
}

function sayReadiness(response: ServerResponse, _url: URL, { readiness }: AdminServerOptions) {
  const state = readiness()
  say(response, state.ready ? 200 : 503, state)
}

function sayMetrics(response: ServerResponse) {
  registry.metrics().then(
    (text) => send(response, 200, registry.contentType, text),
    (error: unknown) => {
      log.error({ error: String(error) }, 'the metrics could not be read')
      say(response, 500, { error: 'The metrics could not be read; the log says why.' })
    },
  )
}

function sayPurged(response: ServerResponse, url: URL, options: AdminServerOptions) {
  const asked = url.searchParams.getAll('type')
  const types = contentTypeNames.filter((type) => asked.includes(type))
  if (types.length < new Set(asked).size) {
    return say(response, 400, { error: `A type is one of ${contentTypeNames.join(', ')}.` })
  }
  say(response, 200, purge(types, options))
}

/**
 * Has content and pages made anew before they are used again.
 * @param types only what is made of these; all when there are none
 */
function purge(
  types: readonly ContentType[],
  { content, missingPosts, pages }: AdminServerOptions,
) {
  const isPurged = isKeyOf(types)
  missingPosts.clear()
  return {
    // A word for all of it may be said while the API has lost its data.
    content: content.expire(isPurged, types.length > 0),
    pages: pages.purge((keys) => types.length === 0 || [...keys].some(isPurged)),
  }
}

function isAllowed(request: IncomingMessage, token: string | undefined) {
  if (token === undefined) return true
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}

/** Any page that an operator has open could post to his own machine; only browsers send these. */
function isOfPage({ headers }: IncomingMessage) {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

function hasBody({ headers }: IncomingMessage) {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || length !== '0'
}

function say(response: ServerResponse, status: number, body: object) {
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`)
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  // A HEAD's body is left out by Node itself.
  response.end(body)
}
