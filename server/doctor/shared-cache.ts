import { Redis } from 'iovalkey'
import type { Config } from '../config.ts'
import { limitReplies, commandLimitMs, inTime } from '../shared-cache/shared-cache.ts'
import {
  counted,
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Advice,
  type Finding,
} from './finding.ts'

/** In ms. */
const timeouts = { connect: 3_000, all: 10_000 }

const oldestVersion = 7
const roundTrips = 20

/** Where the site's own keys are, so that rules for those apply. */
const probeKey = 'site:doctor'

/** Checks the Valkey or Redis that several processes share. */
export async function checkSharedCache({ sharedCacheUrl }: Config): Promise<Finding[]> {
  const subject = 'SHARED_CACHE_URL'
  if (sharedCacheUrl === undefined) return [info(subject, 'Not set: each process is on its own')]
  let lastError: unknown
  const client = new Redis(sharedCacheUrl, {
    lazyConnect: true,
    connectTimeout: timeouts.connect,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  client.on('error', (error) => (lastError = error))
  limitReplies(client, () => (lastError = new Error('a reply exceeded its limits')))
  try {
    return await inTime(checkServer(client, shownAddress(sharedCacheUrl)), timeouts.all)
  } catch (error) {
    // When the connection closes, the first error says why.
    return [failure(subject, adviceOf(lastError ?? error))]
  } finally {
    client.disconnect()
  }
}

async function checkServer(client: Redis, address: string): Promise<Finding[]> {
  await client.connect()
  const facts = await client.info().catch((error: unknown) => {
    // The site does not need it.
    if (String(error).includes('NOPERM')) return null
    throw error
  })
  return [
    ok('SHARED_CACHE_URL', `Connected to ${address}`),
    ...(facts === null
      ? [info('Version', 'Unknown, as the limit of its memory: this user may not use INFO')]
      : checkFacts(facts)),
    await checkWriting(client),
    await checkRoundTrip(client),
  ]
}

/** @param facts of INFO */
function checkFacts(facts: string): Finding[] {
  const fact = (name: string) => new RegExp(`^${name}:([\\w.-]+)`, 'm').exec(facts)?.[1] ?? ''
  return [
    checkVersion(fact('redis_version'), fact('valkey_version')),
    checkMemory(Number(fact('maxmemory')), fact('maxmemory_policy')),
  ]
}

/** Valkey also says with which version of Redis it is compatible. */
function checkVersion(redis: string, valkey: string): Finding {
  // Some services hide it.
  if (redis === '') return info('Version', 'The server does not say which one it is')
  const name = valkey === '' ? `Redis ${redis}` : `Valkey ${valkey}`
  if (Number.parseInt(redis) >= oldestVersion) return ok('Version', name)
  const problem = `${name} is too old`
  return failure('Version', { problem, action: `use version ${oldestVersion} or later` })
}

function checkMemory(maxBytes: number, policy: string): Finding {
  const action = 'set maxmemory, and maxmemory-policy allkeys-lru'
  if (maxBytes === 0) {
    return warning('Memory', { problem: 'It has no limit (maxmemory 0)', action })
  }
  if (policy === 'noeviction') {
    const problem = 'When it is full, it refuses writes (maxmemory-policy noeviction)'
    return warning('Memory', { problem, action })
  }
  return ok('Memory', `maxmemory ${Math.round(maxBytes / 1024 / 1024)} MB, ${policy}`)
}

async function checkWriting(client: Redis): Promise<Finding> {
  try {
    await client.set(probeKey, '1', 'PX', timeouts.all)
    await client.del(probeKey)
    return ok('Writing', 'Allowed')
  } catch (error) {
    return failure('Writing', adviceOf(error))
  }
}

async function checkRoundTrip(client: Redis): Promise<Finding> {
  const times: number[] = []
  for (let count = 0; count < roundTrips; count += 1) {
    const start = performance.now()
    await client.ping()
    times.push(performance.now() - start)
  }
  times.sort((one, other) => one - other)
  const median = times[roundTrips / 2] ?? 0
  const slow = times.filter((time) => time > commandLimitMs).length
  const text = `${median.toFixed(1)} ms (median of ${roundTrips}), the limit is ${commandLimitMs} ms`
  if (slow === 0) return ok('Round trip', text)
  const advice = {
    problem: `${text}, and ${counted(slow, 'command')} took longer`,
    action: 'move it closer to the site, or give it more processor time',
  }
  return median > commandLimitMs ? failure('Round trip', advice) : warning('Round trip', advice)
}

const actions: [error: RegExp, action: string][] = [
  [/NOAUTH|WRONGPASS/, 'check user and password in SHARED_CACHE_URL'],
  [/NOPERM/, 'allow this user all commands on keys that begin with site:'],
  [/READONLY/, 'set SHARED_CACHE_URL to the primary, not a replica'],
  [/OOM/, 'set maxmemory-policy allkeys-lru'],
  [/MISCONF|NOREPLICAS/, 'read its log: it cannot save or replicate'],
]

function adviceOf(error: unknown): Advice {
  const problem = error instanceof Error ? error.message : String(error)
  const action = actions.find(([pattern]) => pattern.test(problem))?.[1]
  return {
    problem,
    action: action ?? 'check host and port in SHARED_CACHE_URL, TLS (rediss), the firewall between',
  }
}
