import { createReporter } from '../site/analytics.ts'
import type { Config } from '../config.ts'
import { contentScopeOf } from '../content/content.ts'
import { createMailer, offersLogin } from '../enquiries/delivery/smtp.ts'
import {
  causeOf,
  commandLimitMs,
  createCacheClient,
  inTime,
  keyPrefixOf,
  limitReplies,
  type Commands,
} from '../shared-cache/shared-cache.ts'
import { findDifferences } from '../shared-cache/shared-checks.ts'
import { pingClamd } from '../uploads/clamd.ts'
import {
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Finding,
  type Findings,
  type Said,
} from './report.ts'
import { checkConnection } from './requests.ts'

/** Timeouts, ms; mail includes TLS and login. */
const timeouts = { connect: 3_000, sharedCache: 10_000, mail: 15_000 }

const probeKey = 'doctor'

/** Checks the Valkey or Redis that several processes share. */
export async function* checkSharedCache(config: Config): Findings {
  const { sharedCacheUrl: url, content, secret } = config
  const subject = 'SHARED_CACHE_URL'
  if (url === undefined) return yield info(subject, 'cacheNotSet')
  let lastError: unknown
  // The prefix of the site's own keys, so that their access rules apply.
  const client = createCacheClient(url, keyPrefixOf(contentScopeOf(content)), {
    lazyConnect: true,
    connectTimeout: timeouts.connect,
    retryStrategy: () => null,
  })
  client.on('error', (error: Error) => (lastError = causeOf(error)))
  limitReplies(client, () => (lastError = new Error('a reply exceeded its limits')))
  async function check(address: string): Promise<Finding[]> {
    await client.connect()
    const facts = await client.info().catch((error: unknown) => {
      // The site does not need this command.
      if (String(error).includes('NOPERM')) return ''
      throw error
    })
    const differences = await findDifferences(client, secret, false)
    return [
      ok(subject, 'cacheConnected', { address }),
      checkMemory(facts),
      await checkWriting(client),
      ...differences.map(({ setting, text }) => failure(setting, 'processDiffers', { text })),
    ]
  }
  try {
    yield* await inTime(check(shownAddress(url)), timeouts.sharedCache)
  } catch (error) {
    // When the connection closes, the first error names the cause.
    yield failureOf(sharedCacheFaults, subject, lastError ?? error)
  } finally {
    client.disconnect()
  }
}

/** @param facts the output of INFO; empty if this user may not run it */
function checkMemory(facts: string): Finding {
  const fact = (name: string) => new RegExp(`^${name}:([\\w.-]+)`, 'm').exec(facts)?.[1] ?? ''
  const megabytes = Math.round(Number(fact('maxmemory')) / 1024 / 1024)
  const policy = fact('maxmemory_policy')
  if (policy === '') return info('Memory', 'memoryUnknown')
  return megabytes === 0 || policy === 'noeviction'
    ? warning('Memory', 'memoryUnlimited', { policy })
    : ok('Memory', 'memory', { megabytes, policy })
}

async function checkWriting(client: Commands): Promise<Finding> {
  try {
    await client.set(probeKey, '1', 'PX', timeouts.sharedCache)
    const start = performance.now()
    await client.del(probeKey)
    const ms = Math.round(performance.now() - start)
    const values = { ms, limit: commandLimitMs }
    return ms > commandLimitMs
      ? warning('Writing', 'writingSlow', values)
      : ok('Writing', 'writing', values)
  } catch (error) {
    return failureOf(sharedCacheFaults, 'Writing', error)
  }
}

/** Findings by the error message of a service. */
type Faults = [message: RegExp, text: Said[0]][]

const sharedCacheFaults: Faults = [
  [/NOAUTH|WRONGPASS/, 'cacheLoginRefused'],
  [/NOPERM/, 'cacheForbids'],
  [/READONLY/, 'cacheReadOnly'],
  [/OOM/, 'cacheFull'],
  [/MISCONF|NOREPLICAS/, 'cacheCannotSave'],
  [/MOVED|\bASK\b|CROSSSLOT|CLUSTERDOWN/, 'cacheIsCluster'],
  [/unknown command/i, 'cacheIsSentinel'],
  [/certificate|TLS|SSL/i, 'cacheNotTrusted'],
  [/(?:)/, 'cacheFails'],
]

