import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { limits } from '../limits.ts'

/** Version of the format; what has another version is ignored. */
const format = 1

const headSchema = z.object({
  format: z.literal(format),
  scope: z.string(),
  key: z.string(),
  arrivedAt: z.number(),
  fingerprint: z.string(),
  isCut: z.boolean().default(false),
  purges: z.string().optional(),
})

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/**
 * A response of the content API, or what is left of one that was cut, outside the memory of the process. A
 * later version of this site may read it.
 */
export interface StoredResponse {
  body: Uint8Array
  /** Of the original response. */
  fingerprint: string
  isCut: boolean
  /** When the call was sent, ms since the epoch. */
  arrivedAt: number
  /** The purges of its type that were known when the call was sent; only in the shared cache. */
  purges?: string | undefined
}

/**
 * One line of JSON about the response, then its gzipped body.
 * @param scope identifies the content API
 */
export async function pack(
  { body, ...metadata }: StoredResponse,
  scope: string,
  key: string,
): Promise<Buffer> {
  const head = JSON.stringify({ format, scope, key, ...metadata })
  const compressed = await compress(body, { level: constants.Z_BEST_SPEED })
  return Buffer.concat([Buffer.from(`${head}\n`), compressed])
}

/** @returns null for anything but an intact response of this scope and key */
export async function unpack(
  bytes: Uint8Array,
  scope: string,
  key: string,
): Promise<StoredResponse | null> {
  try {
    const end = bytes.indexOf(0x0a)
    const head = headSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString('utf8')))
    if (head.scope !== scope || head.key !== key) return null
    const { fingerprint, isCut, arrivedAt, purges } = head
    const body = await decompress(bytes.subarray(end + 1), {
      maxOutputLength: 2 * limits.decodedBody,
    })
    return { body, fingerprint, isCut, arrivedAt, purges }
  } catch {
    // Written by another version.
    return null
  }
}
