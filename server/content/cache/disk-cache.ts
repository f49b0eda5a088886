import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { contentTypeNames, type ContentType } from '../../config.ts'
import { createDiskStore } from '../../disk-store.ts'
import { limits } from '../limits.ts'

/** Of all kept answers on disk, in bytes. */
const mostOnDisk = 256 * 1024 * 1024
/** Of the answers that wait to be written, in bytes: a disk that hangs must not fill the memory. */
const mostWaiting = 32 * 1024 * 1024
const writesAtOnce = 4
/** An answer that stays the same is written again this often, for its date alone, ms. */
const mostBetweenDates = 10 * 60 * 1000
/** Told apart by those who write files that this version could not read. */
const format = 1

const headSchema = z.object({
  format: z.literal(format),
  scope: z.string(),
  key: z.string(),
  arrivedAt: z.number(),
  fingerprint: z.string(),
  isCut: z.boolean().default(false),
})

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/**
 * An answer of the content API as it came, or what is left of one that was cut; what reads it may be
 * a later version of this site.
 */
export interface StoredResponse {
  body: Uint8Array
  /** Of the answer as it came. */
  fingerprint: string
  isCut: boolean
  /** When it was asked for, ms since the epoch. */
  arrivedAt: number
}

/** An answer to be stored; without a body where the one that is stored is good. */
type Storing = Omit<StoredResponse, 'body'> & { body: Uint8Array | null }

/** What is to happen to a file; null: it goes. */
interface Job {
  key: string
  answer: Storing | null
}

export type DiskCache = ReturnType<typeof createDiskCache>

/**
 * The last good answers of the content API on disk, written behind everybody's back. A file is one
 * line of JSON that says what it is, and then the answer, compressed.
 * @param scope which API's answers they are: those of another are never read
 * @param lifetimeMs how long an answer may be used at all
 */
export function createDiskCache({
  folder,
  scope,
  lifetimeMs,
  mostBytes = mostOnDisk,
}: {
  folder: string
  scope: string
  lifetimeMs: number
  mostBytes?: number
}) {
  const disk = createDiskStore({
    folder,
    mostBytes,
    isUsedByReading: false,
    ownName: /^[0-9a-f]{16}-[0-9a-f]{64}\.[A-Za-z.]+\.content$/,
    words: {
      notWritten: 'content cannot be kept on disk',
      notRead: 'kept content cannot be read',
      spoiled: 'a kept answer is spoiled and not used',
    },
  })
  const prefix = `${digestOf(scope).slice(0, 16)}-`
  const betweenDates = Math.min(mostBetweenDates, lifetimeMs / 10)
  const written = new LRUCache<string, Omit<StoredResponse, 'body'>>({ max: 20_000 })
  const jobs = new Map<string, Job>()
  const running = new Map<string, Promise<void>>()
  let waitingBytes = 0

  /** When the newest answer of each type was written that was there from the start, ms since the epoch. */
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

  /** What comes last for a file takes the place of what waits. */
  function enqueue(name: string, job: Job) {
    waitingBytes += sizeOf(job) - sizeOf(jobs.get(name))
    jobs.set(name, job)
    startJobs()
  }

  function startJobs() {
    for (const [name, job] of jobs) {
      if (running.size >= writesAtOnce) return
      if (running.has(name)) continue
      running.set(
        name,
        run(name, job).finally(() => {
          running.delete(name)
          if (jobs.get(name) === job) {
            jobs.delete(name)
            waitingBytes -= sizeOf(job)
          }
          startJobs()
        }),
      )
    }
  }

  async function run(name: string, { key, answer }: Job) {
    if (!answer) return disk.remove(name)
    const { body: given, ...facts } = answer
    const body = given ?? (await findStored(name, key))?.body
    if (!body) return
    const head = JSON.stringify({ format, scope, key, ...facts })
    const packed = await compress(body, { level: constants.Z_BEST_SPEED })
    await disk.write(name, Buffer.concat([Buffer.from(`${head}\n`), packed]))
  }

  async function findStored(name: string, key: string): Promise<StoredResponse | null> {
    const entry = await disk.read(name)
    return entry && unpack(entry.bytes, scope, key)
  }

  return {
    /** @returns null where there is none, or none that is whole and of this version */
    async find(key: string, type: ContentType): Promise<StoredResponse | null> {
      const name = nameOf(key, type)
      const job = jobs.get(name)
      if (job && !job.answer) return null
      const body = job?.answer?.body
      // A copy, since what waits here is still to be written.
      if (job?.answer && body) return { ...job.answer, body: new Uint8Array(body) }
      const answer = await findStored(name, key)
      if (answer) {
        const { fingerprint, isCut, arrivedAt } = answer
        written.set(name, { fingerprint, isCut, arrivedAt })
      }
      return answer
    },
    /** Has an answer written, unless the same is there with a date that is good enough. */
    keep(key: string, type: ContentType, answer: Storing) {
      const name = nameOf(key, type)
      const { fingerprint, isCut, arrivedAt } = answer
      const before = written.get(name)
      const isSame = before?.fingerprint === fingerprint && before.isCut === isCut
      if (isSame && arrivedAt - before.arrivedAt < betweenDates) return
      if (waitingBytes + (answer.body?.length ?? 0) > mostWaiting) return
      written.set(name, { fingerprint, isCut, arrivedAt })
      enqueue(name, { key, answer })
    },
    remove(key: string, type: ContentType) {
      const name = nameOf(key, type)
      written.delete(name)
      enqueue(name, { key, answer: null })
    },
    /** How many answers of this API there are. */
    count: () => disk.keys().filter((name) => name.startsWith(prefix)).length,
    newestByType: (): ReadonlyMap<ContentType, number> => newest,
    /** Fulfils once it is known what the disk holds. Nothing has to wait for it. */
    ready: () => ready,
    /** Fulfils once everything is written. */
    async close() {
      await ready
      while (running.size > 0) await Promise.all(running.values())
      await disk.close()
    },
  }
}

async function unpack(
  bytes: Uint8Array,
  scope: string,
  key: string,
): Promise<StoredResponse | null> {
  try {
    const end = bytes.indexOf(0x0a)
    const head = headSchema.parse(JSON.parse(Buffer.from(bytes.subarray(0, end)).toString('utf8')))
    if (head.scope !== scope || head.key !== key) return null
    const { fingerprint, isCut, arrivedAt } = head
    const body = await decompress(bytes.subarray(end + 1), { maxOutputLength: 2 * limits.decoded })
    return { body, fingerprint, isCut, arrivedAt }
  } catch {
    // Written by another version.
    return null
  }
}

function digestOf(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function sizeOf(job: Job | undefined) {
  return job?.answer?.body?.length ?? 0
}
