import { connect } from 'node:net'
import { closed } from './closed.ts'

/** A response as received on the socket. */
export interface RawResponse {
  status: number
  /** By lower-case name; the values of a repeated header are joined by ", ". */
  headers: Record<string, string>
  body: Buffer
  /** All bytes, possibly of several responses. */
  text: string
}

/** Longer than any response may take. */
const timeoutMs = 20_000

/**
 * Writes bytes to a socket and reads until the other side closes it.
 * @param parts written one after another, unchanged, so that a test can send invalid requests
 * @throws Error when the connection stays open
 */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The other side may close before everything is written; its response counts.
  const end = closed(socket)
  for (const part of parts)
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  let hasTimedOut = false
  const timeout = setTimeout(() => {
    hasTimedOut = true
    socket.destroy()
  }, timeoutMs)
  await end
  clearTimeout(timeout)
  if (hasTimedOut) throw new Error(`The connection was still open after ${timeoutMs} ms.`)
  return readResponse(Buffer.concat(chunks))
}

/**
 * Sends one request with `Connection: close`.
 * @param line method and target
 * @param headers header lines
 */
export function sendRequest(
  url: string,
  line: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Promise<RawResponse> {
  const host = headers.some((header) => /^host\s*:/i.test(header))
    ? []
    : [`Host: ${new URL(url).host}`]
  const head = [`${line} HTTP/1.1`, ...host, 'Connection: close', ...headers, '', ''].join('\r\n')
  return sendRaw(url, head, body)
}

function readResponse(bytes: Buffer): RawResponse {
  const end = bytes.indexOf('\r\n\r\n')
  const [line = '', ...fields] = bytes.toString('latin1', 0, Math.max(end, 0)).split('\r\n')
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const at = field.indexOf(':')
    const name = field.slice(0, at).toLowerCase()
    const value = field.slice(at + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers,
    body: bytes.subarray(end + 4),
    text: bytes.toString('utf8'),
  }
}
