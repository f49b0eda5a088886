import { METHODS, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { countResponse } from '../../metrics.ts'
import { allowedMethods } from '../validation/methods.ts'
import type { Rejections, RejectionStatus } from '../validation/rejection.ts'
import type { RequestOrder } from './request-order.ts'

/** How the server has to be made: one answer for each fault, and all of them ours. */
export const strictServer = {
  insecureHTTPParser: false,
  // Looked at by the gate, whose answer says more.
  requireHostHeader: false,
}

/** What the parser or the server says of a connection, in node's terms. */
const statuses: Partial<Record<string, RejectionStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

interface ConnectionFault extends Error {
  code?: string
  /** What arrived last, with the fault in it. */
  rawPacket?: unknown
}

/** Answers what no request can be read from, and what is no request for a page: proxies' CONNECT. */
export function answerFaults(server: Server, order: RequestOrder, rejections: Rejections) {
  /** What comes after a fault is one more, and said already. */
  const refused = new WeakSet<Duplex>()

  function refuse(socket: Duplex, status: RejectionStatus) {
    // Node has taken its own listener away by now.
    socket.on('error', () => socket.destroy())
    rejections.sendTo(socket, status, status === 405 ? allowedMethods({}) : null)
    order.find(socket)?.close()
  }

  server.on('clientError', (error: ConnectionFault, socket: Duplex) => {
    const connection = order.find(socket)
    const isAnswering = connection?.unanswered()?.headersSent === true
    connection?.stop()
    if (error.code === 'ECONNRESET') return socket.destroy()
    if (refused.has(socket)) return
    refused.add(socket)
    // The fault is in the body of a request, and its response must not be cut into.
    if (isAnswering || !socket.writable) return socket.destroy()
    const status = statusOf(error)
    countResponse('refused', 'unknown', status)
    refuse(socket, status)
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => refuse(socket, 405))
  server.on(
    'checkExpectation',
    order.inOrder((request, response) => rejections.send(request, response, 417)),
  )
}

const longestLine = 2_048
const requestLine = /^([A-Z]{1,20}) \S+ HTTP\/1\.[01]\r\n/

function statusOf({ code = '', rawPacket }: ConnectionFault): RejectionStatus {
  const packet = Buffer.isBuffer(rawPacket) ? rawPacket : Buffer.alloc(0)
  const start = packet.toString('latin1', 0, longestLine + 100)
  if (code === 'HPE_HEADER_OVERFLOW' && isLongLine(start)) return 414
  if (code === 'HPE_INVALID_METHOD') {
    const [, method = ''] = requestLine.exec(start) ?? []
    return method !== '' && !METHODS.includes(method) ? 405 : 400
  }
  return statuses[code] ?? 400
}

/** Whether it was the address that made a head too large. */
function isLongLine(start: string) {
  return start.length > longestLine && /^[A-Z]{1,20} /.test(start) && !start.includes('\r\n')
}
