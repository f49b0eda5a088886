import { STATUS_CODES, type ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

/** A response as it is sent: status, header fields and body. One object stands for all its sends. */
export interface Sendable {
  status: number
  /** Names and values alternate. */
  fields: readonly string[]
  body: Buffer | null
  prepared?: Prepared | null
}

/** The bytes depend on the rest, besides the response. */
interface Prepared {
  bytes: Buffer
  second: number
  cacheStatus: string
  age: number | null
}

/** Prepared bytes are copies, and bounded for that. */
const maxBytes = 16 * 1024 * 1024

/** It stands for a head that Node has written. */
const sent = 'sent'

/**
 * Sends cached responses as one piece of bytes each, prepared once a second: `writeHead` and `end` check and write
 * every field again, and hand over head and body in two pieces, which takes as long as all the rest of a request.
 */
export class PreparedResponses {
  readonly #latest = new LRUCache<Sendable, Prepared>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
    dispose: (_, sendable, reason) => {
      if (reason === 'evict') sendable.prepared = null
    },
  })
  readonly #ending: string
  #second = 0
  #date = ''

  /** @param keepAliveTimeoutMs of the server */
  constructor(keepAliveTimeoutMs: number) {
    const timeoutS = Math.floor(keepAliveTimeoutMs / 1000)
    this.#ending = `Connection: keep-alive\r\nKeep-Alive: timeout=${timeoutS}\r\n\r\n`
  }

  /**
   * Sends a response whose connection stays open, byte for byte as Node would.
   * @param cacheStatus the field Cache-Status
   * @param age the field Age, s; null for none
   * @returns false, having sent nothing, where Node has more to decide
   */
  send(
    response: ServerResponse,
    sendable: Sendable,
    cacheStatus: string,
    age: number | null,
  ): boolean {
    const { socket, req } = response
    if (!socket || !response.shouldKeepAlive || req.httpVersionMinor !== 1) return false
    if (req.headers.expect !== undefined) return false
    if (socket.writableLength > 0 || response.headersSent) return false
    if (response.getHeaderNames().length > 0) return false
    const bytes = this.#bytesOf(sendable, cacheStatus, age)
    response.statusCode = sendable.status
    socket.write(bytes)
    // Node writes no head to a response that has one, and ends it once the socket is flushed.
    Object.assign(response, { _header: sent, _headerSent: true })
    response.end()
    return true
  }

  #bytesOf(sendable: Sendable, cacheStatus: string, age: number | null) {
    const second = Math.floor(Date.now() / 1000)
    const { prepared } = sendable
    if (prepared?.second === second && prepared.age === age) {
      if (prepared.cacheStatus === cacheStatus) return prepared.bytes
    }
    if (second !== this.#second) {
      this.#second = second
      this.#date = new Date(second * 1000).toUTCString()
    }
    const bytes = this.#prepare(sendable, cacheStatus, age)
    sendable.prepared = { bytes, second, cacheStatus, age }
    this.#latest.set(sendable, sendable.prepared)
    return bytes
  }

  #prepare({ status, fields, body }: Sendable, cacheStatus: string, age: number | null) {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    for (let at = 0; at < fields.length; at += 2) head += `${fields[at]}: ${fields[at + 1]}\r\n`
    head += `Cache-Status: ${cacheStatus}\r\n`
    if (age !== null) head += `Age: ${age}\r\n`
    const text = Buffer.from(`${head}Date: ${this.#date}\r\n${this.#ending}`, 'latin1')
    return body === null ? text : Buffer.concat([text, body])
  }
}
