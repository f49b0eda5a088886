import { pageViewSchema } from '../../server/analytics'
import { parseJson } from '../../server/text/characters'
import { addresses } from '../addresses'
import { hasOptedOut } from './opt-out.server'
import { readBody } from './read-body'
import { getSite } from '../../server/site.ts'

/** Max. size of a page view's JSON, bytes. */
const maxBodyBytes = 8 * 1024

/**
 * Reads a page view from a request and adds it to the sink's queue.
 * @returns the HTTP status of the response: 204, or 400, 413 or 415 for an invalid request
 */
export async function recordPageView(request: Request) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request, maxBodyBytes)
  if (body === null) return 413
  const view = pageViewSchema.safeParse(withoutList(parseJson(body)))
  if (!view.success) return 400
  getSite().pageViews.record(view.data, {
    userAgent: request.headers.get('user-agent') ?? '',
    optedOut: hasOptedOut(request),
  })
  return 204
}

/** A list in the address of a private page is the visitor's own. */
function withoutList(view: unknown): unknown {
  if (typeof view !== 'object' || view === null || !('path' in view)) return view
  const { path } = view
  const [own, search] = typeof path === 'string' ? path.split('?') : []
  const isPrivate =
    search !== undefined && [addresses.quoteList(), addresses.enquiry()].includes(own ?? '')
  return isPrivate ? { ...view, path: own } : view
}
