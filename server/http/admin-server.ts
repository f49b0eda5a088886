import {
  type ServerResponse,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { pipeline } from 'node:stream/promises'
import { timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { CacheReport } from '../content/cache/content-cache.ts'
import type { ContentHealth } from '../content/content.ts'
import { csvLines, csvStart } from '@site/tables/write-tables'
import type { Enquiries, EnquiryText } from '../enquiries/enquiries.ts'
import { enquiryStates, OutboxUnavailable, parseReference } from '../enquiries/enquiry.ts'
import { contentTypeNames } from '../config.ts'
import { sizeText } from '../text/file-names.ts'
import { log } from '@site/runtime/log'
import { metrics, registry } from '../observe/metrics.ts'
import { readPackage } from '@site/runtime/project'
import { addressOf } from '@site/runtime/listen'
import { createRequestOrder } from '@site/runtime/requests'
import type { Purge } from './purges.ts'
import { setSecurityHeaders } from './security/security-headers.ts'

const { version } = readPackage()

interface Readiness {
  ready: boolean
  /** Why the site is not ready. */
  reasons: ('starting' | 'stopping' | 'connections' | 'content')[]
  content: ContentState
}

/** The state of the content, for /readyz. */
interface ContentState extends ContentHealth {
  cache: CacheReport
  /** State of the circuit breaker of each content type used so far. */
  breakers: Record<string, string>
}

/**
 * Reports whether visitors should be sent here.
 * @param probe reads some content. A site without content gets no visitors, so only this read can show that the content
 * is available again
 */
export function createReadiness({
  isListening,
  isFull,
  stopping,
  health,
  probe,
}: {
  isListening: () => boolean
  /** Whether the next connection will be refused. */
  isFull: () => boolean
  stopping: AbortSignal
  health: () => ContentState
  probe: () => Promise<unknown>
}) {
  let isProbing = false

  return (): Readiness => {
    const content = health()
    const isUnknown = content.lastReadS === null
    if (isUnknown && !isProbing && !stopping.aborted) {
      isProbing = true
      // The probe's result updates the content's health like any other read.
      probe()
        .catch(() => undefined)
        .finally(() => {
          isProbing = false
        })
    }
    const reasons: Readiness['reasons'] = []
    if (stopping.aborted) reasons.push('stopping')
    else if (!isListening()) reasons.push('starting')
    if (isFull()) reasons.push('connections')
    if (!content.isUsable) reasons.push('content')
    return { ready: reasons.length === 0, reasons, content }
  }
}

/** Sends a response of the admin server as JSON. */
export function sendJson(response: ServerResponse, status: number, body: object) {
  send(response, status, 'application/json', `${JSON.stringify(body)}\n`)
}

function send(response: ServerResponse, status: number, type: string, body: string) {
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  })
  // Node omits the body for HEAD.
  response.end(body)
}

type OperatorsEnquiries = Pick<
  Enquiries,
  'list' | 'listTexts' | 'retry' | 'markAnswered' | 'withdraw'
>

const columns = [
  ...['reference', 'revision', 'state', 'received', 'attempts', 'last error', 'delivered'],
  ...[
    'language',
    'name',
    'company',
    'city',
    'phone',
    'email',
    'message',
    'items',
    'files',
    'many links',
    'revises',
  ],
]

/** Lists the enquiries: as JSON without visitors' text, as CSV with it. */
async function handleEnquiries(
  response: ServerResponse,
  { searchParams }: URL,
  enquiries: OperatorsEnquiries,
) {
  const format = searchParams.get('format')
  const requested = searchParams.get('state')
  const state = enquiryStates.find((each) => each === requested)
  const isKnown = requested === null || state !== undefined
  if (format === 'csv' && isKnown) return sendTexts(response, enquiries, state)
  if (format !== null || !isKnown) {
    const error = `Use format=csv, or a state out of ${enquiryStates.join(', ')}.`
    return sendJson(response, 400, { error })
  }
  const { enquiries: entries, ...counts } = await enquiries.list(state)
  sendJson(response, 200, {
    ...counts,
    enquiries: entries.map((entry) => ({
      ...entry,
      receivedAt: timeText(entry.receivedAt),
      nextAttemptAt: entry.state === 'waiting' ? timeText(entry.nextAttemptAt) : null,
      deliveredAt: entry.deliveredAt === null ? null : timeText(entry.deliveredAt),
    })),
  })
}

