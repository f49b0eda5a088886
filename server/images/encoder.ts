import { z } from 'zod'
import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { shareCardSchema, type ShareCard } from './share-cards.ts'
import { log } from '../observe/log.ts'
import { metrics } from '../observe/metrics.ts'
import { projectRoot, runsFromSource } from '../storage/folders.ts'
import type { ImageFile } from './image-file.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const id = z.number()
/** In pixels. */
const width = z.number()

/** Requests to the encoder process. */
export const requestSchema = z.discriminatedUnion('work', [
  z.object({ id, work: z.literal('measure'), original: bytes }),
  z.object({ id, work: z.literal('webp'), original: bytes, width }),
  z.object({ id, work: z.literal('avif'), original: bytes, width }),
  z.object({ id, work: z.literal('card'), card: shareCardSchema, original: bytes.nullable() }),
])

/** Reply to a request: the original's width, an image, or an error. */
const replySchema = z.object({
  id,
  error: z.string().optional(),
  width: width.optional(),
  picture: bytes.optional(),
})

/** Messages from the encoder process. */
const encoderMessageSchema = z.union([
  z.object({ state: z.literal('ready') }),
  /** The process is about to kill itself for exceeding its memory limit; rss in bytes. */
  z.object({ state: z.literal('overMemory'), rss: z.number() }),
  replySchema,
])

export type EncoderRequest = z.output<typeof requestSchema>
export type EncoderReply = z.output<typeof replySchema>
export type EncoderMessage = z.output<typeof encoderMessageSchema>

/**
 * Maximum number of concurrent jobs: each may take some hundred megabytes, and pages need the CPU,
 * too.
 */
const maxRunning = 2
/** The idle process exits after this time and frees its memory, ms. */
const idleMs = 30_000
/** Encoding has its own timeout; a job that exceeds this one gets the process killed, ms. */
const jobTimeoutMs = 20_000
/** How long an image that crashed the process is not retried, ms. */
const crashedMs = 10 * 60 * 1000
/** Maximum number of remembered crashing images. */
const maxCrashed = 1_000

const program = runsFromSource
  ? path.join(projectRoot, 'server/images/encoder-program.ts')
  : path.join(projectRoot, 'build/server/encoder-program.js')

/** Makes glibc return large freed blocks to the system; other C libraries ignore it. */
const environment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
} as const

export type Encoder = ReturnType<typeof createEncoder>

/** An image to encode; its ETag identifies it. */
export type Picture = Pick<ImageFile, 'bytes' | 'etag'>

/** The encoder failed for a reason other than the image. */
export class EncoderUnavailable extends Error {
  override name = 'EncoderUnavailable'
}

/** A request without its ID, which is assigned when it is sent to a process. */
type Work = EncoderRequest extends infer Each
  ? Each extends EncoderRequest
    ? Omit<Each, 'id'>
    : never
  : never

interface Job {
  work: Work
  /** The image's ETag, or null without an image. */
  etag: string | null
  /** Whether a process died while it was one of several jobs. */
  isSuspect: boolean
  timer?: NodeJS.Timeout
  resolve: (reply: EncoderReply) => void
  reject: (error: Error) => void
}

/**
 * Decodes, encodes and draws images in a child process, started on demand: the site does not keep
 * its hundred megabytes of memory, and survives an image that crashes the library or exceeds the
 * memory limit. An image that crashed the process is not retried for a while; other jobs lost with
 * it are retried once, alone.
 */
