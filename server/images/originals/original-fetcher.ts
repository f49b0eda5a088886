import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Agent } from 'undici'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { createBudget, type Reservation } from './budget.ts'
import { fileAddress, lengthOf, requestFile, textOf } from '../image-base.ts'
import { imageFileOf, type ImageFile } from '../image-file.ts'

/** Max. size of an original, in bytes: a photograph of a phone at its highest resolution. */
export const maxOriginalBytes = 28 * 1024 * 1024

const limits = {
  deadlineMs: 4_000,
  /** A large original gets more time, as long as it arrives at this speed. Bytes per ms. */
  leastSpeed: 4_000,
  connections: 8,
  /** Max. wait for a connection, ms. */
  connectionTimeoutMs: 8_000,
}

/** Validators from the image base's last response; empty where it sent none. */
export interface Validators {
  etag: string
  lastModified: string
}

export interface Original {
  file: ImageFile & { digest: Buffer }
  validators: Validators
}

/**
 * 'same': not modified; 'none': no such file; 'unfit': not a file that pages may show, whatever its
 * name.
 */
export type Fetched = Original | 'same' | 'none' | 'unfit'

/**
 * The image base's address.
 * @param apiUrl of the content API in use, which may be the embedded service's
 */
export function imageBaseOf(imagesUrl: string | undefined, apiUrl: string) {
  return imagesUrl ?? `${new URL(apiUrl).origin}/images/post`
}

/**
 * Fetches originals from the content API's image base.
 * @param base the image base's address, without a trailing slash
 * @param ownHeaders of every request. Secret; redirects are not followed, so no other host gets them
 */
export function createOriginalFetcher(
  base: () => Promise<string>,
  ownHeaders: OutgoingHeaders = {},
) {
  const dispatcher = new Agent({
    connections: limits.connections,
    maxResponseSize: maxOriginalBytes,
  })

  const connections = createBudget(limits.connections, limits.connectionTimeoutMs)

  async function fetchNow(
    address: string,
    reservation: Reservation,
    known?: Validators,
  ): Promise<Fetched> {
    const headers = { ...ownHeaders, ...(known && conditionsOf(known)) }
    const deadline = createDeadline(limits.deadlineMs)
    const { signal } = deadline
    const response = await deadline.within(requestFile(address, { dispatcher, signal, headers }))
    const { statusCode } = response
    try {
      if (statusCode !== 200) {
        await deadline.within(response.body.dump())
        if (statusCode === 304 && known) return 'same'
        if (statusCode === 404 || statusCode === 410) return 'none'
        throw new Error(`${address} returned ${statusCode}`)
      }
      const length = lengthOf(response.headers['content-length'])
      const size = length ?? maxOriginalBytes
      if (size > maxOriginalBytes) throw new Error(`${address} is too large: ${size} bytes`)
      // What has arrived by then is in the system's socket buffers.
      await reservation.reserve(size)
      if (length !== null) deadline.extend(length / limits.leastSpeed)
      const { bytes, digest } = await deadline.within(readWhole(response.body, size))
      reservation.shrinkTo(bytes.length)
      const original = await imageFileOf(bytes, digest)
      const { etag, 'last-modified': lastModified } = response.headers
      const validators = { etag: textOf(etag), lastModified: textOf(lastModified) }
      return original === null ? 'unfit' : { file: original, validators }
    } finally {
      // An unread body would block its connection.
      response.body.destroy()
    }
  }

  return {
    /**
     * @param reservation memory for the original, reserved here; waits for memory or a connection
     * do not count against the image base's deadline
     * @param known validators of the cached original, for a conditional request
     * @throws when the image base gives no usable response; TooManyPictures
     */
    fetch: (file: string, reservation: Reservation, known?: Validators): Promise<Fetched> =>
      connections.run(async (connection) => {
        // Releases memory first: tasks that have a connection may be waiting for it.
        reservation.shrinkTo(0)
        await connection.reserve(1)
        return fetchNow(fileAddress(await base(), file), reservation, known)
      }),
    close: () => {
      connections.close()
      return dispatcher.destroy()
    },
  }
}

/** A deadline that runs only during `within`. */
function createDeadline(ms: number) {
  const controller = new AbortController()
  let remainingMs = ms
  return {
    signal: controller.signal,
    /** Not during `within`. */
    extend(moreMs: number) {
      remainingMs += moreMs
    },
    async within<T>(work: Promise<T>): Promise<T> {
      const started = performance.now()
      const expire = () => controller.abort(new Error('The image base took too long'))
      const timer = setTimeout(expire, remainingMs)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        remainingMs -= performance.now() - started
      }
    },
  }
}

/**
 * Reads a body into one buffer, its only copy.
 * @param maxBytes size of the buffer
 */
async function readWhole(body: Readable, maxBytes: number) {
  const buffer = Buffer.allocUnsafeSlow(maxBytes)
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array) || length + chunk.length > maxBytes) {
      throw new Error('The body is longer than announced or allowed')
    }
    hash.update(chunk)
    buffer.set(chunk, length)
    length += chunk.length
  }
  // A small image of unknown size must not occupy memory for a large one.
  const bytes = length === maxBytes ? buffer : Buffer.from(buffer.subarray(0, length))
  return { bytes, digest: hash.digest() }
}

function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}
