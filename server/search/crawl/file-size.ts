import { request } from 'undici'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { encodeFileName } from '../../content/posts/file-name.ts'

/** A size is not worth waiting for, ms. */
const timeoutMs = 2_000

/**
 * The size of a file of the content API, as its server states it.
 * @param base the image base's address, without a trailing slash
 * @param headers of the request
 * @returns bytes; undefined if the server does not say
 */
export async function findFileSize(
  base: string,
  file: string,
  headers: OutgoingHeaders,
): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await request(`${base}/${encodeFileName(file)}`, {
      method: 'HEAD',
      headers,
      signal,
    })
    await response.body.dump()
    const size = Number(response.headers['content-length'])
    return response.statusCode === 200 && Number.isSafeInteger(size) && size > 0 ? size : undefined
  } catch {
    return undefined
  }
}
