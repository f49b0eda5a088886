import { once } from 'node:events'
import { connect } from 'node:net'

/** Where clamd listens: a TCP port, or a socket's path. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/**
 * How long clamd may be silent, ms: it replies when it has scanned the whole file, and the proxy in front of the site waits
 * for 30 s.
 */
const timeoutMs = 10_000

/**
 * Has clamd scan a file (its command INSTREAM).
 * @returns whether it found a virus
 * @throws Error when it is unreachable, or cannot scan the file
 */
export async function findVirus(address: ClamdAddress, content: AsyncIterable<Buffer>) {
  const reply = await exchange(address, framesOf(content))
  if (/(?:OK|FOUND)\0?$/.test(reply)) return !/OK\0?$/.test(reply)
  throw new Error(`clamd: ${reply.slice(0, 100)}`)
}

/** @throws Error when clamd does not answer */
export async function pingClamd(address: ClamdAddress) {
  const reply = await exchange(address, ['zPING\0'])
  if (!reply.startsWith('PONG')) throw new Error(`clamd: ${reply.slice(0, 100)}`)
}

async function exchange(
  address: ClamdAddress,
  frames: Iterable<string> | AsyncIterable<string | Buffer>,
) {
  const socket = connect(address)
  let reply = ''
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd timeout')))
  socket.on('data', (text) => (reply += text.toString('latin1')))
  const closed = once(socket, 'close')
  async function send() {
    for await (const frame of frames) {
      if (!socket.write(frame)) await once(socket, 'drain')
    }
    await closed
  }
  try {
    // clamd closes the connection before the end of a file that is too large for it.
    await Promise.race([closed, send()])
  } finally {
    socket.destroy()
  }
  return reply
}

async function* framesOf(content: AsyncIterable<Buffer>) {
  yield 'zINSTREAM\0'
  for await (const piece of content) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(piece.length)
    yield Buffer.concat([length, piece])
  }
  yield Buffer.alloc(4)
}
