import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingFor, type ContentEncoding } from '../content-encoding.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { RequestShed } from './shed-request.ts'

/** What a visitor reads where there is no page for it: whole words, for it may be all he sees. */
const words = Buffer.from(
  'الموقع مشغول الآن. يرجى المحاولة بعد بضع ثوانٍ.\nThe site is busy just now. Please try again in a few seconds.\n',
)
const wordsHead = ['Content-Type', 'text/plain; charset=utf-8', 'X-Content-Type-Options', 'nosniff']

const data = Buffer.from('null')
/** Remix's script takes it for an answer of the app, and shows the page for it. */
const dataHead = [
  ...['Content-Type', 'application/json; charset=utf-8', 'X-Content-Type-Options', 'nosniff'],
  ...['X-Remix-Catch', 'yes'],
]

/** Written for each refusal. */
const perRefusal = new Set(['retry-after', 'cache-control'])

/**
 * Says no, with bytes that are there already: refusing must cost next to nothing.
 * @param page what a visitor sees, or null when it was no page that was asked for
 */
export function sendShedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  refused: RequestShed,
  page: CachedResponse | null,
) {
  const { head, body } = page ? partsOf(page, request) : { head: wordsHead, body: words }
  sendNo(request, response, refused, head, body)
}

/** The same for who asked for a screen's data. */
export function sendShedDataResponse(
  request: IncomingMessage,
  response: ServerResponse,
  refused: RequestShed,
) {
  sendNo(request, response, refused, dataHead, data)
}

function sendNo(
  request: IncomingMessage,
  response: ServerResponse,
  { status, retryAfterS }: RequestShed,
  head: readonly string[],
  body: Buffer,
) {
  response.writeHead(status, [
    ...head,
    ...['Content-Length', String(body.length)],
    ...['Cache-Control', 'no-store'],
    ...['Retry-After', String(retryAfterS)],
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
}

function partsOf(page: CachedResponse, request: IncomingMessage) {
  const wanted = encodingFor(request.headers['accept-encoding'])
  const coding: ContentEncoding = page.bodies.has(wanted) ? wanted : 'identity'
  const head = page.headers.flatMap((name, at) =>
    at % 2 === 0 && !perRefusal.has(name.toLowerCase()) ? [name, page.headers[at + 1] ?? ''] : [],
  )
  return {
    head: coding === 'identity' ? head : [...head, 'Content-Encoding', coding],
    body: page.bodies.get(coding) ?? words,
  }
}
