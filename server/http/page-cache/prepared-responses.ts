import { STATUS_CODES, type ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

/** What is sent: status, header fields, and a body. One object for all sends of a response, since it is a key. */
export interface Sendable {
  status: number
  /** Names and values alternate. */
  fields: readonly string[]
  body: Buffer | null
}

interface Prepared {
  /** What the bytes depend on besides the response: its age and the time, in whole seconds. */
  facts: string
  bytes: Buffer
}

/** In place of a head that Node has written. */
const sent = 'sent'

/** The bytes of the responses that are sent most. They are copies, and bounded for that. */
const maxBytes = 16 * 1024 * 1024

/** Node's own for a connection that stays open, and what it sends in a head after all other fields. */
const connectionFields = (timeoutS: number) =>
  `Connection: keep-alive\r\nKeep-Alive: timeout=${timeoutS}\r\n\r\n`

/**
 * Sends cached responses as one piece of bytes each, prepared once a second: `writeHead` and `end` check and
 * write every field again, and hand over head and body in two pieces, which takes as long as all the rest of a request.
 */
export class PreparedResponses {
  readonly #prepared = new LRUCache<Sendable, Prepared>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  readonly #ending: string
  #second = 0
  #date = ''

  /** @param keepAliveTimeoutMs of the server */
  constructor(keepAliveTimeoutMs: number) {
    this.#ending = connectionFields(Math.floor(keepAliveTimeoutMs / 1000))
  }

  /**
   * Sends a response whose connection stays open, byte for byte as Node would.
   * @param own fields of this send, names and values in turn
   * @returns false, having sent nothing, where Node has more to decide
   */
  send(response: ServerResponse, sendable: Sendable, own: readonly string[]): boolean {
    const { socket, req, shouldKeepAlive } = response
    const isPlain =
      shouldKeepAlive && req.httpVersionMinor === 1 && response.getHeaderNames().length === 0
    if (!isPlain || !socket || socket.writableLength > 0 || response.headersSent) return false
    const bytes = this.#bytesOf(sendable, own)
    response.statusCode = sendable.status
    // `headersSent`, `writableEnded` and `writableFinished` follow from these.
    Object.assign(response, { _header: sent, finished: true })
    // Node's own listener of this event frees the connection for the next request.
    socket.write(bytes, (error) => {
      if (!error) response.emit('finish')
    })
    return true
  }

  #bytesOf(sendable: Sendable, own: readonly string[]) {
    const second = Math.floor(Date.now() / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#date = new Date(second * 1000).toUTCString()
    }
    const facts = `${second} ${own.join()}`
    const known = this.#prepared.get(sendable)
    if (known?.facts === facts) return known.bytes
    const bytes = this.#prepare(sendable, own)
    this.#prepared.set(sendable, { facts, bytes })
    return bytes
  }

  #prepare({ status, fields, body }: Sendable, own: readonly string[]) {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
    const all = [...fields, ...own]
    for (let at = 0; at < all.length; at += 2) head += `${all[at]}: ${all[at + 1]}\r\n`
    const text = Buffer.from(`${head}Date: ${this.#date}\r\n${this.#ending}`, 'latin1')
    return body === null ? text : Buffer.concat([text, body])
  }
}
