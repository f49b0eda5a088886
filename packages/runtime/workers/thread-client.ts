import type { ResourceLimits, Worker } from 'node:worker_threads'
import { log } from '../log.ts'
import { createQuarantine, type Quarantine } from './quarantine.ts'
import { closeMethod, threadClock, type ThreadCall, type ThreadReply } from './programs.ts'
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
} & ThreadControl

interface ThreadControl {
  /** Starts the thread, for calls that are expected. Resolves when it is ready or has failed to start. */
  ready(): Promise<void>
  close(): Promise<void>
  /** CPU time of the current thread, ms; null while there is none, or where the system does not report it. */
  cpuTime: () => number | null
}

/** A call's work, for threads that end when a call takes too long. */
interface CallWork {
  /** Identifies what it is about: after it has failed, it is not tried again for a while. */
  subject: string
  /** The smallest waiting call is the next, since many small ones may wait for a large one. */
  size: number
}

type Describe = (...args: unknown[]) => CallWork

interface ThreadOptions<M, Notice> {
  /** Source file of its program, relative to the project (programs.ts runs the calls there). */
  program: string
  workerData: unknown
  /** JavaScript heap of the thread; SQLite's memory comes on top. */
  heap: ResourceLimits
  /** Maximum number of pending calls. */
  maxWaiting: number
  /** Maximum size of the pending calls, in the unit of `workOf`. */
  maxWaitingSize?: number
  /** Delay before the next thread starts after one has ended by itself, ms. */
  restartMs: number
  /** Time after which an idle thread ends, which frees its memory, ms. @default never */
  idleMs?: number
  /**
   * Ends the thread when a call times out, for methods whose duration nothing else limits. Calls then run one at a time,
   * so that only the one that took too long fails.
   */
  endsOnTimeout?: true
  workOf?: {
    [Name in keyof M]: M[Name] extends (...args: infer Args) => unknown
      ? (...args: Args) => CallWork
      : never
  }
  quarantine?: {
    /** How long a subject is not tried, ms: after its first failure, and after each further one. */
    firstMs: number
    laterMs: number
    /** Makes the error of a call that is not tried. */
    refuse: (failure: Error) => Error
  }
  /** CPU time that the thread may take until it replies to a call of each method, ms. */
  timeouts: { [Name in keyof M]: number }
  /** A call may last this many times as long by the clock: on a busy machine, the thread gets a part of a CPU only. */
  clockFactor: number
  /** Log message for a thread that ended by itself; null where its callers report it. */
  endedMessage: string | null
  /** Log message for one that could not start. @default endedMessage */
  notStartedMessage?: string
  /** Receives the thread's messages that are not replies. */
  onNotice: (notice: Notice) => void
  toFailure: (fault: ThreadFault, reason: string, cause?: Error) => Error
}

/** The call that ends a thread is not late. */
const never = { cpu: Infinity, clock: Infinity }

interface PendingCall extends Pick<ThreadCall, 'id' | 'method' | 'args'> {
  cpuMs: number
  work: CallWork | undefined
  resolve: (result: unknown) => void
  reject: (failure: Error) => void
  /** Ends the watch of its time; null while the call has not been sent. */
  stopWatch: (() => void) | null
}

/** A thread that runs. */
interface RunningThread {
  worker: Worker
  /** Its folder in /proc, for its CPU time; undefined until it is ready. */
  folder: string | null | undefined
  /** Resolves when it is ready or has ended. All callers share this promise. */
  started: Promise<void>
  onStarted: () => void
}

/**
 * Runs methods in a separate thread, so that none blocks the event loop. The thread starts with the
 * first call, and again after it has ended by itself; an idle thread does not keep the process
 * alive.
 */
export function createThreadClient<M extends { [Name in keyof M]: Methods[string] }, Notice>(
  options: ThreadOptions<M, Notice>,
): Threaded<M> {
  const client = new ThreadClient<M, Notice>(options)
  const methods = Object.keys(options.timeouts).map((name) => [
    name,
    (...args: unknown[]) => client.run(name, args),
  ])
  const control: ThreadControl = {
    ready: () => client.ready(),
    close: () => client.close(),
    cpuTime: () => client.cpuTime(),
  }
  return { ...Object.fromEntries(methods), ...control } as Threaded<M>
}

