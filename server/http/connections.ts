import { type Server, METHODS, type IncomingMessage, type ServerResponse } from 'node:http'
import type { SiteRequest } from './request.ts'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { metrics, countResponse } from '../observe/metrics.ts'
import { networkOf } from '../limits/client-limits.ts'
import type { RequestOrder } from '@site/runtime/requests'
import { allowedMethods } from './validation/route-table.ts'
import { encodedTarget } from './validation/target.ts'
import type { Rejections, RejectionStatus } from './validation/rejection.ts'

/** Node's options for the timeouts of connections, ms, and the size of a request head, bytes. */
export const connectionTimeouts = {
  // Longer than proxies' timeouts (nginx: 60 s), so that the proxy closes an idle connection first. Otherwise a request
  // could be lost in transit.
  keepAliveTimeout: 65_000,
  // A silent connection is closed within 15 s, including the time until the next check.
  headersTimeout: 13_500,
  // The slowest form with files; other bodies have less time (validation/request-validation.ts).
  requestTimeout: 630_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
}

/** Time after which a connection without traffic is closed, for example when the client has stopped reading, ms. */
const inactivityTimeoutMs = 60_000

export const connectionLimits = {
  /** An idle connection takes about 12 kB: more would exceed the site's memory budget. */
  total: 8_000,
  /** From this number on, idle connections are closed to make room for new ones. */
  crowded: 7_500,
  /** Limit per IPv4 address or IPv6 /64. Many phones share one; most of their connections are idle. */
  perAddress: 1_024,
}

/**
 * Listen backlog. In a rush Node's default of 511 fills within a quarter of a second; clients then retry after a
 * second, even for a cached page.
 */
export const listenBacklog = 2_048

/** Share of a full group that is closed together: finding idle connections takes as long as some accepts. */
const closedShare = 1 / 16

/** The connections of a server. */
export interface ConnectionPool {
  /** Whether the next connection will be refused. */
  isFull: () => boolean
  /** The number of open connections. */
  size: () => number
}

/**
 * Limits a server's connections, in total and per address. At a limit, the connections that have been idle longest are
 * closed; a new one is refused only if none is idle.
 * @param isExempt whether a connection is from a trusted proxy, which serves many visitors
 */
export function limitConnections(
  server: Server,
  order: RequestOrder,
  isExempt: (socket: Socket) => boolean,
  { total, crowded, perAddress } = connectionLimits,
): ConnectionPool {
  const all = new Set<Socket>()
  const byAddress = new Map<string, Set<Socket>>()

  function remove(socket: Socket, address: string | null) {
    all.delete(socket)
    const group = address === null ? undefined : byAddress.get(address)
    group?.delete(socket)
    if (address !== null && group?.size === 0) byAddress.delete(address)
  }

  /** Closes idle connections if necessary. @returns whether one more fits */
  function makeRoom(group: Set<Socket>, limit: number, reason: 'address' | 'total') {
    if (group.size < limit) return true
    const idle = [...group].filter((socket) => order.find(socket)?.isIdle())
    const usedAt = (socket: Socket) => order.find(socket)?.usedAt() ?? 0
    idle.sort((a, b) => usedAt(a) - usedAt(b))
    const closed = idle.slice(0, Math.ceil(limit * closedShare))
    for (const socket of closed) {
      metrics.connectionsClosed.inc({ reason })
      group.delete(socket)
      socket.destroy()
    }
    return closed.length > 0
  }

  server.timeout = inactivityTimeoutMs
  server.maxConnections = total
  server.on('drop', () => metrics.connectionsClosed.inc({ reason: 'total' }))
  server.on('connection', (socket: Socket) => {
    const address = isExempt(socket) ? null : networkOf(socket.remoteAddress ?? '')
    const group = address === null ? null : (byAddress.get(address) ?? new Set<Socket>())
    if (group && !makeRoom(group, perAddress, 'address')) {
      metrics.connectionsClosed.inc({ reason: 'address' })
      socket.destroy()
      return
    }
    makeRoom(all, crowded, 'total')
    all.add(socket)
    if (group && address !== null) byAddress.set(address, group.add(socket))
    socket.once('close', () => remove(socket, address))
  })

  return {
    isFull: () => all.size >= total,
    size: () => all.size,
  }
}

