import { request } from 'undici'
import { encodeFileName } from '../../content/posts/file-name.ts'

/** A size is not worth waiting for, ms. */
const timeoutMs = 2_000

/**
 * The size of a file of the content API, as its server states it.
 * @param base the image base's address, without a trailing slash
 * @returns bytes; undefined if the server does not say
 */
export async function findFileSize(base: string, file: string): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { statusCode, headers, body } = await request(`${base}/${encodeFileName(file)}`, {
      method: 'HEAD',
      signal,
    })
    await body.dump()
    const size = Number(headers['content-length'])
    return statusCode === 200 && Number.isSafeInteger(size) && size > 0 ? size : undefined
  } catch {
    return undefined
  }
}
