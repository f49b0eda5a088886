import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Delivery } from '../../server/enquiries/delivery/delivery.ts'
import { EnquiryService } from '../../server/enquiries/enquiries.ts'
import { UploadStore } from '../../server/uploads/uploads.ts'
import type { EnquiryMessage } from '../../server/enquiries/enquiry.ts'

type Overrides = NonNullable<ConstructorParameters<typeof EnquiryService>[1]>

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

/** The files of the enquiries in an outbox, as the site opens them. */
export function openUploads(
  { file = makeOutboxFile(), secret = 'a secret of the tests' } = {},
  limits: ConstructorParameters<typeof UploadStore>[1] = {},
) {
  const folder = path.join(path.dirname(file), 'enquiry-files')
  return Object.assign(new UploadStore({ folder, secret, clamd: null }, limits), { folder })
}

/** The enquiries of one process, open until the test ends, or until they are closed. */
export function openEnquiries(
  delivery: Delivery | null,
  { file = makeOutboxFile(), keepMs, secret = 'a secret of the tests', ...overrides }: Options = {},
) {
  const uploadStore = openUploads({ file, secret })
  const enquiries = new EnquiryService({ delivery, file, uploadStore, keepMs, secret }, overrides)
  onTestFinished(() => enquiries.close())
  return Object.assign(enquiries, { file })
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
