import { Worker } from 'node:worker_threads'

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