type Change = ReturnType<OperatorsEnquiries['retry' | 'markAnswered' | 'withdraw']>

/** What operators do with an enquiry, by the end of its address. */
const changes: Record<string, (enquiries: OperatorsEnquiries, reference: string) => Change> = {
  retry: (enquiries, reference) => enquiries.retry(reference),
  done: (enquiries, reference) => enquiries.markAnswered(reference),
  withdraw: (enquiries, reference) => enquiries.withdraw(reference),
}

/** @param typed the reference as the operator typed it */
async function handleChange(
  response: ServerResponse,
  typed: string,
  change: (reference: string) => Change,
) {
  const reference = parseReference(typed)
  const result = reference === null ? 'unknown' : await change(reference)
  if (result === 'unknown') return sendJson(response, 404, { error: 'No such enquiry.' })
  if (result === 'delivered') return sendJson(response, 409, { error: 'Delivered already.' })
  if (result === 'withdrawn') return sendJson(response, 200, { reference, link: result })
  sendJson(response, 200, { reference, state: result === 'due' ? 'waiting' : 'delivered' })
}

/** Sends the texts in parts, since together they may be large. */
async function sendTexts(
  response: ServerResponse,
  enquiries: OperatorsEnquiries,
  state: EnquiryText['state'] | undefined,
) {
  const pages = enquiries.listTexts()
  // The first part is read before the head is sent, so that a failure gets its status.
  const first = await pages.next()
  response.writeHead(200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="enquiries.csv"',
    'Cache-Control': 'no-store',
  })
  async function* parts() {
    yield csvStart + csvLines([columns])
    for (let page = first; !page.done; page = await pages.next()) {
      const wanted = page.value.filter((entry) => state === undefined || entry.state === state)
      if (wanted.length > 0) yield csvLines(wanted.map(rowOf))
    }
  }
  await pipeline(parts(), response)
}

