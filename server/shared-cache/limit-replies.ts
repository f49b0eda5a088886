import type { Redis } from 'iovalkey'

/** Larger values are neither stored nor read, in bytes: they would exceed the time of one command. */
export const maxValueBytes = 1024 * 1024

/** Limits of one reply. An array counts as one value more than it has. */
const limits = {
  bytes: maxValueBytes + 64 * 1024,
  values: 1_000,
  /** A status, an error, a number or a length, in bytes. */
  line: 16 * 1024,
}

/**
 * Closes the connection at the first reply that is larger than anything the site stores, or no reply at all:
 * before the client has parsed it, and before its whole length has arrived.
 * @param onExceeded called before it closes
 */
export function limitReplies(client: Redis, onExceeded: () => void = () => undefined) {
  client.on('connect', () => {
    const { stream } = client
    const accepts = createReplyLimit()
    const parsers = stream.listeners('data')
    stream.removeAllListeners('data')
    stream.on('data', (bytes: Buffer) => {
      if (stream.destroyed) return
      if (accepts(bytes)) {
        for (const parse of parsers) Reflect.apply(parse, stream, [bytes])
        return
      }
      onExceeded()
      stream.destroy()
    })
  })
}

/** Follows replies in RESP2, as far as their sizes go. @returns whether the bytes that arrived are within limits */
export function createReplyLimit() {
  /** The part of a line that has arrived so far. */
  let line = ''
  /** Bytes to come of a string, with its end. */
  let toSkip = 0
  /** Values to come of the reply. Those of nested arrays count too, so that these limit the depth as well. */
  let missing = 1
  let values = 0
  let bytes = 0

  function begin(head: string): boolean {
    const [, type, text = ''] = /^([-+:$*])([^\r]*)\r\n$/.exec(head) ?? []
    if (type === undefined) return false
    values += 1
    missing -= 1
    bytes += head.length
    if (type !== '$' && type !== '*') return true
    if (!/^(?:-1|\d{1,10})$/.test(text)) return false
    const count = Math.max(0, Number(text))
    if (type === '*') missing += count
    else if (text !== '-1') toSkip = count + 2
    bytes += toSkip
    return values + missing <= limits.values
  }

  return (chunk: Buffer): boolean => {
    let at = 0
    while (at < chunk.length) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
      } else {
        const end = chunk.indexOf('\n', at) + 1 || chunk.length
        line += chunk.toString('latin1', at, end)
        at = end
        if (line.length > limits.line) return false
        if (!line.endsWith('\n')) return true
        if (!begin(line) || bytes > limits.bytes) return false
        line = ''
      }
      if (missing === 0 && toSkip === 0) {
        missing = 1
        values = 0
        bytes = 0
      }
    }
    return true
  }
}
