import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { inspectOutbox, listSetAside, outboxOf } from '../enquiries/outbox.ts'
import { counted, failure, info, ok, warning, type Finding } from './report.ts'

const subject = 'outbox'

/** An enquiry that waits longer is late, ms. */
const lateMs = 15 * 60 * 1000

/** Checks the stored enquiries without changing them. */
export async function checkOutbox({ dataDir }: Config): Promise<Finding[]> {
  const file = outboxOf(dataDir)
  const setAside = (await listSetAside(file)).map((name) =>
    warning(
      subject,
      `${name} was set aside as unusable, and enquiries may wait in it`,
      'recover them (docs/operations.md, Enquiries), then move the file away',
    ),
  )
  return [...checkFile(file), ...setAside]
}

function checkFile(file: string): Finding[] {
  if (!existsSync(file)) return [info(subject, 'There is none yet: the first enquiry creates it')]
  try {
    return findingsOf(file, inspectOutbox(file))
  } catch (error) {
    const action = 'run this as the user of the site; correct owner, disk or memory'
    return [failure(subject, `${file} cannot be opened: ${String(error)}`, action)]
  }
}

function findingsOf(file: string, outbox: ReturnType<typeof inspectOutbox>): Finding[] {
  if (outbox.fault !== null) {
    const action = /newer/.test(outbox.fault)
      ? 'install that version again'
      : 'restart the site, which sets it aside; then recover its enquiries (docs/operations.md, Enquiries)'
    return [failure(subject, `${file} is unusable: ${outbox.fault}`, action)]
  }
  const { waiting, failed, delivered, oldestWaitingAt, lastError } = outbox
  const counts = `${waiting} waiting, ${failed} failed, ${delivered} delivered`
  const findings = [ok(subject, `${file} is intact: ${counts}`)]
  const ageMs = oldestWaitingAt === null ? 0 : Date.now() - oldestWaitingAt
  const reason = lastError === null ? '' : ` (${lastError})`
  if (ageMs > lateMs) {
    const age = counted(Math.round(ageMs / 60_000), 'minute')
    const problem = `The oldest enquiry has waited for ${age}${reason}`
    findings.push(warning(subject, problem, 'see that the site runs, and that its receiver does'))
  }
  if (failed > 0) {
    const problem = `${counted(failed, 'enquiry', 'enquiries')} failed${reason}`
    const action = 'GET /enquiries?state=failed on the admin server, then retry each'
    findings.push(warning(subject, problem, action))
  }
  return findings
}
