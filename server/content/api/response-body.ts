import { createHash, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ContentUnavailable } from '../failures.ts'
import { limits } from '../limits.ts'

const decompress = promisify(gunzip)

/** What the API may code its answers with. Brotli's decoder may want 16 MB for one answer. */
export const acceptedEncoding = 'gzip'

/**
 * The body of an answer without its content coding. What would grow beyond the limit is given up
 * there: the rest is never unpacked.
 * @param body as it was sent, which has a limit of its own
 * @throws ContentUnavailable
 */
export async function decodeBody(body: Uint8Array, encoding: string): Promise<Uint8Array> {
  if (/^\s*(identity)?\s*$/i.test(encoding) || body.length === 0) return body
  if (!/^\s*(x-)?gzip\s*$/i.test(encoding)) {
    throw new ContentUnavailable('shape', `A body is coded as "${encoding}"`)
  }
  try {
    return await decompress(body, { maxOutputLength: limits.decoded })
  } catch (cause) {
    const { code } = cause as { code?: unknown }
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ContentUnavailable('size', 'A body is too large', { cause })
    }
    const isCut = code === 'Z_BUF_ERROR'
    throw new ContentUnavailable(isCut ? 'cut' : 'shape', 'A body cannot be unpacked', { cause })
  }
}

/** @throws ContentUnavailable when it is not JSON in UTF-8 by its own account */
export function requireJson(contentType: string) {
  const [type = '', ...parameters] = contentType.split(';')
  if (!/^\s*application\/([\w.-]+\+)?json\s*$/i.test(type)) {
    throw new ContentUnavailable('shape', `It is "${contentType}", not JSON`)
  }
  for (const parameter of parameters) {
    const charset = /^\s*charset\s*=\s*"?([^"]*?)"?\s*$/i.exec(parameter)?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      throw new ContentUnavailable('shape', `It is in ${charset}, not UTF-8`)
    }
  }
}

/** Hashing a larger body would be felt: it is done beside the event loop. In bytes. */
const large = 128 * 1024

/** The same for the same bytes: whoever has read them before need not read them again. */
export async function fingerprintOf(body: Uint8Array): Promise<string> {
  if (body.length < large) return createHash('sha1').update(body).digest('base64')
  return Buffer.from(await webcrypto.subtle.digest('SHA-1', body)).toString('base64')
}
