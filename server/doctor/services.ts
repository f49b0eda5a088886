import { Redis } from 'iovalkey'
import { createReporter } from '../analytics.ts'
import type { Config } from '../config.ts'
import { contentScopeOf } from '../content/content.ts'
import { createMailer } from '../enquiries/smtp.ts'
import { limitReplies, commandLimitMs, inTime, keyPrefixOf } from '../shared-cache/shared-cache.ts'
import { findDifferences } from '../shared-cache/shared-checks.ts'
import { pingClamd } from '../uploads/clamd.ts'
import {
  checkConnection,
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Finding,
} from './report.ts'

/** Timeouts, ms; mail includes TLS and login. */
const timeouts = { connect: 3_000, sharedCache: 10_000, mail: 15_000 }

const probeKey = 'doctor'

/** Checks the Valkey or Redis that several processes share. */
export async function checkSharedCache(config: Config): Promise<Finding[]> {
  const { sharedCacheUrl, content, secret } = config
  const subject = 'SHARED_CACHE_URL'
  if (sharedCacheUrl === undefined) return [info(subject, 'Not set: each process is on its own')]
  let lastError: unknown
  const client = new Redis(sharedCacheUrl, {
    // The prefix of the site's own keys, so that their access rules apply.
    keyPrefix: keyPrefixOf(contentScopeOf(content)),
    lazyConnect: true,
    connectTimeout: timeouts.connect,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  client.on('error', (error) => (lastError = error))
  limitReplies(client, () => (lastError = new Error('a reply exceeded its limits')))
  async function check(): Promise<Finding[]> {
    await client.connect()
    const connected = ok(subject, `Connected to ${shownAddress(sharedCacheUrl ?? '')}`)
    const facts = await client.info().catch((error: unknown) => {
      // The site does not need this command.
      if (String(error).includes('NOPERM')) return ''
      throw error
    })
    const action = 'give all processes the same SECRET, and set all clocks by NTP'
    const differences = (await findDifferences(client, secret, false)).map(({ setting, text }) =>
      failure(setting, text, action),
    )
    return [connected, checkMemory(facts), await checkWriting(client), ...differences]
  }
  try {
    return await inTime(check(), timeouts.sharedCache)
  } catch (error) {
    // When the connection closes, the first error names the cause.
    return [sharedCacheFailure(subject, lastError ?? error)]
  } finally {
    client.disconnect()
  }
}

/** @param facts the output of INFO; empty if this user may not run it */
function checkMemory(facts: string): Finding {
  const fact = (name: string) => new RegExp(`^${name}:([\\w.-]+)`, 'm').exec(facts)?.[1] ?? ''
  const megabytes = Math.round(Number(fact('maxmemory')) / 1024 / 1024)
  const policy = fact('maxmemory_policy')
  const action = 'set maxmemory, and maxmemory-policy allkeys-lru'
  if (policy === '') return info('Memory', 'Its limit is unknown: INFO says nothing')
  return megabytes === 0 || policy === 'noeviction'
    ? warning('Memory', `It has no limit, or refuses writes when full (${policy})`, action)
    : ok('Memory', `maxmemory ${megabytes} MB, ${policy}`)
}

async function checkWriting(client: Redis): Promise<Finding> {
  try {
    await client.set(probeKey, '1', 'PX', timeouts.sharedCache)
    const start = performance.now()
    await client.del(probeKey)
    const ms = Math.round(performance.now() - start)
    const action = 'move it closer to the site, or give it more processor time'
    return ms > commandLimitMs
      ? warning('Writing', `Slow, ${ms} ms: the limit is ${commandLimitMs} ms`, action)
      : ok('Writing', `Allowed, in ${ms} ms: the limit is ${commandLimitMs} ms`)
  } catch (error) {
    return sharedCacheFailure('Writing', error)
  }
}

const sharedCacheActions: [error: RegExp, action: string][] = [
  [/NOAUTH|WRONGPASS/, 'check user and password in SHARED_CACHE_URL'],
  [/NOPERM/, 'allow this user all commands on keys that begin with site:'],
  [/READONLY/, 'set SHARED_CACHE_URL to the primary, not a replica'],
  [/OOM/, 'set maxmemory-policy allkeys-lru'],
  [/MISCONF|NOREPLICAS/, 'read its log: it cannot save or replicate'],
  [/(?:)/, 'check host and port in SHARED_CACHE_URL, TLS (rediss), the firewall between'],
]

function sharedCacheFailure(subject: string, error: unknown) {
  const problem = error instanceof Error ? error.message : String(error)
  const action = sharedCacheActions.find(([pattern]) => pattern.test(problem))?.[1]
  return failure(subject, problem, action ?? '')
}

/** Settings that only one delivery reads. */
const settingsOfDelivery = { SMTP_URL: 'smtp', ENQUIRY_WEBHOOK_URL: 'webhook' }

/** Checks how enquiries reach the company. It sends nothing. */
export async function checkDelivery(config: Config): Promise<Finding[]> {
  const { delivery } = config.enquiries
  const unused = Object.entries(settingsOfDelivery)
    .filter(([name, its]) => config.names.includes(name) && delivery !== its)
    .map(([name, its]) => {
      const problem = `${name} is set, but enquiries go by ${delivery}`
      return warning('ENQUIRY_DELIVERY', problem, `set it to ${its}, or remove ${name}`)
    })
  return [await checkChosenDelivery(config), ...unused]
}

async function checkChosenDelivery({ enquiries, content }: Config): Promise<Finding> {
  switch (enquiries.delivery) {
    case 'post-email':
      return checkPostEmail(enquiries.postEmail, content.apiUrl)
    case 'smtp':
      return checkMailServer(enquiries.smtpUrl)
    case 'webhook':
      return checkConnection('webhook', enquiries.webhook.url, 'ENQUIRY_WEBHOOK_URL')
    case 'log': {
      const problem = 'What visitors write goes to the log only, with their personal data'
      return warning('log', problem, 'set ENQUIRY_DELIVERY to post-email, smtp or webhook')
    }
    case 'none':
      return info('none', 'The site has no form for enquiries')
  }
}

function checkPostEmail(settings: Config['enquiries']['postEmail'], apiUrl: string | undefined) {
  const subject = 'post-email'
  if (apiUrl === undefined) {
    const problem = 'Without CONTENT_API_URL it reaches nobody: enquiries wait in the outbox'
    return warning(subject, problem, 'set CONTENT_API_URL, or ENQUIRY_DELIVERY to smtp or webhook')
  }
  const unset = Object.entries(settings)
    .filter(([, value]) => value === '')
    .map(([name]) => `POST_EMAIL_${name.toUpperCase()}`)
  if (unset.length === 0) {
    return ok(
      subject,
      'Its settings are there. PostEmail was not called: send an enquiry to try it',
    )
  }
  const problem = `Not set: ${unset.join(', ')}. The content API gets these fields empty`
  const action =
    'set them, or make sure that the API does without; then send an enquiry to see it arrive'
  return warning(subject, problem, action)
}

async function checkMailServer(url: string): Promise<Finding> {
  const mailer = createMailer(url)
  try {
    await inTime(mailer.verify(), timeouts.mail)
    const login = new URL(url).username === '' ? 'needs no login' : 'accepts the login'
    return ok('smtp', `${shownAddress(url)} answers and ${login}. No mail was sent`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (/^E\w*AUTH/.test(reason)) {
      const problem = `The login is refused (${reason})`
      return failure('smtp', problem, 'check user and password in SMTP_URL')
    }
    const action = /^ETLS|certificate|SSL/i.test(reason)
      ? 'check scheme, host and port in SMTP_URL, and the certificate; for a private authority set NODE_EXTRA_CA_CERTS'
      : 'check host and port in SMTP_URL, the firewall between, and that the mail server runs'
    return failure('smtp', reason, action)
  } finally {
    mailer.close()
  }
}

/** Checks whether the analytics service accepts connections. */
export async function checkOtherServices(config: Config): Promise<Finding[]> {
  return [...(await checkClamd(config)), await checkAnalytics(config)]
}

async function checkClamd({ clamd }: Config): Promise<Finding[]> {
  if (clamd === null) return []
  try {
    await pingClamd(clamd)
    return [ok('clamd', 'It answers')]
  } catch (error) {
    const problem = `No file of a visitor is accepted: ${String(error)}`
    return [failure('clamd', problem, 'start clamd, or correct or remove CLAMD_ADDRESS')]
  }
}

async function checkAnalytics({ analytics }: Config): Promise<Finding> {
  // This report only provides the address, and is not sent.
  const report = createReporter(analytics, '')?.(
    { path: '/', title: '', lang: 'En' },
    { userAgent: '', optedOut: false },
  )
  if (!report) return info('none', 'No analytics service is set')
  return checkConnection(analytics.sink, report.url, 'ANALYTICS_URL')
}
