import { isFileName } from '../server/content/file-name.ts'
import { hasEtag } from '../server/http/etag.ts'
import { imageWidths } from '../server/http/images.ts'
import { log } from '../server/log.ts'
import { getSite } from '../server/site.ts'

/** Pictures may change under their name, but seldom do: an hour, and a day while asking again. */
const cacheControl = 'public, max-age=3600, stale-while-revalidate=86400'

/**
 * @param file the name as it stands in a post
 * @param width the `w` parameter as it was sent, or null for the original
 * @returns 200, 304, 404 for what is no picture of ours, or 503 when the image base does not answer
 */
export async function findImage(file: string, width: string | null, request: Request) {
  const wanted = width === null ? null : imageWidths.find((known) => String(known) === width)
  if (wanted === undefined || !isFileName(file)) return noImage(404)
  try {
    const image = await getSite().images.find(file, wanted)
    if (!image) return noImage(404)
    const headers = {
      'Content-Type': image.type,
      'Cache-Control': cacheControl,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      ETag: image.etag,
    }
    return hasEtag(request.headers.get('if-none-match'), image.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(Buffer.from(image.bytes), { headers })
  } catch (error) {
    log.warn({ file, width: wanted, error: String(error) }, 'a picture could not be made')
    return noImage(503)
  }
}

function noImage(status: 404 | 503) {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
