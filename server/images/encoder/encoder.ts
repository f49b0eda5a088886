import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { projectRoot } from '../../project-root.ts'
import type { ShareCard } from '../../share-cards/card.ts'
import { encoderMessageSchema, type Order, type Reply } from './encoder-messages.ts'
import type { ImageFile } from '../image-file.ts'

/** Of orders, whatever they are for: each may take some hundred megabytes, and pages need the processor too. */
const mostAtWork = 2
/** The encoder's process ends after so long without work, and its memory is the machine's again, ms. */
const idleMs = 30_000
/** The work on one picture ends by itself before; what does not is ended with its process, ms. */
const patienceMs = 20_000
/** How long a picture that has ended the encoder's process is not tried again, ms. */
const fatalMs = 10 * 60 * 1000
/** Of such pictures. */
const mostFatal = 1_000

/** From source in development and tests, else beside the other doors of the build. */
const isSource = fileURLToPath(import.meta.url).endsWith('.ts')
const program = isSource
  ? path.join(projectRoot, 'server/images/encoder/encoder-program.ts')
  : path.join(projectRoot, 'build/server/encoder-program.js')

/** Large blocks go back to the machine when they are free. Read by the GNU library, else without effect. */
const environment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
} as const

export type Encoder = ReturnType<typeof createEncoder>

/** A picture to work on, and the tag by which it is known again. */
export type Picture = Pick<ImageFile, 'bytes' | 'etag'>

/** It is not for the picture that it could not be worked on. */
export class EncoderUnavailable extends Error {
  override name = 'EncoderUnavailable'
}

/** An order without its number, which it has for one process. */
type Work = Order extends infer Each ? (Each extends Order ? Omit<Each, 'id'> : never) : never

