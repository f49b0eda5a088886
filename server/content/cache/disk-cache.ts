import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limits } from '../limits.ts'
import { contentTypeNames, type ContentType } from '../../config.ts'
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

/** Max. size on disk, in bytes. */
const maxDiskBytes = 256 * 1024 * 1024
/** Max. size of pending writes, in bytes: a hung disk must not fill the memory. */
const maxPendingBytes = 32 * 1024 * 1024
const maxConcurrentWrites = 4
/** Interval at which an unchanged response is rewritten to update its date, ms. */
const maxDateUpdateMs = 10 * 60 * 1000

/** A response to store; a null body keeps the stored body. */
type ResponseToStore = Omit<StoredResponse, 'body'> & { body: Uint8Array | null }

/** A pending write; a null response deletes the file. */
interface Job {
  key: string
  response: ResponseToStore | null
}

/** Stores the last good responses of the content API on disk, in the background. */
export interface DiskCache {
  /** @returns null if there is no intact file of this version */
  find: (key: string, type: ContentType) => Promise<StoredResponse | null>
  /** Queues a write, unless the same response is stored with a recent date. */
  save: (key: string, type: ContentType, response: ResponseToStore) => void
  /** Queues the deletion of a file. */
  remove: (key: string, type: ContentType) => void
  /** Returns the number of stored responses of this API. */
  count: () => number
  /** Times at which the newest file of each type was written, as found at startup, ms since the epoch. */
  newestByType: () => ReadonlyMap<ContentType, number>
  /** Resolves when the folder has been listed. Callers need not wait. */
  ready: () => Promise<void>
  /** Resolves when all pending writes are done. */
  close: () => Promise<void>
}

/**
 * @param scope identifies the content API; files of another scope are ignored
 * @param lifetimeMs max. age at which a response may be used
 */
export function createDiskCache({
  folder,
  scope,
  lifetimeMs,
  maxBytes = maxDiskBytes,
}: {
  folder: string
  scope: string
  lifetimeMs: number
  maxBytes?: number
}): DiskCache {
  const disk = new DiskStore({
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
  const prefix = `${digestOf(scope).slice(0, 16)}-`
  const dateUpdateMs = Math.min(maxDateUpdateMs, lifetimeMs / 10)
  const written = new LRUCache<string, Omit<StoredResponse, 'body'>>({ max: 20_000 })
  const jobs = new Map<string, Job>()
  const running = new Map<string, Promise<void>>()
  let pendingBytes = 0

  /** Times at which the newest file of each type was written, as found at startup, ms since the epoch. */
  const newest = new Map<ContentType, number>()
  const ready = disk.open().then((files) => {
    for (const { key: name, usedAt } of files) {
      const type = contentTypeNames.find((type) => name.endsWith(`.${type}.content`))
      if (type && name.startsWith(prefix)) newest.set(type, usedAt)
    }
  })

  function nameOf(key: string, type: ContentType) {
    return `${prefix}${digestOf(key)}.${type}.content`
  }

  /** Queues a job, which replaces the pending one of the same file. */
  function enqueue(name: string, job: Job) {
    pendingBytes += sizeOf(job) - sizeOf(jobs.get(name))
    jobs.set(name, job)
    startJobs()
  }

  function startJobs() {
    for (const [name, job] of jobs) {
      if (running.size >= maxConcurrentWrites) return
      if (running.has(name)) continue
      running.set(
        name,
        run(name, job).finally(() => {
          running.delete(name)
          if (jobs.get(name) === job) {
            jobs.delete(name)
            pendingBytes -= sizeOf(job)
          }
          startJobs()
        }),
      )
    }
  }

  async function run(name: string, { key, response }: Job) {
    if (!response) return disk.remove(name)
    const body = response.body ?? (await findStored(name, key))?.body
    if (body) await disk.write(name, await pack({ ...response, body }, scope, key))
  }

  async function findStored(name: string, key: string): Promise<StoredResponse | null> {
    const entry = await disk.read(name)
    return entry && unpack(entry.bytes, scope, key)
  }

  return {
    async find(key, type) {
      const name = nameOf(key, type)
      const job = jobs.get(name)
      if (job && !job.response) return null
      const body = job?.response?.body
      // Returns a copy, since the pending write still needs its bytes.
      if (job?.response && body) return { ...job.response, body: new Uint8Array(body) }
      const response = await findStored(name, key)
      if (response) {
        const { fingerprint, isCut, arrivedAt } = response
        written.set(name, { fingerprint, isCut, arrivedAt })
      }
      return response
    },
    save(key, type, response) {
      const name = nameOf(key, type)
      const { fingerprint, isCut, arrivedAt } = response
      const previous = written.get(name)
      const isSame = previous?.fingerprint === fingerprint && previous.isCut === isCut
      if (isSame && arrivedAt - previous.arrivedAt < dateUpdateMs) return
      if (pendingBytes + (response.body?.length ?? 0) > maxPendingBytes) return
      written.set(name, { fingerprint, isCut, arrivedAt })
      enqueue(name, { key, response })
    },
    remove(key, type) {
      const name = nameOf(key, type)
      written.delete(name)
      enqueue(name, { key, response: null })
    },
    count: () => disk.keys().filter((name) => name.startsWith(prefix)).length,
    newestByType: () => newest,
    ready: () => ready,
    async close() {
      await ready
      while (running.size > 0) await Promise.all(running.values())
      await disk.close()
    },
  }
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function sizeOf(job: Job | undefined) {
  return job?.response?.body?.length ?? 0
}
