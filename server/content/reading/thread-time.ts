import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** The calling thread's folder in /proc on Linux; null on other systems. */
export function ownThreadFolder(): string | null {
  try {
    return path.join('/proc', readlinkSync('/proc/thread-self'))
  } catch {
    return null
  }
}

/**
 * CPU time of a thread, ms: load on the machine does not add to it. No disk is read.
 * @returns null where the system does not report it
 */
export function threadCpuTime(folder: string | null): number | null {
  if (folder === null) return null
  try {
    const nanoseconds = Number(readFileSync(path.join(folder, 'schedstat'), 'utf8').split(' ')[0])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}
