import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import { limitTime, startThread, threadCpuTime } from '@site/runtime/thread-client'
import type { ContentLanguage } from '../content-types.ts'
import { ContentUnavailable } from '../failures.ts'
import type { ItemOf, ShapeName } from '../posts/post.ts'
import type { Cut, RemovedElements } from './truncate.ts'
import {
  progress,
  type Facts,
  type ParserRequest,
  type ParserReply,
  type WorkerData,
} from './messages.ts'

/** Limits of parsing a response. Times in ms. */
export const parsingLimits = {
  /**
   * CPU time of the thread. A response at the size limits takes less than half of it, in a thread that has just
   * started.
   */
  deadline: 1_000,
  /**
   * The wall-clock limit is this many times the deadline, for a busy machine or a system that does not report CPU time.
   */
  wallClockFactor: 10,
  /**
   * Heap of the thread, in MB. Exceeding it ends the thread at best and the process at worst, so the limits on JSON and
   * texts apply first, and no input is known to get this far.
   */
  heap: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  /** Time after which an idle thread ends, which frees its thirty megabytes. */
  idle: 60_000,
  /** Max. responses waiting to be parsed, besides the current one. */
  maxWaiting: 512,
  maxWaitingBytes: 32 * 1024 * 1024,
  /** How long an unparsable response is not retried. The first period is shorter, since the machine may be at fault. */
  firstCooldown: 30_000,
  cooldown: 10 * 60_000,
}

/** How to parse a response. */
interface ReadOptions<N extends ShapeName> {
  shape: N
  language: ContentLanguage
  /** Whether the response is one object rather than a list. */
  isSingle?: boolean
  /** The public address of this site, if it is known: texts link to it by path. */
  siteUrl?: string | undefined
  /** The content type and the call, for the log. */
  type: string
  call: string
}

/** A response that has not been parsed. Its bytes are transferred to the thread and returned with the result. */
export interface UnreadResponse {
  body: Uint8Array
  /** Equal for equal responses. */
  fingerprint: string
}

export interface ParsedResponse<Item> {
  items: Item[]
  /** The response's own body or, if something was truncated, JSON of the rest. */
  body: Uint8Array
  isCut: boolean
  /** Number of items that could not be parsed, and the problem of the first. */
  droppedCount: number
  problem: string | undefined
}

interface Job {
  request: Exclude<ParserRequest, string>
  size: number
  resolve: (read: { items: unknown[]; facts: Facts }) => void
  reject: (failure: Error) => void
}

interface Thread {
  worker: Worker
  counts: Int32Array
  isReady: boolean
  /** Resolves when the thread is ready or has failed to start. All callers share this promise. */
  started: Promise<unknown>
  /** The thread's folder in /proc, for its CPU time; null if there is none. */
  procFolder: string | null
  /** Number of responses sent to the thread. */
  sentCount: number
}

/** Parses responses of the content API (see createParser). */
export interface ResponseParser {
  /**
   * Starts the thread, for responses that are expected. Resolves when it is ready or has failed to start; in the
   * latter case each read rejects.
   */
  ready(): Promise<void>
  /**
   * @throws ContentUnavailable 'shape' for anything but a list in JSON, 'costly' for a response that takes too much
   * time or memory, now or recently, and 'busy' when too many responses wait
   */
  read<N extends ShapeName>(
    response: UnreadResponse,
    options: ReadOptions<N>,
  ): Promise<ParsedResponse<ItemOf<N>>>
  /** Ends the thread. What waits for it is rejected. */
  close(): Promise<void>
}

/**
 * Parses responses in its own thread: parses JSON, validates items, sanitises texts. A response within all size limits
 * can still take seconds or hundreds of megabytes; then only the response and the thread are lost, and nothing else is
 * blocked. The thread starts when a response is expected, and again after idling or crashing.
 * @param timeZone the company's, an IANA name
 */
