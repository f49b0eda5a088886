import { parseArgs } from 'node:util'
import { readConfigOrStop } from '../config.ts'
import { log } from '@site/runtime/log'
import { readPackage } from '@site/runtime/project'
import { checkContentRules } from './content-rules.ts'
import { checkContent } from './content.ts'
import { checkBrand, checkDisk, checkNode, checkSettings } from './installation.ts'
import { checkOutbox } from './outbox.ts'
import { findingsOf, formatArea, formatSummary, type Check, type Finding } from './report.ts'
import { checkAnalytics, checkClamd, checkDelivery, checkSharedCache } from './services.ts'
import { checkProxy, checkRunningSite } from './site.ts'

const ofInstallation: [title: string, ...checks: Check[]][] = [
  ['Settings', checkNode, checkBrand, checkSettings],
  ['Disk', checkDisk],
  ['Running site', checkRunningSite],
  ['Content API', checkContent],
  ['Proxy', checkProxy],
  ['Shared cache', checkSharedCache],
  ['Enquiries', checkDelivery, checkOutbox],
  ['Other services', checkClamd, checkAnalytics],
]

// An option without an address is an invalid one.
const { values } = parseArgs({ strict: false, options: { 'content-api': { type: 'string' } } })
const tested = values['content-api']
const config = readConfigOrStop(tested === undefined ? {} : { CONTENT_API_URL: String(tested) })
// Log lines would appear between those of the report.
log.level = 'silent'

const { name, version } = readPackage()
process.stdout.write(`${name} ${version}\n`)

const report: Finding[] = []
const areas: typeof ofInstallation =
  tested === undefined ? ofInstallation : [['Content API', checkContentRules]]
for (const [title, ...checks] of areas) {
  const findings = await findingsOf(config, ...checks)
  report.push(...findings)
  process.stdout.write(formatArea(title, findings))
}
process.stdout.write(formatSummary(report))
const isFailed = ({ level, subject }: Finding) =>
  level === 'error' || (level === 'failed' && !subject.endsWith('(optional)'))
if (report.some(isFailed)) process.exitCode = 1
