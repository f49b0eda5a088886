import { fork, type ChildProcess } from 'node:child_process'
import { programFile, runsFromSource } from '../project.ts'
import { createQuarantine } from './quarantine.ts'
import { limitTime, processCpuTime } from './time-limit.ts'

export { createQuarantine } from './quarantine.ts'

/** Makes glibc return large freed blocks to the system; other C libraries ignore it. */
const environment = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
} as const

/** The idle process exits after this time and frees its memory, ms. */
const idleMs = 30_000
/** CPU time of the process during a job, ms, and by the clock: a job that exceeds it gets the process killed. */
const jobLimits = { cpuMs: 20_000, clockMs: 120_000 }
/** How long a subject that crashed the process is not retried, ms. */
const crashedMs = 10 * 60 * 1000

/** The process failed for a reason other than the job. */
export class ProcessUnavailable extends Error {
  override name = 'ProcessUnavailable'
}

/** A process sends one reply to each job. */
interface JobReply {
  id: number
  error?: string | undefined
  /** Whether the process wants no further jobs, such as for its memory. It ends when it is disconnected. */
  isLast?: boolean | undefined
}

/** How far a job is. */
export interface JobProgress {
  done: number
  total: number
}

/**
 * A process tells that it has started, that it is about to kill itself for its memory (rss in bytes), how far a job is,
 * or replies.
 */
export type ProcessMessage<Reply extends JobReply> =
  | { state: 'ready' }
  | { state: 'overMemory'; rss: number }
  | ({ state: 'progress'; id: number } & JobProgress)
  | Reply

interface ProcessOptions<Reply extends JobReply> {
  /** Source file of its program, relative to the project; the build has one of the same name. */
  program: string
  /** Maximum number of jobs at once. */
  maxRunning: number
  /** Parses a message of the process. */
  parse: (message: unknown) => ProcessMessage<Reply>
  /** Called when the process ended during work; the jobs' callers are told, too. */
  onDeath?: (reason: string, jobs: number) => void
}

interface JobOptions {
  /** Jobs of a higher priority start first. */
  priority?: number
  /** Called where the process tells how far it is. */
  onProgress?: ((progress: JobProgress) => void) | undefined
}

interface Job<Work, Reply> extends JobOptions {
  prepare: () => Promise<Work>
  /** Identifies what it works on, or null if that cannot crash the process. */
  subject: string | null
  /** Whether a process died while it was one of several jobs. */
  isSuspect: boolean
  priority: number
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

interface RunningJob<Work, Reply> extends Job<Work, Reply> {
  worker: ChildProcess
  stopWatch: () => void
}

/**
 * Does work in a child process, started on demand: the site does not keep its memory, and survives what crashes a
 * library or exceeds the memory limit. A subject that crashed the process is not retried for a while; other jobs lost
 * with it are retried once, alone.
 */
export class ProcessClient<Work extends object, Reply extends JobReply> {
  readonly #options: ProcessOptions<Reply>
  readonly #waiting: Job<Work, Reply>[] = []
  readonly #suspects: Job<Work, Reply>[] = []
  readonly #running = new Map<number, RunningJob<Work, Reply>>()
  readonly #crashed = createQuarantine(crashedMs)
  #child: ChildProcess | null = null
  #idleTimer: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(options: ProcessOptions<Reply>) {
    this.#options = options
  }

  /**
   * Does work in the process, which is started for it, after what waits with the same or a higher priority.
   * @param work what is sent, or a function that gets it when it is its turn
   * @param subject identifies what the work is about; null for one that cannot crash the process
   * @throws ProcessUnavailable, or an error when the work fails
   */
  run(
    work: Work | (() => Promise<Work>),
    subject: string | null,
    { priority = 0, onProgress }: JobOptions = {},
  ) {
    const prepare = typeof work === 'function' ? work : async () => work
    return new Promise<Reply>((resolve, reject) => {
      const job = { prepare, subject, isSuspect: false, priority, onProgress, resolve, reject }
      const later = this.#waiting.findIndex((other) => other.priority < priority)
      this.#waiting.splice(later === -1 ? this.#waiting.length : later, 0, job)
      this.#startJobs()
    })
  }

  /** The number of jobs that wait, of any priority or of one. */
  countWaiting(priority?: number) {
    if (priority === undefined) return this.#waiting.length
    return this.#waiting.filter((job) => job.priority === priority).length
  }

  /** The child process's ID, if it is running. */
  pid() {
    return this.#child?.pid
  }

