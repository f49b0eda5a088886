import { randomInt } from 'node:crypto'
import type { Overload } from '../../limits/render-queue.ts'
import { encodingFor, type ContentEncoding } from '../headers.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { SiteRequest } from '../request.ts'

/** Why a request was shed: overload, or a client limit. */
export type Reason = Overload | 'client'

/** Retry-After of clients shed together is spread over this time, seconds. */
const spreadS = 5

/** Thrown for a request that is not admitted. */
export class RequestShed extends Error {
  override name = 'RequestShed'
  readonly reason: Reason
  readonly status: 429 | 503
  /** Seconds; random, so that clients shed together do not retry together. */
  readonly retryAfterS: number

  /** @param secondsPerToken of the client's limit */
  constructor(reason: Reason, secondsPerToken = 1) {
    super(reason)
    this.reason = reason
    this.status = reason === 'client' ? 429 : 503
    const from = reason === 'client' ? Math.ceil(secondsPerToken) : 1
    this.retryAfterS = from + randomInt(spreadS)
  }
}

/** Sent to requests without a fallback page: visitors may see this text alone. */
const text = Buffer.from(
  'الموقع مشغول الآن. يرجى المحاولة بعد بضع ثوانٍ.\nThe site is busy just now. Please try again in a few seconds.\n',
)
const textHead = ['Content-Type', 'text/plain; charset=utf-8', 'X-Content-Type-Options', 'nosniff']

const data = Buffer.from('null')
/** The headers make Remix's script treat the response as an error response of the app, and show the error page. */
const dataHead = [
  ...['Content-Type', 'application/json; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  ...['X-Remix-Catch', 'yes'],
]

/** Headers that are written for each response. */
const perResponse = new Set(['retry-after', 'cache-control'])

/**
 * Sends a prepared response to a request that was shed: this must cost next to nothing.
 * @param page the fallback page; null when the request was not for a page
 */
export function sendShedResponse(
  request: SiteRequest,
  shed: RequestShed,
  page: CachedResponse | null,
) {
  const { head, body } = page ? headAndBodyOf(page, request) : { head: textHead, body: text }
  send(request, shed, head, body)
}

/** Sends the response to a shed request for a screen's data. */
export function sendShedDataResponse(request: SiteRequest, shed: RequestShed) {
  send(request, shed, dataHead, data)
}

function send(
  { response, method }: SiteRequest,
  { status, retryAfterS }: RequestShed,
  head: readonly string[],
  body: Buffer,
) {
  // The body of a form may still come.
  if (method === 'POST') response.shouldKeepAlive = false
  response.writeHead(status, [
    ...head,
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...['Retry-After', String(retryAfterS)],
  ])
  response.end(method === 'HEAD' ? undefined : body)
}

function headAndBodyOf(page: CachedResponse, request: SiteRequest) {
  const preferred = encodingFor(request.headers['accept-encoding'])
  const encoding: ContentEncoding = page.bodies.has(preferred) ? preferred : 'identity'
  const head = page.headers.flatMap((name, at) =>
    at % 2 === 0 && !perResponse.has(name.toLowerCase()) ? [name, page.headers[at + 1] ?? ''] : [],
  )
  return {
    head: encoding === 'identity' ? head : [...head, 'Content-Encoding', encoding],
    body: page.bodies.get(encoding) ?? text,
  }
}
