import { statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { inspectOutbox, listSetAside, outboxOf } from '../enquiries/outbox/outbox-file.ts'
import { failure, info, ok, warning, type Finding, type Findings } from './report.ts'

const subject = 'outbox'

/** Age of a waiting enquiry that is late, s. */
const lateS = 15 * 60

/** Checks the stored enquiries without changing them. */
export async function* checkOutbox({ dataDir }: Config): Findings {
  const file = outboxOf(dataDir)
  yield* checkFile(file)
  for (const name of await listSetAside(file)) yield warning(subject, 'outboxSetAside', { name })
}

function checkFile(file: string): Finding[] {
  try {
    // A folder that may not be entered is an error.
    if (!statSync(file, { throwIfNoEntry: false })) return [info(subject, 'noOutbox')]
    const outbox = inspectOutbox(file)
    if (outbox.fault !== null) {
      const { fault, isNewer } = outbox
      return [failure(subject, isNewer ? 'outboxNewer' : 'outboxUnusable', { file, fault })]
    }
    const { schema, waiting, failed, oldestWaitingAt, lastError, refusing } = outbox
    const mailboxes = refusing.map(({ address, state, count, error }) =>
      warning(address, state === 'refused' ? 'mailboxRefused' : 'mailboxDeferred', {
        count,
        error,
      }),
    )
    const ageS = oldestWaitingAt === null ? 0 : Math.round((Date.now() - oldestWaitingAt) / 1000)
    const counts = { file, schema, waiting, failed, ageS, lastError: lastError ?? 'none' }
    if (failed === 0 && ageS <= lateS && lastError === null) {
      return [ok(subject, 'outboxIntact', counts), ...mailboxes]
    }
    // Nothing sends a failed enquiry again by itself.
    return [(failed > 0 ? failure : warning)(subject, 'outboxStuck', counts), ...mailboxes]
  } catch (error) {
    return [failure(subject, 'outboxUnreadable', { file, error: String(error) })]
  }
}