function rowOf({ enquiry, ...entry }: EnquiryText) {
  const { language, name, company, city, phone, email, message, items, files, hasManyLinks } =
    enquiry
  const lines = items.map(({ quantity, code, title, note, asked }) =>
    [
      `${quantity ?? 'not stated'} ×`,
      code,
      title,
      note && `(${note})`,
      asked !== title && asked && `[${asked}]`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  return [
    ...[entry.reference, entry.revision, entry.state, timeText(entry.receivedAt), entry.attempts],
    ...[entry.lastError, entry.deliveredAt === null ? null : timeText(entry.deliveredAt)],
    ...[language, name, company, city, phone, email, message, lines.join('\n')],
    files.map(({ name, size }) => `${name} (${sizeText(size)})`).join('\n'),
    hasManyLinks ? 'yes' : 'no',
    entry.revises,
  ]
}

function timeText(ms: number) {
  return new Date(ms).toISOString()
}

interface AdminServerOptions {
  /** Required as `Authorization: Bearer …`; undefined: no authorization. */
  token: string | undefined
  purge: Purge
  readiness: () => Readiness
  enquiries: OperatorsEnquiries
}

/**
 * - public: for probes; needs no token, and reveals little to a request that may come from outside
 * - internal: needs the token; without one configured, a request from inside
 * - private: also rejects what a web page could read, since it contains visitors' text
 */
type Access = 'public' | 'internal' | 'private'

interface Endpoint {
  method: 'GET' | 'POST'
  /** {reference} stands for one segment. */
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
  ...Object.entries(changes).map(([name, change]): Endpoint => ({
    method: 'POST',
    path: `/enquiries/{reference}/${name}`,
    access: 'private',
    handle: (response, { pathname }, { enquiries }) =>
      handleChange(response, segmentsOf(pathname)[2] ?? '', (reference) =>
        change(enquiries, reference),
      ),
  })),
]

const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
}

/** Max. connections: more than a cluster's probes and scrapes need. */
const maxConnections = 100

/** The admin server, on its own address: health, metrics, purge and enquiries. */
export function createAdminServer(options: AdminServerOptions): Server {
  metrics.buildInfo.set({ version, node: process.version }, 1)
  const server = createServer(limits)
  const serve: RequestListener = (request, response) => {
    // The body is not read, so the connection is closed after the response.
    if (hasBody(request)) response.shouldKeepAlive = false
    setSecurityHeaders(response, false)
    route(request, response, options, typeof addressOf(server) === 'string')
  }
  server.on('request', createRequestOrder(server).inOrder(serve))
  server.timeout = limits.requestTimeout
  server.maxConnections = maxConnections
  return server
}

/** @param isFile whether the server listens at a socket file, which only its user can open */
function route(
  request: IncomingMessage,
  response: ServerResponse,
  options: AdminServerOptions,
  isFile: boolean,
) {
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
  if (access === 'private' && options.token === undefined && !isLocal(request, isFile)) {
    return sendJson(response, 403, {
      error: 'Set OPS_TOKEN, or request this from the same machine.',
    })
  }
  Promise.resolve(endpoint.handle(response, url, options, request)).catch((error: unknown) => {
    log.error({ error: String(error), path: endpoint.path }, 'admin request failed')
    if (response.headersSent) return response.destroy()
    const isKnown = error instanceof OutboxUnavailable
    sendJson(response, 503, { error: isKnown ? error.message : 'This failed: see the log.' })
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

/** Returns the decoded segments of a path; '' comes first. */
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

/** A load balancer may use any host name, so details are given to requests from inside only. */
function handleReadiness(
  response: ServerResponse,
  _url: URL,
  { readiness }: AdminServerOptions,
  request: IncomingMessage,
) {
  const state = readiness()
  const { ready } = state
  sendJson(response, ready ? 200 : 503, isFromInside(request) ? { ...state, version } : { ready })
}

async function handleMetrics(
  response: ServerResponse,
  _url: URL,
  { readiness }: AdminServerOptions,
) {
  const { ready, content } = readiness()
  metrics.ready.set(ready ? 1 : 0)
  for (const [type, state] of Object.entries(content.breakers)) {
    metrics.breakerOpen.set({ type }, state === 'open' ? 1 : 0)
  }
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
 * Whether a request comes directly from inside: without a proxy, which serves anybody, and with a host name that no web
 * page can have (DNS rebinding). Probes and scrapes use an address, a service's name or a name in the cluster.
 */
function isFromInside({ headers }: IncomingMessage) {
  if (Object.keys(headers).some((name) => forwardingHeader.test(name))) return false
  // This is HTTP/1.0, which some load balancers' probes use and browsers do not.
  if (headers.host === undefined) return true
  const name = nameIn(headers.host)
  return name !== null && (isAddress(name) || innerName.test(name))
}

/** A name without a dot, or below a domain that is not on the internet. */
const innerName = /^(?:[a-z0-9_-]+|.+\.(?:svc|local|internal|localhost|home\.arpa))$/

/** Whether a request comes from this machine and its Host is an IP address. */
function isLocal({ headers, socket }: IncomingMessage, isFile: boolean) {
  const peer = isFile ? '127.0.0.1' : (socket.remoteAddress ?? '')
  if (!ipaddr.isValid(peer) || ipaddr.process(peer).range() !== 'loopback') return false
  const name = nameIn(headers.host ?? '')
  return name !== null && (name === 'localhost' || isAddress(name))
}

/** Returns the host name of a Host header, in lower case; null if it is invalid. */
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
