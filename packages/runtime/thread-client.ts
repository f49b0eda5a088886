import type { ResourceLimits, Worker } from 'node:worker_threads'
import { log } from './log.ts'
import { closeMethod, threadClock, type ThreadCall, type ThreadReply } from './thread-calls.ts'
import { startThread } from './thread-program.ts'
import { limitTime, threadCpuTime, timeLeft } from './time-limit.ts'

export { limitTime, startThread, threadCpuTime, timeLeft }

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
} & {
  close(): Promise<void>
  /** CPU time of the current thread, ms; null while there is none, or where the system does not report it. */
  cpuTime: () => number | null
}

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
  /**
   * Ends the thread when a call times out, for methods whose duration nothing else limits. Calls then run one at a time,
   * so that only the one that took too long fails.
   */
  endsOnTimeout?: true
  /** CPU time that the thread may take until it replies to a call of each method, ms. */
  timeouts: { [Name in keyof M]: number }
  /** A call may last this many times as long by the clock: on a busy machine, the thread gets a part of a CPU only. */
  clockFactor: number
  /** Log message for a thread that ended by itself. */
  endedMessage: string
  /** Receives the thread's messages that are not replies. */
  onNotice: (notice: Notice) => void
  toFailure: (fault: ThreadFault, reason: string, cause?: Error) => Error
}

/** The call that ends a thread is not late. */
const never = { cpu: Infinity, clock: Infinity }

interface PendingCall extends Pick<ThreadCall, 'id' | 'method' | 'args'> {
  cpuMs: number
  resolve: (result: unknown) => void
  reject: (failure: Error) => void
  /** Ends the watch of its time; null while the call has not been sent. */
  stopWatch: (() => void) | null
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
  /** The folder of the current thread in /proc, for its CPU time. */
  let threadFolder: string | null = null
  let nextId = 1
  let mayStartAt = 0
  let isClosed = false

  const cpuTime = () => threadCpuTime(threadFolder)
  const isResting = () => worker === null && performance.now() < mayStartAt

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
    if ('threadFolder' in message) {
      threadFolder = message.threadFolder
      return
    }
    const call = removeCall(message.id)
    if ('error' in message) call?.reject(toFailure('error', message.error))
    else call?.resolve(message.result)
    sendCalls()
  }

  function removeCall(id: number) {
    const call = calls.get(id)
    calls.delete(id)
    call?.stopWatch?.()
    if (calls.size === 0) worker?.unref()
    return call
  }

  function end(ended: Worker, reason: Error) {
    if (ended !== worker) return
    worker = null
    threadFolder = null
    mayStartAt = performance.now() + restartMs
    for (const [id, { stopWatch }] of [...calls]) {
      const isLost = stopWatch !== null || isResting()
      if (isLost) removeCall(id)?.reject(toFailure('busy', String(reason), reason))
    }
    if (!isClosed) log.error({ error: String(reason) }, options.endedMessage)
    sendCalls()
  }

  /** Sends the calls that may run now, in their order. */
  function sendCalls() {
    for (const call of calls.values()) {
      if (!call.stopWatch) send(call)
      if (options.endsOnTimeout && !isClosed) return
    }
  }

  function send(call: PendingCall) {
    const sentTo = (worker ??= start())
    sentTo.ref()
    const { id, method, args, cpuMs } = call
    const clockMs = cpuMs * options.clockFactor
    call.stopWatch = limitTime({ cpuMs, clockMs }, cpuTime, () => {
      const reason = `${method} took over ${cpuMs} ms`
      removeCall(id)?.reject(toFailure('timeout', reason))
      if (!options.endsOnTimeout) return
      void sentTo.terminate()
      end(sentTo, new Error(reason))
    })
    const until = { cpu: (cpuTime() ?? Infinity) + cpuMs, clock: threadClock() + clockMs }
    sentTo.postMessage({ id, method, args, until } satisfies ThreadCall)
  }

  function run(method: string, args: unknown[], cpuMs: number) {
    return new Promise<unknown>((resolve, reject) => {
      if (isClosed || isResting() || calls.size >= maxWaiting) {
        return reject(toFailure('busy', 'The thread is not available'))
      }
      const id = nextId++
      calls.set(id, { id, method, args, cpuMs, resolve, reject, stopWatch: null })
      sendCalls()
    })
  }

  async function close() {
    isClosed = true
    sendCalls()
    const closing = worker
    if (!closing) return
    // Without this, an otherwise idle process would exit before the thread has closed, and before it says why.
    closing.ref()
    const exited = new Promise<void>((resolve) => closing.once('exit', () => resolve()))
    closing.postMessage({ id: 0, method: closeMethod, args: [], until: never } satisfies ThreadCall)
    await exited
  }

  const methods = Object.entries<number>(timeouts).map(([name, ms]) => [
    name,
    (...args: unknown[]) => run(name, args, ms),
  ])
  return { ...Object.fromEntries(methods), close, cpuTime } as Threaded<M>
}
