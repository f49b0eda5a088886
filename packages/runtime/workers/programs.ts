import { parentPort, Worker } from 'node:worker_threads'
import { ownThreadFolder, threadCpuTime, threadTimes } from './time-limit.ts'

export { ownThreadFolder, threadTimes }

/** A call of a method in a thread; each gets one reply with its id. */
export interface ThreadCall {
  id: number
  method: string
  args: unknown[]
  /** When its caller gives up: CPU time of the thread, ms, and `threadClock`. */
  until: { cpu: number; clock: number }
}

/** A monotonic clock that all threads of the process share, ms. */
export function threadClock() {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** The thread first names its folder in /proc, then replies to calls. */
export type ThreadReply =
  { threadFolder: string | null } | { id: number; result: unknown } | { id: number; error: string }

/** The method that ends a thread; it has no reply. */
export const closeMethod = 'close'

interface ThreadMethods {
  /** Called for each call, so that the methods may be replaced; an error becomes the call's. */
  methods: () => object
  /** Called after the error of a method has been sent. */
  onError: (error: unknown, method: string) => void
  close: () => void
  /** Leaves out calls whose caller has given up: under overload a thread would do nothing else. Not for writes. */
  skipsLate?: true
}

/** Runs the calls of a thread's client (thread-client.ts), in the thread, in the order in which they arrive. */
export function serveCalls({ methods, onError, close, skipsLate }: ThreadMethods) {
  parentPort?.on('message', ({ id, method, args, until }: ThreadCall) => {
    if (method === closeMethod) {
      close()
      return process.exit()
    }
    if (skipsLate && isLate(until)) return
    const fail = (error: unknown) => {
      send({ id, error: error instanceof Error ? error.message : String(error) })
      onError(error, method)
    }
    try {
      const result = callMethod(methods(), method, args)
      if (result instanceof Promise)
        result.then((value: unknown) => send({ id, result: value }), fail)
      else send({ id, result })
    } catch (error) {
      fail(error)
    }
  })
  send({ threadFolder })
}

/** Calls a method of an object or class; a copy of the object would lack those of its class. */
function callMethod(target: object, name: string, args: unknown[]): unknown {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new TypeError(`The thread has no method ${name}`)
  return Reflect.apply(method, target, args)
}

const threadFolder = ownThreadFolder()

function isLate({ cpu, clock }: ThreadCall['until']) {
  return (threadCpuTime(threadFolder) ?? 0) > cpu || threadClock() > clock
}

/** Sends the client a message that is not a reply. */
export function sendNotice(notice: unknown) {
  parentPort?.postMessage({ notice })
}

function send(reply: ThreadReply) {
  parentPort?.postMessage(reply)
}

/** Limits of a process that works on one job at a time. */
export interface ProcessLimits {
  /** Memory of the process, bytes. */
  memoryBytes: number
  /** CPU time of a job, ms, and a far bound by the clock, ms. */
  cpuMs: number
  clockMs: number
}

const watch = `
  const { workerData } = require('node:worker_threads')
  const { deadlines, memoryBytes } = workerData
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL')
    const [cpuEnd, clockEnd] = deadlines
    const { user, system } = process.cpuUsage()
    const isCostly = cpuEnd > 0 && (user + system) / 1_000 > cpuEnd
    const isLate = clockEnd > 0 && Date.now() > clockEnd
    if (isCostly || isLate) process.kill(process.pid, 'SIGALRM')
  }, 20)`

/**
 * Ends this process when a job exceeds its limits. Nothing in the process can interrupt a library's code, so a thread
 * watches.
 * @returns a function that does a job within the limits
 */
export function limitJobs({ memoryBytes, cpuMs, clockMs }: ProcessLimits) {
  // When the current job has to be done: CPU time of this process, and ms since the epoch; 0 while there is none.
  const deadlines = new Float64Array(new SharedArrayBuffer(16))
  new Worker(watch, { eval: true, execArgv: [], workerData: { deadlines, memoryBytes } }).unref()
  return async function within<Result>(work: () => Promise<Result>): Promise<Result> {
    const { user, system } = process.cpuUsage()
    deadlines.set([(user + system) / 1_000 + cpuMs, Date.now() + clockMs])
    try {
      return await work()
    } finally {
      deadlines.fill(0)
    }
  }
}