const mailFaults: Faults = [
  [/^E\w*AUTH/, 'mailLoginRefused'],
  [/^ETLS|certificate|SSL/i, 'mailNotTrusted'],
  [/(?:)/, 'mailFails'],
]

function failureOf(faults: Faults, subject: string, thrown: unknown) {
  const error = thrown instanceof Error ? thrown.message : String(thrown)
  const text = faults.find(([message]) => message.test(error))?.[1] ?? 'checkFailed'
  return failure(subject, text, { error })
}

/** Settings that only one delivery reads. */
const settingsOfDelivery = { SMTP_URL: 'smtp', ENQUIRY_WEBHOOK_URL: 'webhook' }

/** Checks how enquiries reach the company. It sends nothing. */
export async function* checkDelivery(config: Config): Findings {
  const { delivery } = config.enquiries
  yield await checkChosenDelivery(config)
  for (const [name, its] of Object.entries(settingsOfDelivery)) {
    if (!config.names.includes(name) || delivery === its) continue
    yield warning('ENQUIRY_DELIVERY', 'deliveryUnused', { name, delivery, its })
  }
}

function checkChosenDelivery({ enquiries, content }: Config): Finding | Promise<Finding> {
  switch (enquiries.delivery) {
    case 'post-email':
      return checkPostEmail(enquiries.postEmail, content.apiUrl)
    case 'smtp':
      return checkMailServer(enquiries.smtpUrl)
    case 'webhook':
      return checkConnection('webhook', enquiries.webhook.url, 'ENQUIRY_WEBHOOK_URL')
    case 'log':
      return warning('log', 'deliveryToLog')
    case 'none':
      return info('none', 'noDelivery')
  }
}

function checkPostEmail(settings: Config['enquiries']['postEmail'], apiUrl: string | undefined) {
  const subject = 'post-email'
  if (apiUrl === undefined) return warning(subject, 'postEmailWithoutApi')
  const unset = Object.entries(settings)
    .filter(([, value]) => value === '')
    .map(([name]) => `POST_EMAIL_${name.toUpperCase()}`)
  return unset.length === 0
    ? ok(subject, 'postEmailSet')
    : warning(subject, 'postEmailNotSet', { unset: unset.join(', ') })
}

async function checkMailServer(url: string): Promise<Finding> {
  const mailer = createMailer(url)
  try {
    await inTime(mailer.verify(), timeouts.mail)
    const hasUser = new URL(url).username !== ''
    if (!hasUser && (await inTime(offersLogin(url), timeouts.mail))) {
      return warning('smtp', 'mailLoginUnused', { address: shownAddress(url) })
    }
    const login = hasUser ? 'accepts the login' : 'needs no login'
    return ok('smtp', 'mailAnswers', { address: shownAddress(url), login })
  } catch (error) {
    return failureOf(mailFaults, 'smtp', error)
  } finally {
    mailer.close()
  }
}

export async function* checkClamd({ clamd }: Config): Findings {
  if (clamd === null) return
  try {
    await pingClamd(clamd)
    yield ok('clamd', 'clamdAnswers')
  } catch (error) {
    yield failure('clamd', 'clamdFails', { error: String(error) })
  }
}

/** Checks whether the analytics service accepts connections. */
export async function* checkAnalytics({ analytics }: Config): Findings {
  // This report only provides the address, and is not sent.
  const visitor = { userAgent: '', optedOut: false }
  const report = createReporter(analytics, '')?.({ path: '/', title: '', lang: 'En' }, visitor)
  yield report
    ? await checkConnection(analytics.sink, report.url, 'ANALYTICS_URL')
    : info('none', 'noAnalytics')
}
