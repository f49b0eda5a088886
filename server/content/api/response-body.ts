import { createHash, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ContentUnavailable } from '../failures.ts'
import { limits } from '../limits.ts'

const decompress = promisify(gunzip)

/** The accepted content encoding. Brotli is not accepted: its decoder may need 16 MB for one response. */
export const acceptedEncoding = 'gzip'

/**
 * Decodes the content encoding of a response body. Decompression stops at the size limit.
 * @param body as sent; its size has its own limit
 * @throws ContentUnavailable 'size', 'cut' or 'shape'
 */
export async function decodeBody(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (/^\s*(identity)?\s*$/i.test(encoding) || body.length === 0) return body
  if (!/^\s*(x-)?gzip\s*$/i.test(encoding)) {
    throw new ContentUnavailable('shape', `Unsupported content encoding "${encoding}"`)
  }
  try {
    return await decompress(body, { maxOutputLength: limits.decodedBody })
  } catch (cause) {
    const { code } = cause as { code?: unknown }
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ContentUnavailable('size', 'The decoded body is too large', { cause })
    }
    const isCut = code === 'Z_BUF_ERROR'
    throw new ContentUnavailable(isCut ? 'cut' : 'shape', 'The body cannot be decompressed', {
      cause,
    })
  }
}

/** @throws ContentUnavailable 'shape' unless the content type is JSON in UTF-8 */
export function requireJson(contentType: string) {
  const [type = '', ...parameters] = contentType.split(';')
  if (!/^\s*application\/([\w.-]+\+)?json\s*$/i.test(type)) {
    throw new ContentUnavailable('shape', `The content type is "${contentType}", not JSON`)
  }
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      throw new ContentUnavailable('shape', `The charset is ${charset}, not UTF-8`)
    }
  }
}

/** Size from which a body is hashed off the event loop, bytes. */
const offLoopBytes = 128 * 1024

/** Computes the SHA-1 of the body: equal for equal bytes, so a known body need not be parsed again. */
export async function fingerprintOf(body: Uint8Array): Promise<string> {
  if (body.length < offLoopBytes) return createHash('sha1').update(body).digest('base64')
  return Buffer.from(await webcrypto.subtle.digest('SHA-1', body)).toString('base64')
}