class ThreadClient<M, Notice> implements ThreadControl {
  readonly #options: ThreadOptions<M, Notice>
  readonly #calls = new Map<number, PendingCall>()
  readonly #quarantine: Quarantine
  #thread: RunningThread | null = null
  #nextId = 1
  #waitingSize = 0
  #mayStartAt = 0
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: ThreadOptions<M, Notice>) {
    this.#options = options
    const { firstMs = 0, laterMs = 0 } = options.quarantine ?? {}
    this.#quarantine = createQuarantine(firstMs, laterMs)
  }

  cpuTime() {
    return threadCpuTime(this.#thread?.folder ?? null)
  }

  async ready() {
    if (this.#isClosed || this.#isResting()) return
    this.#thread ??= this.#start()
    // Without this, a process that waits for nothing else would exit.
    this.#thread.worker.ref()
    await this.#thread.started
    if (this.#calls.size === 0) this.#rest()
  }

  run(method: string, args: unknown[]) {
    const {
      maxWaiting,
      maxWaitingSize = Infinity,
      workOf,
      quarantine,
      timeouts,
      toFailure,
    } = this.#options
    const describe = workOf?.[method as keyof M] as Describe | undefined
    const work = describe?.(...args)
    const cpuMs = timeouts[method as keyof M]
    return new Promise<unknown>((resolve, reject) => {
      const isFull =
        this.#calls.size >= maxWaiting || this.#waitingSize + (work?.size ?? 0) > maxWaitingSize
      if (this.#isClosed || this.#isResting() || isFull) {
        return reject(toFailure('busy', 'The thread is not available'))
      }
      const failure = work && this.#quarantine.find(work.subject)
      if (failure) return reject(quarantine?.refuse(failure) ?? failure)
      const id = this.#nextId++
      this.#calls.set(id, { id, method, args, cpuMs, work, resolve, reject, stopWatch: null })
      this.#waitingSize += work?.size ?? 0
      clearTimeout(this.#idleTimer)
      this.#sendCalls()
    })
  }

  async close() {
    this.#isClosed = true
    clearTimeout(this.#idleTimer)
    this.#sendCalls()
    const closing = this.#thread?.worker
    if (!closing) return
    // Without this, an otherwise idle process would exit before the thread has closed, and before it says why.
    closing.ref()
    const exited = new Promise<void>((resolve) => closing.once('exit', () => resolve()))
    closing.postMessage({ id: 0, method: closeMethod, args: [], until: never } satisfies ThreadCall)
    await exited
  }

  #isResting() {
    return this.#thread === null && performance.now() < this.#mayStartAt
  }

  #start() {
    const { program, workerData, heap } = this.#options
    const worker = startThread(program, { workerData, resourceLimits: heap })
    let onStarted = () => {}
    const started = new Promise<void>((resolve) => (onStarted = resolve))
    const thread: RunningThread = { worker, folder: undefined, started, onStarted }
    worker.on('message', (message: ThreadReply | { notice: Notice }) =>
      this.#receive(message, thread),
    )
    worker.on('error', (error) => this.#end(thread, error))
    worker.on('exit', () => this.#end(thread, new Error('The thread exited')))
    worker.unref()
    return thread
  }

  #receive(message: ThreadReply | { notice: Notice }, from: RunningThread) {
    if ('notice' in message) return this.#options.onNotice(message.notice)
    if ('threadFolder' in message) {
      from.folder = message.threadFolder
      return from.onStarted()
    }
    const call = this.#removeCall(message.id)
    if ('error' in message) this.#fail(call, 'error', message.error)
    else call?.resolve(message.result)
    this.#sendCalls()
  }

  #removeCall(id: number) {
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    this.#waitingSize -= call?.work?.size ?? 0
    call?.stopWatch?.()
    if (this.#calls.size === 0) this.#rest()
    return call
  }

  /** Rejects a call that the thread has worked on. */
  #fail(call: PendingCall | undefined, fault: ThreadFault, reason: string, cause?: Error) {
    const failure = this.#options.toFailure(fault, reason, cause)
    if (call?.work) this.#quarantine.add(call.work.subject, failure)
    call?.reject(failure)
  }

  /** Lets the process exit, and ends the thread later, while there are no calls. */
  #rest() {
    // A closing thread keeps the process until it has closed.
    if (this.#isClosed) return
    this.#thread?.worker.unref()
    clearTimeout(this.#idleTimer)
    const { idleMs } = this.#options
    if (idleMs === undefined) return
    this.#idleTimer = setTimeout(() => {
      const idle = this.#thread
      this.#thread = null
      void idle?.worker.terminate()
    }, idleMs).unref()
  }

  #end(ended: RunningThread, reason: Error) {
    if (ended !== this.#thread) return
    const { restartMs, endedMessage, notStartedMessage = endedMessage } = this.#options
    const hasStarted = ended.folder !== undefined
    this.#thread = null
    this.#mayStartAt = performance.now() + restartMs
    ended.onStarted()
    for (const [id, { stopWatch }] of [...this.#calls]) {
      if (hasStarted && stopWatch !== null)
        this.#fail(this.#removeCall(id), 'busy', String(reason), reason)
      // A thread that fails to start would fail again.
      else if (!hasStarted || this.#isResting())
        this.#removeCall(id)?.reject(
          this.#options.toFailure('busy', `The thread cannot start: ${reason}`),
        )
    }
    const message = hasStarted ? endedMessage : notStartedMessage
    if (!this.#isClosed && message !== null) log.error({ error: String(reason) }, message)
    this.#sendCalls()
  }

  /** Sends the calls that may run now: the smallest first if they run one at a time, else in their order. */
  #sendCalls() {
    const waiting = [...this.#calls.values()].filter(({ stopWatch }) => !stopWatch)
    if (!this.#options.endsOnTimeout || this.#isClosed)
      return waiting.forEach((call) => this.#send(call))
    if (waiting.length < this.#calls.size || waiting.length === 0) return
    const sizeOf = ({ work }: PendingCall) => work?.size ?? 0
    this.#send(waiting.reduce((least, call) => (sizeOf(call) < sizeOf(least) ? call : least)))
  }

  #send(call: PendingCall) {
    const thread = (this.#thread ??= this.#start())
    thread.worker.ref()
    const { id, method, args, cpuMs } = call
    const clockMs = cpuMs * this.#options.clockFactor
    const cpuNow = this.cpuTime()
    call.stopWatch = limitTime(
      { cpuMs, clockMs },
      () => this.cpuTime(),
      () => {
        const reason = `${method} took over ${cpuMs} ms`
        this.#fail(this.#removeCall(id), 'timeout', reason)
        if (!this.#options.endsOnTimeout) return
        void thread.worker.terminate()
        this.#end(thread, new Error(reason))
      },
      cpuNow,
    )
    const until = { cpu: (cpuNow ?? Infinity) + cpuMs, clock: threadClock() + clockMs }
    thread.worker.postMessage({ id, method, args, until } satisfies ThreadCall)
  }
}
