import { isFileName } from '../content/posts/file-name.ts'
import { log } from '../log.ts'
import { RequestShed } from '../http/load-shedding/shed-request.ts'
import { hasEtag } from '../http/etag.ts'
import { shownElsewhere } from '../http/security-headers.ts'
import type { ImageFile } from './image-file.ts'
import type { ImageSource } from './image-source.ts'
import { isPictureName, placeholder } from './missing-picture.ts'
import { TooManyPictures } from './single-flight.ts'
import { imageWidths } from './widths.ts'

export interface ImageResponse {
  status: 200 | 304 | 404 | 429 | 503
  headers: Record<string, string>
  body: Uint8Array | null
}

/** What of a request decides on the answer. */
export interface ImageRequest {
  /** The name as it stands in a post. */
  file: string
  /** The `w` parameter as it was sent, or null for the original. */
  width: string | null
  accept: string | null
  ifNoneMatch: string | null
  /** Called before a picture is fetched or resized; throws RequestShed when it shall not be. */
  admit?: () => void
  /** Called with what is about to be sent; returns its bytes, or null when too much is being sent. */
  hold?: (file: ImageFile) => Uint8Array | null
}

/** Pictures may change under their name, but seldom do: an hour, and a day while asking again. */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400'

/** For whoever opens a picture by itself: it has neither script nor an address of ours. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** When a picture that could not be had may be asked for again, seconds. */
const retryAfterS = 5

/**
 * @returns 200, 304, 404 for what is no picture of ours, 503 when the image base does not answer or too
 * many pictures are under way or being sent, or what it was refused with; in place of a picture these show that
 * there is none
 */
export async function imageResponse(
  images: Pick<ImageSource, 'find'>,
  { file, width, accept, ifNoneMatch, admit, hold }: ImageRequest,
): Promise<ImageResponse> {
  const wanted = width === null ? null : imageWidths.find((known) => String(known) === width)
  if (wanted === undefined || !isFileName(file)) return noImage(404, file)
  try {
    const image = await images.find(file, wanted, acceptsAvif(accept) ? 'avif' : 'webp', admit)
    if (!image) return noImage(404, file)
    const headers = {
      'Content-Type': image.type,
      'Cache-Control': cacheControl,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      ...shownElsewhere,
      ETag: image.etag,
      ...(wanted !== null && { Vary: 'Accept' }),
    }
    if (hasEtag(ifNoneMatch, image.etag)) return { status: 304, headers, body: null }
    const body = hold ? hold(image) : image.bytes
    if (!body) throw new TooManyPictures('Too many bytes are being sent')
    return { status: 200, headers, body }
  } catch (error) {
    if (error instanceof RequestShed) return noImage(error.status, file, error.retryAfterS)
    const level = error instanceof TooManyPictures ? 'info' : 'warn'
    log[level]({ file, width: wanted, error: String(error) }, 'image unavailable')
    return noImage(503, file)
  }
}

/** Browsers show the body of such an answer too, in the place of the picture that was asked for. */
function noImage(status: 404 | 429 | 503, file: string, retryS = retryAfterS): ImageResponse {
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status !== 404 && { 'Retry-After': String(retryS) }),
  }
  if (!isFileName(file) || !isPictureName(file)) return { status, headers, body: null }
  const { type, bytes } = placeholder
  const ofPicture = {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    ...shownElsewhere,
  }
  return { status, headers: { ...headers, ...ofPicture }, body: bytes }
}

/** Named by itself: whoever says no more than "any picture" may well not read it. */
function acceptsAvif(accept: string | null) {
  return /(?:^|,)\s*image\/avif\s*(?:;(?!\s*q=0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i.test(
    accept ?? '',
  )
}
