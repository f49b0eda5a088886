import { setTimeout as pause } from 'node:timers/promises'
import FormData from 'form-data'
import { Agent, request, type Dispatcher } from 'undici'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { acceptedEncoding, decodeBody, fingerprintOf, requireJson } from './response-body.ts'
import { createTokenPair } from './anti-forgery.ts'
import { ContentUnavailable, type Fault } from '../failures.ts'
import { limits } from '../limits.ts'
import { readRetryAfter } from './retry-after.ts'
import { createRetryBudget } from './retry-budget.ts'

/** The eight fields of a content call, in the order of the wire. */
export interface GetPostFields {
  check: 'getPost' | 'getPostDetails'
  Lang: string
  PostId: string
  FbrnId: string
  Type: string
  ParentId: string
  PostName: string
  Pno: string
}

/** A 200 answer that says it is JSON. */
export interface ApiResponse {
  /** Of its body, decoded, in bytes. */
  size: number
  /** As it came, decoded; not yet read (reading/reader.ts). */
  body: Uint8Array
  /** The same for the same bytes: whoever has read them before need not read them again. */
  fingerprint: string
}

export interface CallOptions {
  /** A write is never sent twice, whatever became of it. */
  kind: 'read' | 'write'
  /** For one call that finds out whether the API is back: it gets no second attempt. */
  isProbe?: boolean
  /** Told to the API, where a request of a visitor's has one. */
  requestId?: string | undefined
}

export interface ApiClient {
  /**
   * A multipart POST with the anti-forgery cookie and header.
   * @param path below the API's base, from the configuration
   * @param fields sent in their own order
   * @throws ContentUnavailable for anything but a 200 answer of JSON
   */
  post(path: string, fields: Record<string, string>, options: CallOptions): Promise<ApiResponse>
  /** A plain GET, which is a read; likewise. */
  get(path: string): Promise<ApiResponse>
  close(): Promise<void>
}

type Attempt = Pick<Dispatcher.RequestOptions, 'method' | 'body'> & {
  headers?: Record<string, string>
}

