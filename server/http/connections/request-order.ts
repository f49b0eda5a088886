import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const headEnd = '\r\n\r\n'

/** Bytes of later requests that one connection may hold; Node reads 64 KiB at a time. */
const mostHeldBytes = 256 * 1024

/** How long a client may take to read the last response and to close, ms. */
const lingerMs = 1_000

/** A request and its response. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

export type Connection = ReturnType<typeof createConnection>

export type RequestOrder = ReturnType<typeof createRequestOrder>

/**
 * Has a server take the requests of each connection one after the other. Node's parser reads a whole
 * packet of up to 64 KiB, and makes a request of every 27 bytes in it before one of them is answered.
 * Here the next request is parsed once the previous response has been flushed and its connection
 * stays open; until then its bytes wait, and reading pauses. So responses never queue in Node, none
 * is written to a socket that has gone, and nothing follows a response that closes its connection.
 * That one is received whole, also by a client that is still sending.
 */
export function createRequestOrder(server: Server) {
  const connections = new WeakMap<Socket, Connection>()
  const find = (socket: unknown) => connections.get(socket as Socket)

  // Node's own listener for connections was there first: the socket has its parser by now.
  server.on('connection', (socket: Socket) => connections.set(socket, createConnection(socket)))

  return {
    /** Has a listener called only for a request whose turn it is. */
    inOrder: (serve: RequestListener): RequestListener =>
      function serveInOrder(request, response) {
        if (find(request.socket)?.begin({ request, response })) serve(request, response)
      },
    /** @returns undefined for what is no connection of that server */
    find,
  }
}

/** Takes the place of Node's listener for a connection's bytes, and passes them on in pieces. */
function createConnection(socket: Socket) {
  const parsers = socket.listeners('data')
  let current: Exchange | null = null
  let held: Buffer | null = null
  /** The last bytes that were parsed, where the next ones may end a head that began with them. */
  let tail = ''
  /** What is still to come of a body of known length. */
  let bodyBytes = 0
  let isWaiting = false
  let isStopped = false
  let usedAt = performance.now()

  /** Node takes the socket from a response once all of it is flushed. */
  function isAnswered({ request, response }: Exchange) {
    return request.complete && response.writableEnded && response.socket === null
  }

  /** Whether the next bytes may be parsed: those of a body, or of a request whose turn it is. */
  function isNextDue() {
    if (!current?.request.complete) return true
    if (!isAnswered(current)) return false
    current = null
    return true
  }

  function passOn() {
    while (isNextDue()) {
      // After a response that closes its connection Node has ended the socket.
      if (!held || isStopped || socket.writableEnded || socket.destroyed) return
      const length = lengthOfPiece(held)
      const piece = held.subarray(0, length)
      held = length < held.length ? held.subarray(length) : null
      for (const parse of parsers) Reflect.apply(parse, socket, [piece])
    }
    if (held) wait()
  }

  function wait() {
    socket.pause()
    isWaiting = true
    current?.response.once('close', () => {
      isWaiting = false
      passOn()
      if (!isWaiting) socket.resume()
    })
  }

  /** To the end of a body, or of the next head. A body in chunks ends in the same way as a head. */
  function lengthOfPiece(bytes: Buffer) {
    if (bodyBytes > 0) {
      const length = Math.min(bodyBytes, bytes.length)
      bodyBytes -= length
      return length
    }
    const end = findHeadEnd(bytes)
    tail =
      end === null ? (tail + bytes.toString('latin1', Math.max(0, bytes.length - 3))).slice(-3) : ''
    return end ?? bytes.length
  }

  function findHeadEnd(bytes: Buffer) {
    if (tail !== '') {
      const seam = (tail + bytes.toString('latin1', 0, 3)).indexOf(headEnd)
      if (seam >= 0) return seam + headEnd.length - tail.length
    }
    const at = bytes.indexOf(headEnd)
    return at < 0 ? null : at + headEnd.length
  }

  function stop() {
    isStopped = true
    held = null
  }

  /**
   * Closes the connection once its client has what was written, and has closed its own side. Bytes
   * that come meanwhile are read and dropped: a connection that is closed with bytes unread is reset,
   * and what its client has not read yet is lost (RFC 9112, 9.6).
   */
  function close() {
    stop()
    socket.end(() => {
      if (socket.destroyed) return
      const deadline = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => clearTimeout(deadline))
    })
    socket.resume()
  }

  // Called by Node after a response that closes its connection; its own way is to close at once.
  socket.destroySoon = close

  // Listening for bytes has Node hand them over instead of parsing them itself.
  socket.on('data', (bytes: Buffer) => {
    if (isStopped) return
    if (held && held.length + bytes.length > mostHeldBytes) return socket.destroy()
    held = held ? Buffer.concat([held, bytes]) : bytes
    if (!isWaiting) passOn()
    // Node resumes a socket for reasons of its own.
    else socket.pause()
  })
  for (const parse of parsers) socket.removeListener('data', parse as (bytes: Buffer) => void)

  return {
    /** @returns false for a request that came before its turn; its connection has been closed */
    begin(next: Exchange): boolean {
      if (isStopped || (current && !isAnswered(current))) {
        socket.destroy()
        return false
      }
      current = next
      usedAt = performance.now()
      const { headers } = next.request
      const isChunked = headers['transfer-encoding'] !== undefined
      bodyBytes = isChunked ? 0 : Number(headers['content-length'] ?? 0)
      // What follows is read as another protocol's by Node's parser.
      if (headers.upgrade !== undefined) next.response.shouldKeepAlive = false
      return true
    },
    /** Nothing that comes from now on is parsed. */
    stop,
    close,
    /** Whether no request is under way: none has come whole, or all are answered. */
    isIdle: () => !held && (!current || isAnswered(current)),
    /** When its last request began, or itself, on the clock of `performance`, ms. */
    usedAt: () => usedAt,
    /** The response that its client waits for. */
    unanswered: () => (current && !isAnswered(current) ? current.response : null),
  }
}
