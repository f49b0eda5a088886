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
  /** Required as `Authorization: Bearer …`; undefined: no authorization. */
  token: string | undefined
  content: Pick<ContentSource, 'expire'>
  missingPosts: Pick<MissingPosts, 'clear'>
  pages: Pick<PageCache, 'purge'>
  /** Reads purged content for the search index again. */
  expireSearch: (types: readonly ContentType[]) => void
  readiness: () => Readiness
}

/** `isPublic`: needs no token. */
const endpoints = new Map([
  ['/livez', { method: 'GET', isPublic: true, handle: handleLiveness }],
  ['/readyz', { method: 'GET', isPublic: true, handle: handleReadiness }],
  ['/metrics', { method: 'GET', isPublic: false, handle: handleMetrics }],
  ['/purge', { method: 'POST', isPublic: false, handle: handlePurge }],
])

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
}

/** More than a cluster's probes and scrapes need. */
const maxConnections = 100

type Handler = (response: ServerResponse, url: URL, options: AdminServerOptions) => void

/** The admin server, on an address of its own: `GET /livez`, `/readyz` and `/metrics`, `POST /purge`. */
export function createAdminServer(options: AdminServerOptions): Server {
  const server = createServer(limits)
  const serve: RequestListener = (request, response) => {
    // A body is not read, so the connection is closed after the response.
    if (hasBody(request)) response.shouldKeepAlive = false
    setSecurityHeaders(response, false)
    route(request, response, options)
  }
  server.on('request', createRequestOrder(server).inOrder(serve))
  server.timeout = limits.requestTimeout
  server.maxConnections = maxConnections
  return server
}

function route(request: IncomingMessage, response: ServerResponse, options: AdminServerOptions) {
  const target = request.url ?? '/'
  const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : null
  const endpoint = url ? endpoints.get(url.pathname) : undefined
  if (!endpoint?.isPublic && !isAuthorized(request, options.token)) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return sendJson(response, 401, {
      error: 'OPS_TOKEN is set: send Authorization: Bearer <token>.',
    })
  }
  if (!url || !endpoint) {
    const known = [...endpoints].map(([path, { method }]) => `${method} ${path}`)
    return sendJson(response, 404, { error: `Not found. Use ${known.join(', ')}.` })
  }
  const { method } = endpoint
  const isAllowed = request.method === method || (method === 'GET' && request.method === 'HEAD')
  if (!isAllowed) {
    response.setHeader('Allow', method === 'GET' ? 'GET, HEAD' : method)
    return sendJson(response, 405, { error: `Use ${method} for ${url.pathname}.` })
  }
  if (method === 'POST' && isFromBrowser(request)) {
    return sendJson(response, 403, { error: 'Requests from web pages are rejected.' })
  }
  const { handle }: { handle: Handler } = endpoint
  handle(response, url, options)
}

function handleLiveness(response: ServerResponse) {
  sendJson(response, 200, { alive: true })
}

function handleReadiness(response: ServerResponse, _url: URL, { readiness }: AdminServerOptions) {
  const state = readiness()
  sendJson(response, state.ready ? 200 : 503, state)
}

function handleMetrics(response: ServerResponse) {
  registry.metrics().then(
    (text) => send(response, 200, registry.contentType, text),
    (error: unknown) => {
      log.error({ error: String(error) }, 'metrics collection failed')
      sendJson(response, 500, { error: 'Metrics collection failed: see the log.' })
    },
  )
}

function handlePurge(response: ServerResponse, url: URL, options: AdminServerOptions) {
  const requested = url.searchParams.getAll('type')
  const types = contentTypeNames.filter((type) => requested.includes(type))
  if (types.length < new Set(requested).size) {
    return sendJson(response, 400, { error: `Use a type out of ${contentTypeNames.join(', ')}.` })
  }
  sendJson(response, 200, purge(types, options))
}

/**
 * Expires content and pages, which are then revalidated before they are used.
 * @param types only content of these types, and pages that depend on it; empty for all
 */
function purge(
  types: readonly ContentType[],
  { content, missingPosts, pages, expireSearch }: AdminServerOptions,
) {
  const isPurged = isKeyOf(types)
  expireSearch(types)
  missingPosts.clear()
  return {
    // A purge of everything accepts no empty lists: the API may have lost its data.
    content: content.expire(isPurged, types.length > 0),
    pages: pages.purge((keys) => types.length === 0 || [...keys].some(isPurged)),
  }
}

function isAuthorized(request: IncomingMessage, token: string | undefined) {
  if (token === undefined) return true
  const sent = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

/** Any web page that an operator opens could post to their machine. Only browsers send these headers. */
function isFromBrowser({ headers }: IncomingMessage) {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

function hasBody({ headers }: IncomingMessage) {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || length !== '0'
}

function sendJson(response: ServerResponse, status: number, body: object) {
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`)
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  // Node itself leaves out the body for HEAD.
  response.end(body)
}
