import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import FormData from 'form-data'
import { request, type Dispatcher } from 'undici'
import { limits } from '../limits.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import { createOutgoingAgent } from '../../outgoing-agent.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { acceptedEncoding, decodeBody, fingerprintOf, requireJson } from './response-body.ts'
import { ContentUnavailable, type Fault } from '../failures.ts'

/**
 * The content API's anti-forgery pair: a cookie and a header that carry the same token. The first one is random; a token
 * issued by the content API replaces it.
 */
export class TokenPair {
  #token = randomBytes(24).toString('base64url')
  /** Whether the content API has issued the token. */
  isIssued = false

  headers() {
    return { cookie: `XSRF-TOKEN=${this.#token}`, 'x-xsrf-token': this.#token }
  }

  /** Stores the token from a response's Set-Cookie header, if it has one. */
  update(setCookie: string | string[] | undefined) {
    const issued = [setCookie ?? []]
      .flat()
      .map((cookie) => /^XSRF-TOKEN=([\x21\x23-\x2B\x2D-\x3A\x3C-\x7E]+)/.exec(cookie)?.[1])
      .findLast((value) => value !== undefined)
    if (issued === undefined) return
    this.#token = issued
    this.isIssued = true
  }
}

/**
 * A retry budget: retries are a fixed share of reads, so that they add little load to a failing
 * API. Reads first repay the initial retries, then earn new ones.
 */
export function createRetryBudget() {
  let owed = limits.initialRetries
  let saved = limits.initialRetries

  return {
    earn() {
      if (owed > 0) owed -= limits.retryShare
      else saved = Math.min(saved + limits.retryShare, limits.maxSavedRetries)
    },
    /** @returns whether a retry was available */
    spend() {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}

/** Rounds up to whole seconds and clamps to the Retry-After bounds. NaN gives the lower bound. */
export function clampRetryAfter(seconds: number) {
  const { from, to } = limits.retryAfterS
  return seconds > from ? Math.min(Math.ceil(seconds), to) : from
}

/**
 * Parses the content API's Retry-After, to pass it on to visitors. Nothing here waits for it.
 * @param header seconds or an HTTP date; anything else gives the lower bound
 * @returns seconds within the bounds; undefined without the header
 */
export function readRetryAfter(header: string | string[] | undefined, now = Date.now()) {
  const text = [header ?? []].flat()[0]?.trim()
  if (text === undefined) return undefined
  return clampRetryAfter(/^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000)
}

/** A 200 response declared as JSON. */
export interface ApiResponse {
  /** The decoded body, not yet parsed. */
  body: Uint8Array
  /** Equal for equal bytes, so a known body need not be parsed again. */
  fingerprint: string
}

interface CallOptions {
  /** A write is never retried. */
  kind: 'read' | 'write'
  /** The circuit breaker's probe, which is not retried. */
  isProbe?: boolean
  /** Whether the call may take longer than usual. */
  isPatient?: boolean
  /** Headers from `callHeadersOf` that are passed on to the API. */
  headers?: OutgoingHeaders | undefined
}

interface SendOptions {
  headers: Record<string, string>
  signal: AbortSignal | undefined
  /** Timeout of the whole call, ms. */
  ms: number
}

type Attempt = Pick<Dispatcher.RequestOptions, 'body' | 'headersTimeout'> & {
  headers?: OutgoingHeaders | undefined
  signal?: AbortSignal | undefined
  /** Whether the body of a 200 response is needed. @default true */
  readsBody?: boolean
}

type Received = Pick<Dispatcher.ResponseData, 'headers'> & { status: number; body: Uint8Array }

/** Makes one attempt, with a new request each time. The deadline is by `performance.now()`. */
type SendOnce<T> = (address: string, deadline: number) => Promise<T>

/** Calls the content API. */
export class ApiClient {
  readonly #base: () => Promise<string>
  readonly #ownHeaders: OutgoingHeaders
  readonly #tokens = new TokenPair()
  readonly #retries = createRetryBudget()
  readonly #dispatcher = createOutgoingAgent({
    connections: limits.connections,
    connect: { timeout: limits.connect },
    headersTimeout: limits.headers,
    bodyTimeout: limits.chunkTimeout,
    maxResponseSize: limits.encodedBody,
    keepAliveTimeout: 30_000,
  })
  #inFlight = 0
  /** The code of the error while the API's certificate is invalid. */
  #certificateFault: string | null = null

  /**
   * @param base the API's base address, resolved on each call because an embedded service starts late
   * @param ownHeaders sent with every call. They are secret; redirects are not followed, so no other host gets them
   */
  constructor(base: () => Promise<string>, ownHeaders: OutgoingHeaders) {
    this.#base = base
    this.#ownHeaders = ownHeaders
  }

  /**
   * Sends a multipart POST with the anti-forgery cookie and header.
   * @param path relative to the API's base address, from the configuration
   * @param fields sent in their own order
   * @throws ContentUnavailable for anything but a 200 response with JSON
   */
  post(path: string, fields: Record<string, string>, options: CallOptions) {
    const { kind, isProbe = false, isPatient = false, headers } = options
    const ms = isPatient ? limits.patientCall : limits.wholeCall
    const attempt = { headers, headersTimeout: isPatient ? limits.patientHeaders : limits.headers }
    return this.#call(path, ms, kind === 'read' && !isProbe, async (address, deadline) => {
      const { cookie } = this.#tokens.headers()
      const response = await this.#sendForm(address, fields, attempt, deadline)
      // A 403 that also sets a new token means that the token was rejected, so the call is resent with the new one.
      const isTokenRejected = response.status === 403 && this.#tokens.headers().cookie !== cookie
      const shouldResend = isTokenRejected && kind === 'read'
      return accept(
        shouldResend ? await this.#sendForm(address, fields, attempt, deadline) : response,
      )
    })
  }

  /**
   * Sends a write once, as a multipart POST like `post`, and discards the response's body.
   * @throws ContentUnavailable for a status other than 2xx
   */
  send(path: string, fields: Record<string, string>, { headers, signal, ms }: SendOptions) {
    const attempt = { headers, signal, headersTimeout: ms, readsBody: false }
    return this.#call(path, ms, false, async (address, deadline) => {
      const response = await this.#sendForm(address, fields, attempt, deadline)
      if (response.status < 200 || response.status > 299) throw failureOf(response)
    })
  }

  /**
   * Sends a plain GET, always a read.
   * @throws ContentUnavailable for anything but a 200 response with JSON
   */
  get(path: string) {
    return this.#call(path, limits.wholeCall, true, async (address, deadline) =>
      accept(await this.#send(address, 'GET', {}, deadline)),
    )
  }

  /** Whether the API has issued an anti-forgery token, so that this client's random one is not used. */
  hasIssuedToken() {
    return this.#tokens.isIssued
  }

  close() {
    return this.#dispatcher.destroy()
  }

  /** @param ms timeout of the whole call */
  async #call<T>(path: string, ms: number, mayRetry: boolean, sendOnce: SendOnce<T>): Promise<T> {
    const address = (await this.#baseAddress()) + path
    if (this.#inFlight >= limits.connections + limits.queuedCalls) {
      throw new ContentUnavailable('busy', `Too many calls are waiting: ${path} was not sent`)
    }
    const deadline = performance.now() + ms
    if (mayRetry) this.#retries.earn()
    this.#inFlight += 1
    try {
      return await sendOnce(address, deadline).catch(async (failure: unknown) => {
        const shouldRetry = mayRetry && isTransient(failure) && hasTimeToRetry(deadline)
        if (!shouldRetry || !this.#retries.spend()) throw failure
        metrics.contentRetries.inc()
        const { from, to } = limits.retryDelay
        await pause(from + Math.random() * (to - from))
        return sendOnce(address, deadline)
      })
    } catch (failure) {
      if (failure instanceof ContentUnavailable) failure.message = `${path}: ${failure.message}`
      throw failure
    } finally {
      this.#inFlight -= 1
    }
  }

  async #baseAddress() {
    try {
      return await this.#base()
    } catch (cause) {
      throw new ContentUnavailable('refused', 'The content service did not start', { cause })
    }
  }

  #sendForm(address: string, fields: Record<string, string>, attempt: Attempt, deadline: number) {
    const form = formOf(fields)
    const headers = { ...form.getHeaders(), ...this.#tokens.headers(), ...attempt.headers }
    return this.#send(address, 'POST', { ...attempt, headers, body: form.getBuffer() }, deadline)
  }

  /** Sends one attempt and returns the response, whatever its status. */
  async #send(
    address: string,
    method: 'GET' | 'POST',
    { headers, signal, readsBody = true, ...attempt }: Attempt,
    deadline: number,
  ): Promise<Received> {
    const controller = new AbortController()
    const timer = setTimeout(
      () => controller.abort(new CallTimeout()),
      deadline - performance.now(),
    )
    try {
      const response = await request(address, {
        ...attempt,
        method,
        dispatcher: this.#dispatcher,
        signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal,
        headers: {
          accept: 'application/json',
          'accept-encoding': acceptedEncoding,
          ...this.#ownHeaders,
          ...headers,
        },
      })
      this.#reportCertificate(null)
      this.#tokens.update(response.headers['set-cookie'])
      const { statusCode: status, headers: received, body } = response
      if (status === 200 && readsBody)
        return { status, headers: received, body: await body.bytes() }
      discard(body)
      return { status, headers: received, body: new Uint8Array() }
    } catch (cause) {
      const fault = faultOf(cause)
      if (fault === 'tls') this.#reportCertificate(codeOf(cause))
      const reason = codeOf(cause) || String(cause)
      throw new ContentUnavailable(fault, `No complete response: ${reason}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Logs once when the API's certificate becomes invalid, and once when it is valid again. */
  #reportCertificate(code: string | null) {
    if (code === this.#certificateFault) return
    this.#certificateFault = code
    if (code === null) return log.info('content API certificate valid again')
    log.error({ securityEvent: 'content-api-certificate', code }, 'content API certificate invalid')
  }
}

function failureOf({ status, headers }: Received) {
  const retryAfterS = readRetryAfter(headers['retry-after'])
  const details = { status, ...(retryAfterS !== undefined && { retryAfterS }) }
  return new ContentUnavailable('status', `The status is ${status}`, details)
}

/** @throws ContentUnavailable for anything but a 200 response with JSON */
async function accept(response: Received): Promise<ApiResponse> {
  const { status, headers, body } = response
  if (status !== 200) throw failureOf(response)
  requireJson(String(headers['content-type'] ?? ''))
  const decoded = await decodeBody(body, String(headers['content-encoding'] ?? ''))
  return { body: decoded, fingerprint: await fingerprintOf(decoded) }
}

export function formOf(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

class CallTimeout extends Error {
  override name = 'TimeoutError'
}

/** Discards an unwanted body. A short one is read to its end, so that its connection can be reused. */
function discard(body: Dispatcher.ResponseData['body']) {
  const dumpOptions = {
    limit: limits.discardedBody,
    signal: AbortSignal.timeout(limits.chunkTimeout),
  }
  body.dump(dumpOptions).catch(() => undefined)
}

/** Whether a retry may succeed. An API that sends Retry-After is not retried. */
function isTransient(failure: unknown) {
  if (!(failure instanceof ContentUnavailable)) return false
  const { fault, status = 0, retryAfterS } = failure
  if (fault === 'status') return [502, 503, 504].includes(status) && retryAfterS === undefined
  return fault === 'refused' || fault === 'cut'
}

function hasTimeToRetry(deadline: number) {
  return deadline - performance.now() >= limits.minTimeToRetry
}

/** Returns the code of an error of Node or undici, such as ECONNREFUSED; empty without one. */
export function codeOf(error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** OpenSSL's codes for certificate errors and Node's codes for TLS errors. */
const tlsCodes =
  /CERT|CRL|^ERR_SSL_|^ERR_TLS_|^EPROTO$|_SIGNATURE$|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/

/** Codes for malformed HTTP that undici reports itself, besides its parser's HPE_ codes. */
const brokenHttpCodes = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']

/** Maps a failed connection or an aborted response to a fault. */
export function faultOf(error: unknown): Fault {
  const { name = '' } = error as { name?: string }
  const code = codeOf(error)
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) return 'timeout'
  if (tlsCodes.test(code)) return 'tls'
  if (code.startsWith('HPE_') || brokenHttpCodes.includes(code)) return 'shape'
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'size'
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' ? 'cut' : 'refused'
}
