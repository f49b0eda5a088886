import type { Worker } from 'node:worker_threads'
import { ContentUnavailable } from '../content/failures.ts'
import { log } from '../log.ts'
import { startThread } from '../thread-program.ts'
import type { SearchIndex } from './search-index.ts'
import type { WorkerReply, WorkerSettings } from './worker-messages.ts'

/** In ms. */
const limits = {
  /** A visitor waits at most this long for results. */
  search: 2_000,
  /** A page can do without what the index adds to it. */
  addition: 500,
  /** Anything else, such as adding entries to a large index. */
  other: 30_000,
  /** After a thread has ended by itself, the next one starts this much later. */
  restart: 5_000,
}

/** Heap of the thread, in MB; SQLite's own memory comes on top. */
const heap = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

/** Calls that wait for the thread, at most. */
const maxWaiting = 500

type Methods = Omit<SearchIndex, 'close'>

/** The methods of the index, run in its thread. Each rejects with ContentUnavailable if that fails. */
export type SearchThread = {
  [M in keyof Methods]: (...args: Parameters<Methods[M]>) => Promise<ReturnType<Methods[M]>>
} & { close(): Promise<void> }

interface Call {
  resolve: (result: unknown) => void
  reject: (failure: ContentUnavailable) => void
  timer: NodeJS.Timeout
}

/**
 * Runs the index in a thread of its own, so that no search holds the event loop. The thread starts with
 * the first call, and again after it has crashed.
 * @param onRebuilt called when the index had to be made anew, so that it is empty
 */
export function createSearchThread(settings: WorkerSettings, onRebuilt: () => void): SearchThread {
  const calls = new Map<number, Call>()
  let worker: Worker | null = null
  let nextId = 1
  let mayStartAt = 0
  let isClosed = false

  function start() {
    const started = startThread('server/search/search-worker.ts', {
      workerData: settings,
      resourceLimits: heap,
    })
    started.on('message', (reply: WorkerReply) => receive(reply))
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('The search thread exited')))
    started.unref()
    return started
  }

  function receive(reply: WorkerReply) {
    if ('ready' in reply) return
    if ('rebuilt' in reply) {
      log.warn({ reason: reply.rebuilt }, 'search index rebuilt')
      return onRebuilt()
    }
    const call = take(reply.id)
    if ('error' in reply) call?.reject(new ContentUnavailable('costly', `search: ${reply.error}`))
    else call?.resolve(reply.result)
  }

  function take(id: number) {
    const call = calls.get(id)
    calls.delete(id)
    clearTimeout(call?.timer)
    // An idle thread does not keep the process alive.
    if (calls.size === 0) worker?.unref()
    return call
  }

  function end(ended: Worker, reason: Error) {
    if (ended !== worker) return
    worker = null
    mayStartAt = performance.now() + limits.restart
    for (const id of [...calls.keys()]) {
      take(id)?.reject(new ContentUnavailable('busy', String(reason), { cause: reason }))
    }
    if (!isClosed) log.error({ error: String(reason) }, 'search thread ended')
  }

  function run(method: keyof SearchIndex, args: unknown[], ms: number) {
    return new Promise<unknown>((resolve, reject) => {
      const isResting = worker === null && performance.now() < mayStartAt
      if (isClosed || isResting || calls.size >= maxWaiting) {
        return reject(new ContentUnavailable('busy', 'The search index is not available'))
      }
      worker ??= start()
      worker.ref()
      const id = nextId++
      const timer = setTimeout(() => {
        take(id)?.reject(new ContentUnavailable('timeout', `search: ${method} took over ${ms} ms`))
      }, ms)
      calls.set(id, { resolve, reject, timer })
      worker.postMessage({ id, method, args })
    })
  }

  function method<M extends keyof Methods>(name: M, ms = limits.other) {
    return (...args: Parameters<Methods[M]>) =>
      run(name, args, ms) as Promise<ReturnType<Methods[M]>>
  }

  return {
    put: method('put'),
    retain: method('retain'),
    search: method('search', limits.search),
    suggest: method('suggest', limits.search),
    documents: method('documents', limits.search),
    listDue: method('listDue'),
    expire: method('expire'),
    visit: method('visit'),
    specsOf: method('specsOf', limits.addition),
    sizesOf: method('sizesOf', limits.addition),
    readState: method('readState'),
    writeState: method('writeState'),
    count: method('count'),
    async close() {
      isClosed = true
      const closing = worker
      if (!closing) return
      const exited = new Promise<void>((resolve) => closing.once('exit', () => resolve()))
      closing.postMessage({ id: 0, method: 'close', args: [] })
      await exited
    },
  }
}
