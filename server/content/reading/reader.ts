import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { projectRoot } from '../../project-root.ts'
import { createThrottledLog } from '../../throttled-log.ts'
import type { ContentLanguage } from '../content-calls.ts'
import { ContentUnavailable } from '../failures.ts'
import type { ItemOf, ShapeName } from '../posts/post.ts'
import type { Cut } from './cutter.ts'
import { progress, type Facts, type Order, type Reply } from './messages.ts'
import { timeOfThread } from './thread-time.ts'

/** What reading an answer may take. Times in ms. */
export const readingLimits = {
  /**
   * What counts is the thread's own time. An answer with as much as the caps let through takes less
   * than half of it, by a thread that has just started.
   */
  deadline: 1_000,
  /** Where the machine is busy with something else, or does not tell: so many times as long by the clock. */
  timesByClock: 4,
  /**
   * Of the thread, in MB. What is too large ends the thread at best, and the process at worst: so the
   * caps on JSON and texts come before what takes memory, and nothing is known to get here.
   */
  heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  /** Without work for so long the thread ends, and its thirty megabytes are the machine's again. */
  idle: 60_000,
  /** Of answers that wait to be read, besides the one that is being read. */
  waitingAnswers: 512,
  waitingBytes: 32 * 1024 * 1024,
  /** An answer that could not be read is left alone so long. The first time the machine may be at fault. */
  firstRest: 30_000,
  rest: 10 * 60_000,
}

/** From source in development and tests, else beside the other doors of the build. */
const isSource = fileURLToPath(import.meta.url).endsWith('.ts')
const program = isSource
  ? path.join(projectRoot, 'server/content/reading/reading-worker.ts')
  : path.join(projectRoot, 'build/server/reading-worker.js')

/** What an answer is to be read as. */
export interface ReadingOrder<N extends ShapeName> {
  shape: N
  language: ContentLanguage
  /** Whether the answer is one object and no list of them. */
  isSingle?: boolean
  /** For the log: which content type, and which call. */
  type: string
  call: string
}

/** An answer as it came: its bytes are given away, and come back with the reading. */
export interface Unread {
  body: Uint8Array
  fingerprint: string
}

export interface Reading<Item> {
  items: Item[]
  /** As it came; or JSON of what is left, where something was cut. */
  body: Uint8Array
  isCut: boolean
}

interface Job {
  order: Exclude<Order, string>
  size: number
  resolve: (read: { items: unknown[]; facts: Facts }) => void
  reject: (failure: Error) => void
}

interface Thread {
  worker: Worker
  counts: Int32Array
  isReady: boolean
  /** Where the system tells how long it has had a processor. */
  folder: string | null
  /** How many answers it was given. */
  given: number
}

export type Reader = ReturnType<typeof createReader>

/**
 * Reads answers in a thread of its own: parses them, checks them, sanitises their texts. An answer
 * within all limits of size can still take seconds or hundreds of megabytes; here that costs the
 * answer and the thread, and nobody else waits. The thread is started when an answer is on its way,
 * and again when it has rested or an answer has brought it down.
 */
