import { createThrottledLog } from '@site/runtime/log'
import { createThreadClient } from '@site/runtime/thread-client'
import { formatProblem, type Problem } from './folder-files.ts'
import type { FolderReader, FolderUpdate } from './folder-reader.ts'
import type { FolderThreadSettings } from './folder-worker.ts'

/** Intervals between two looks at the folder, ms: usually, and after one that has found a change. */
const intervals = { usual: 1_000, unsettled: 400 }

/** Max. CPU time of one reading, ms; and the pause after one that was ended. */
const readingMs = 60_000

/** Heap of the thread, in MB: a spreadsheet within the limits takes about half of it. */
const heap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

/** Max. mistakes that are reported at once. */
const maxReported = 20

type Updates = Pick<FolderReader, 'update'>

/** Reads a content folder in a thread, so that no reading blocks the event loop. */
export function createFolderThread(
  settings: FolderThreadSettings,
  report: (line: string) => void,
): Updates & { close(): Promise<void> } {
  return createThreadClient<Updates, string>({
    program: 'packages/content-folder/folder/folder-worker.ts',
    workerData: settings,
    heap,
    maxWaiting: 1,
    restartMs: readingMs,
    endsOnTimeout: true,
    timeouts: { update: readingMs },
    clockFactor: 10,
    endedMessage: 'content folder thread ended',
    onNotice: report,
    toFailure: (_fault, reason) => new Error(reason),
  })
}

interface Follower {
  /** Receives each change after the first reading. */
  onChange: (update: FolderUpdate) => void
  /** Receives a line for the operator. */
  report: (line: string) => void
}

/**
 * Reads a content folder, and again whenever it changes.
 * @returns ends the following
 * @throws Error if it cannot be read at first
 */
export async function followFolder(reader: Updates, { onChange, report }: Follower) {
  const reportFailure = createThrottledLog((_suppressed, reason: string) =>
    report(`The content folder cannot be read, so its last content stays: ${reason}`),
  )
  let reported: ReadonlySet<string> = new Set()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  function reportAll(problems: Problem[] | null) {
    if (problems === null) return
    const lines = problems.map(formatProblem)
    const added = lines.filter((line) => !reported.has(line))
    reported = new Set(lines)
    for (const line of added.slice(0, maxReported)) report(`content: ${line}`)
    const rest = added.length - maxReported
    if (rest > 0) report(`content: ${rest} more mistakes; npm run content -- check lists all`)
  }

  async function look() {
    let isUnsettled = false
    try {
      const update = await reader.update()
      isUnsettled = update.isUnsettled
      reportAll(update.problems)
      if (!isEnded && update.types.length + update.files.length > 0) onChange(update)
    } catch (error) {
      if (!isEnded) reportFailure(error instanceof Error ? error.message : String(error))
    }
    wait(isUnsettled ? intervals.unsettled : intervals.usual)
  }

  function wait(ms: number) {
    if (!isEnded) timer = setTimeout(() => void look(), ms).unref()
  }

  reportAll((await reader.update()).problems)
  wait(intervals.usual)
  return () => {
    isEnded = true
    clearTimeout(timer)
  }
}