/** Options for the HTTP server, so that malformed requests are rejected here and not by Node. */
export const strictServerOptions = {
  insecureHTTPParser: false,
  // Request validation checks the Host header, with a more helpful response.
  requireHostHeader: false,
}

/** Statuses by Node's error code. */
const statuses: Partial<Record<string, RejectionStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface ConnectionFault extends Error {
  code?: string
  /** The chunk that contains the fault. */
  rawPacket?: unknown
}

/**
 * Rejects malformed requests, CONNECT requests, and unknown expectations. An address that is valid except for its
 * encoding is redirected.
 * @param requestOf makes the request of a server's event
 */
export function rejectFaults(
  server: Server,
  order: RequestOrder,
  rejections: Rejections,
  requestOf: (incoming: IncomingMessage, response: ServerResponse) => SiteRequest,
) {
  /** Only the first fault of a connection gets a response. */
  const rejected = new WeakSet<Duplex>()

  function reject(socket: Duplex, status: RejectionStatus) {
    answer(socket, status, () =>
      rejections.sendTo(socket, status, status === 405 ? allowedMethods({}) : null),
    )
  }

  function answer(socket: Duplex, status: number, write: () => void) {
    countResponse('rejected', 'unknown', status)
    // Node has removed its own error listener.
    socket.on('error', () => socket.destroy())
    write()
    order.find(socket)?.close()
  }

  server.on('clientError', (error: ConnectionFault, socket: Duplex) => {
    const connection = order.find(socket)
    const isResponding = connection?.pendingResponse()?.headersSent === true
    connection?.stop()
    if (error.code === 'ECONNRESET') return socket.destroy()
    if (rejected.has(socket)) return
    rejected.add(socket)
    // The fault is in a request body, and nothing may be written into the response.
    if (isResponding || !socket.writable) return socket.destroy()
    const address = addressIn(error)
    if (address === null) reject(socket, statusOf(error))
    else answer(socket, 308, () => rejections.redirectOn(socket, address))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => reject(socket, 405))
  server.on(
    'checkExpectation',
    order.inOrder((incoming, response) => rejections.send(requestOf(incoming, response), 417)),
  )
}

const maxLineLength = 2_048
const requestLine = /^([A-Z]{1,20}) \S+ HTTP\/1\.[01]\r\n/

const readLine = /^(?:GET|HEAD) (\/[^ \r\n]*) HTTP\/1\.[01]\r?\n/

/** Returns the encoded address of a GET or HEAD request that was sent with raw letters; null for any other fault. */
function addressIn(fault: ConnectionFault) {
  const [, target] = (fault.code === 'HPE_INVALID_URL' && readLine.exec(startOf(fault))) || []
  return target === undefined ? null : encodedTarget(target)
}

function startOf({ rawPacket }: ConnectionFault) {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0)
  return packet.toString('latin1', 0, maxLineLength + 100)
}

function statusOf(fault: ConnectionFault): RejectionStatus {
  const { code = '' } = fault
  const start = startOf(fault)
  if (code === 'HPE_HEADER_OVERFLOW' && isLongLine(start)) return 414
  if (code === 'HPE_INVALID_METHOD') {
    const [, method = ''] = requestLine.exec(start) ?? []
    return method !== '' && !METHODS.includes(method) ? 405 : 400
  }
  return statuses[code] ?? 400
}

/** Whether the head is too large because of its request line. */
function isLongLine(start: string) {
  return start.length > maxLineLength && /^[A-Z]{1,20} /.test(start) && !start.includes('\r\n')
}
