import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const sampleEveryMs = 100

/** Linux counts a process' time in ticks of a hundredth of a second for every architecture of Node's. */
const ticksPerSecond = 100

/**
 * The memory that a process holds, in MB of 2^20 bytes.
 * @throws Error when there is no such process
 */
export function residentMb(pid: number) {
  const resident = findResidentMb(pid)
  if (resident === null) throw new Error(`The memory of process ${pid} is not to be had.`)
  return resident
}

/** Samples a process' memory until it is told to stop, which gives the most there was, in MB. */
export function watchMemory(pid: number) {
  let most = residentMb(pid)
  const timer = setInterval(() => (most = Math.max(most, findResidentMb(pid) ?? 0)), sampleEveryMs)
  return () => {
    clearInterval(timer)
    return most
  }
}

function findResidentMb(pid: number) {
  try {
    const kilobytes = existsSync('/proc/self/status')
      ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Number(kilobytes) > 0 ? Number(kilobytes) / 1024 : null
  } catch {
    return null // There is no such process any more.
  }
}

/** @returns the seconds of processor time a process has used so far, or null where only Linux tells */
export function findCpuSeconds(pid: number) {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  // The name, in brackets, may hold anything; user and system time are the 14th and 15th field.
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
