import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The content codings that answers are sent in; among equally welcome ones the first. */
const codings = ['br', 'gzip', 'identity'] as const

export type ContentEncoding = (typeof codings)[number]

/** Browsers send a handful of values; whoever makes up others only costs the reading of them. */
const chosen = new Map<string, ContentEncoding>()
const chosenLimit = 100

/**
 * The coding that a client likes best. One that wants nothing of ours gets the plain bytes.
 * @param acceptEncoding as it was sent (RFC 9110, 12.5.3)
 */
export function encodingFor(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined) return 'identity'
  const known = chosen.get(acceptEncoding)
  if (known) return known
  const coding = chooseEncoding(acceptEncoding)
  if (chosen.size < chosenLimit) chosen.set(acceptEncoding, coding)
  return coding
}

function chooseEncoding(acceptEncoding: string): ContentEncoding {
  const weights = new Map<string, number>()
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  // Plain bytes are welcome wherever they are not named, but less than anything that is.
  const weightOf = (coding: ContentEncoding) =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0)
  const best = codings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a))
  return weightOf(best) > 0 ? best : 'identity'
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Takes a millisecond or two for a page, beside the event loop; the best quality takes fifty times that. */
export async function encode(body: Buffer, coding: ContentEncoding): Promise<Buffer> {
  if (coding === 'gzip') return compressGzip(body, { level: 6 })
  if (coding === 'br') {
    return compressBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // 128 kB, as long as a page: the usual window takes several megabytes for each one at work.
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
    })
  }
  return body
}

/** Whether compressing makes a body of that type smaller. Below a kilobyte it is not worth the while. */
export function isCompressible(type: string, length: number) {
  return length >= 1024 && /^(text\/|application\/(json|xml|manifest\+json)|image\/svg)/.test(type)
}
