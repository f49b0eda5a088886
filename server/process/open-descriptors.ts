import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { log } from '../log.ts'
import { createThrottledLog } from '../throttled-log.ts'

/** Share of the limit; the rest is a reserve until an operator reacts. */
const alarmThreshold = 0.8

const intervalMs = 5_000

/**
 * Logs an error while open files and connections are near the system's limit; at the limit the
 * process can neither accept a connection nor open a file. The metrics process_open_fds and
 * process_max_fds show the same. Does not delay the process's exit.
 */
export function watchOpenDescriptors() {
  const check = createDescriptorCheck('/proc/self')
  if (check) setInterval(() => void check(), intervalMs).unref()
}

/**
 * @param processDir the process's folder in /proc
 * @returns null where no limit is reported, as on other systems
 */
export function createDescriptorCheck(processDir: string): (() => Promise<void>) | null {
  const limit = readLimit(processDir)
  if (limit === null) return null
  const logNearLimit = createThrottledLog((suppressed: number, open: number) =>
    log.error({ open, limit, suppressed }, 'open descriptors near their limit'),
  )
  return async () => {
    const open = await countOpen(path.join(processDir, 'fd'), limit)
    if (open > alarmThreshold * limit) logNearLimit(open)
  }
}

function readLimit(processDir: string): number | null {
  try {
    const limits = readFileSync(path.join(processDir, 'limits'), 'latin1')
    const [, limit] = /^Max open files +(\d+) /m.exec(limits) ?? []
    return limit === undefined ? null : Number(limit)
  } catch {
    return null
  }
}

/** Listing the folder needs a descriptor itself: if that fails, none is left. */
async function countOpen(folder: string, limit: number) {
  try {
    return (await readdir(folder)).length
  } catch {
    return limit
  }
}
