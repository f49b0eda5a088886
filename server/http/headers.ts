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
 * Whether If-None-Match contains an entity tag. The comparison is weak, as RFC 9110 requires here: a proxy that
 * compresses makes the tag weak.
 */
export function hasEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/**
 * The policy of a PDF. The browser displays it in a generated page: with `sandbox` or a `default-src` Safari's engine
 * shows an empty box.
 */
export const pdfPolicy = "frame-ancestors 'none'; object-src 'none'; script-src 'none'"

/** The supported content encodings; among equal weights the first is used. */
const encodings = ['br', 'gzip', 'identity'] as const

export type ContentEncoding = (typeof encodings)[number]

/** Cached results by header value. Browsers send a handful of values; made-up ones are parsed each time. */
const cached = new Map<string, ContentEncoding>()
const maxCached = 100

/**
 * Returns the client's preferred content encoding; identity if it accepts none of the supported ones.
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
  // Identity is acceptable unless excluded, with a lower weight than any listed encoding.
  const weightOf = (encoding: ContentEncoding) =>
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.001 : 0)
  const best = encodings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  return weightOf(best) > 0 ? best : 'identity'
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses a body off the event loop, in 1 to 2 ms for a page; the best quality takes 50 times as long. */
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

/** Whether a header is repeated: Node keeps the first Host and drops the others. */
export function isRepeated(rawHeaders: readonly string[], name: string) {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header?.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count > 1
}

/** The header for images that other sites may embed: search engines and messengers show them in previews. */
export const embeddable = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const
