import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** The folder of the calling thread in Linux' account of processes; null on another system. */
export function ownThreadFolder(): string | null {
  try {
    return path.join('/proc', readlinkSync('/proc/thread-self'))
  } catch {
    return null
  }
}

/**
 * How long a thread has had a processor, ms: a machine that is busy does not make it longer. Nothing
 * of it is a read from a disk.
 * @returns null where the system does not tell
 */
export function timeOfThread(folder: string | null): number | null {
  if (folder === null) return null
  try {
    const nanoseconds = Number(readFileSync(path.join(folder, 'schedstat'), 'utf8').split(' ')[0])
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : null
  } catch {
    return null
  }
}
