import type { ResourceLimits, Worker } from 'node:worker_threads'
import { log } from '../observe/log.ts'
import { closeMethod, threadClock, type ThreadCall, type ThreadReply } from './thread-calls.ts'
import { startThread } from './thread-program.ts'

export { startThread }

/**
 * Why a call failed:
 * - busy: the thread has ended, or too many calls wait for it
 * - timeout: no reply in time; the call may still be carried out
 * - error: the method threw
 */
export type ThreadFault = 'busy' | 'timeout' | 'error'

type Methods = Record<string, (...args: never[]) => unknown>

/** Methods that run in a thread. */
export type Threaded<M> = {
  [Name in keyof M]: M[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never
} & { close(): Promise<void> }

interface ThreadOptions<M, Notice> {
  /** Source file of its program, relative to the project (thread-calls.ts runs the calls there). */
  program: string
  workerData: unknown
  /** JavaScript heap of the thread; SQLite's memory comes on top. */
  heap: ResourceLimits
  /** Maximum number of pending calls. */
  maxWaiting: number
  /** Delay before the next thread starts after one has ended by itself, ms. */
  restartMs: number
  /** Ends the thread when a call times out, for methods whose duration nothing else limits. */
  endsOnTimeout?: true
  /** Timeout of each method, ms. */
  timeouts: { [Name in keyof M]: number }
  /** Log message for a thread that ended by itself. */
  endedMessage: string
  /** Receives the thread's messages that are not replies. */
  onNotice: (notice: Notice) => void
  toFailure: (fault: ThreadFault, reason: string, cause?: Error) => Error
}

interface PendingCall {
  resolve: (result: unknown) => void
  reject: (failure: Error) => void
  timer: NodeJS.Timeout
}

/**
 * Runs methods in a separate thread, so that none blocks the event loop. The thread starts with the
 * first call, and again after it has ended by itself; an idle thread does not keep the process
 * alive.
 */
export function createThreadClient<M extends { [Name in keyof M]: Methods[string] }, Notice>(
  options: ThreadOptions<M, Notice>,
): Threaded<M> {
  const { program, workerData, heap, maxWaiting, restartMs, timeouts, toFailure } = options
  const calls = new Map<number, PendingCall>()
  let worker: Worker | null = null
  let nextId = 1
  let mayStartAt = 0
  let isClosed = false

  function start() {
    const started = startThread(program, { workerData, resourceLimits: heap })
    started.on('message', receive)
    started.on('error', (error) => end(started, error))
    started.on('exit', () => end(started, new Error('The thread exited')))
    started.unref()
    return started
  }

  function receive(message: ThreadReply | { notice: Notice }) {
    if ('notice' in message) return options.onNotice(message.notice)
    const call = removeCall(message.id)
    if ('error' in message) call?.reject(toFailure('error', message.error))
    else call?.resolve(message.result)
  }

  function removeCall(id: number) {
    const call = calls.get(id)
    calls.delete(id)
    clearTimeout(call?.timer)
    if (calls.size === 0) worker?.unref()
    return call
  }

  function end(ended: Worker, reason: Error) {
    if (ended !== worker) return
    worker = null
    mayStartAt = performance.now() + restartMs
    for (const id of [...calls.keys()])
      removeCall(id)?.reject(toFailure('busy', String(reason), reason))
    if (!isClosed) log.error({ error: String(reason) }, options.endedMessage)
  }

  function run(method: string, args: unknown[], ms: number) {
    return new Promise<unknown>((resolve, reject) => {
      const isResting = worker === null && performance.now() < mayStartAt
      if (isClosed || isResting || calls.size >= maxWaiting) {
        return reject(toFailure('busy', 'The thread is not available'))
      }
      worker ??= start()
      worker.ref()
      const id = nextId++
      const timer = setTimeout(() => {
        const reason = `${method} took over ${ms} ms`
        removeCall(id)?.reject(toFailure('timeout', reason))
        if (!options.endsOnTimeout || !worker) return
        void worker.terminate()
        end(worker, new Error(reason))
      }, ms)
      calls.set(id, { resolve, reject, timer })
      worker.postMessage({ id, method, args, until: threadClock() + ms } satisfies ThreadCall)
    })
  }

  async function close() {
    isClosed = true
    const closing = worker
    if (!closing) return
    // Else a process that waits for nothing more would end before the thread, and before it says why.
    closing.ref()
    const exited = new Promise<void>((resolve) => closing.once('exit', () => resolve()))
    closing.postMessage({ id: 0, method: closeMethod, args: [], until: 0 } satisfies ThreadCall)
    await exited
  }

  const methods = Object.entries<number>(timeouts).map(([name, ms]) => [
    name,
    (...args: unknown[]) => run(name, args, ms),
  ])
  return { ...Object.fromEntries(methods), close } as Threaded<M>
}