export function createReader() {
  const waiting: Job[] = []
  /** Answers that could not be read, by shape and fingerprint: how often, and until when they rest. */
  const tooCostly = new LRUCache<string, { times: number; until: number }>({ max: 1_000 })
  let waitingBytes = 0
  let thread: Thread | null = null
  let current: { job: Job; items: unknown[]; facts: Facts | null; partCount: number } | null = null
  let timer: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Thread {
    const shared = new SharedArrayBuffer(progress.length * Int32Array.BYTES_PER_ELEMENT)
    const started: Thread = {
      worker: startWorker(shared),
      counts: new Int32Array(shared),
      isReady: false,
      folder: null,
      given: 0,
    }
    started.worker.on('message', (reply: Reply) => take(started, reply))
    started.worker.on('error', (error) => end(started, error))
    started.worker.on('exit', () => end(started, new Error('The thread has ended')))
    return started
  }

  /** The next answer goes to the thread: a small one first, since a page may wait for many of them. */
  function next() {
    if (current || waiting.length === 0) return
    clearTimeout(idle)
    thread ??= start()
    // The process lives as long as somebody waits for an answer, and no longer.
    thread.worker.ref()
    if (!thread.isReady) return
    const job = waiting.reduce((least, other) => (other.size < least.size ? other : least))
    waiting.splice(waiting.indexOf(job), 1)
    waitingBytes -= job.size
    current = { job, items: [], facts: null, partCount: 0 }
    thread.given += 1
    const body = ownBytes(job.order.body)
    thread.worker.postMessage({ ...job.order, body }, [body.buffer])
    watch(thread)
  }

  /** Ends a thread that is not done in time. */
  function watch(on: Thread) {
    const { deadline: time, timesByClock } = readingLimits
    const startedAt = { clock: performance.now(), own: timeOfThread(on.folder) }
    function look() {
      if (Atomics.load(on.counts, progress.done) === on.given) return
      const now = timeOfThread(on.folder)
      const own = now === null || startedAt.own === null ? 0 : now - startedAt.own
      const byClock = performance.now() - startedAt.clock
      if (own < time && byClock < time * timesByClock) {
        timer = setTimeout(look, time - own)
      } else end(on, new Error(`It took more than ${time} ms`))
    }
    timer = setTimeout(look, time)
  }

  function take(from: Thread, reply: Reply) {
    if (from !== thread) return
    if ('ready' in reply) {
      from.isReady = true
      from.folder = reply.ready.threadFolder
      return settle(() => undefined)
    }
    if (!current) return
    const { job, items } = current
    if ('failed' in reply) {
      const { fault, message } = reply.failed
      return settle(() => job.reject(new ContentUnavailable(fault, message)))
    }
    if ('facts' in reply) {
      current.facts = reply.facts
      current.partCount = reply.partCount
    }
    for (const item of reply.part) items.push(item)
    current.partCount -= 1
    const { facts } = current
    if (current.partCount === 0 && facts) return settle(() => job.resolve({ items, facts }))
    // Whatever else waits has its turn first.
    setImmediate(() => from.worker.postMessage('go on'))
  }

  function settle(tell: () => void) {
    clearTimeout(timer)
    current = null
    tell()
    restLater()
    next()
  }

  /** The process can end without a thread that has nothing to do. */
  function restLater() {
    thread?.worker.unref()
    clearTimeout(idle)
    idle = setTimeout(rest, readingLimits.idle).unref()
  }

  function rest() {
    const resting = thread
    if (!resting || current || waiting.length > 0) return
    thread = null
    void resting.worker.terminate()
  }

  function end(ended: Thread, reason: Error) {
    if (ended !== thread) return
    thread = null
    void ended.worker.terminate()
    if (!ended.isReady) return giveUp(reason)
    const failed = current
    settle(() => failed?.job.reject(reason))
  }

  /** A thread that cannot even begin would not the next time. */
  function giveUp(reason: Error) {
    log.error({ error: String(reason) }, 'the thread that reads content cannot be started')
    for (const { reject } of waiting.splice(0)) {
      reject(new ContentUnavailable('busy', 'Nothing can be read', { cause: reason }))
    }
    waitingBytes = 0
  }

  async function run(order: Exclude<Order, string>) {
    const size = order.body.length
    const isFull = waiting.length >= readingLimits.waitingAnswers
    if (isFull || waitingBytes + size > readingLimits.waitingBytes) {
      throw new ContentUnavailable('busy', 'Too many answers wait to be read')
    }
    return new Promise<{ items: unknown[]; facts: Facts }>((resolve, reject) => {
      waiting.push({ order, size, resolve, reject })
      waitingBytes += size
      next()
    })
  }

  return {
    /**
     * Starts the thread, for answers that are on their way. Fulfils once it can read, or cannot be
     * started: then each answer says so.
     */
    async ready() {
      const started = (thread ??= start())
      if (!started.isReady) {
        const isDone = Promise.race([once(started.worker, 'message'), once(started.worker, 'exit')])
        await isDone.catch(() => undefined)
      }
      if (!current && waiting.length === 0) restLater()
    },
    /**
     * @throws ContentUnavailable 'shape' for what is no list in JSON, 'costly' for what takes too long
     * or too much memory, now or a while ago, and 'busy' when too many answers wait
     */
    async read<N extends ShapeName>(
      answer: Unread,
      { shape, language, isSingle = false, type, call }: ReadingOrder<N>,
    ): Promise<Reading<ItemOf<N>>> {
      const name = `${shape} ${answer.fingerprint}`
      const before = tooCostly.peek(name)
      if (before && before.until > performance.now()) {
        throw new ContentUnavailable('costly', `${call}: it could not be read a while ago`)
      }
      try {
        const order = { shape, language, isSingle, body: answer.body }
        const { items, facts } = await run(order)
        tellOf(facts, type, call)
        return { items: items as ItemOf<N>[], body: facts.body, isCut: facts.cutCount > 0 }
      } catch (error) {
        if (error instanceof ContentUnavailable) {
          error.message = `${call}: ${error.message}`
          throw error
        }
        const times = (before?.times ?? 0) + 1
        const rest = times === 1 ? readingLimits.firstRest : readingLimits.rest
        tooCostly.set(name, { times, until: performance.now() + rest })
        metrics.contentUnreadable.inc({ type })
        log.error({ type, call, error: String(error) }, 'an answer takes too much to be read')
        throw new ContentUnavailable('costly', `${call}: ${String(error)}`, { cause: error })
      }
    },
  }
}

/** The one of this process: its thread starts with the first answer. */
export const reader = createReader()

function startWorker(shared: SharedArrayBuffer) {
  const options = { workerData: shared, resourceLimits: readingLimits.heap, execArgv: [] }
  if (!isSource) return new Worker(program, options)
  return new Worker(bundling, { ...options, eval: true })
}

/** Two and a half times as quick as loading the sources one by one: every file of the tests waits for it. */
const bundling = `
  const { outputFiles } = require('esbuild').buildSync({
    entryPoints: [${JSON.stringify(program)}],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    write: false,
    define: { 'import.meta.url': ${JSON.stringify(JSON.stringify(pathToFileURL(program).href))} },
  })
  new Function('require', outputFiles[0].text)(require)
`

/** Bytes that nobody else has a part of, and that can be handed over. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}

function tellOf({ cuts, cutCount, dropped, droppedCount }: Facts, type: string, call: string) {
  for (const { index, problem } of dropped) {
    log.warn({ call, index, problem }, 'an item was dropped')
  }
  if (droppedCount > dropped.length) {
    log.warn({ call, dropped: droppedCount }, 'more items were dropped')
  }
  const [first] = cuts
  if (first) sayCut({ type, call, ...first, cuts: cutCount })
}

const sayCut = createThrottledLog(
  (suppressed, cut: Cut & { type: string; call: string; cuts: number }) =>
    log.warn({ ...cut, suppressed }, 'content was cut'),
)
