import { z } from 'zod'
import type { Config } from '../config.ts'
import { codeOf, faultOf } from '../content/api/api-client.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { parseJson } from '@site/arabic-text/characters'
import {
  adviceFor,
  ask,
  counted,
  failure,
  info,
  ok,
  shownAddress,
  warning,
  type Answer,
  type Finding,
} from './report.ts'

const readinessSchema = z.object({
  ready: z.boolean(),
  reasons: z.array(z.string()),
  content: z.object({
    breakers: z.record(z.string(), z.string()),
    cache: z.object({
      oldestServedStale: z.number().nullable(),
      emptyResultGuard: z.array(z.string()),
    }),
  }),
})

const actionsForReasons: Partial<Record<string, string>> = {
  content: 'see "Content API"',
  connections: 'find out who holds so many connections',
  starting: 'wait, and run this again',
  stopping: 'wait until it has ended',
}

/**
 * Queries the admin server of a site that runs on this machine.
 * @returns isRunning: whether there is one
 */
export async function checkRunningSite({ ops, userAgent }: Config) {
  const notSeen = (finding: Finding) => ({ isRunning: false, findings: [finding] })
  if (ops.port === 0) return notSeen(info('site', 'Not asked, since OPS_PORT is 0'))
  const address = `http://${hostToAsk(ops.host)}:${ops.port}`
  const readiness = await ask(`${address}/readyz`, { headers: userAgent }).catch(() => null)
  if (!readiness) return notSeen(info('site', `None runs here: ${address} does not answer`))
  const { data } = readinessSchema.safeParse(parseJson(readiness.text))
  if (!data) {
    const problem = `Something else answers at ${address}`
    return notSeen(warning('site', problem, 'set OPS_PORT to a free port'))
  }
  const authorization = ops.token !== undefined && { authorization: `Bearer ${ops.token}` }
  const headers = { ...userAgent, ...authorization }
  const metrics = await ask(`${address}/metrics`, { headers }).catch(() => null)
  const findings = findingsOfReadiness(data)
  if (metrics?.status === 200) findings.push(...findingsOfMetrics(metrics.text))
  if (metrics?.status === 401) {
    const action = 'run this with the settings of the site, or restart the site'
    findings.push(warning('OPS_TOKEN', 'The site that runs has another one', action))
  }
  return { isRunning: true, findings }
}

function findingsOfReadiness({ ready, reasons, content }: z.output<typeof readinessSchema>) {
  const findings = reasons.map((reason) =>
    failure('site', `Not ready: ${reason}`, actionsForReasons[reason] ?? 'read its log'),
  )
  if (ready) findings.push(ok('site', 'It is ready for visitors'))
  const { breakers, cache } = content
  const open = Object.keys(breakers).filter((type) => breakers[type] !== 'closed')
  if (open.length > 0) {
    const problem = `Types that are not called for now: ${open.join(', ')}`
    findings.push(failure('content', problem, 'repair the API: the site tries again by itself'))
  }
  if (cache.oldestServedStale !== null) {
    const problem = `Served stale, ${counted(cache.oldestServedStale, 'second')} old`
    findings.push(warning('content', problem, 'see "Content API"'))
  }
  if (cache.emptyResultGuard.length > 0) {
    const types = cache.emptyResultGuard
    const problem = `Types that have become empty, and are served stale: ${types.join(', ')}`
    const action = `if they were emptied on purpose: POST /purge?type=${types.join('&type=')}`
    findings.push(warning('content', problem, action))
  }
  return findings
}

function findingsOfMetrics(text: string): Finding[] {
  const metric = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  const enquiries = (name: string) => counted(Number(metric(name)), 'enquiry', 'enquiries')
  const findings: Finding[] = []
  if (Number(metric('enquiries_failed')) > 0) {
    const problem = `${enquiries('enquiries_failed')} could not be delivered`
    const action = 'GET /enquiries?state=failed says why; then retry them: docs/operations.md'
    findings.push(failure('enquiries', problem, action))
  }
  if (Number(metric('enquiries_waiting')) > 0) {
    const problem = `${enquiries('enquiries_waiting')} wait for delivery`
    findings.push(warning('enquiries', problem, 'see "Enquiries"'))
  }
  return findings
}

/** Returns an address to connect to if the site listens on all addresses. */
function hostToAsk(host: string) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

const variable = 'PUBLIC_URL'

/**
 * Requests the home page as visitors do, and checks what a proxy in front must pass on: Host, Accept-Encoding, cookies
 * and Strict-Transport-Security.
 * @param isRunning whether a site was seen on this machine
 */
