import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Max. requests handled in one turn of the event loop: a few milliseconds of cached pages, and more than clients that
 * wait for their responses send at once.
 */
const maxPerTurn = 32

/**
 * Handles a limited number of requests in each turn of the event loop. The others wait, and each turn takes one request
 * of every client before a second one. So a client that sends thousands at once delays its own requests, and others
 * wait for a turn or two.
 * @param nextTurn runs a callback in the next turn; for tests
 */
export function createFairTurns(
  perTurn = maxPerTurn,
  nextTurn: (run: () => void) => void = setImmediate,
) {
  /** The waiting requests of each client, in the order in which the clients are due. */
  const waiting = new Map<string, (() => void)[]>()
  let handled = 0
  let isScheduled = false

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    nextTurn(beginTurn)
  }

  function beginTurn() {
    isScheduled = false
    handled = 0
    for (const [client, requests] of waiting) {
      if (handled >= perTurn) break
      waiting.delete(client)
      const handle = requests.shift()
      // The client is re-added at the end, where this loop reaches it after all others.
      if (requests.length > 0) waiting.set(client, requests)
      handled += 1
      // Scheduled first, so that a request that throws does not hold up the others.
      schedule()
      handle?.()
    }
  }

  return {
    /**
     * Handles a request, now or in one of the next turns.
     * @param clientOf the request's client; called only if the request has to wait
     */
    run(clientOf: () => string, handle: () => void) {
      schedule()
      if (handled < perTurn && waiting.size === 0) {
        handled += 1
        return handle()
      }
      const client = clientOf()
      const requests = waiting.get(client)
      if (requests) requests.push(handle)
      else waiting.set(client, [handle])
    },
  }
}

const headEnd = '\r\n\r\n'

/** Max. buffered bytes of later requests per connection; Node reads 64 KiB at a time. */
const maxBufferedBytes = 256 * 1024

/** Time that a client has to close after the last response, from when it last sent something, ms. */
const lingerMs = 1_000

/** A client that goes on sending after the last response is closed after this many times `lingerMs`. */
const maxLingers = 10

/** Destroys a socket whose client does not close it: after a second without a byte, or after ten seconds. */
function linger(socket: Socket) {
  if (socket.destroyed) return
  let { bytesRead } = socket
  let lingers = 0
  function check() {
    lingers += 1
    if (socket.bytesRead === bytesRead || lingers === maxLingers) socket.destroy()
    bytesRead = socket.bytesRead
  }
  // A busy event loop first reads what has arrived meanwhile.
  const timer = setInterval(() => setImmediate(check), lingerMs)
  socket.once('close', () => clearInterval(timer))
}

/** A request and its response. */
interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Processes pipelined requests one at a time. Node's parser reads a whole packet of up to 64 KiB, and may
 * emit a request for every 27 bytes of it before the first response is sent. Here the next request is
 * parsed in the turn of the event loop after the one in which the previous response was flushed, if the
 * connection stays open; until then its bytes are buffered, and reading pauses. So responses never queue in
 * Node, none is written to a closed socket, and nothing follows a response that closes the connection. A client
 * that is still sending receives that last response in full, too.
 */
export interface RequestOrder {
  /** Wraps a listener: it is not called for requests that arrive out of order. */
  inOrder: (serve: RequestListener) => RequestListener
  /** Finds a socket's connection. @returns undefined for a socket of another server */
  find: (socket: unknown) => Connection | undefined
}

/**
 * @param clientOf the client of a request. With it the requests of many connections are handled in fair turns,
 * else at once
 */
export function createRequestOrder(
  server: Server,
  clientOf?: (request: IncomingMessage) => string,
): RequestOrder {
  const turns = clientOf && createFairTurns()
  const connections = new WeakMap<Socket, Connection>()
  const find = (socket: unknown) => connections.get(socket as Socket)

  // Node's own listener runs first, so the socket already has its parser.
  server.on('connection', (socket: Socket) => connections.set(socket, new Connection(socket)))

  return {
    inOrder: (serve) =>
      function serveInOrder(request, response) {
        const connection = find(request.socket)
        if (!connection?.begin({ request, response })) return
        if (!turns) return serve(request, response)
        turns.run(
          () => clientOf(request),
          // The connection may have been closed while the request waited.
          () => {
            if (connection.isOpen()) serve(request, response)
          },
        )
      },
    find,
  }
}

/**
 * A connection whose requests are processed one at a time. It replaces Node's data listeners of the socket, and passes
 * the bytes on to them in pieces.
 */
class Connection {
  readonly #socket: Socket
  readonly #parsers
  #current: Exchange | null = null
  #buffered: Buffer | null = null
  /** The last three parsed bytes: the end of a head may be split between two chunks. */
  #tail = ''
  /** Remaining bytes of a body of known length. */
  #bodyBytes = 0
  #isWaiting = false
  #isStopped = false
  #usedAt = performance.now()

