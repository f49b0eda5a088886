import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../../project-root.ts'
import { replySchema, type Order, type Reply } from './encoder-messages.ts'

/** The encoder's process ends after so long without work, and its memory is the machine's again, ms. */
const idleMs = 30_000
/** The work on one picture ends by itself before; what does not is ended with its process, ms. */
const patienceMs = 20_000

/** From source in development and tests, else beside the other doors of the build. */
const isSource = fileURLToPath(import.meta.url).endsWith('.ts')
const program = isSource
  ? path.join(projectRoot, 'server/http/images/encoder-program.ts')
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

interface Waiting {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

/**
 * Makes pictures in a process of its own, started when there is work: a hundred megabytes of memory
 * are not the site's for good, and a picture that brings the library down does not take the site along.
 */
export function createEncoder() {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function start() {
    const started = fork(program, {
      execArgv: isSource ? ['--import', 'tsx'] : [],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const reply = replySchema.parse(message)
      const { resolve, reject } = waiting.get(reply.id) ?? {}
      if (reply.error === undefined) resolve?.(reply)
      else reject?.(new Error(reply.error))
    })
    started.on('error', (error) => end(started, error))
    started.once('exit', () => end(started, new Error('The encoder has ended')))
    // The site can end without it.
    started.unref()
    started.channel?.unref()
    return started
  }

  function end(ended: ChildProcess, reason: Error) {
    if (ended !== child) return
    child = null
    ended.kill('SIGKILL')
    for (const { reject } of waiting.values()) reject(reason)
  }

  /** The process ends by itself when nobody is connected with it. */
  function rest() {
    if (child?.connected) child.disconnect()
    child = null
  }

  async function order(work: Order['work'], original: Uint8Array, width = 0): Promise<Reply> {
    clearTimeout(idle)
    const worker = (child ??= start())
    const id = (last += 1)
    const late = new Error(`A picture took more than ${patienceMs} ms`)
    const patience = setTimeout(() => end(worker, late), patienceMs)
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        const message: Order = { id, work, original, width }
        worker.send(message, (error) => error && reject(error))
      })
    } finally {
      clearTimeout(patience)
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(rest, idleMs).unref()
    }
  }

  return {
    /** @returns the width in pixels, upright; null for what is no picture, or a broken one */
    async measure(original: Uint8Array): Promise<number | null> {
      const { width = null } = await order('measure', original).catch(() => ({ width: null }))
      return width
    },
    /**
     * @returns a WebP, or the original where that is smaller, and its colour in six hexadecimal
     * digits, or none where something shows through it
     * @throws when it cannot be read, is too large, or takes too long
     */
    async makeWebp(original: Uint8Array, width: number) {
      const { picture, colour = '' } = await order('webp', original, width)
      return { picture: made(picture), colour }
    },
    /** @throws as makeWebp does */
    async makeAvif(original: Uint8Array, width: number): Promise<Uint8Array> {
      return made((await order('avif', original, width)).picture)
    },
    close: () => {
      clearTimeout(idle)
      rest()
      for (const { reject } of waiting.values()) reject(new Error('The server is closing'))
    },
  }
}

function made(picture: Uint8Array | undefined) {
  if (!picture) throw new Error('The encoder has sent no picture')
  return picture
}