  /** Ends the process, and rejects all pending work. */
  close() {
    const lost = [...this.#running.keys()].flatMap((id) => this.#removeJob(id) ?? [])
    this.#rejectAll(new ProcessUnavailable('The server is closing'), lost)
    clearTimeout(this.#idleTimer)
    this.#stopIdleProcess()
  }

  #start() {
    let isReady = false
    let reason = ''
    const started = fork(programFile(this.#options.program), {
      execArgv: runsFromSource ? ['--import', 'tsx'] : [],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const reply = this.#options.parse(message)
      if (!('state' in reply)) this.#finish(reply, started)
      else if (reply.state === 'ready') isReady = true
      else if (reply.state === 'progress') {
        const { id, done, total } = reply
        this.#running.get(id)?.onProgress?.({ done, total })
      } else reason = `out of memory at ${reply.rss} bytes`
    })
    started.on('error', (error) => this.#end(started, error.message, isReady))
    // On 'exit', its last messages may not have been read yet.
    started.once('close', (code, signal) =>
      this.#end(started, reason || `ended with ${signal ?? code}`, isReady),
    )
    // The child must not delay the exit of the site's process.
    started.unref()
    started.channel?.unref()
    return started
  }

  /** Lists the IDs of a process's jobs. */
  #jobsOf(process: ChildProcess) {
    return [...this.#running].flatMap(([id, { worker }]) => (worker === process ? [id] : []))
  }

  #removeJob(id: number) {
    const job = this.#running.get(id)
    job?.stopWatch()
    this.#running.delete(id)
    return job
  }

  #finish(reply: Reply, from: ChildProcess) {
    const job = this.#removeJob(reply.id)
    if (reply.isLast && from === this.#child) this.#child = null
    const isDone = from !== this.#child && this.#jobsOf(from).length === 0
    if (isDone && from.connected) from.disconnect()
    if (reply.error === undefined) job?.resolve(reply)
    else job?.reject(new Error(reply.error))
    this.#startJobs()
  }

  /**
   * Handles the end of a process.
   * @param isReady whether the process had started; if not, its jobs are not to blame
   * @param culprit the job that caused the end, if known
   */
  #end(ended: ChildProcess, reason: string, isReady: boolean, culprit?: number) {
    if (ended === this.#child) this.#child = null
    ended.kill('SIGKILL')
    const ids = this.#jobsOf(ended)
    const lost = ids.flatMap((id) => this.#removeJob(id) ?? [])
    if (lost.length === 0) return
    const error = new Error(`The process died: ${reason}`)
    this.#options.onDeath?.(reason, lost.length)
    if (!isReady) return this.#rejectAll(new ProcessUnavailable(error.message), lost)
    for (const [at, job] of lost.entries()) {
      if (ids[at] === culprit || lost.length === 1) {
        if (job.subject !== null) this.#crashed.add(job.subject, error)
        job.reject(error)
      } else this.#suspects.push({ ...job, isSuspect: true })
    }
    this.#startJobs()
  }

  #rejectAll(error: Error, lost: Job<Work, Reply>[]) {
    const pending = [...lost, ...this.#suspects.splice(0), ...this.#waiting.splice(0)]
    for (const { reject } of pending) reject(error)
  }

  /** The process exits when disconnected. */
  #stopIdleProcess() {
    if (this.#child?.connected) this.#child.disconnect()
    this.#child = null
  }

  #startJobs() {
    clearTimeout(this.#idleTimer)
    const running = this.#running
    while (running.size < this.#options.maxRunning) {
      // A suspect runs alone: if the process dies again, that job caused it.
      const isAlone =
        this.#suspects.length > 0 || [...running.values()].some((job) => job.isSuspect)
      if (isAlone && running.size > 0) return
      const job = this.#suspects.shift() ?? this.#waiting.shift()
      if (!job) break
      this.#startJob(job)
    }
    if (running.size > 0) return
    this.#idleTimer = setTimeout(() => this.#stopIdleProcess(), idleMs).unref()
  }

  #startJob(job: Job<Work, Reply>) {
    // Another job for the same subject may have crashed a process in the meantime.
    const failure = job.subject === null ? undefined : this.#crashed.find(job.subject)
    if (failure) return job.reject(failure)
    const worker = (this.#child ??= this.#start())
    const id = (this.#lastId += 1)
    const stopWatch = limitTime(
      jobLimits,
      () => processCpuTime(worker.pid),
      () => this.#end(worker, `a job took more than ${jobLimits.cpuMs} ms`, true, id),
    )
    this.#running.set(id, { ...job, worker, stopWatch })
    job.prepare().then(
      // A dead process is handled by its 'close' event.
      (work) => worker.send({ ...work, id }, () => undefined),
      (error: unknown) => {
        this.#removeJob(id)?.reject(error instanceof Error ? error : new Error(String(error)))
        this.#startJobs()
      },
    )
  }
}