export function createParser(timeZone: string): ResponseParser {
  const waiting: Job[] = []
  /** Unparsable responses by shape and fingerprint: the number of failures, and the end of the cooldown. */
  const unreadable = new LRUCache<string, { failures: number; until: number }>({ max: 1_000 })
  let waitingBytes = 0
  let thread: Thread | null = null
  let current: { job: Job; items: unknown[]; facts: Facts | null; partCount: number } | null = null
  let stopWatch = (): void => undefined
  let idleTimer: NodeJS.Timeout | undefined

  function start(): Thread {
    const shared = new SharedArrayBuffer(progress.length * Int32Array.BYTES_PER_ELEMENT)
    const worker = startThread('server/content/parse/parse-worker.ts', {
      workerData: { shared, timeZone } satisfies WorkerData,
      resourceLimits: parsingLimits.heap,
    })
    const started: Thread = {
      worker,
      counts: new Int32Array(shared),
      isReady: false,
      started: Promise.race([once(worker, 'message'), once(worker, 'exit')]).catch(() => undefined),
      procFolder: null,
      sentCount: 0,
    }
    worker.on('message', (reply: ParserReply) => receive(started, reply))
    worker.on('error', (error) => end(started, error))
    worker.on('exit', () => end(started, new Error('The reader thread exited')))
    return started
  }

  /** Sends the next response to the thread: the smallest first, since a page may wait for many small ones. */
  function next() {
    if (current || waiting.length === 0) return
    clearTimeout(idleTimer)
    thread ??= start()
    // The process must not exit while a caller waits for a response.
    thread.worker.ref()
    if (!thread.isReady) return
    const job = waiting.reduce((least, other) => (other.size < least.size ? other : least))
    waiting.splice(waiting.indexOf(job), 1)
    waitingBytes -= job.size
    current = { job, items: [], facts: null, partCount: 0 }
    thread.sentCount += 1
    const body = transferable(job.request.body)
    thread.worker.postMessage({ ...job.request, body }, [body.buffer])
    watch(thread)
  }

  /** Terminates a thread that exceeds its time limit. */
  function watch(watched: Thread) {
    const { deadline, wallClockFactor } = parsingLimits
    const cpuTime = () => threadCpuTime(watched.procFolder)
    const limit = { cpuMs: deadline, clockMs: deadline * wallClockFactor }
    stopWatch = limitTime(limit, cpuTime, () => {
      // The response may have been parsed, and be on its way.
      if (Atomics.load(watched.counts, progress.done) === watched.sentCount) return
      end(watched, new Error(`Reading took more than ${deadline} ms`))
    })
  }

  function receive(from: Thread, reply: ParserReply) {
    if (from !== thread) return
    if ('ready' in reply) {
      from.isReady = true
      from.procFolder = reply.ready.threadFolder
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
    // Delayed, so that other pending events run first.
    setImmediate(() => from.worker.postMessage('next part'))
  }

  function settle(finish: () => void) {
    stopWatch()
    current = null
    finish()
    scheduleIdleStop()
    next()
  }

  /** Stops an idle thread later, without delaying the process's exit. */
  function scheduleIdleStop() {
    thread?.worker.unref()
    clearTimeout(idleTimer)
    idleTimer = setTimeout(stopIdleThread, parsingLimits.idle).unref()
  }

  function stopIdleThread() {
    const idleThread = thread
    if (!idleThread || current || waiting.length > 0) return
    thread = null
    void idleThread.worker.terminate()
  }

  function end(ended: Thread, reason: Error) {
    if (ended !== thread) return
    thread = null
    void ended.worker.terminate()
    if (!ended.isReady) return failAll(reason)
    const failed = current
    settle(() => failed?.job.reject(reason))
  }

  /** Fails all waiting responses: a thread that fails at startup would fail again. */
  function failAll(reason: Error) {
    log.error({ error: String(reason) }, 'content reader thread failed to start')
    for (const { reject } of waiting.splice(0)) {
      reject(new ContentUnavailable('busy', 'The reader thread cannot start', { cause: reason }))
    }
    waitingBytes = 0
  }

  async function run(request: Exclude<ParserRequest, string>) {
    const size = request.body.length
    const isFull = waiting.length >= parsingLimits.maxWaiting
    if (isFull || waitingBytes + size > parsingLimits.maxWaitingBytes) {
      throw new ContentUnavailable('busy', 'Too many responses are waiting to be read')
    }
    return new Promise<{ items: unknown[]; facts: Facts }>((resolve, reject) => {
      waiting.push({ request, size, resolve, reject })
      waitingBytes += size
      next()
    })
  }

  return {
    async ready() {
      thread ??= start()
      await thread.started
      if (!current && waiting.length === 0) scheduleIdleStop()
    },
    async read<N extends ShapeName>(
      response: UnreadResponse,
      { shape, language, isSingle = false, siteUrl, type, call }: ReadOptions<N>,
    ): Promise<ParsedResponse<ItemOf<N>>> {
      const id = `${shape} ${response.fingerprint}`
      const previous = unreadable.peek(id)
      if (previous && previous.until > performance.now()) {
        throw new ContentUnavailable('costly', `${call}: the response was unreadable a while ago`)
      }
      try {
        const request = { shape, language, isSingle, siteUrl, body: response.body }
        const { items, facts } = await run(request)
        logFacts(facts, type, call)
        const { body, cutCount, dropped, droppedCount } = facts
        const problem = dropped[0]?.problem
        return { items: items as ItemOf<N>[], body, isCut: cutCount > 0, droppedCount, problem }
      } catch (error) {
        if (error instanceof ContentUnavailable) {
          error.message = `${call}: ${error.message}`
          throw error
        }
        const failures = (previous?.failures ?? 0) + 1
        const cooldown = failures === 1 ? parsingLimits.firstCooldown : parsingLimits.cooldown
        unreadable.set(id, { failures, until: performance.now() + cooldown })
        metrics.contentUnreadable.inc({ type })
        log.error({ type, call, error: String(error) }, 'content response too costly to read')
        throw new ContentUnavailable('costly', `${call}: ${String(error)}`, { cause: error })
      }
    },
    async close() {
      clearTimeout(idleTimer)
      stopWatch()
      const closing = thread
      thread = null
      const lost = [...waiting.splice(0), ...(current ? [current.job] : [])]
      current = null
      for (const { reject } of lost) {
        reject(new ContentUnavailable('busy', 'The reader thread has ended'))
      }
      await closing?.worker.terminate()
    },
  }
}

/** Returns bytes with their own buffer, which can be transferred. */
function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}

function logFacts(
  { cuts, cutCount, dropped, droppedCount, removed }: Facts,
  type: string,
  call: string,
) {
  for (const { index, problem } of dropped) {
    log.warn({ call, index, problem }, 'content item dropped')
  }
  if (droppedCount > dropped.length) {
    log.warn({ call, dropped: droppedCount }, 'more content items dropped')
  }
  const [first] = cuts
  if (first) logCut({ type, call, ...first, cuts: cutCount })
  for (const text of removed) logRemoved({ type, call, ...text })
}

const logCut = createThrottledLog(
  (suppressed, cut: Cut & { type: string; call: string; cuts: number }) =>
    log.warn({ ...cut, suppressed }, 'content truncated'),
)

const logRemoved = createThrottledLog(
  (suppressed, text: RemovedElements & { type: string; call: string }) =>
    log.warn({ ...text, suppressed }, 'rich text elements removed'),
)
