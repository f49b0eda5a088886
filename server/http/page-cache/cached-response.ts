import { createHash } from 'node:crypto'
import { encode, isCompressible, type ContentEncoding } from '../headers.ts'

/** A response of Remix, read to its end, so that it can be sent to any number of visitors. */
export interface CachedResponse {
  status: number
  /** Names and values alternate, without the headers that are written for each send. */
  headers: readonly string[]
  /** The entity tag without its encoding; null if the response has none. */
  tag: string | null
  /** Time that shared caches may serve it, seconds; 0: not at all. */
  freshS: number
  /** Additional time that it may be served stale on errors, seconds. */
  staleS: number
  /** Time that the visitor's browser may use it without revalidation, seconds. */
  browserS: number
  /** The body in each content encoding requested so far. */
  bodies: Map<ContentEncoding, Buffer>
  /** Pending compressions of the body, shared by all waiters. */
  pendingBodies: Map<ContentEncoding, Promise<Buffer>>
  isCompressible: boolean
}

/** Headers that are written for each send. */
const perSend = new Set(['etag', 'cache-status', 'content-length', 'content-encoding'])

export async function readResponse(response: Response): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  const canBeCompressed = isCompressible(response.headers.get('content-type') ?? '', body.length)
  const headers = [...(canBeCompressed ? varyingByEncoding(response.headers) : response.headers)]
  const policy = response.headers.get('cache-control') ?? ''
  const freshS = response.status === 200 ? secondsIn(policy, 's-maxage') : 0
  return {
    status: response.status,
    headers: headers.filter(([name]) => !perSend.has(name)).flat(),
    tag: tagIn(response.headers.get('etag')) ?? (freshS > 0 ? tagOf(body) : null),
    freshS,
    staleS: secondsIn(policy, 'stale-if-error'),
    browserS: secondsIn(policy, 'max-age'),
    bodies: new Map([['identity', body]]),
    pendingBodies: new Map(),
    isCompressible: canBeCompressed,
  }
}

/** Without this header, a cache in front would send compressed bytes to clients that cannot decode them. */
function varyingByEncoding(headers: Headers) {
  if (/\baccept-encoding\b/i.test(headers.get('vary') ?? '')) return headers
  const varying = new Headers(headers)
  varying.append('Vary', 'Accept-Encoding')
  return varying
}

/** Returns the content encoding of the response to a client that prefers another. */
export function encodingOf(cached: CachedResponse, preferred: ContentEncoding): ContentEncoding {
  return cached.isCompressible ? preferred : 'identity'
}

/** Returns the body in a content encoding, compressed once for all requests. */
export async function encodeBody(
  cached: CachedResponse,
  encoding: ContentEncoding,
): Promise<Buffer> {
  const body = cached.bodies.get(encoding)
  if (body) return body
  const pending = cached.pendingBodies.get(encoding) ?? compress(cached, encoding)
  cached.pendingBodies.set(encoding, pending)
  return pending
}

async function compress({ bodies, pendingBodies }: CachedResponse, encoding: ContentEncoding) {
  try {
    const body = await encode(bodies.get('identity') ?? Buffer.alloc(0), encoding)
    bodies.set(encoding, body)
    return body
  } finally {
    pendingBodies.delete(encoding)
  }
}

/** Each content encoding has its own bytes, and so its own entity tag. */
export function etagOf(tag: string, encoding: ContentEncoding) {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}

function secondsIn(policy: string, directive: string) {
  const seconds = new RegExp(`(?:^|[ ,])${directive}=(\\d+)`).exec(policy)?.[1]
  return Number(seconds ?? 0)
}

function tagIn(etag: string | null) {
  return /^"([^"]+)"$/.exec(etag ?? '')?.[1] ?? null
}

function tagOf(body: Buffer) {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
}
