import { statSync } from 'node:fs'
import type { Config } from '../config.ts'
import { inspectOutbox, listSetAside, outboxOf } from '../enquiries/outbox-file.ts'
import { failure, info, ok, warning, type Finding } from './report.ts'

const subject = 'outbox'

/** Age of a waiting enquiry that is late, s. */
const lateS = 15 * 60

/** Checks the stored enquiries without changing them. */
export async function checkOutbox({ dataDir }: Config): Promise<Finding[]> {
  const file = outboxOf(dataDir)
  const setAside = (await listSetAside(file)).map((name) => {
    const action =
      'recover them (docs/enquiries.md, An outbox that was set aside), then move the file away'
    return warning(subject, `${name} was set aside: enquiries may wait in it`, action)
  })
  return [checkFile(file), ...setAside]
}

function checkFile(file: string): Finding {
  try {
    // A folder that may not be entered is an error.
    const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined
    if (!isThere) return info(subject, 'There is none yet: the first enquiry creates it')
    const outbox = inspectOutbox(file)
    if (outbox.fault !== null) {
      const action = outbox.isNewer
        ? 'start that version of the site again'
        : 'see docs/enquiries.md to get at its enquiries'
      return failure(subject, `${file} is unusable: ${outbox.fault}`, action)
    }
    const { schema, waiting, failed, oldestWaitingAt, lastError } = outbox
    const ageS = oldestWaitingAt === null ? 0 : Math.round((Date.now() - oldestWaitingAt) / 1000)
    const counts = `${waiting} enquiries wait, the oldest for ${ageS} s, and ${failed} failed`
    const text = `${file} is intact, of schema ${schema}: ${counts}`
    if (failed === 0 && ageS <= lateS && lastError === null) return ok(subject, text)
    const action =
      'see docs/enquiries.md, Errors, and that the site and its receiver run; retry those that failed (GET /enquiries)'
    return warning(subject, `${text}. The last error: ${lastError ?? 'none'}`, action)
  } catch (error) {
    const action = 'run this as the user of the site; check owner and disk'
    return failure(subject, `${file} cannot be read: ${String(error)}`, action)
  }
}
