import { TooManyPictures } from './single-flight.ts'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Readable } from 'node:stream'
import type { DiskStore } from '@site/runtime/disk-store'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { imageFileOf, type ImageFile } from '../image-base.ts'
import { BaseFiles, conditionsOf, type Validators } from '../base-files.ts'

const sourceSchema = z.object({
  /** SHA-256 of the original, hexadecimal: images are cached by it, not by name. */
  original: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string(),
  /** In pixels, upright; null if it is broken. */
  width: z.number().int().positive().nullable(),
  validators: z.object({ etag: z.string(), lastModified: z.string() }),
  /** When the image base last confirmed it, ms. */
  checkedAt: z.number(),
})

/** Facts about a file of the image base. */
export type Source = z.output<typeof sourceSchema>

/** Maximum number of names in memory, about 400 bytes each. */
const maxInMemory = 10_000

/** Facts about the image base's files by name, in memory and on disk. */
export interface Sources {
  /** Synchronous; memory only. */
  peek: (file: string) => Source | undefined
  /** Reads the disk for what is not in memory. */
  find: (file: string) => Promise<Source | null>
  set: (file: string, source: Source) => void
  /** Forgets a file, in memory and on disk. */
  remove: (file: string) => Promise<void>
  /**
   * Loads facts from disk into memory, as many as fit.
   * @param keys of the files on disk, most recently used last
   */
  loadAll: (keys: string[]) => Promise<void>
}

/** @param scope identifies the content API: another one may have other files under the same names */
export function createSources(disk: DiskStore, scope: string): Sources {
  const known = new LRUCache<string, Source>({ max: maxInMemory })

  function fileKeyOf(file: string) {
    return `${createHash('sha256')
      .update(JSON.stringify([scope, file]))
      .digest('hex')}.source`
  }

  async function load(key: string) {
    const entry = await disk.read(key)
    const source = entry && parse(entry.bytes)
    // A value set in the meantime is newer.
    if (source && !known.has(key)) known.set(key, source)
    return source
  }

  return {
    peek: (file) => known.get(fileKeyOf(file)),
    async find(file) {
      const key = fileKeyOf(file)
      return known.get(key) ?? (await load(key))
    },
    set(file, source) {
      const key = fileKeyOf(file)
      known.set(key, source)
      void disk.write(key, Buffer.from(JSON.stringify(source)))
    },
    async remove(file) {
      const key = fileKeyOf(file)
      known.delete(key)
      await disk.remove(key)
    },
    async loadAll(keys) {
      const own = keys.filter((key) => key.endsWith('.source')).slice(-maxInMemory)
      for (const key of own) if (!known.has(key)) await load(key)
    },
  }
}

function parse(bytes: Uint8Array): Source | null {
  try {
    return sourceSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    // Another version of this file wrote it.
    return null
  }
}

/** Maximum size of an original, in bytes: fits a phone photograph at the highest resolution. */
export const maxOriginalBytes = 28 * 1024 * 1024

const limits = {
  deadlineMs: 4_000,
  /** A large original gets more time, provided that it arrives at this speed, bytes per ms. */
  minSpeed: 4_000,
  connections: 8,
  /** Maximum wait for a connection, ms. */
  connectionTimeoutMs: 8_000,
}

export interface Original {
  file: ImageFile & { digest: Buffer }
  validators: Validators
}

/**
 * 'same': not modified; 'none': no such file; 'unfit': not a file that pages may show, whatever its
 * name.
 */
type Fetched = Original | 'same' | 'none' | 'unfit'

/**
 * Returns the image base's address.
 * @param apiUrl of the content API in use, which may be the embedded service
 */
export function imageBaseOf(imagesUrl: string | undefined, apiUrl: string) {
  return imagesUrl ?? `${new URL(apiUrl).origin}/images/post`
}

/** Fetches originals whole, each within a deadline. */
export class OriginalFetcher {
  readonly #files: BaseFiles
  readonly #connections = createBudget(limits.connections, limits.connectionTimeoutMs)

  constructor(files: BaseFiles) {
    this.#files = files
  }

