import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** @returns the value of the first cookie of that name, not decoded, or null */
export function readCookie(header: string | null, name: string) {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}

/**
 * Whether If-None-Match contains an entity tag. A weak comparison, as RFC 9110 requires here: a proxy
 * that compresses makes the tag weak.
 */
export function hasEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** The supported content encodings; of those with the same weight the first is used. */
const encodings = ['br', 'gzip', 'identity'] as const

export type ContentEncoding = (typeof encodings)[number]

/** Results by header value. Browsers send a handful of values; made-up ones are parsed each time. */
const cached = new Map<string, ContentEncoding>()
const maxCached = 100

/**
 * The client's preferred content encoding; identity if it accepts none of ours.
 * @param acceptEncoding the Accept-Encoding header (RFC 9110, 12.5.3)
 */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined) return 'identity'
  const known = cached.get(acceptEncoding)
  if (known) return known
  const encoding = negotiate(acceptEncoding)
  if (cached.size < maxCached) cached.set(acceptEncoding, encoding)
  return encoding
}

function negotiate(acceptEncoding: string): ContentEncoding {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  // Identity is acceptable unless excluded, with a lower weight than any encoding that is listed.
  const weightOf = (encoding: ContentEncoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0)
  const best = encodings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  return weightOf(best) > 0 ? best : 'identity'
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Takes 1 to 2 ms for a page, off the event loop; the best quality takes 50 times as long. */
export async function encode(body: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: 6 })
  if (encoding === 'br') {
    return compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // 128 kB, about the size of a page: the default window takes several megabytes per compression.
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
    })
  }
  return body
}

/** Whether compression makes a body of this type smaller. Below 1 kB it is not worth the time. */
export function isCompressible(type: string, length: number) {
  return length >= 1024 && /^(text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/.test(type)
}