interface Job {
  work: Work
  /** The picture's tag, or null without one. */
  tag: string | null
  /** Whether a process has ended while it was at work, among others. */
  isSuspect: boolean
  patience?: NodeJS.Timeout
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

/**
 * Decodes, makes and draws pictures in a process of its own, started when there is work: a hundred
 * megabytes of memory are not the site's for good, and a picture that brings the library down, or
 * wants more memory than the process may have, does not take the site along. A picture on which the
 * process ends is not tried again for a while; what else was at work then is tried once more, alone.
 */
export function createEncoder() {
  const waiting: Job[] = []
  const suspects: Job[] = []
  const atWork = new Map<number, Job>()
  const fatal = new LRUCache<string, Error>({ max: mostFatal, ttl: fatalMs })
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function start() {
    let isReady = false
    let reason = ''
    const started = fork(program, {
      execArgv: isSource ? ['--import', 'tsx'] : [],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const said = encoderMessageSchema.parse(message)
      if (!('state' in said)) finish(said)
      else if (said.state === 'ready') isReady = true
      else reason = `out of memory at ${said.rss} bytes`
    })
    started.on('error', (error) => end(started, error.message, isReady))
    // Not at its exit: what it said last may not have been read then.
    started.once('close', (code, signal) =>
      end(started, reason || `ended with ${signal ?? code}`, isReady),
    )
    // The site can end without it.
    started.unref()
    started.channel?.unref()
    return started
  }

  /** Takes a job from those at work. */
  function take(id: number) {
    const job = atWork.get(id)
    clearTimeout(job?.patience)
    atWork.delete(id)
    return job
  }

  function finish(reply: Reply) {
    const job = take(reply.id)
    if (reply.error === undefined) job?.resolve(reply)
    else job?.reject(new Error(reply.error))
    goOn()
  }

  /**
   * @param isReady whether the process had started: else it is not for its work that it ended
   * @param culprit the job for which it had to be ended, where that is known
   */
  function end(ended: ChildProcess, reason: string, isReady: boolean, culprit?: Job) {
    if (ended !== child) return
    child = null
    ended.kill('SIGKILL')
    const lost = [...atWork.keys()].flatMap((id) => take(id) ?? [])
    const error = new Error(`The encoder has ended: ${reason}`)
    if (lost.length > 0) {
      metrics.encoderDeaths.inc()
      log.warn({ reason, orders: lost.length }, 'image encoder died')
    }
    if (!isReady) return refuseAll(new EncoderUnavailable(error.message), lost)
    for (const job of lost) {
      if (job === culprit || lost.length === 1) {
        if (job.tag !== null) fatal.set(job.tag, error)
        job.reject(error)
      } else suspects.push({ ...job, isSuspect: true })
    }
    goOn()
  }

  function refuseAll(error: Error, lost: Job[]) {
    for (const { reject } of [...lost, ...suspects.splice(0), ...waiting.splice(0)]) reject(error)
  }

  /** The process ends by itself when nobody is connected with it. */
  function rest() {
    if (child?.connected) child.disconnect()
    child = null
  }

  function goOn() {
    clearTimeout(idle)
    while (atWork.size < mostAtWork) {
      // A suspect works alone: if the process ends again, it was that one.
      const isAlone = suspects.length > 0 || [...atWork.values()].some((job) => job.isSuspect)
      if (isAlone && atWork.size > 0) return
      const job = suspects.shift() ?? waiting.shift()
      if (!job) break
      begin(job)
    }
    if (atWork.size === 0) idle = setTimeout(rest, idleMs).unref()
  }

  function begin(job: Job) {
    // Another order of the same picture may have ended a process since this one was given.
    const failure = job.tag === null ? undefined : fatal.get(job.tag)
    if (failure) return job.reject(failure)
    const worker = (child ??= start())
    const id = (last += 1)
    job.patience = setTimeout(
      () => end(worker, `a picture took more than ${patienceMs} ms`, true, job),
      patienceMs,
    )
    atWork.set(id, job)
    // One that has ended says so itself.
    worker.send({ ...job.work, id } satisfies Order, () => undefined)
  }

  function order(work: Work, picture: Picture | null): Promise<Reply> {
    const tag = picture?.etag ?? null
    return new Promise((resolve, reject) => {
      waiting.push({ work, tag, isSuspect: false, resolve, reject })
      goOn()
    })
  }

  return {
    /**
     * @returns the width in pixels, upright; null for what is no picture, or a broken one, or one
     * that is too large
     * @throws EncoderUnavailable
     */
    async measure(picture: Picture): Promise<number | null> {
      try {
        const { width = null } = await order({ work: 'measure', original: picture.bytes }, picture)
        return width
      } catch (error) {
        if (error instanceof EncoderUnavailable) throw error
        return null
      }
    },
    /**
     * @returns a WebP, or the original where that is smaller, and its colour in six hexadecimal
     * digits, or none where something shows through it
     * @throws when it cannot be read, is too large, or takes too long; EncoderUnavailable
     */
    async makeWebp(original: Picture, width: number) {
      const work = { work: 'webp', original: original.bytes, width } as const
      const { picture, colour = '' } = await order(work, original)
      return { picture: made(picture), colour }
    },
    /** @throws as makeWebp does */
    async makeAvif(original: Picture, width: number): Promise<Uint8Array> {
      const work = { work: 'avif', original: original.bytes, width } as const
      return made((await order(work, original)).picture)
    },
    /**
     * @param original the card's picture, or null for none
     * @returns a PNG
     * @throws as makeWebp does
     */
    async drawCard(card: ShareCard, original: Picture | null): Promise<Uint8Array> {
      const work = { work: 'card', card, original: original?.bytes ?? null } as const
      return made((await order(work, original)).picture)
    },
    /** The process at work, if there is one. */
    pid: () => child?.pid,
    close: () => {
      const lost = [...atWork.keys()].flatMap((id) => take(id) ?? [])
      refuseAll(new EncoderUnavailable('The server is closing'), lost)
      clearTimeout(idle)
      rest()
    },
  }
}

function made(picture: Uint8Array | undefined) {
  if (!picture) throw new Error('The encoder has sent no picture')
  return picture
}
