import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { log } from './log.ts'
import { createThrottledLog } from './throttled-log.ts'

/** Of the limit: the rest is left for what happens until somebody has read the log. */
const alarmingShare = 0.8

const intervalMs = 5_000

/**
 * Logs while the process has nearly as many files and connections open as the system lets it have:
 * beyond that it can neither accept a connection nor open a file. The metrics process_open_fds and
 * process_max_fds tell the same. Keeps no process from ending.
 */
export function watchOpenDescriptors() {
  const check = createDescriptorCheck('/proc/self')
  if (check) setInterval(() => void check(), intervalMs).unref()
}

/**
 * @param processDir what Linux tells of the process
 * @returns null where no limit is told, as on other systems
 */
export function createDescriptorCheck(processDir: string): (() => Promise<void>) | null {
  const limit = readLimit(processDir)
  if (limit === null) return null
  const logMany = createThrottledLog((suppressed: number, open: number) =>
    log.error({ open, limit, suppressed }, 'open descriptors near their limit'),
  )
  return async () => {
    const open = await countOpen(path.join(processDir, 'fd'), limit)
    if (open > alarmingShare * limit) logMany(open)
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

/** Looking takes a descriptor itself: a process that cannot look has none left. */
async function countOpen(folder: string, limit: number) {
  try {
    return (await readdir(folder)).length
  } catch {
    return limit
  }
}
