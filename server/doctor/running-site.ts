import { z } from 'zod'
import type { Config } from '../config.ts'
import { counted, failure, info, ok, warning, type Finding } from './finding.ts'
import { parseJson } from '../text/characters.ts'
import { get } from './network.ts'

const readinessSchema = z.object({
  ready: z.boolean(),
  reasons: z.array(z.string()),
  content: z.object({
    lastFailureS: z.number().nullable(),
    lastFailure: z.string().nullable(),
    breakers: z.record(z.string(), z.string()),
    cache: z.object({
      oldestServedStale: z.number().nullable(),
      emptyResultGuard: z.array(z.string()),
    }),
  }),
})

type ReadinessReport = z.output<typeof readinessSchema>

const actionsForReasons: Partial<Record<string, string>> = {
  content: 'see "Content API"',
  connections: 'find out who holds so many connections',
  starting: 'wait, and run this again',
  stopping: 'wait until it has ended',
}

/** Asks the admin server of a site that runs on this machine. */
export async function checkRunningSite({ ops, userAgent }: Config) {
  const subject = 'site'
  if (ops.port === 0) return notSeen(info(subject, 'Not asked, since OPS_PORT is 0'))
  const address = `http://${hostToAsk(ops.host)}:${ops.port}`
  const readiness = await get(`${address}/readyz`, userAgent).catch(() => null)
  if (readiness === null)
    return notSeen(info(subject, `None runs here: ${address} does not answer`))
  const parsed = readinessSchema.safeParse(parseJson(readiness.text))
  if (!parsed.success) {
    const problem = `Something else answers at ${address}`
    return notSeen(warning(subject, { problem, action: 'set OPS_PORT to a free port' }))
  }
  const authorization = ops.token !== undefined && { authorization: `Bearer ${ops.token}` }
  const metrics = await get(`${address}/metrics`, { ...userAgent, ...authorization }).catch(
    () => null,
  )
  return {
    isRunning: true,
    findings: [
      ...findingsOfReadiness(parsed.data),
      ...(metrics?.status === 200 ? findingsOfMetrics(metrics.text) : []),
      ...(metrics?.status === 401 ? [wrongToken] : []),
    ],
  }
}

const wrongToken = warning('OPS_TOKEN', {
  problem: 'The site that runs has another one',
  action: 'run this with the settings of the site, or restart the site',
})

function notSeen(finding: Finding) {
  return { isRunning: false, findings: [finding] }
}

function findingsOfReadiness({ ready, reasons, content }: ReadinessReport): Finding[] {
  const findings: Finding[] = ready
    ? [ok('site', 'It is ready for visitors')]
    : reasons.map((reason) =>
        failure('site', {
          problem: `Not ready: ${reason}`,
          action: actionsForReasons[reason] ?? 'read its log',
        }),
      )
  const { lastFailure, lastFailureS, breakers, cache } = content
  if (lastFailure !== null) {
    const text = `Last failure ${counted(lastFailureS ?? 0, 'second')} ago: ${lastFailure}`
    findings.push(info('content', text))
  }
  const open = Object.keys(breakers).filter((type) => breakers[type] !== 'closed')
  if (open.length > 0) {
    findings.push(
      failure('content', {
        problem: `Types that are not called for now: ${open.join(', ')}`,
        action: 'repair the API: the site tries again by itself',
      }),
    )
  }
  if (cache.oldestServedStale !== null) {
    findings.push(
      warning('content', {
        problem: `Served stale, ${counted(cache.oldestServedStale, 'second')} old`,
        action: 'see "Content API"',
      }),
    )
  }
  if (cache.emptyResultGuard.length > 0) {
    const types = cache.emptyResultGuard
    findings.push(
      warning('content', {
        problem: `Types that have become empty, and are served stale: ${types.join(', ')}`,
        action: `if they were emptied on purpose: POST /purge?type=${types.join('&type=')}`,
      }),
    )
  }
  return findings
}

function findingsOfMetrics(text: string): Finding[] {
  const metric = (name: string) => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    return value === undefined ? undefined : Number(value)
  }
  const node = /^nodejs_version_info\{version="v([\d.]+)"/m.exec(text)?.[1]
  const startedAt = metric('process_start_time_seconds')
  const findings: Finding[] = []
  if (node && startedAt) {
    const since = new Date(startedAt * 1000).toISOString()
    findings.push(info('process', `Node ${node}, since ${since}`))
  }
  const failed = metric('enquiries_failed') ?? 0
  if (failed > 0) {
    findings.push(
      failure('enquiries', {
        problem: `${counted(failed, 'enquiry', 'enquiries')} could not be delivered`,
        action: 'GET /enquiries?state=failed says why; then retry them: docs/operations.md',
      }),
    )
  }
  const waiting = metric('enquiries_waiting') ?? 0
  if (waiting > 0) {
    const text = `${counted(waiting, 'enquiry', 'enquiries')} wait for delivery`
    findings.push(warning('enquiries', { problem: text, action: 'see "Enquiries"' }))
  }
  if (metric('shared_cache_up') === 0) {
    findings.push(
      warning('shared cache', {
        problem: 'The site goes on without it',
        action: 'see "Shared cache"',
      }),
    )
  }
  return findings
}

/** An address to connect to, where the site listens on all. */
function hostToAsk(host: string) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
