import { promisify } from 'node:util'
import { buildConnector, request } from 'undici'
import { codeOf, faultOf } from '../content/api/api-client.ts'
import type { Fault } from '../content/failures.ts'
import { stripUnprintable } from '@site/arabic-text/characters'
import { createOutgoingAgent, isProxied } from '../outgoing-agent.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'

/**
 * - ok: as it should be
 * - info: nothing to do
 * - warning: the site works, but something is missing, risky or slow
 * - error: the site, or a part of it, does not work
 * - passed, failed, not tried: what came of a rule for content APIs
 */
type Level = 'ok' | 'info' | 'warning' | 'error' | 'passed' | 'failed' | 'not tried'

/** One line of the report. */
export interface Finding {
  level: Level
  subject: string
  text: string
}

/** The problem and the remedy: two sentences without their full stops. */
export type Advice = readonly [problem: string, action: string]

export const ok = (subject: string, text: string): Finding => ({ level: 'ok', subject, text })
export const info = (subject: string, text: string): Finding => ({ level: 'info', subject, text })

export function warning(subject: string, ...[problem, action]: Advice): Finding {
  return { level: 'warning', subject, text: `${problem}. To do: ${action}` }
}

export function failure(subject: string, ...advice: Advice): Finding {
  return { ...warning(subject, ...advice), level: 'error' }
}

/** Formats the lines of one area. */
export function formatArea(title: string, findings: readonly Finding[]) {
  const width = Math.max(...findings.map(({ subject }) => subject.length))
  const levelWidth = Math.max(7, ...findings.map(({ level }) => level.length))
  const lines = findings.map(({ level, subject, text }) => {
    // The text may contain third-party data.
    const printable = stripUnprintable(text).replace(/\s+/g, ' ').replace(/\.$/, '')
    return `  ${level.padEnd(levelWidth)}  ${subject.padEnd(width)}  ${printable}.\n`
  })
  return `\n${title}\n${lines.join('')}`
}

/** Formats the last line of the report. */
export function formatSummary(findings: readonly Finding[]) {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const rules = count('failed') > 0 ? `, ${counted(count('failed'), 'rule')} failed` : ''
  return `\n${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}${rules}.\n`
}

/** Formats a number with its noun. */
export function counted(number: number, noun: string, plural = `${noun}s`) {
  return `${number} ${number === 1 ? noun : plural}`
}

/** Returns an address without user, password and query, which may be secret. */
export function shownAddress(address: string) {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/** Timeouts, ms. */
const timeouts = { connect: 3_000, response: 5_000 }

const connect = promisify(
  // Set explicitly, so that it overrides NODE_TLS_REJECT_UNAUTHORIZED.
  buildConnector({ timeout: timeouts.connect, rejectUnauthorized: true }),
)

/** Max. size of a response, bytes; the site's own are far smaller. */
const maxResponseBytes = 4 * 1024 * 1024

export interface Answer {
  status: number
  ms: number
  /** Returns the value of a header; empty without it. */
  header: (name: string) => string
  bytes: Buffer
  text: string
}

export type Question = {
  headers: OutgoingHeaders
  method?: 'POST'
  body?: Buffer
  maxBytes?: number
}

/**
 * Requests an address. Redirects are not followed.
 * @param question its headers include the User-Agent; after maxBytes no more of the response is read
 * @throws the error of undici when there is no complete response in time
 */
export async function ask(
  address: string,
  { maxBytes = maxResponseBytes, ...question }: Question,
): Promise<Answer> {
  const dispatcher = createOutgoingAgent({ connect: { timeout: timeouts.connect } })
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeouts.response)
    const response = await request(address, { ...question, dispatcher, signal })
    let bytes = Buffer.alloc(0)
    for await (const part of response.body as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, part])
      if (bytes.length >= maxBytes) break
    }
    const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
    const { statusCode: status } = response
    const ms = Math.round(performance.now() - start)
    return { status, ms, header, bytes, text: bytes.toString() }
  } finally {
    await dispatcher.destroy()
  }
}

/**
 * Connects to an http:// or https:// address, with TLS for https, and sends nothing.
 * @param variable the setting with the address
 */
export async function checkConnection(
  subject: string,
  address: string,
  variable: string,
): Promise<Finding> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const place = { protocol, hostname: host, port: port || (protocol === 'https:' ? '443' : '80') }
  if (isProxied())
    return info(subject, 'Not asked: calls pass the proxy of HTTPS_PROXY or HTTP_PROXY')
  const start = performance.now()
  try {
    const socket = await connect({ ...place, host })
    socket?.on('error', () => undefined).destroy()
    const ms = Math.round(performance.now() - start)
    return ok(subject, `${protocol}//${host}:${place.port} accepts connections, in ${ms} ms`)
  } catch (error) {
    return failure(subject, ...adviceFor(faultOf(error), codeOf(error), variable))
  }
}

/**
 * Explains a failed connection.
 * @param code of the error, such as ECONNREFUSED
 * @param variable the setting with the address
 */
export function adviceFor(fault: Fault, code: string, variable: string): Advice {
  const reason = code === '' ? '' : ` (${code})`
  const proxy = isProxied() ? ', and the proxy of HTTPS_PROXY or HTTP_PROXY' : ''
  const check = `check scheme, host and port in ${variable}${proxy}`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      `The host name has no address${reason}`,
      `${check}, and the name server of this machine`,
    ]
  }
  // Node 20 and later versions name it differently.
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code)) {
    return [
      `The other side speaks no TLS on this port${reason}`,
      `${check}: http:// or another port`,
    ]
  }
  switch (fault) {
    case 'tls':
      return [
        `The certificate is not trusted, or TLS failed${reason}`,
        `renew the certificate, or correct the host in ${variable}; for a private authority set NODE_EXTRA_CA_CERTS`,
      ]
    case 'timeout':
      return /HEADERS|BODY/.test(code)
        ? [
            `It accepts the connection, and answers too late${reason}`,
            'find out what keeps it busy',
          ]
        : [`No answer in time${reason}`, `${check}, and the firewall between`]
    case 'cut':
      return [`The connection broke off${reason}`, `${check}, and read the log of the other side`]
    case 'shape':
      return [`The answer is not HTTP${reason}`, check]
    default:
      return [`No connection${reason}`, `${check}, and that the other side runs`]
  }
}
