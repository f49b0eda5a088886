import { log } from '@site/runtime/log'
import { createThreadClient, type Threaded } from '@site/runtime/thread-client'
import { OutboxUnavailable } from '../enquiry.ts'
import type { OutboxCalls } from './outbox.ts'
import type { OutboxThreadSettings, SetAsideNotice } from './outbox-worker.ts'

/** In ms. */
const limits = {
  /** Maximum time a visitor waits: before a direct delivery is tried, or for an enquiry that was sent. */
  visitor: 3_000,
  /** Maximum time of any other call; a slow disk only delays deliveries. */
  other: 10_000,
  restart: 1_000,
}

/** Heap of the thread, in MB. */
const heap = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

const maxWaiting = 500

/** The methods of the outbox, run in its thread. Each rejects with OutboxUnavailable on failure. */
export type OutboxThread = Threaded<OutboxCalls>

export function createOutboxThread(settings: OutboxThreadSettings): OutboxThread {
  const { visitor, other } = limits
  return createThreadClient<OutboxCalls, SetAsideNotice>({
    program: 'server/enquiries/outbox/outbox-worker.ts',
    workerData: settings,
    heap,
    maxWaiting,
    restartMs: limits.restart,
    // The disk takes the time, and the thread none: by the clock.
    clockFactor: 1,
    timeouts: {
      insert: visitor,
      lease: other,
      release: other,
      markDelivered: other,
      markMailbox: other,
      markFailed: other,
      summarise: other,
      list: other,
      listTexts: other,
      find: visitor,
      withdraw: other,
      listFileIds: other,
      retry: other,
      markAnswered: other,
      erase: other,
    },
    endedMessage: 'enquiry thread ended',
    onNotice: ({ reason, newName }) =>
      log.error({ reason, file: newName }, 'enquiry outbox set aside'),
    toFailure: (_fault, reason, cause) => new OutboxUnavailable(reason, { cause }),
  })
}
