import { readFileSync, readlinkSync } from 'node:fs'

/** Returns the calling thread's folder in /proc on Linux; null on other systems. */
export function ownThreadFolder(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`
  } catch {
    return null
  }
}

/** The times of a thread, ms: on a CPU, which load on the machine does not increase, and waiting for one. */
interface ThreadTimes {
  cpu: number
  waiting: number
}

/**
 * Returns the times of a thread. No disk is read.
 * @returns null where the system does not report them
 */
export function threadTimes(folder: string | null): ThreadTimes | null {
  if (folder === null) return null
  try {
    const [cpu = NaN, waiting = NaN] = readFileSync(`${folder}/schedstat`, 'utf8')
      .split(' ')
      .map((nanoseconds) => Number(nanoseconds) / 1e6)
    return Number.isFinite(cpu + waiting) ? { cpu, waiting } : null
  } catch {
    return null
  }
}

/** Returns the CPU time of a thread, ms; null where the system does not report it. */
export function threadCpuTime(folder: string | null): number | null {
  return threadTimes(folder)?.cpu ?? null
}

/** Linux reports the times of a process in this unit to all programs, ms. */
const tickMs = 10

/** Like `threadCpuTime`, of all threads of a process. */
export function processCpuTime(pid: number | undefined): number | null {
  try {
    // The name of the program, in brackets, may contain spaces.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return Number.isFinite(user + system) ? (user + system) * tickMs : null
  } catch {
    return null
  }
}

interface TimeLimit {
  /** CPU time that the work may take, ms. */
  cpuMs: number
  /** Time by the clock, ms: a far bound for what waits for ever, or a system that does not report CPU time. */
  clockMs: number
}

/** Reads the CPU time of the thread or process that does the work, ms; null while it is not known. */
type CpuClock = () => number | null

/**
 * Begins to measure the time of work.
 * @param cpuAtStart the CPU time now
 * @returns how much of its limit is left, ms
 */
export function timeLeft(
  { cpuMs, clockMs }: TimeLimit,
  cpuTime: CpuClock,
  cpuAtStart: number | null = cpuTime(),
) {
  const beganAt = performance.now()
  return () => {
    const cpuNow = cpuTime()
    cpuAtStart ??= cpuNow
    const cpuLeft = cpuMs - ((cpuNow ?? 0) - (cpuAtStart ?? 0))
    return Math.min(cpuLeft, clockMs - (performance.now() - beganAt))
  }
}

/**
 * Limits the CPU time of work: a busy machine makes it last longer, and does not end it.
 * @param onExceeded called once
 * @param cpuAtStart the CPU time now
 * @returns ends the watch
 */
export function limitTime(
  limit: TimeLimit,
  cpuTime: CpuClock,
  onExceeded: () => void,
  cpuAtStart = cpuTime(),
) {
  const left = timeLeft(limit, cpuTime, cpuAtStart)
  let timer = setTimeout(check, Math.min(limit.cpuMs, limit.clockMs))

  function check() {
    const ms = left()
    // A timer may be early by a fraction of a millisecond.
    if (ms < 1) return onExceeded()
    timer = setTimeout(check, ms)
  }

  return () => clearTimeout(timer)
}
