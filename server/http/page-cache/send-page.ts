import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingFor, type ContentEncoding } from '../content-encoding.ts'
import { hasEtag } from '../etag.ts'
import { encodingOf, encodeBody, etagOf, type CachedResponse } from './cached-response.ts'

/** How a page was come by (RFC 9211). */
export const cacheStatus = {
  hit: 'page; hit',
  stale: 'page; hit; detail=stale',
  made: 'page; fwd=miss',
  madeOfStale: 'page; fwd=miss; detail=stale',
} as const

interface Sending {
  status: (typeof cacheStatus)[keyof typeof cacheStatus]
  /** How long ago the page was made, seconds; null for just now. */
  age: number | null
}

/** The heads of kept answers, made once per coding: most answers are sent far more often than made. */
const heads = new WeakMap<CachedResponse, Map<ContentEncoding, Head>>()

interface Head {
  etag: string | null
  /** Names and values in turn. */
  fields: string[]
  /** Of a 304. */
  fieldsOfUnchanged: string[]
}

/** Tells a client what it has of the page, and not of the bytes it does not get. */
const ofBody = new Set([
  ...['content-type', 'content-security-policy', 'reporting-endpoints', 'permissions-policy'],
  ...['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'origin-agent-cluster'],
  ...['x-dns-prefetch-control', 'x-permitted-cross-domain-policies'],
])

/**
 * Sends a page in the coding that its visitor likes best: whole, or as 304 if he has it.
 * @returns false when it has to be compressed first, and nothing was sent
 */
export function sendAtOnce(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  sending: Sending,
): boolean {
  const coding = encodingOf(answer, encodingFor(request.headers['accept-encoding']))
  const body = answer.bodies.get(coding)
  if (!body) return false

  const head = headOf(answer, coding, body.length)
  const known = request.headers['if-none-match']
  const isUnchanged = known !== undefined && isKnown(answer, head, known)
  const fields = isUnchanged ? head.fieldsOfUnchanged : head.fields
  // What was set for whatever answer it would be: the visitor has the page with its own.
  if (isUnchanged && response.hasHeader('content-security-policy')) {
    for (const name of ofBody) response.removeHeader(name)
  }
  const age = sending.age === null ? [] : ['Age', String(sending.age)]
  response.writeHead(isUnchanged ? 304 : answer.status, [
    ...fields,
    'Cache-Status',
    sending.status,
    ...age,
  ])
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : body)
  return true
}

/** The same for an answer that may have to be compressed first. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  sending: Sending,
) {
  const coding = encodingOf(answer, encodingFor(request.headers['accept-encoding']))
  await encodeBody(answer, coding)
  if (!response.destroyed) sendAtOnce(request, response, answer, sending)
}

function headOf(answer: CachedResponse, coding: ContentEncoding, length: number): Head {
  const known = heads.get(answer) ?? new Map<ContentEncoding, Head>()
  heads.set(answer, known)
  const head = known.get(coding) ?? makeHead(answer, coding, length)
  known.set(coding, head)
  return head
}

function makeHead(answer: CachedResponse, coding: ContentEncoding, length: number): Head {
  const etag = answer.tag === null ? null : etagOf(answer.tag, coding)
  const tagged = etag === null ? [] : ['ETag', etag]
  const unchanged = answer.headers.flatMap((name, at) =>
    at % 2 === 0 && !ofBody.has(name) ? [name, answer.headers[at + 1] ?? ''] : [],
  )
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding]
  const measured = answer.status === 204 ? [] : ['Content-Length', String(length)]
  return {
    etag,
    fields: [...answer.headers, ...tagged, ...coded, ...measured],
    fieldsOfUnchanged: [...unchanged, ...tagged],
  }
}

/** A visitor who has the page in any coding has the page. */
function isKnown({ tag }: CachedResponse, { etag }: Head, ifNoneMatch: string) {
  if (tag === null) return false
  if (ifNoneMatch === etag) return true
  return (['identity', 'br', 'gzip'] as const).some((coding) =>
    hasEtag(ifNoneMatch, etagOf(tag, coding)),
  )
}
