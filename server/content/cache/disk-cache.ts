import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { limits } from '../limits.ts'
import { contentTypeNames, type ContentType } from '../../config.ts'
import { log } from '@site/runtime/log'
import { DiskStore } from '@site/runtime/disk-store'

/** Version of the format; files of other versions are ignored. */
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
 * A response of the content API, perhaps truncated, outside the memory of the process. A later version of this site may
 * read it.
 */
export interface StoredResponse {
  body: Uint8Array
  /** Fingerprint of the original response. */
  fingerprint: string
  isCut: boolean
  /** When the call was sent, ms since the epoch. */
  arrivedAt: number
  /** The purges of its type that were known when the call was sent; only in the shared cache. */
  purges?: string | undefined
}

/**
 * Encodes one line of JSON about the response, then its gzipped body.
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
    // The file was written by another version.
    return null
  }
}

/** Logs that a stored response cannot be parsed. */
export function logUnreadable(key: string, error: unknown) {
  log.warn({ key, error: String(error) }, 'cached content unreadable')
}

/** Max. size on disk, in bytes. */
const maxDiskBytes = 256 * 1024 * 1024
/** Max. size of pending writes, in bytes: a hung disk must not fill the memory. */
const maxPendingBytes = 32 * 1024 * 1024
const maxConcurrentWrites = 4
/** Interval at which an unchanged response is rewritten to update its date, ms. */
const maxDateUpdateMs = 10 * 60 * 1000

/** Max. files whose last response is remembered. */
const maxRemembered = 20_000

/** A response to store; a null body keeps the stored body. */
type ResponseToStore = Omit<StoredResponse, 'body'> & { body: Uint8Array | null }

/** A pending write; a null response deletes the file. */
interface Job {
  key: string
  response: ResponseToStore | null
}

interface StoredResponses {
  /** @returns null if there is no intact file of this version */
  find(key: string, type: ContentType): Promise<StoredResponse | null>
  /** Queues a write, unless the same response is stored with a recent date. */
  save(key: string, type: ContentType, response: ResponseToStore): void
  /** Queues the deletion of a file. */
  remove(key: string, type: ContentType): void
  /** Returns the number of stored responses of this API. */
  count(): number
  /** Times at which the newest file of each type was written, as found at startup, ms since the epoch. */
  newestByType(): ReadonlyMap<ContentType, number>
  /** Resolves when the folder has been listed. Callers need not wait. */
  ready(): Promise<void>
  /** Resolves when all pending writes are done. */
  close(): Promise<void>
}

interface DiskCacheOptions {
  folder: string
  /** Identifies the content API; files of another scope are ignored. */
  scope: string
  /** Max. age at which a response may be used, ms. */
  lifetimeMs: number
  maxBytes?: number
}

/** Stores the last good responses of the content API on disk, in the background. */
export class DiskCache implements StoredResponses {
  readonly #scope: string
  readonly #prefix: string
  readonly #dateUpdateMs: number
  readonly #disk: DiskStore
  /** The responses in files that were written or read, but for their bodies. */
  readonly #written = new Map<string, Omit<StoredResponse, 'body'>>()
  readonly #jobs = new Map<string, Job>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #newest = new Map<ContentType, number>()
  readonly #ready: Promise<void>
  #pendingBytes = 0

  constructor({ folder, scope, lifetimeMs, maxBytes = maxDiskBytes }: DiskCacheOptions) {
    this.#scope = scope
    this.#prefix = `${digestOf(scope).slice(0, 16)}-`
    this.#dateUpdateMs = Math.min(maxDateUpdateMs, lifetimeMs / 10)
    this.#disk = new DiskStore({
      folder,
      maxBytes,
      updatesDateOnRead: false,
      ownName: /^[0-9a-f]{16}-[0-9a-f]{64}\.[A-Za-z.]+\.content$/,
      messages: {
        writeFailed: 'content cache write failed',
        readFailed: 'content cache read failed',
        corrupt: 'corrupt content cache file removed',
      },
    })
    this.#ready = this.#listFiles()
  }

  async find(key: string, type: ContentType) {
    const name = this.#nameOf(key, type)
    const job = this.#jobs.get(name)
    if (job && !job.response) return null
    const body = job?.response?.body
    // Returns a copy, since the pending write still needs its bytes.
    if (job?.response && body) return { ...job.response, body: new Uint8Array(body) }
    const response = await this.#findStored(name, key)
    if (response) this.#remember(name, response)
    return response
  }

  save(key: string, type: ContentType, response: ResponseToStore) {
    const name = this.#nameOf(key, type)
    const previous = this.#written.get(name)
    const isSame =
      previous?.fingerprint === response.fingerprint && previous.isCut === response.isCut
    if (isSame && response.arrivedAt - previous.arrivedAt < this.#dateUpdateMs) return
    if (this.#pendingBytes + (response.body?.length ?? 0) > maxPendingBytes) return
    this.#remember(name, response)
    this.#enqueue(name, { key, response })
  }

  remove(key: string, type: ContentType) {
    const name = this.#nameOf(key, type)
    this.#written.delete(name)
    this.#enqueue(name, { key, response: null })
  }

  count() {
    return this.#disk.keys().filter((name) => name.startsWith(this.#prefix)).length
  }

  newestByType() {
    return this.#newest
  }

  ready() {
    return this.#ready
  }

  async close() {
    await this.#ready
    while (this.#running.size > 0) await Promise.all(this.#running.values())
    await this.#disk.close()
  }

  async #listFiles() {
    for (const { key: name, usedAt } of await this.#disk.open()) {
      const type = contentTypeNames.find((type) => name.endsWith(`.${type}.content`))
      if (type && name.startsWith(this.#prefix)) this.#newest.set(type, usedAt)
    }
  }

  #nameOf(key: string, type: ContentType) {
    return `${this.#prefix}${digestOf(key)}.${type}.content`
  }

  #remember(name: string, { fingerprint, isCut, arrivedAt }: ResponseToStore) {
    // A forgotten file is written once more.
    if (this.#written.size >= maxRemembered) this.#written.clear()
    this.#written.set(name, { fingerprint, isCut, arrivedAt })
  }

  /** Queues a job, which replaces the pending one of the same file. */
  #enqueue(name: string, job: Job) {
    this.#pendingBytes += sizeOf(job) - sizeOf(this.#jobs.get(name))
    this.#jobs.set(name, job)
    this.#startJobs()
  }

  #startJobs() {
    for (const [name, job] of this.#jobs) {
      if (this.#running.size >= maxConcurrentWrites) return
      if (this.#running.has(name)) continue
      this.#running.set(
        name,
        this.#run(name, job).finally(() => {
          this.#running.delete(name)
          if (this.#jobs.get(name) === job) {
            this.#jobs.delete(name)
            this.#pendingBytes -= sizeOf(job)
          }
          this.#startJobs()
        }),
      )
    }
  }

  async #run(name: string, { key, response }: Job) {
    if (!response) return this.#disk.remove(name)
    const body = response.body ?? (await this.#findStored(name, key))?.body
    if (body) await this.#disk.write(name, await pack({ ...response, body }, this.#scope, key))
  }

  async #findStored(name: string, key: string): Promise<StoredResponse | null> {
    const entry = await this.#disk.read(name)
    return entry && unpack(entry.bytes, this.#scope, key)
  }
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function sizeOf(job: Job | undefined) {
  return job?.response?.body?.length ?? 0
}