export async function checkProxy(
  { publicUrl, userAgent }: Config,
  isRunning: boolean,
): Promise<Finding[]> {
  if (publicUrl === undefined) return [info(variable, 'Not set, so nothing was requested')]
  const home = `${new URL(publicUrl).origin}/`
  const requestIn = (language: string) => ask(home, { headers: headersFor(userAgent, language) })
  try {
    const arabic = await requestIn('Ar')
    const stranger = strangerFinding(arabic, home, isRunning)
    if (stranger) return [stranger]
    const english = await requestIn('En')
    return [
      ok(variable, `${shownAddress(home)} is this site, ${arabic.ms} ms from here`),
      ...findingsOfHeaders(arabic, english, home),
      ...(await checkUpload(home, userAgent)),
    ]
  } catch (error) {
    const fault = faultOf(error)
    const [problem, action] = adviceFor(fault, codeOf(error), variable)
    return fault === 'refused' && !isRunning
      ? [warning(variable, problem, 'start the site and its proxy, and run this again')]
      : [failure(variable, problem, action)]
  }
}

/** The size of a file that a visitor sends with an enquiry, which many proxies refuse by default, bytes. */
const uploadBytes = 3 * 1024 * 1024

/** Checks that requests as large as an enquiry with a file reach the site, which refuses them at this address unread. */
async function checkUpload(home: string, userAgent: OutgoingHeaders): Promise<Finding[]> {
  const headers = { ...userAgent, 'content-type': 'application/octet-stream' }
  const body = Buffer.alloc(uploadBytes)
  // The site may close the connection while it is sent.
  const answer = await ask(home, { method: 'POST', headers, body }).catch(() => null)
  if (answer?.status !== 413 || answer.header('content-security-policy') !== '') return []
  const problem = 'The proxy refuses requests of 3 MB, so visitors cannot send files'
  return [failure('Uploads', problem, 'let it pass on 32 MB (nginx: client_max_body_size 32m)')]
}

function headersFor(userAgent: OutgoingHeaders, language: string) {
  const accepted = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
  return { ...userAgent, ...accepted, cookie: `lang=${language}` }
}

/** @returns null when the response is a page of the site */
function strangerFinding({ status, header }: Answer, home: string, isRunning: boolean) {
  const passHost =
    "pass on the visitor's Host (nginx: proxy_set_header Host $http_host), or correct PUBLIC_URL"
  const shownStatus = `${shownAddress(home)} answers ${status}`
  if (status === 400 || status === 421) {
    const problem = `Status ${status}: the site gets another Host than ${new URL(home).host}, or the other scheme`
    return failure('Host', problem, passHost)
  }
  if (status === 401 || status === 403) {
    const problem = `${shownStatus}: it is closed to this request, so nothing more can be seen`
    return warning(variable, problem, 'run this where the site is open')
  }
  if (status >= 300 && status < 400) {
    return failure(variable, shownStatus, 'set PUBLIC_URL to the address that visitors end at')
  }
  if (status >= 500) {
    const problem = `${shownStatus}: the proxy cannot reach the site, or the site has no content`
    const report = isRunning ? failure : warning
    return report(
      variable,
      problem,
      'check the address of the site in the proxy, then "Content API"',
    )
  }
  if (status !== 200 || !/(?:^|, *)page;/.test(header('cache-status'))) {
    const problem = `${shownStatus} without the Cache-Status of a page: it is not this site, or the proxy removes it`
    const action = 'check the address of the site in the proxy, and where the host name leads'
    return failure(variable, problem, action)
  }
  return null
}

/** Compares two responses to visitors of different languages. */
function findingsOfHeaders(arabic: Answer, english: Answer, home: string): Finding[] {
  const [encoding, language, transport] = [
    'content-encoding',
    'content-language',
    'strict-transport-security',
  ].map(arabic.header)
  const findings = [ok('Host', 'The site accepts the Host that it gets')]
  if (language && language === english.header('content-language')) {
    const problem = `Visitors with the cookie lang=En get the page in ${language}`
    const action =
      'let the proxy pass on cookies, and a cache obey "Vary: Cookie" or have lang in its key'
    findings.push(failure('Language', problem, action))
  } else findings.push(ok('Language', 'Each visitor gets their own'))
  if (encoding) findings.push(ok('Compression', `Pages arrive with ${encoding}`))
  else {
    const action = 'let the proxy pass on Accept-Encoding and Content-Encoding'
    findings.push(warning('Compression', 'Pages arrive uncompressed', action))
  }
  if (transport) findings.push(ok('HSTS', 'It arrives'))
  else if (home.startsWith('https:')) {
    const action = 'let the proxy pass it on, and start the site with this PUBLIC_URL'
    findings.push(warning('HSTS', 'Strict-Transport-Security does not arrive', action))
  }
  return findings
}
