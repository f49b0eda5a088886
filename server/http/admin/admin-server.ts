import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import ipaddr from 'ipaddr.js'
import { contentTypeNames } from '../../config.ts'
import type { Enquiries } from '../../enquiries/enquiries.ts'
import { log } from '../../log.ts'
import { registry } from '../../metrics.ts'
import { handleEnquiries, handleRetry } from './admin-enquiries.ts'
import { send, sendJson } from './admin-response.ts'
import { createRequestOrder } from '../connections/request-order.ts'
import type { Purge } from '../../purges/purges.ts'
import { setSecurityHeaders } from '../security/security-headers.ts'
import type { Readiness } from './readiness.ts'

export interface AdminServerOptions {
  /** Required as `Authorization: Bearer …`; undefined: no authorization. */
  token: string | undefined
  purge: Purge
  readiness: () => Readiness
  enquiries: Pick<Enquiries, 'list' | 'listTexts' | 'retry'>
}

/**
 * - public: for probes; needs no token, and says little to a request that may come from outside
 * - internal: needs the token; without one, a request from inside
 * - private: also rejects what a web page could read, since it has what visitors wrote
 */
type Access = 'public' | 'internal' | 'private'

interface Endpoint {
  method: 'GET' | 'POST'
  /** With {reference} for one segment. */
  path: string
  access: Access
  handle: (
    response: ServerResponse,
    url: URL,
    options: AdminServerOptions,
    request: IncomingMessage,
  ) => unknown
}

const endpoints: Endpoint[] = [
  { method: 'GET', path: '/livez', access: 'public', handle: handleLiveness },
  { method: 'GET', path: '/readyz', access: 'public', handle: handleReadiness },
  { method: 'GET', path: '/metrics', access: 'internal', handle: handleMetrics },
  { method: 'POST', path: '/purge', access: 'internal', handle: handlePurge },
  {
    method: 'GET',
    path: '/enquiries',
    access: 'private',
    handle: (response, url, { enquiries }) => handleEnquiries(response, url, enquiries),
  },
  {
    method: 'POST',
    path: '/enquiries/{reference}/retry',
    access: 'private',
    handle: (response, { pathname }, { enquiries }) =>
      handleRetry(response, segmentsOf(pathname)[2] ?? '', enquiries),
  },
]

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
}

/** More than a cluster's probes and scrapes need. */
const maxConnections = 100

/** The admin server, on an address of its own: health, metrics, purge and enquiries. */
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
  const endpoint = url && endpoints.find(({ path }) => isPathOf(path, url.pathname))
  if (endpoint?.access !== 'public' && !isAuthorized(request, options.token)) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return sendJson(response, 401, {
      error: 'OPS_TOKEN is set: send Authorization: Bearer <token>.',
    })
  }
  if (endpoint?.access !== 'public' && options.token === undefined && !isFromInside(request)) {
    return sendJson(response, 403, {
      error:
        'Set OPS_TOKEN: this request came through a proxy, or names this server by a public name.',
    })
  }
  if (!endpoint) {
    const known = endpoints.map(({ path, method }) => `${method} ${path}`)
    return sendJson(response, 404, { error: `Not found. Use ${known.join(', ')}.` })
  }
  const { method, access } = endpoint
  const isAllowed = request.method === method || (method === 'GET' && request.method === 'HEAD')
  if (!isAllowed) {
    response.setHeader('Allow', method === 'GET' ? 'GET, HEAD' : method)
    return sendJson(response, 405, { error: `Use ${method} for ${url.pathname}.` })
  }
  if ((method === 'POST' || access === 'private') && isFromBrowser(request)) {
    return sendJson(response, 403, { error: 'Requests from web pages are rejected.' })
  }
  if (access === 'private' && options.token === undefined && !isLocal(request)) {
    return sendJson(response, 403, {
      error: 'Set OPS_TOKEN, or request this from the same machine.',
    })
  }
  Promise.resolve(endpoint.handle(response, url, options, request)).catch((error: unknown) => {
    log.error({ error: String(error), path: endpoint.path }, 'admin request failed')
    if (response.headersSent) return response.destroy()
    sendJson(response, 503, { error: 'This failed: see the log.' })
  })
}

function isPathOf(path: string, pathname: string) {
  const segments = segmentsOf(pathname)
  const expected = segmentsOf(path)
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment === '{reference}' || segment === segments[at])
  )
}

/** Of a path, decoded; '' first. */
function segmentsOf(pathname: string) {
  return pathname.split('/').map((segment) => {
    try {
      return decodeURIComponent(segment)
    } catch {
      return segment
    }
  })
}

function handleLiveness(response: ServerResponse) {
  sendJson(response, 200, { alive: true })
}

/** A load balancer may use any name; what is wrong is said to requests from inside only. */
function handleReadiness(
  response: ServerResponse,
  _url: URL,
  { readiness }: AdminServerOptions,
  request: IncomingMessage,
) {
  const state = readiness()
  const { ready } = state
  sendJson(response, ready ? 200 : 503, isFromInside(request) ? state : { ready })
}

async function handleMetrics(response: ServerResponse) {
  try {
    send(response, 200, registry.contentType, await registry.metrics())
  } catch (error) {
    log.error({ error: String(error) }, 'metrics collection failed')
    sendJson(response, 500, { error: 'Metrics collection failed: see the log.' })
  }
}

async function handlePurge(response: ServerResponse, url: URL, { purge }: AdminServerOptions) {
  const requested = url.searchParams.getAll('type')
  const types = contentTypeNames.filter((type) => requested.includes(type))
  if (types.length < new Set(requested).size) {
    return sendJson(response, 400, { error: `Use a type out of ${contentTypeNames.join(', ')}.` })
  }
  sendJson(response, 200, await purge(types, 'admin'))
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

const forwardingHeader = /^(?:x-forwarded(?:-.*)?|forwarded|via|x-real-ip)$/

/**
 * Whether a request comes straight from inside: without a proxy, which serves anybody, and by a name that no
 * web page can have (DNS rebinding). Probes and scrapes use an address, a service's name or a name in the cluster.
 */
function isFromInside({ headers }: IncomingMessage) {
  if (Object.keys(headers).some((name) => forwardingHeader.test(name))) return false
  // HTTP/1.0, which probes of some load balancers use and browsers do not.
  if (headers.host === undefined) return true
  const name = nameIn(headers.host)
  return name !== null && (isAddress(name) || innerName.test(name))
}

/** Without a dot, or below a name that is not on the internet. */
const innerName = /^(?:[a-z0-9_-]+|.+\.(?:svc|local|internal|localhost|home\.arpa))$/

/** Whether a request comes from this machine and names it by an address. */
function isLocal({ headers, socket }: IncomingMessage) {
  const peer = socket.remoteAddress ?? ''
  if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
  const name = nameIn(headers.host ?? '')
  return name !== null && (name === 'localhost' || isAddress(name))
}

/** The host name of a Host header, in lower case; null if it is none. */
function nameIn(host: string) {
  const origin = `http://${host}`
  return URL.canParse(origin) ? new URL(origin).hostname : null
}

function isAddress(name: string) {
  return isIP(name.replace(/^\[|\]$/g, '')) > 0
}

function hasBody({ headers }: IncomingMessage) {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || length !== '0'
}
