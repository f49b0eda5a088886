import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { adminSocketIn, isLoopback, type Config } from '../config.ts'
import { faultOf } from '../content/api/api-client.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { parseJson } from '@site/arabic-text/characters'
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
import { adviceFor, ask, type Answer } from './requests.ts'

const readinessSchema = z.object({ ready: z.boolean(), reasons: z.array(z.string()) })

const reasons: Partial<Record<string, Said[0]>> = {
  content: 'notReadyOfContent',
  connections: 'notReadyOfConnections',
  starting: 'notReadyYet',
  stopping: 'notReadyAnyMore',
}

/** @returns undefined when nothing answers at the admin server's address, null when something else does */
async function readinessOf(config: Config) {
  const { status, text } = await askAdmin(config, '/readyz')
  return status === 0 ? undefined : (readinessSchema.safeParse(parseJson(text)).data ?? null)
}

/** Requests the admin server, which listens at a file where a hosting panel has started the site. */
async function askAdmin({ ops, userAgent, dataDir }: Config, target: string, headers = {}) {
  const file = adminSocketIn(dataDir)
  const [address, question] = [addressOf(ops) + target, { headers: { ...userAgent, ...headers } }]
  const byFile = existsSync(file) && (await ask(address, { ...question, socketPath: file }))
  // The file may be that of a process that was killed.
  return byFile && byFile.status > 0 ? byFile : ask(address, question)
}

