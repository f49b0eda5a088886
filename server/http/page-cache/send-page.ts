import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingFor, type ContentEncoding } from '../content-encoding.ts'
import { hasEtag } from '../etag.ts'
import { encodingOf, encodeBody, etagOf, type CachedResponse } from './cached-response.ts'

/** Values of the Cache-Status header (RFC 9211). */
export const cacheStatus = {
  hit: 'page; hit',
  stale: 'page; hit; detail=stale',
  miss: 'page; fwd=miss',
  missWithStaleContent: 'page; fwd=miss; detail=stale',
  bypass: 'page; fwd=bypass',
} as const

interface CacheInfo {
  status: (typeof cacheStatus)[keyof typeof cacheStatus]
  /** Time since the page was rendered, seconds; null for no Age header. */
  age: number | null
}

/** Heads of cached responses, built once per content encoding: most are sent many times. */
const heads = new WeakMap<CachedResponse, Map<ContentEncoding, Head>>()

interface Head {
  etag: string | null
  /** Names and values in turn. */
  fields: string[]
  /** The same for a 304. */
  notModifiedFields: string[]
}

/** Headers that describe the body; a 304 has none. */
const bodyHeaders = new Set([
  ...['content-type', 'content-security-policy', 'reporting-endpoints', 'permissions-policy'],
  ...['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'origin-agent-cluster'],
  ...['x-dns-prefetch-control', 'x-permitted-cross-domain-policies'],
])

/**
 * Sends a response in the client's preferred content encoding, or a 304.
 * @returns false when it has to be compressed first, and nothing was sent
 */
export function trySend(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  { status, age }: CacheInfo,
): boolean {
  const encoding = encodingOf(cached, encodingFor(request.headers['accept-encoding']))
  const body = cached.bodies.get(encoding)
  if (!body) return false

  const head = headOf(cached, encoding, body.length)
  const ifNoneMatch = request.headers['if-none-match']
  const isUnchanged = ifNoneMatch !== undefined && matchesEtag(cached, head, ifNoneMatch)
  const fields = isUnchanged ? head.notModifiedFields : head.fields
  // Set for every response; with a 304 the client keeps the headers it has.
  if (isUnchanged && response.hasHeader('content-security-policy')) {
    for (const name of bodyHeaders) response.removeHeader(name)
  }
  response.writeHead(isUnchanged ? 304 : cached.status, [
    ...fields,
    ...['Cache-Status', status],
    ...(age === null ? [] : ['Age', String(age)]),
  ])
  response.end(isUnchanged || request.method === 'HEAD' ? undefined : body)
  return true
}

/** The same, compressing first if necessary. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  cacheInfo: CacheInfo,
) {
  const encoding = encodingOf(cached, encodingFor(request.headers['accept-encoding']))
  await encodeBody(cached, encoding)
  if (!response.destroyed) trySend(request, response, cached, cacheInfo)
}

function headOf(cached: CachedResponse, encoding: ContentEncoding, length: number): Head {
  const byEncoding = heads.get(cached) ?? new Map<ContentEncoding, Head>()
  heads.set(cached, byEncoding)
  const head = byEncoding.get(encoding) ?? buildHead(cached, encoding, length)
  byEncoding.set(encoding, head)
  return head
}

function buildHead(cached: CachedResponse, encoding: ContentEncoding, length: number): Head {
  const etag = cached.tag === null ? null : etagOf(cached.tag, encoding)
  const etagField = etag === null ? [] : ['ETag', etag]
  const withoutBody = cached.headers.flatMap((name, at) =>
    at % 2 === 0 && !bodyHeaders.has(name) ? [name, cached.headers[at + 1] ?? ''] : [],
  )
  const encodingField = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const lengthField = cached.status === 204 ? [] : ['Content-Length', String(length)]
  return {
    etag,
    fields: [...cached.headers, ...etagField, ...encodingField, ...lengthField],
    notModifiedFields: [...withoutBody, ...etagField],
  }
}

/** A client that has the page in any content encoding gets a 304. */
function matchesEtag({ tag }: CachedResponse, { etag }: Head, ifNoneMatch: string) {
  if (tag === null) return false
  if (ifNoneMatch === etag) return true
  return (['identity', 'br', 'gzip'] as const).some((encoding) =>
    hasEtag(ifNoneMatch, etagOf(tag, encoding)),
  )
}
