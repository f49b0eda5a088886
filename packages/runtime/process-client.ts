import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { projectRoot, runsFromSource } from './project.ts'
import { createQuarantine } from './quarantine.ts'
import { limitTime, processCpuTime } from './time-limit.ts'

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

/** A process tells that it has started, that it is about to kill itself for its memory (rss in bytes), or replies. */
export type ProcessMessage<Reply extends JobReply> =
  { state: 'ready' } | { state: 'overMemory'; rss: number } | Reply

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

interface Job<Work, Reply> {
  work: Work
  /** Identifies what it works on, or null if that cannot crash the process. */
  subject: string | null
  /** Whether a process died while it was one of several jobs. */
  isSuspect: boolean
  /** The process that does it, once it has begun. */
  worker?: ChildProcess
  stopWatch?: () => void
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
}

/**
 * Does work in a child process, started on demand: the site does not keep its memory, and survives what crashes a
 * library or exceeds the memory limit. A subject that crashed the process is not retried for a while; other jobs lost
 * with it are retried once, alone.
 */
interface ProcessClient<Work, Reply> {
  /**
   * Does work in the process, which is started for it.
   * @param subject identifies what the work is about; null for one that cannot crash the process
   * @throws ProcessUnavailable, or an error when the work fails
   */
  run: (work: Work, subject: string | null) => Promise<Reply>
  /** The child process's ID, if it is running. */
  pid: () => number | undefined
  /** Ends the process, and rejects all pending work. */
  close: () => void
}

export function createProcessClient<Work extends object, Reply extends JobReply>({
  program,
  maxRunning,
  parse,
  onDeath,
}: ProcessOptions<Reply>): ProcessClient<Work, Reply> {
  const waiting: Job<Work, Reply>[] = []
  const suspects: Job<Work, Reply>[] = []
  const running = new Map<number, Job<Work, Reply>>()
  const crashed = createQuarantine(crashedMs)
  let child: ChildProcess | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let lastId = 0
  const file = runsFromSource
    ? path.join(projectRoot, program)
    : path.join(projectRoot, 'build/server', `${path.basename(program, '.ts')}.js`)

  function start() {
    let isReady = false
    let reason = ''
    const started = fork(file, {
      execArgv: runsFromSource ? ['--import', 'tsx'] : [],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    started.on('message', (message) => {
      const reply = parse(message)
      if (!('state' in reply)) finish(reply, started)
      else if (reply.state === 'ready') isReady = true
      else reason = `out of memory at ${reply.rss} bytes`
    })
    started.on('error', (error) => end(started, error.message, isReady))
    // Not on 'exit': its last messages may not have been read by then.
    started.once('close', (code, signal) =>
      end(started, reason || `ended with ${signal ?? code}`, isReady),
    )
    // The child must not delay the exit of the site's process.
    started.unref()
    started.channel?.unref()
    return started
  }

  /** Lists the IDs of a process's jobs. */
  function jobsOf(process: ChildProcess) {
    return [...running].flatMap(([id, { worker }]) => (worker === process ? [id] : []))
  }

  /** Removes a running job. */
  function removeJob(id: number) {
    const job = running.get(id)
    job?.stopWatch?.()
    running.delete(id)
    return job
  }

  function finish(reply: Reply, from: ChildProcess) {
    const job = removeJob(reply.id)
    if (reply.isLast && from === child) child = null
    if (from !== child && jobsOf(from).length === 0 && from.connected) from.disconnect()
    if (reply.error === undefined) job?.resolve(reply)
    else job?.reject(new Error(reply.error))
    startJobs()
  }

  /**
   * Handles the end of a process.
   * @param isReady whether the process had started; if not, its jobs are not to blame
   * @param culprit the job that caused the end, if known
   */
  function end(ended: ChildProcess, reason: string, isReady: boolean, culprit?: Job<Work, Reply>) {
    if (ended === child) child = null
    ended.kill('SIGKILL')
    const lost = jobsOf(ended).flatMap((id) => removeJob(id) ?? [])
    if (lost.length === 0) return
    const error = new Error(`The process died: ${reason}`)
    onDeath?.(reason, lost.length)
    if (!isReady) return rejectAll(new ProcessUnavailable(error.message), lost)
    for (const job of lost) {
      if (job === culprit || lost.length === 1) {
        if (job.subject !== null) crashed.add(job.subject, error)
        job.reject(error)
      } else suspects.push({ ...job, isSuspect: true })
    }
    startJobs()
  }

  function rejectAll(error: Error, lost: Job<Work, Reply>[]) {
    for (const { reject } of [...lost, ...suspects.splice(0), ...waiting.splice(0)]) reject(error)
  }

  /** The process exits when disconnected. */
  function stopIdleProcess() {
    if (child?.connected) child.disconnect()
    child = null
  }

  function startJobs() {
    clearTimeout(idleTimer)
    while (running.size < maxRunning) {
      // A suspect runs alone: if the process dies again, that job caused it.
      const isAlone = suspects.length > 0 || [...running.values()].some((job) => job.isSuspect)
      if (isAlone && running.size > 0) return
      const job = suspects.shift() ?? waiting.shift()
      if (!job) break
      startJob(job)
    }
    if (running.size === 0) idleTimer = setTimeout(stopIdleProcess, idleMs).unref()
  }

  function startJob(job: Job<Work, Reply>) {
    // Another job for the same subject may have crashed a process in the meantime.
    const failure = job.subject === null ? undefined : crashed.find(job.subject)
    if (failure) return job.reject(failure)
    const worker = (child ??= start())
    const id = (lastId += 1)
    job.worker = worker
    job.stopWatch = limitTime(
      jobLimits,
      () => processCpuTime(worker.pid),
      () => end(worker, `a job took more than ${jobLimits.cpuMs} ms`, true, job),
    )
    running.set(id, job)
    // A dead process is handled by its 'close' event.
    worker.send({ ...job.work, id }, () => undefined)
  }

  return {
    run: (work, subject) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, subject, isSuspect: false, resolve, reject })
        startJobs()
      }),
    pid: () => child?.pid,
    close: () => {
      const lost = [...running.keys()].flatMap((id) => removeJob(id) ?? [])
      rejectAll(new ProcessUnavailable('The server is closing'), lost)
      clearTimeout(idleTimer)
      stopIdleProcess()
    },
  }
}
