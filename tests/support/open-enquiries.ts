import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Delivery } from '../../server/enquiries/delivery.ts'
import { createEnquiries } from '../../server/enquiries/enquiries.ts'
import type { EnquiryMessage } from '../../server/enquiries/enquiry.ts'

type Overrides = NonNullable<Parameters<typeof createEnquiries>[1]>

interface Options extends Overrides {
  file?: string
  keepMs?: number
  secret?: string
}

/** A file for an outbox in a folder of its own, which does not exist yet. */
export function makeOutboxFile() {
  const folder = mkdtempSync(path.join(process.env['DATA_DIR'] ?? '', 'enquiries-'))
  return path.join(folder, 'enquiries', 'outbox.db')
}

/** The enquiries of one process, open until the test ends, or until they are closed. */
export function openEnquiries(
  delivery: Delivery | null,
  { file = makeOutboxFile(), keepMs, secret = 'a secret of the tests', ...overrides }: Options = {},
) {
  const enquiries = createEnquiries({ delivery, file, keepMs, secret }, overrides)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= enquiries.close())
  onTestFinished(close)
  return { ...enquiries, close, file }
}

/** A delivery that records messages; `fail` makes attempts fail while it returns something. */
export function createRecordingDelivery(
  fail: (message: EnquiryMessage) => Error | null = () => null,
) {
  const delivered: EnquiryMessage[] = []
  const attempts: EnquiryMessage[] = []
  const confirmed: EnquiryMessage[] = []
  return {
    delivered,
    attempts,
    confirmed,
    deliver: async (message: EnquiryMessage) => {
      attempts.push(message)
      const failure = fail(message)
      if (failure) throw failure
      delivered.push(message)
    },
    confirm: (message: EnquiryMessage) => void confirmed.push(message),
  }
}
