import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const sampleIntervalMs = 100

/** Linux counts CPU time in ticks of 10 ms on every architecture that Node supports. */
const ticksPerSecond = 100

/**
 * The resident memory of a process, in MB of 2^20 bytes.
 * @throws Error when there is no such process
 */
export function residentMb(pid: number) {
  const resident = findResidentMb(pid)
  if (resident === null) throw new Error(`The memory of process ${pid} cannot be read.`)
  return resident
}

/**
 * Samples the resident memory of a process.
 * @returns a function that stops sampling and returns the peak, MB
 */
export function watchMemory(pid: number) {
  let peak = residentMb(pid)
  const sample = () => (peak = Math.max(peak, findResidentMb(pid) ?? 0))
  const timer = setInterval(sample, sampleIntervalMs)
  return () => {
    clearInterval(timer)
    return peak
  }
}

function findResidentMb(pid: number) {
  try {
    const kilobytes = existsSync('/proc/self/status')
      ? /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
    return Number(kilobytes) > 0 ? Number(kilobytes) / 1024 : null
  } catch {
    return null // The process has ended.
  }
}

/** @returns the CPU time that a process has used so far, s; null on other systems than Linux */
export function findCpuSeconds(pid: number) {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  // The name, in brackets, may contain anything; user and system time are fields 14 and 15.
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}
