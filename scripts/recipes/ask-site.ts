import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'

const timeoutMs = 20_000

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Decoded. */
  text: string
}

const decoders: Record<string, (body: Buffer) => Promise<Buffer>> = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
}

/**
 * Sends a request as a browser does, with the path exactly as given.
 * @throws Error without a response
 */
export async function ask(
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const pending = request({ host: '127.0.0.1', port, path, method, timeout: timeoutMs, headers })
    pending.on('timeout', () => pending.destroy(new Error(`${path}: no response in time.`)))
    pending.on('error', reject)
    pending.on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response
      const decode = decoders[received['content-encoding'] ?? '']
      buffer(response)
        .then((bytes) => (decode && bytes.length > 0 ? decode(bytes) : bytes))
        .then((bytes) => resolve({ status, headers: received, text: bytes.toString('utf8') }))
        .catch(reject)
    })
    pending.end(body)
  })
}

/** The language of a page, or its status if it is none. */
export function languageOf({ status, text }: Answer) {
  return status === 200 ? (/<html lang="(\w+)"/.exec(text)?.[1] ?? 'no page') : String(status)
}
