import { METHODS, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { countResponse } from '../../metrics.ts'
import { allowedMethods } from '../validation/methods.ts'
import { encodedTarget } from '../validation/target.ts'
import type { Rejections, RejectionStatus } from '../validation/rejection.ts'
import type { RequestOrder } from './request-order.ts'

/** Options for the HTTP server, so that faults are rejected here and not by Node. */
export const strictServerOptions = {
  insecureHTTPParser: false,
  // Request validation checks it, with a more helpful response.
  requireHostHeader: false,
}

/** By Node's error code. */
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
 * Rejects bytes that are no valid request, CONNECT requests, and unknown expectations. An address that is valid but for
 * its encoding is redirected.
 */
export function rejectFaults(server: Server, order: RequestOrder, rejections: Rejections) {
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
    order.inOrder((request, response) => rejections.send(request, response, 417)),
  )
}

const maxLineLength = 2_048
const requestLine = /^([A-Z]{1,20}) \S+ HTTP\/1\.[01]\r\n/

const readLine = /^(?:GET|HEAD) (\/[^ \r\n]*) HTTP\/1\.[01]\r?\n/

/** The encoded address of a request to read whose letters were sent as they are; null for any other fault. */
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
