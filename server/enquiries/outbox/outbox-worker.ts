import { workerData } from 'node:worker_threads'
import { isDamaged } from '@site/runtime/sqlite'
import { sendNotice, serveCalls } from '@site/runtime/programs'
import { Outbox } from './outbox.ts'

/**
 * Settings of the outbox's thread. A commit waits for the disk, which must not block the event
 * loop.
 */
export interface OutboxThreadSettings {
  file: string
  maxBytes: number
}

/** Reports that an unusable file was renamed. */
export interface SetAsideNotice {
  reason: string
  newName: string
}

const { file, maxBytes } = workerData as OutboxThreadSettings

let outbox: Outbox | null = null

serveCalls({
  // Opened for the first call, and again after a failure: the disk may have room again.
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
  return new Outbox(file, maxBytes, (reason, newName) =>
    sendNotice({ reason, newName } satisfies SetAsideNotice),
  )
}
