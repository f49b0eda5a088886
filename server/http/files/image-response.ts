import { isFileName } from '@site/content-folder/file-names'
import { createThrottledWarning, log } from '@site/runtime/log'
import { RequestShed } from '../load-shedding/shed-response.ts'
import { hasEtag } from '../headers.ts'
import { embeddable } from '../headers.ts'
import { type ImageFile, imageWidths, TooManyPictures } from '../../files/image-base.ts'
import type { ImageSource } from '../../files/pictures/image-source.ts'

/**
 * Files of posts may change under the same name, but rarely do: fresh for an hour, stale for a day while revalidating.
 */
export const fileCacheControl = 'public, max-age=3600, stale-while-revalidate=86400'

/** The policy of a file opened directly: no scripts, and an opaque origin. */
export const unshownPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

interface ImageResponse {
  status: 200 | 304 | 404 | 429 | 503
  headers: Record<string, string>
  body: Uint8Array | null
}

/** The parts of a request that determine the response. */
interface ImageRequest {
  /** The file name as in the post, perhaps with its folder. */
  file: string
  /** The `w` parameter as sent, or null for the original. */
  width: string | null
  accept: string | null
  ifNoneMatch: string | null
  /** Called before an image is fetched or resized; throws RequestShed to reject it. */
  admit?: () => void
  /** Called before a file is sent; throws RequestShed to reject it. */
  admitFile?: (file: ImageFile) => void
}

const unavailable = 'image unavailable'
const warnUnavailable = createThrottledWarning(unavailable)

/** Retry-After of an unavailable image, seconds. */
const retryAfterS = 5

/**
 * @returns 200, 304, 404 for an unknown image, 503 when the image base fails or too many images are
 * pending, or the status of the thrown RequestShed; errors have a placeholder image
 * as their body
 */
export async function imageResponse(
  images: Pick<ImageSource, 'find'>,
  { file, width, accept, ifNoneMatch, admit, admitFile }: ImageRequest,
): Promise<ImageResponse> {
  const imageWidth = width === null ? null : imageWidths.find((known) => String(known) === width)
  if (imageWidth === undefined || !isFileName(file)) return noImage(404)
  try {
    const image = await images.find(file, imageWidth, acceptsAvif(accept) ? 'avif' : 'webp', admit)
    if (!image) return noImage(404)
    const headers = {
      'Content-Type': image.type,
      'Cache-Control': fileCacheControl,
      'Content-Security-Policy': unshownPolicy,
      'X-Content-Type-Options': 'nosniff',
      ...embeddable,
      ETag: image.etag,
      ...(imageWidth !== null && { Vary: 'Accept' }),
    }
    if (hasEtag(ifNoneMatch, image.etag)) return { status: 304, headers, body: null }
    admitFile?.(image)
    return { status: 200, headers, body: image.bytes }
  } catch (error) {
    if (error instanceof RequestShed) return noImage(error.status, error.retryAfterS)
    const facts = { file, width: imageWidth, error: String(error) }
    if (error instanceof TooManyPictures) log.info(facts, unavailable)
    else warnUnavailable(facts)
    return noImage(503)
  }
}

/**
 * The placeholder for a missing image, with and without script; it shows the symbol of the
 * stylesheet's picture-missing. It has no size of its own, so it fills its box with the symbol at a
 * constant size on the box's background. Its grey is visible on light and dark.
 */
const drawing = [
  '<svg xmlns="http://www.w3.org/2000/svg">',
  '<mask id="m"><rect width="100%" height="100%" fill="#fff"/><circle cx="50%" cy="50%" r="8"/></mask>',
  '<rect x="30%" y="50%" width="40%" height="1" fill="#8b8b86" mask="url(#m)"/>',
  '<circle cx="50%" cy="50%" r="8.5" fill="none" stroke="#8b8b86"/>',
  '</svg>',
].join('')

const placeholder = {
  type: 'image/svg+xml',
  bytes: new Uint8Array(Buffer.from(drawing)),
} as const

/** Browsers display the body of an error response too, in the image's place. */
function noImage(status: 404 | 429 | 503, retryAfter = retryAfterS): ImageResponse {
  const headers = {
    'Content-Type': placeholder.type,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': unshownPolicy,
    'X-Content-Type-Options': 'nosniff',
    ...embeddable,
    ...(status !== 404 && { 'Retry-After': String(retryAfter) }),
  }
  return { status, headers, body: placeholder.bytes }
}

/** AVIF must be listed explicitly: a client that accepts just "image/*" may not support it. */
function acceptsAvif(accept: string | null) {
  return /(?:^|,)\s*image\/avif\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(
    accept ?? '',
  )
}