export function createEncoder() {
  const waiting: Job[] = []
  const suspects: Job[] = []
  const running = new Map<number, Job>()
  const crashed = new LRUCache<string, Error>({ max: maxCrashed, ttl: crashedMs })
  let child: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0

  function start() {
    let isReady = false
    let reason = ''
    const started = fork(program, {
      execArgv: runsFromSource ? ['--import', 'tsx'] : [],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const reply = encoderMessageSchema.parse(message)
      if (!('state' in reply)) finish(reply)
      else if (reply.state === 'ready') isReady = true
      else reason = `out of memory at ${reply.rss} bytes`
    })
    started.on('error', (error) => end(started, error.message, isReady))
    // Not on 'exit': its last messages may not have been read by then.
    started.once('close', (code, signal) =>
      end(started, reason || `ended with ${signal ?? code}`, isReady),
    )
    // The child must not delay the exit of the site's process.
    started.unref()
    started.channel?.unref()
    return started
  }

  /** Removes a running job. */
  function removeJob(id: number) {
    const job = running.get(id)
    clearTimeout(job?.timer)
    running.delete(id)
    return job
  }

  function finish(reply: EncoderReply) {
    const job = removeJob(reply.id)
    if (reply.error === undefined) job?.resolve(reply)
    else job?.reject(new Error(reply.error))
    startJobs()
  }

  /**
   * Handles the end of a process.
   * @param isReady whether the process had started; if not, its jobs are not to blame
   * @param culprit the job that caused the end, if known
   */
  function end(ended: ChildProcess, reason: string, isReady: boolean, culprit?: Job) {
    if (ended !== child) return
    child = null
    ended.kill('SIGKILL')
    const lost = [...running.keys()].flatMap((id) => removeJob(id) ?? [])
    const error = new Error(`The encoder process died: ${reason}`)
    if (lost.length > 0) {
      metrics.encoderDeaths.inc()
      log.warn({ reason, jobs: lost.length }, 'image encoder died')
    }
    if (!isReady) return rejectAll(new EncoderUnavailable(error.message), lost)
    for (const job of lost) {
      if (job === culprit || lost.length === 1) {
        if (job.etag !== null) crashed.set(job.etag, error)
        job.reject(error)
      } else suspects.push({ ...job, isSuspect: true })
    }
    startJobs()
  }

  function rejectAll(error: Error, lost: Job[]) {
    for (const { reject } of [...lost, ...suspects.splice(0), ...waiting.splice(0)]) reject(error)
  }

  /** The process exits when disconnected. */
  function stopIdleProcess() {
    if (child?.connected) child.disconnect()
    child = null
  }

  function startJobs() {
    clearTimeout(idleTimer)
    while (running.size < maxRunning) {
      // A suspect runs alone: if the process dies again, that job caused it.
      const isAlone = suspects.length > 0 || [...running.values()].some((job) => job.isSuspect)
      if (isAlone && running.size > 0) return
      const job = suspects.shift() ?? waiting.shift()
      if (!job) break
      startJob(job)
    }
    if (running.size === 0) idleTimer = setTimeout(stopIdleProcess, idleMs).unref()
  }

  function startJob(job: Job) {
    // Another job for the same image may have crashed a process in the meantime.
    const failure = job.etag === null ? undefined : crashed.get(job.etag)
    if (failure) return job.reject(failure)
    const worker = (child ??= start())
    const id = (lastId += 1)
    job.timer = setTimeout(
      () => end(worker, `an image took more than ${jobTimeoutMs} ms`, true, job),
      jobTimeoutMs,
    )
    running.set(id, job)
    // A dead process is handled by its 'close' event.
    worker.send({ ...job.work, id } satisfies EncoderRequest, () => undefined)
  }

  function submit(work: Work, picture: Picture | null): Promise<EncoderReply> {
    const etag = picture?.etag ?? null
    return new Promise((resolve, reject) => {
      waiting.push({ work, etag, isSuspect: false, resolve, reject })
      startJobs()
    })
  }

  return {
    /**
     * @returns the width in pixels, upright; null if it is not an image, is broken, or is too large
     * @throws EncoderUnavailable
     */
    async measure(picture: Picture): Promise<number | null> {
      try {
        const { width = null } = await submit({ work: 'measure', original: picture.bytes }, picture)
        return width
      } catch (error) {
        if (error instanceof EncoderUnavailable) throw error
        return null
      }
    },
    /**
     * @returns WebP, or the original where that is smaller
     * @throws when it cannot be read, is too large, or takes too long; EncoderUnavailable
     */
    async makeWebp(original: Picture, width: number): Promise<Uint8Array> {
      const work = { work: 'webp', original: original.bytes, width } as const
      return requireImage((await submit(work, original)).picture)
    },
    /** @throws as makeWebp does */
    async makeAvif(original: Picture, width: number): Promise<Uint8Array> {
      const work = { work: 'avif', original: original.bytes, width } as const
      return requireImage((await submit(work, original)).picture)
    },
    /**
     * @param original the card's image, or null for none
     * @returns a PNG
     * @throws as makeWebp does
     */
    async drawCard(card: ShareCard, original: Picture | null): Promise<Uint8Array> {
      const work = { work: 'card', card, original: original?.bytes ?? null } as const
      return requireImage((await submit(work, original)).picture)
    },
    /** The child process's ID, if it is running. */
    pid: () => child?.pid,
    close: () => {
      const lost = [...running.keys()].flatMap((id) => removeJob(id) ?? [])
      rejectAll(new EncoderUnavailable('The server is closing'), lost)
      clearTimeout(idleTimer)
      stopIdleProcess()
    },
  }
}

function requireImage(picture: Uint8Array | undefined) {
  if (!picture) throw new Error('The encoder returned no image')
  return picture
}
