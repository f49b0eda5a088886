/** One complete response. */
export interface ReadResponse {
  status: string
  /** The size of head and body on the wire. */
  bytes: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/**
 * Finds the end of each response on a connection, and parses nothing else.
 * @returns a function to call with each received part; it returns a response once it is complete
 */
export function createResponseReader() {
  let head: Buffer | null = Buffer.alloc(0)
  let status = ''
  let bytes = 0
  /** The remaining bytes of the body; null for a chunked one. */
  let left: number | null = 0
  let tail: Buffer = Buffer.alloc(0)

  function finish(): ReadResponse {
    const response = { status, bytes }
    head = Buffer.alloc(0)
    bytes = 0
    tail = Buffer.alloc(0)
    return response
  }

  return function read(part: Buffer): ReadResponse | null {
    bytes += part.length
    let body = part
    if (head) {
      const received = head.length > 0 ? Buffer.concat([head, part]) : part
      const end = received.indexOf(headEnd)
      if (end < 0) {
        head = Buffer.from(received) // a copy: the socket reuses its buffer
        return null
      }
      const text = received.toString('latin1', 0, end)
      status = text.slice(9, 12)
      left = bodyLength(status, text)
      body = received.subarray(end + headEnd.length)
      head = null
    }
    if (left !== null) {
      left -= body.length
      return left <= 0 ? finish() : null
    }
    // No pipelining: nothing follows a response before the next request, so a part ends with its last bytes.
    tail = Buffer.concat([tail, body.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk) ? finish() : null
  }
}

function bodyLength(status: string, head: string) {
  if (status === '304' || status === '204') return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return length === undefined ? null : Number(length)
}