  constructor(socket: Socket) {
    this.#socket = socket
    this.#parsers = socket.listeners('data')
    // Called by Node after a response that closes the connection; Node's own version closes at once.
    socket.destroySoon = () => this.close()
    // With a data listener Node emits the bytes instead of parsing them natively.
    socket.on('data', (bytes: Buffer) => this.#receive(bytes))
    for (const parse of this.#parsers)
      socket.removeListener('data', parse as (bytes: Buffer) => void)
  }

  /**
   * Starts a request.
   * @returns false for a request out of order; its connection has been closed
   */
  begin(next: Exchange) {
    if (this.#isStopped || this.pendingResponse()) {
      this.#socket.destroy()
      return false
    }
    this.#current = next
    this.#usedAt = performance.now()
    const { headers } = next.request
    const isChunked = headers['transfer-encoding'] !== undefined
    this.#bodyBytes = isChunked ? 0 : Number(headers['content-length'] ?? 0)
    // Node's parser treats what follows as another protocol.
    if (headers.upgrade !== undefined) next.response.shouldKeepAlive = false
    return true
  }

  /** Whether a response can be sent. */
  isOpen() {
    return !this.#isStopped && !this.#socket.writableEnded && !this.#socket.destroyed
  }

  /** Parses nothing from now on. */
  stop() {
    this.#isStopped = true
    this.#buffered = null
  }

  /**
   * Closes the connection after the client has received what was written and has closed its side. Bytes
   * that arrive meanwhile are read and discarded: closing a connection with unread bytes resets it, and
   * the client loses what it has not read yet (RFC 9112, 9.6).
   */
  close() {
    const socket = this.#socket
    this.stop()
    socket.end(() => linger(socket))
    socket.resume()
  }

  /** Whether no request is in progress; an incomplete request head does not count. */
  isIdle() {
    return !this.#buffered && !this.pendingResponse()
  }

  /** Start of the last request, or of the connection, on the clock of `performance`, ms. */
  usedAt() {
    return this.#usedAt
  }

  /** Returns the response that has not been sent completely; null if there is none. */
  pendingResponse() {
    return this.#current && !isDone(this.#current) ? this.#current.response : null
  }

  #receive(bytes: Buffer) {
    if (this.#isStopped) return
    const total = (this.#buffered?.length ?? 0) + bytes.length
    if (this.#buffered && total > maxBufferedBytes) return this.#socket.destroy()
    this.#buffered = this.#buffered ? Buffer.concat([this.#buffered, bytes]) : bytes
    if (!this.#isWaiting) this.#parseBuffered()
    // Node may have resumed the socket on its own.
    else this.#socket.pause()
  }

  /** Whether more bytes may be parsed: the body of the current request, or the next request. */
  #canParse() {
    if (!this.#current?.request.complete) return true
    if (!isDone(this.#current)) return false
    this.#current = null
    return true
  }

  #parseBuffered() {
    while (this.#canParse()) {
      // Node has ended the socket after a response that closes the connection.
      if (!this.#buffered || !this.isOpen()) return
      const length = this.#pieceLength(this.#buffered)
      const piece = this.#buffered.subarray(0, length)
      this.#buffered = length < this.#buffered.length ? this.#buffered.subarray(length) : null
      for (const parse of this.#parsers) Reflect.apply(parse, this.#socket, [piece])
    }
    if (this.#buffered) this.#wait()
  }

  #wait() {
    this.#socket.pause()
    this.#isWaiting = true
    // Node emits 'close' before the event loop goes on to other connections.
    this.#current?.response.once('close', () =>
      setImmediate(() => {
        this.#isWaiting = false
        this.#parseBuffered()
        if (!this.#isWaiting) this.#socket.resume()
      }),
    )
  }

  /** Returns the length up to the end of the body or of the next head. A chunked body ends like a head. */
  #pieceLength(bytes: Buffer) {
    if (this.#bodyBytes > 0) {
      const length = Math.min(this.#bodyBytes, bytes.length)
      this.#bodyBytes -= length
      return length
    }
    const end = findHeadEnd(this.#tail, bytes)
    if (end !== null) this.#tail = ''
    else this.#tail = (this.#tail + bytes.subarray(-3).toString('latin1')).slice(-3)
    return end ?? bytes.length
  }
}

/** @param tail the bytes before */
function findHeadEnd(tail: string, bytes: Buffer) {
  if (tail !== '') {
    const seam = (tail + bytes.toString('latin1', 0, 3)).indexOf(headEnd)
    if (seam >= 0) return seam + headEnd.length - tail.length
  }
  const at = bytes.indexOf(headEnd)
  return at < 0 ? null : at + headEnd.length
}

/** Node detaches the socket from a response once it is flushed. */
function isDone({ request, response }: Exchange) {
  return request.complete && response.writableEnded && response.socket === null
}

/** A host name or IP address with an optional port, without user information. */
const wellFormed = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'

const loopback = new RegExp(`^(?:localhost|127(?:\\.${octet}){3}|\\[::1\\])(?::\\d{1,5})?$`, 'i')

const defaultPorts: Partial<Record<string, string>> = { 'http:': ':80', 'https:': ':443' }

/** Checks a Host header, or the authority of an absolute URL. Returns the status of the rejection, or null. */
export type AuthorityFault = (authority: string) => 400 | 421 | null

/**
 * @param publicUrl the site's public URL, if configured; else every well-formed host is accepted
 */
export function createAuthorityCheck(publicUrl: string | undefined): AuthorityFault {
  const own = publicUrl === undefined ? null : hostsOf(publicUrl)
  let lastValid: string | null = null

  return (authority) => {
    if (authority === lastValid) return null
    if (!wellFormed.test(authority)) return 400
    const isOurs = !own || own.includes(authority.toLowerCase()) || loopback.test(authority)
    if (!isOurs) return 421
    lastValid = authority
    return null
  }
}

/** Returns the host as browsers send it, and with the default port, which they omit. */
function hostsOf(publicUrl: string) {
  const { host, port, protocol } = new URL(publicUrl)
  return port === '' ? [host, host + (defaultPorts[protocol] ?? '')] : [host]
}

/**
 * Parses a Range header (RFC 9110, 14.2).
 * @param size of the file, bytes
 * @returns the requested range with both ends included, 'none' if the file has no such range, or null if the header
 * must be ignored: malformed, several ranges, or another unit
 */
export function readRange(range: string, size: number) {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'none'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
