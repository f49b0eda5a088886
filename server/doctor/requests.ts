import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { buildConnector, request } from 'undici'
import type { Exchange } from '@site/content-folder/conformance'
import { codeOf, faultOf } from '../content/api/api-client.ts'
import { fileAddress, headBytes, isPageInPlaceOf, isPicture } from '../files/image-base.ts'
import { createOutgoingAgent, isProxied } from '../outgoing-agent.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { failure, info, ok, shownAddress, type Finding, type Said } from './report.ts'

/** The response to a request; without a complete one in time, status 0 and the reason as its text. */
export interface Answer extends Exchange {
  ms: number
  bytes: Buffer
  error?: unknown
}

interface Question {
  /** They include the User-Agent. */
  headers: OutgoingHeaders
  method?: 'POST'
  body?: Buffer | Readable
  /** Time for sending the body, besides that for the response, ms. */
  extraMs?: number
  /** After this, no more of the response is read. */
  maxBytes?: number
  /** A socket file to connect to, in place of the address. */
  socketPath?: string | undefined
  /** Shown behind the address. */
  note?: string
}

/** Timeouts, ms. */
const timeouts = { connect: 3_000, response: 5_000 }

/** Max. size of a response, bytes; the site's own are far smaller. */
const maxResponseBytes = 4 * 1024 * 1024

/** Requests an address. Redirects are not followed. */
export async function ask(
  address: string,
  { maxBytes = maxResponseBytes, note = '', socketPath, extraMs = 0, ...question }: Question,
): Promise<Answer> {
  const made = { request: `${question.method ?? 'GET'} ${shownAddress(address)}${note}` }
  const connect = { timeout: timeouts.connect, ...(socketPath && { socketPath }) }
  const dispatcher = createOutgoingAgent({ connect })
  const start = performance.now()
  try {
    const signal = AbortSignal.timeout(timeouts.response + extraMs)
    const response = await request(address, { ...question, dispatcher, signal })
    let bytes = Buffer.alloc(0)
    for await (const part of response.body as AsyncIterable<Buffer>) {
      bytes = Buffer.concat([bytes, part])
      if (bytes.length >= maxBytes) break
    }
    const header = (name: string) => [response.headers[name] ?? ''].flat().join(', ')
    const ms = Math.round(performance.now() - start)
    return { ...made, status: response.statusCode, ms, header, bytes, text: bytes.toString() }
  } catch (error) {
    const text = codeOf(error) || String(error)
    return { ...made, status: 0, ms: 0, header: () => '', bytes: Buffer.alloc(0), text, error }
  } finally {
    await dispatcher.destroy()
  }
}

/** The first bytes of files, by extension. A picture has one of several signatures, whatever its extension. */
const starts: [extension: RegExp, start: RegExp][] = [
  [/\.(?:png|jpe?g|webp|gif|avif|svg)$/i, /$^/],
  [/\.pdf$/i, /%PDF-\d/],
  [/\.(?:zip|docx|xlsx|pptx|odt|ods)$/i, /^PK[\x03\x05]/],
  [/\.(?:doc|xls|ppt|rfa|rvt)$/i, /^\xd0\xcf\x11\xe0/],
  [/\.dwg$/i, /^AC1\d/],
]

/**
 * Requests the first kilobyte of a file.
 * @returns what is wrong with it, empty if nothing is, and the answer
 */
export async function askForFile(base: string, file: string, ownHeaders: OutgoingHeaders) {
  const range = `bytes=0-${headBytes - 1}`
  const headers = { ...ownHeaders, 'accept-encoding': 'identity', range }
  const question = { headers, maxBytes: headBytes, note: `, Range: ${range}` }
  const made = await ask(fileAddress(base, file), question)
  const start = starts.find(([extension]) => extension.test(file))?.[1] ?? /[^]/
  const isOfKind = isPicture(made.bytes) || start.test(made.bytes.toString('latin1'))
  if (made.status === 404 || made.status === 410) return ['is not there', made] as const
  if (made.status !== 200 && made.status !== 206) return [`answers ${made.status}`, made] as const
  if (isPageInPlaceOf(file, made.bytes)) return ['is a page, not the file', made] as const
  return [isOfKind ? '' : 'does not begin as its kind of file does', made] as const
}

const connect = promisify(
  // Set explicitly, so that it overrides NODE_TLS_REJECT_UNAUTHORIZED.
  buildConnector({ timeout: timeouts.connect, rejectUnauthorized: true }),
)

/**
 * Connects to an http:// or https:// address, with TLS for https, and sends nothing.
 * @param variable the setting with the address
 */
export async function checkConnection(
  subject: string,
  address: string,
  variable: string,
): Promise<Finding> {
  if (isProxied()) return info(subject, 'connectionProxied')
  const { protocol, hostname, port: ownPort } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const port = ownPort || (protocol === 'https:' ? '443' : '80')
  const start = performance.now()
  try {
    const socket = await connect({ protocol, host, hostname: host, port })
    socket?.on('error', () => undefined).destroy()
    const ms = Math.round(performance.now() - start)
    return ok(subject, 'connected', { address: `${protocol}//${host}:${port}`, ms })
  } catch (error) {
    return failure(subject, ...adviceFor(error, variable))
  }
}

/** Findings by the code of an error and its fault. */
const connectionFaults: [codeAndFault: RegExp, text: Said[0]][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'noAddress'],
  // Node 20 and later versions name it differently.
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, 'noTls'],
  [/ tls$/, 'notTrusted'],
  [/(?:HEADERS|BODY).* timeout$/, 'late'],
  [/ timeout$/, 'noAnswer'],
  [/ cut$/, 'brokenOff'],
  [/ shape$/, 'notHttp'],
]

/**
 * Explains a failed connection.
 * @param error of Node or undici
 * @param variable the setting with the address
 */
export function adviceFor(error: unknown, variable: string, fault = faultOf(error)): Said {
  const code = codeOf(error)
  const found = connectionFaults.find(([pattern]) => pattern.test(`${code} ${fault}`))
  const proxy = isProxied() ? ', and the proxy of HTTPS_PROXY or HTTP_PROXY' : ''
  const check = `check scheme, host and port in ${variable}${proxy}`
  return [found?.[1] ?? 'noConnection', { code: code && ` (${code})`, check, variable }]
}
