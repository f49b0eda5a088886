import { parseArgs } from 'node:util'
import { readConfigOrStop } from '../config.ts'
import { log } from '@site/runtime/log'
import { readPackage } from '@site/runtime/project'
import { checkContentRules } from './content-rules.ts'
import { checkContent } from './content.ts'
import { checkDisk, checkSettings } from './installation.ts'
import { checkOutbox } from './outbox.ts'
import { failure, formatArea, formatSummary, type Finding } from './report.ts'
import { checkDelivery, checkOtherServices, checkSharedCache } from './services.ts'
import { checkProxy, checkRunningSite } from './site.ts'

// An option without an address is an invalid one.
const { values } = parseArgs({ strict: false, options: { 'content-api': { type: 'string' } } })
const tested = values['content-api']
const config = readConfigOrStop(tested === undefined ? {} : { CONTENT_API_URL: String(tested) })
// Log lines would appear between those of the report.
log.level = 'silent'

const report: Finding[] = []

/** Prints the findings of an area as soon as they are known. */
async function check(title: string, find: () => Finding[] | Promise<Finding[]>) {
  const findings = await Promise.resolve()
    .then(find)
    .catch((error: unknown) => [
      failure('check', `It could not be done: ${String(error)}`, 'check this by hand'),
    ])
  report.push(...findings)
  process.stdout.write(formatArea(title, findings))
}

const { name, version } = readPackage()
process.stdout.write(`${name} ${version}\n`)

if (tested === undefined) await checkInstallation()
else await check('Content API', () => checkContentRules(config, config.content.apiUrl ?? ''))
process.stdout.write(formatSummary(report))
const isFailed = ({ level, subject }: Finding) =>
  level === 'error' || (level === 'failed' && !subject.endsWith('(optional)'))
if (report.some(isFailed)) process.exitCode = 1

async function checkInstallation() {
  let isRunning = false
  await check('Settings', () => checkSettings(config))
  await check('Disk', () => checkDisk(config))
  await check('Running site', async () => {
    const site = await checkRunningSite(config)
    isRunning = site.isRunning
    return site.findings
  })
  await check('Content API', () => checkContent(config))
  await check('Proxy', () => checkProxy(config, isRunning))
  await check('Shared cache', () => checkSharedCache(config))
  await check('Enquiries', async () => [
    ...(await checkDelivery(config)),
    ...(await checkOutbox(config)),
  ])
  await check('Other services', () => checkOtherServices(config))
}
