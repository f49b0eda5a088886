import { workerData } from 'node:worker_threads'
import { isDamaged } from '../storage/sqlite.ts'
import { sendNotice, serveCalls } from '../workers/thread-calls.ts'
import { openOutbox, type Outbox } from './outbox.ts'

/** The outbox's thread: a commit waits for the disk, which must not hold the event loop. */

export interface OutboxThreadSettings {
  file: string
  maxBytes: number
}

/** A file could not be used and got another name. */
export interface SetAsideNotice {
  reason: string
  newName: string
}

const { file, maxBytes } = workerData as OutboxThreadSettings

let outbox: Outbox | null = null

serveCalls({
  // Opened for the first call, and again after it failed: the disk may have room again.
  methods: () => (outbox ??= open()),
  onError: (error) => {
    if (!isDamaged(error)) return
    // Statements keep the damaged file open until the thread ends. The next thread sets it aside.
    outbox?.close()
    process.exit()
  },
  close: () => outbox?.close(),
})

function open() {
  return openOutbox(file, maxBytes, (reason, newName) =>
    sendNotice({ reason, newName } satisfies SetAsideNotice),
  )
}
