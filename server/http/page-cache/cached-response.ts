import { createHash } from 'node:crypto'
import { encode, isCompressible, type ContentEncoding } from '../content-encoding.ts'

/** What Remix answered, read to its end: it can be sent to any number of visitors. */
export interface CachedResponse {
  status: number
  /** Names and values in turn, without those that differ from one sending to another. */
  headers: readonly string[]
  /** What its entity tags begin with; null for an answer that has none. */
  tag: string | null
  /** How long shared caches may send it, seconds; 0 for not at all. */
  freshS: number
  /** How much longer while no better one can be had, seconds. */
  staleS: number
  /** How long a visitor's own browser may use it without asking, seconds. */
  browserS: number
  /** In every coding it was asked for so far. */
  bodies: Map<ContentEncoding, Buffer>
  /** Being compressed, for all who wait for it. */
  encodings: Map<ContentEncoding, Promise<Buffer>>
  isCompressible: boolean
}

/** Written anew at each sending. */
const perSending = new Set(['etag', 'cache-status', 'content-length', 'content-encoding'])

export async function readResponse(response: Response): Promise<CachedResponse> {
  const body = Buffer.from(await response.arrayBuffer())
  const headers = [...response.headers]
  const policy = response.headers.get('cache-control') ?? ''
  const freshS = response.status === 200 ? secondsIn(policy, 's-maxage') : 0
  return {
    status: response.status,
    headers: headers.filter(([name]) => !perSending.has(name)).flat(),
    tag: tagIn(response.headers.get('etag')) ?? (freshS > 0 ? tagOf(body) : null),
    freshS,
    staleS: secondsIn(policy, 'stale-if-error'),
    browserS: secondsIn(policy, 'max-age'),
    bodies: new Map([['identity', body]]),
    encodings: new Map(),
    isCompressible: isCompressible(response.headers.get('content-type') ?? '', body.length),
  }
}

/** The coding that an answer is sent in, to somebody who would like another. */
export function encodingOf(answer: CachedResponse, wanted: ContentEncoding): ContentEncoding {
  return answer.isCompressible ? wanted : 'identity'
}

/** Makes the body in one coding, once for all who ask for it, unless it has been made. */
export async function encodeBody(answer: CachedResponse, coding: ContentEncoding): Promise<Buffer> {
  const made = answer.bodies.get(coding)
  if (made) return made
  const running = answer.encodings.get(coding) ?? compress(answer, coding)
  answer.encodings.set(coding, running)
  return running
}

async function compress({ bodies, encodings }: CachedResponse, coding: ContentEncoding) {
  try {
    const body = await encode(bodies.get('identity') ?? Buffer.alloc(0), coding)
    bodies.set(coding, body)
    return body
  } finally {
    encodings.delete(coding)
  }
}

/** Codings of one answer differ in their bytes, and so in their entity tags. */
export function etagOf(tag: string, coding: ContentEncoding) {
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
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
