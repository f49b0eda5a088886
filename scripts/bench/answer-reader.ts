/** One whole answer of a server. */
export interface ReadResponse {
  status: string
  /** Of head and body as they came. */
  bytes: number
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/**
 * Finds out where the answers on one connection end, and looks at nothing else of them.
 * @returns a function that takes what came, and gives the answer once it is whole
 */
export function createResponseReader() {
  let head: Buffer | null = Buffer.alloc(0)
  let status = ''
  let bytes = 0
  /** What is still to come; null when only the last chunk tells. */
  let left: number | null = 0
  let tail: Buffer = Buffer.alloc(0)

  function finish(): ReadResponse {
    const answer = { status, bytes }
    head = Buffer.alloc(0)
    bytes = 0
    tail = Buffer.alloc(0)
    return answer
  }

  return function read(part: Buffer): ReadResponse | null {
    bytes += part.length
    let body = part
    if (head) {
      const known = head.length > 0 ? Buffer.concat([head, part]) : part
      const end = known.indexOf(headEnd)
      if (end < 0) {
        head = Buffer.from(known) // the socket's buffer is written over by what comes next
        return null
      }
      const text = known.toString('latin1', 0, end)
      status = text.slice(9, 12)
      left = bodyLength(status, text)
      body = known.subarray(end + headEnd.length)
      head = null
    }
    if (left !== null) {
      left -= body.length
      return left <= 0 ? finish() : null
    }
    // Nothing is sent after an answer before the next request, so its last bytes are those that came last.
    tail = Buffer.concat([tail, body.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
    return tail.equals(lastChunk) ? finish() : null
  }
}

function bodyLength(status: string, head: string) {
  if (status === '304' || status === '204') return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  return length === undefined ? null : Number(length)
}
