import { isFromThisSite } from './anti-forgery.server'
import { formPost } from './form-post'

/** More than a form with a list of 50 items has, each with a quantity and a note. */
const maxFields = 200

/**
 * Reads the form of a POST request. Our own host has checked its origin and media type; other hosts have not.
 * @throws a response without a body for a request that is not a valid form of this site
 */
export async function readPostedForm(request: Request): Promise<FormData> {
  if (!isFromThisSite(request)) throw new Response(null, { status: 403 })
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!formPost.types.includes(mediaType.trim())) throw new Response(null, { status: 415 })
  const form = await request.formData().catch(() => null)
  // Each field that is read is searched for among all of them.
  if (!form || [...form.keys()].length > maxFields) throw new Response(null, { status: 400 })
  return form
}
