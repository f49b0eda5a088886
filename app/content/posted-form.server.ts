import { isFromThisSite } from './anti-forgery.server'
import { formPost } from './form-post'

/**
 * Reads the form of a POST request. Our own host has checked its origin and media type; other hosts have not.
 * @returns a response without a body for a request that is not a valid form of this site
 */
export async function readPostedForm(request: Request): Promise<FormData | Response> {
  if (!isFromThisSite(request)) return new Response(null, { status: 403 })
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!formPost.types.includes(mediaType.trim())) return new Response(null, { status: 415 })
  const form = await request.formData().catch(() => null)
  return form ?? new Response(null, { status: 400 })
}