  /**
   * @param reservation memory for the original, reserved here; waits for memory or a connection
   * do not count against the image base's deadline
   * @param known validators of the cached original, for a conditional request
   * @throws when the image base gives no usable response; TooManyPictures
   */
  fetch(name: string, reservation: Reservation, known?: Validators): Promise<Fetched> {
    return this.#connections.run(async (connection) => {
      // Releases memory before it waits: tasks that hold a connection may be waiting for memory.
      reservation.shrinkTo(0)
      await connection.reserve(1)
      return this.#fetchNow(name, reservation, known)
    })
  }

  async #fetchNow(name: string, reservation: Reservation, known?: Validators): Promise<Fetched> {
    const deadline = createDeadline(limits.deadlineMs)
    const { signal } = deadline
    const headers = known && conditionsOf(known)
    const file = await deadline.within(this.#files.request(name, { signal, headers }))
    if (file === 'none') return 'none'
    const { statusCode, length, body, validators } = file
    try {
      if (statusCode === 304 && known) return 'same'
      if (statusCode !== 200) throw new Error(`The image base returned ${statusCode} for ${name}`)
      const size = length ?? maxOriginalBytes
      // Reserving may wait; meanwhile the body stays in the system's socket buffers.
      await reservation.reserve(size)
      if (length !== null) deadline.extend(length / limits.minSpeed)
      const { bytes, digest } = await deadline.within(readWhole(body, size))
      reservation.shrinkTo(bytes.length)
      const original = await imageFileOf(bytes, digest)
      return original === null ? 'unfit' : { file: original, validators }
    } finally {
      // An unread body would block its connection.
      body.destroy()
    }
  }

  close() {
    this.#connections.close()
    return this.#files.close()
  }
}

/** Opens the image base for originals. */
export function openOriginals(base: () => Promise<string>, headers: OutgoingHeaders = {}) {
  const { connections } = limits
  return new BaseFiles({
    base,
    headers,
    agent: { connections, maxResponseSize: maxOriginalBytes },
    maxBytes: maxOriginalBytes,
    refreshFailed: 'image refresh failed',
  })
}

/** A deadline that only runs during `within`. */
function createDeadline(ms: number) {
  const controller = new AbortController()
  let remainingMs = ms
  return {
    signal: controller.signal,
    /** Must not be called during `within`. */
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

/** The part of the budget reserved by one task. */
export interface Reservation {
  /**
   * Waits in order for the amount. Releases the current reservation first, so that two tasks never
   * deadlock.
   * @throws TooManyPictures after too long a wait
   */
  reserve: (amount: number) => Promise<void>
  /** Releases the part that is not needed. */
  shrinkTo: (amount: number) => void
}

export interface Waiter {
  amount: number
  grant: () => void
  reject: (error: Error) => void
}

/** A resource shared by several tasks, which reserve their share before they use it. */
export interface Budget {
  /** Runs a task and releases its reservation when it settles. */
  run: <T>(task: (reservation: Reservation) => Promise<T>) => Promise<T>
  /** Total of all reservations. */
  reserved: () => number
  /** Number of waiters. */
  waiting: () => number
  /** Rejects all waiters. */
  close: () => void
}

/**
 * @param total for example bytes of memory or connections; no reservation may exceed it
 * @param timeoutMs maximum wait for a reservation
 */
export function createBudget(total: number, timeoutMs: number): Budget {
  const waiting = new Set<Waiter>()
  let free = total

  /** Grants in order of arrival; otherwise large reservations would starve. */
  function grantWaiting() {
    for (const waiter of waiting) {
      if (waiter.amount > free) return
      waiting.delete(waiter)
      free -= waiter.amount
      waiter.grant()
    }
  }

  async function acquire(amount: number) {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve, reject) => {
      const waiter = { amount, grant: resolve, reject }
      waiting.add(waiter)
      timer = setTimeout(() => {
        waiting.delete(waiter)
        reject(new TooManyPictures('Timed out waiting for memory or a connection'))
        // Waiters behind it may need less.
        grantWaiting()
      }, timeoutMs)
      grantWaiting()
    }).finally(() => clearTimeout(timer))
  }

  return {
    async run(task) {
      let reserved = 0
      const shrinkTo = (amount: number) => {
        free += Math.max(0, reserved - amount)
        reserved = Math.min(reserved, amount)
        grantWaiting()
      }
      const reserve = async (amount: number) => {
        shrinkTo(0)
        await acquire(amount)
        reserved = amount
      }
      try {
        return await task({ reserve, shrinkTo })
      } finally {
        shrinkTo(0)
      }
    },
    reserved: () => total - free,
    waiting: () => waiting.size,
    close() {
      for (const { reject } of waiting) reject(new Error('The server is closing'))
      waiting.clear()
    },
  }
}