/** @param base the API's base address, asked for at each call since an embedded service starts late */
export function createApiClient(base: () => Promise<string>): ApiClient {
  const tokens = createTokenPair()
  const retries = createRetryBudget()
  const certificate = createCertificateWatch()
  const dispatcher = new Agent({
    connections: limits.connections,
    // Said outright, it stands above NODE_TLS_REJECT_UNAUTHORIZED.
    connect: { timeout: limits.connect, rejectUnauthorized: true },
    headersTimeout: limits.headers,
    bodyTimeout: limits.gapBetweenChunks,
    maxResponseSize: limits.wire,
    keepAliveTimeout: 30_000,
  })
  let underWay = 0

  /** One attempt, whatever its status. */
  async function send(address: string, attempt: Attempt, endsAt: number) {
    const giveUp = new AbortController()
    const timer = setTimeout(() => giveUp.abort(new CallTimeout()), endsAt - performance.now())
    try {
      const answer = await request(address, {
        ...attempt,
        dispatcher,
        signal: giveUp.signal,
        headers: {
          accept: 'application/json',
          'accept-encoding': acceptedEncoding,
          ...attempt.headers,
        },
      })
      certificate.isGood()
      tokens.learn(answer.headers['set-cookie'])
      if (answer.statusCode !== 200) {
        discard(answer.body)
        return { status: answer.statusCode, headers: answer.headers, body: new Uint8Array() }
      }
      const body = await answer.body.bytes()
      return { status: 200, headers: answer.headers, body }
    } catch (cause) {
      const fault = faultOf(cause)
      if (fault === 'tls') certificate.isBad(codeOf(cause))
      const what = codeOf(cause) || String(cause)
      throw new ContentUnavailable(fault, `There is no whole answer: ${what}`, { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  /** @throws ContentUnavailable for anything but a 200 answer of JSON */
  async function accept({
    status,
    headers,
    body,
  }: Awaited<ReturnType<typeof send>>): Promise<ApiResponse> {
    if (status !== 200) {
      const retryAfterS = readRetryAfter(headers['retry-after'])
      const circumstances = { status, ...(retryAfterS !== undefined && { retryAfterS }) }
      throw new ContentUnavailable('status', `The answer is ${status}`, circumstances)
    }
    requireJson(String(headers['content-type'] ?? ''))
    const decoded = await decodeBody(body, String(headers['content-encoding'] ?? ''))
    return { size: decoded.length, body: decoded, fingerprint: await fingerprintOf(decoded) }
  }

  /** @param once sends a whole attempt, made anew each time */
  async function call(
    path: string,
    { kind, isProbe = false }: CallOptions,
    once: (address: string, endsAt: number) => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    const address = (await baseAddress()) + path
    if (underWay >= limits.connections + limits.waiting) {
      throw new ContentUnavailable('busy', `Too many calls wait: ${path} is not asked for`)
    }
    const endsAt = performance.now() + limits.wholeCall
    const mayRetry = kind === 'read' && !isProbe
    if (mayRetry) retries.earn()
    underWay += 1
    try {
      return await once(address, endsAt).catch(async (failure: unknown) => {
        const isWorthwhile = mayRetry && mayPass(failure) && hasTimeFor(endsAt)
        if (!isWorthwhile || !retries.spend()) throw failure
        metrics.contentRetries.inc()
        const { from, to } = limits.retryPause
        await pause(from + Math.random() * (to - from))
        return once(address, endsAt)
      })
    } catch (failure) {
      if (failure instanceof ContentUnavailable) failure.message = `${path}: ${failure.message}`
      throw failure
    } finally {
      underWay -= 1
    }
  }

  async function baseAddress() {
    try {
      return await base()
    } catch (cause) {
      throw new ContentUnavailable('refused', 'The content service did not start', { cause })
    }
  }

  return {
    post(path, fields, options) {
      async function sendForm(address: string, endsAt: number, token = tokens.headers()) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        const headers = { ...form.getHeaders(), ...token, ...requestIdOf(options) }
        return send(address, { method: 'POST', headers, body: form.getBuffer() }, endsAt)
      }
      return call(path, options, async (address, endsAt) => {
        const sent = tokens.headers()
        const answer = await sendForm(address, endsAt, sent)
        // RequestShed, and there is another token by now: it was about the token.
        const isAboutToken = answer.status === 403 && tokens.headers().cookie !== sent.cookie
        const isWorthAnother = isAboutToken && options.kind === 'read'
        return accept(isWorthAnother ? await sendForm(address, endsAt) : answer)
      })
    },
    get: (path) =>
      call(path, { kind: 'read' }, async (address, endsAt) =>
        accept(await send(address, { method: 'GET' }, endsAt)),
      ),
    close: () => dispatcher.destroy(),
  }
}

class CallTimeout extends Error {
  override name = 'TimeoutError'
}

/** An answer that is of no use: a short rest is read, so that its connection serves again. */
function discard(body: Dispatcher.ResponseData['body']) {
  const bounds = { limit: limits.discarded, signal: AbortSignal.timeout(limits.gapBetweenChunks) }
  body.dump(bounds).catch(() => undefined)
}

/** Whether the same call may well succeed in a moment. An API that names a time is not pressed. */
function mayPass(failure: unknown) {
  if (!(failure instanceof ContentUnavailable)) return false
  const { fault, status = 0, retryAfterS } = failure
  if (fault === 'status') return [502, 503, 504].includes(status) && retryAfterS === undefined
  return fault === 'refused' || fault === 'cut'
}

function hasTimeFor(endsAt: number) {
  return endsAt - performance.now() >= limits.retryNeeds
}

/** An id that could not stand in a header is not worth a page. */
function requestIdOf({ requestId }: CallOptions): Record<string, string> {
  return requestId && /^[\x21-\x7e]{1,200}$/.test(requestId) ? { 'x-request-id': requestId } : {}
}

/** Says once that the API cannot prove who it is, and once that it can again. */
function createCertificateWatch() {
  let badCode: string | undefined
  return {
    isBad(code: string) {
      if (code === badCode) return
      badCode = code
      log.error(
        { securityEvent: 'content-api-certificate', code },
        'the certificate of the content API is not valid: nothing is asked of it',
      )
    },
    isGood() {
      if (badCode === undefined) return
      badCode = undefined
      log.info('the certificate of the content API is valid again')
    },
  }
}

function codeOf(error: unknown) {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** By OpenSSL's names of what may be wrong with a certificate, and Node's of what may be with TLS. */
const tlsCodes =
  /CERT|CRL|^ERR_SSL_|^ERR_TLS_|^EPROTO$|_SIGNATURE$|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$/

/** What undici finds wrong with an answer's form, besides its parser. */
const brokenHttpCodes = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH']

function faultOf(error: unknown): Fault {
  const { name = '' } = error as { name?: string }
  const code = codeOf(error)
  if (name === 'TimeoutError' || name === 'AbortError' || code.includes('TIMEOUT')) return 'timeout'
  if (tlsCodes.test(code)) return 'tls'
  if (code.startsWith('HPE_') || brokenHttpCodes.includes(code)) return 'shape'
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'size'
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' ? 'cut' : 'refused'
}
