import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import { createBudget, type Room } from './budget.ts'
import { imageFileOf, type ImageFile } from '../image-file.ts'

/** Of an original, in bytes. */
export const mostOriginalBytes = 20 * 1024 * 1024

const limits = {
  deadlineMs: 4_000,
  connections: 8,
  /** How long one may wait for a connection, ms. */
  patienceMs: 8_000,
}

/** What the image base said when an original was last had from it; empty where it said nothing. */
export interface Validators {
  etag: string
  lastModified: string
}

export interface Original {
  file: ImageFile & { digest: Buffer }
  validators: Validators
}

/** 'same' as when it was last had; 'none' of that name; 'unfit' for a page, whatever its name says. */
export type Fetched = Original | 'same' | 'none' | 'unfit'

/**
 * Originals of the content API's image base.
 * @param base the image base's address, without a slash at its end
 */
export function createOriginalFetcher(base: () => Promise<string>) {
  const dispatcher = new Agent({
    connections: limits.connections,
    maxResponseSize: mostOriginalBytes,
  })

  const connections = createBudget(limits.connections, limits.patienceMs)

  async function fetchNow(file: string, room: Room, known?: Validators): Promise<Fetched> {
    const address = `${await base()}/${encodeURIComponent(file)}`
    const headers = known ? conditionsOf(known) : {}
    const deadline = createDeadline(limits.deadlineMs)
    const { signal } = deadline
    const answer = await deadline.within(request(address, { dispatcher, signal, headers }))
    // It may break off while nobody reads it.
    answer.body.on('error', () => undefined)
    const { statusCode } = answer
    try {
      if (statusCode !== 200) {
        await deadline.within(answer.body.dump())
        if (statusCode === 304 && known) return 'same'
        if (statusCode === 404 || statusCode === 410) return 'none'
        throw new Error(`${address} answered ${statusCode}`)
      }
      const size = sizeOf(answer.headers['content-length'])
      if (size > mostOriginalBytes) throw new Error(`${address} has ${size} bytes`)
      // What has come until then is in the machine's buffers.
      await room.reserve(size)
      const { bytes, digest } = await deadline.within(readWhole(answer.body, size))
      room.shrinkTo(bytes.length)
      const original = await imageFileOf(bytes, digest)
      const { etag, 'last-modified': lastModified } = answer.headers
      const validators = { etag: textOf(etag), lastModified: textOf(lastModified) }
      return original === null ? 'unfit' : { file: original, validators }
    } finally {
      // What was not read to its end would hold its connection.
      answer.body.destroy()
    }
  }

  return {
    /**
     * @param room for the original, reserved here; the waits for it and for a connection are not the
     * image base's fault and do not count against its deadline
     * @param known of the original that is kept: the same is then not sent again
     * @throws when the image base gives no usable answer; TooManyPictures
     */
    fetch: (file: string, room: Room, known?: Validators): Promise<Fetched> =>
      connections.run(async (connection) => {
        // Those who have a connection may be waiting for room.
        room.shrinkTo(0)
        await connection.reserve(1)
        return fetchNow(file, room, known)
      }),
    close: () => {
      connections.close()
      return dispatcher.destroy()
    },
  }
}

/** A time that runs only while something is waited for. */
function createDeadline(ms: number) {
  const abort = new AbortController()
  let left = ms
  return {
    signal: abort.signal,
    async within<T>(work: Promise<T>): Promise<T> {
      const started = performance.now()
      const late = () => abort.abort(new Error(`The image base took more than ${ms} ms`))
      const timer = setTimeout(late, left)
      try {
        return await work
      } finally {
        clearTimeout(timer)
        left -= performance.now() - started
      }
    },
  }
}

/** What an answer says of its size, or else the most it may have. */
function sizeOf(contentLength: string | string[] | undefined) {
  const size = Number(contentLength)
  return Number.isSafeInteger(size) && size >= 0 ? size : mostOriginalBytes
}

/**
 * Into one piece of memory, which is all that it takes.
 * @param most in bytes
 */
async function readWhole(body: Readable, most: number) {
  const whole = Buffer.allocUnsafeSlow(most)
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array) || length + chunk.length > most) {
      throw new Error('What came is longer than it may be')
    }
    hash.update(chunk)
    whole.set(chunk, length)
    length += chunk.length
  }
  // A small picture of unknown size does not hold the memory for a large one.
  const bytes = length === most ? whole : Buffer.from(whole.subarray(0, length))
  return { bytes, digest: hash.digest() }
}

function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  if (etag !== '') return { 'if-none-match': etag }
  return lastModified === '' ? {} : { 'if-modified-since': lastModified }
}

function textOf(header: string | string[] | undefined) {
  return typeof header === 'string' && header.length <= 200 ? header : ''
}
