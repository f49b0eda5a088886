import { connect } from 'node:net'
import { closed } from './closed.ts'

/** An answer as it came over the socket. */
export interface RawResponse {
  status: number
  /** By their names in small letters; a name that stands twice has its values joined by ", ". */
  headers: Record<string, string>
  body: Buffer
  /** Everything, several answers in a row too. */
  text: string
}

/** Longer than any answer may take. */
const patienceMs = 20_000

/**
 * Writes bytes to a socket as they are and reads until the other side closes it.
 * @param parts written one after another; they are not mended, so a test may send what no client would
 * @throws Error when it stays open
 */
export async function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The other side may close before all is written: what it has answered counts.
  const end = closed(socket)
  for (const part of parts)
    socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, patienceMs)
  await end
  clearTimeout(deadline)
  if (isLate) throw new Error(`The connection was still open after ${patienceMs} ms.`)
  return readResponse(Buffer.concat(chunks))
}

/**
 * Sends one request, the head built of lines, on a connection that closes behind it.
 * @param line method and target
 */
export function ask(
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