/** Returns an address to connect to, also if the admin server listens on all addresses. */
function addressOf({ host, port }: Config['ops']) {
  const loopback: Partial<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  return `http://${loopback[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
}

/** Queries the admin server of a site that runs on this machine. Its /readyz says more. */
export async function* checkRunningSite(config: Config): Findings {
  const { ops } = config
  if (ops.port === 0) return yield info('site', 'noAdminPort')
  const [address, readiness] = [addressOf(ops), await readinessOf(config)]
  if (readiness === undefined) return yield info('site', 'noneRuns', { address })
  if (readiness === null) return yield warning('site', 'otherRuns', { address })
  for (const reason of readiness.reasons) {
    yield failure('site', reasons[reason] ?? 'notReady', { reason })
  }
  if (readiness.ready) yield ok('site', 'ready')
  const authorization = ops.token !== undefined && { authorization: `Bearer ${ops.token}` }
  const metrics = await askAdmin(config, '/metrics', authorization || {})
  if (metrics.status === 401) yield warning('OPS_TOKEN', 'otherToken')
}

const variable = 'PUBLIC_URL'

/**
 * Requests the home page as visitors do, and checks what a proxy in front must pass on: Host, Accept-Encoding, cookies
 * and Strict-Transport-Security.
 */
export async function* checkProxy(config: Config): Findings {
  const { ops, publicUrl, userAgent } = config
  if (publicUrl === undefined) return yield info(variable, 'notRequested')
  const isRunning = ops.port > 0 && Boolean(await readinessOf(config))
  const address = `${new URL(publicUrl).origin}/`
  const arabic = await askIn('Ar', address, userAgent)
  const fault = faultOfHome(arabic, address, isRunning)
  if (fault) return yield fault
  const english = await askIn('En', address, userAgent)
  if (english.status === 0) return yield failure(variable, ...adviceFor(english.error, variable))
  yield ok(variable, 'thisSite', { home: shownAddress(address), ms: arabic.ms })
  yield* findingsOfHeaders(arabic, english, address)
  if (await isForeignHostShown(address, userAgent)) yield warning('Host', 'foreignHostShown')
  if (await isPathRewritten(address, userAgent)) yield failure('Addresses', 'pathRewritten')
  if (await isUploadRefused(address, userAgent)) yield failure('Uploads', 'uploadRefused')
  else if (!isLoopback(new URL(address).hostname)) yield await checkSlowUpload(address, userAgent)
}

/** Whether a proxy hides from the site which name a visitor used: then any name shows this site. */
async function isForeignHostShown(address: string, userAgent: OutgoingHeaders) {
  const { status, header } = await ask(address, {
    headers: { ...userAgent, host: 'doctor.invalid' },
  })
  return status === 200 && pageStatus.test(header('cache-status'))
}

/** A path with an Arabic letter and signs that proxies encode in ways of their own; no page has it. */
const oddPath = '/products/%D9%82%2B%3A%2C'

/** Whether a proxy encodes paths anew: then the site leads the canonical address to itself, without an end. */
async function isPathRewritten(address: string, userAgent: OutgoingHeaders) {
  const { status, header } = await ask(new URL(oddPath, address).href, { headers: userAgent })
  return status === 308 && new URL(header('location'), address).pathname === oddPath
}

function askIn(language: string, address: string, userAgent: OutgoingHeaders) {
  const accepted = { accept: 'text/html', 'accept-encoding': 'br, gzip' }
  return ask(address, { headers: { ...userAgent, ...accepted, cookie: `lang=${language}` } })
}

/** The size of all files of an enquiry, which many proxies refuse by default, bytes. */
const uploadBytes = 30 * 1024 * 1024

/** Whether requests as large as an enquiry with a file do not reach the site, which refuses them here unread. */
async function isUploadRefused(address: string, userAgent: OutgoingHeaders) {
  const headers = { ...userAgent, 'content-type': 'application/octet-stream' }
  // The site may close the connection while the body is sent.
  const answer = await ask(address, { method: 'POST', headers, body: Buffer.alloc(uploadBytes) })
  return answer.status === 413 && answer.header('content-security-policy') === ''
}

/** Some servers limit the time of a whole body, to 10 s by default. */
const slowUploadMs = 12_000
const slowParts = 12
/** Proxies collect a few kB before they send them on, and the site breaks off what is slower than 16 kB/s. */
const slowPartBytes = 8 * 1024

/**
 * Sends an enquiry as slowly as a phone does, with files of a field that no form has: they are read, and not stored.
 * It has no token, so that the site only says so.
 * @param ms from its first byte to its last
 */
export async function checkSlowUpload(
  address: string,
  userAgent: OutgoingHeaders,
  ms = slowUploadMs,
): Promise<Finding> {
  const file = 'Content-Disposition: form-data; name="slow"; filename="slow.txt"\r\n\r\n'
  const part = `--slow\r\n${file}${' '.repeat(slowPartBytes)}\r\n`
  async function* body() {
    for (let at = 0; at < slowParts; at += 1) {
      yield Buffer.from(part)
      await pause(ms / slowParts)
    }
    yield Buffer.from('--slow--\r\n')
  }
  const headers = { ...userAgent, 'content-type': 'multipart/form-data; boundary=slow' }
  const length = String(part.length * slowParts + '--slow--\r\n'.length)
  const sent = { ...headers, 'content-length': length }
  const question = {
    method: 'POST',
    headers: sent,
    body: Readable.from(body()),
    extraMs: ms,
  } as const
  const { status, header } = await ask(new URL('/enquiry', address).href, question)
  const isOfSite = header('content-security-policy') !== ''
  const isCut = status === 0 || status === 408 || (!isOfSite && status >= 400)
  return isCut
    ? failure('Uploads', 'uploadCut', { seconds: Math.round(ms / 1000), status })
    : ok('Uploads', 'uploadPasses', { seconds: Math.round(ms / 1000) })
}

const pageStatus = /(?:^|, *)page;/

/** @returns null when the answer is a page of the site */
function faultOfHome({ status, header, error }: Answer, address: string, isRunning: boolean) {
  const seen = { home: shownAddress(address), host: new URL(address).host, status }
  if (status === 0) {
    const [text, values] = adviceFor(error, variable)
    return faultOf(error) === 'refused' && !isRunning
      ? warning(variable, text === 'noConnection' ? 'notStarted' : 'nameNotStarted', values)
      : failure(variable, text, values)
  }
  if (status === 400 || status === 421) return failure('Host', 'otherHost', seen)
  if (status === 401 || status === 403) return warning(variable, 'closed', seen)
  if (status >= 300 && status < 400) return failure(variable, 'redirects', seen)
  if (status >= 500) return (isRunning ? failure : warning)(variable, 'notReached', seen)
  if (status === 200 && pageStatus.test(header('cache-status'))) return null
  return failure(variable, 'otherSite', seen)
}

/** Compares two responses to visitors of different languages. */
function* findingsOfHeaders({ header }: Answer, english: Answer, address: string) {
  yield ok('Host', 'hostAccepted')
  const [encoding, language] = [header('content-encoding'), header('content-language')]
  yield language && language === english.header('content-language')
    ? failure('Language', 'languageMixed', { language })
    : ok('Language', 'languageOwn')
  yield encoding
    ? ok('Compression', 'compressed', { encoding })
    : warning('Compression', 'uncompressed')
  if (header('strict-transport-security')) yield ok('HSTS', 'hsts')
  else if (address.startsWith('https:')) yield warning('HSTS', 'noHsts')
}
