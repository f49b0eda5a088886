import { pageViewSchema } from '../../server/analytics/page-view.ts'
import { readBody } from './read-body'
import { getSite } from '../../server/site.ts'

/** A page view is a short line; anything longer is none. Bytes. */
const longestBody = 8 * 1024

/**
 * Reads a page view out of a request and hands it to the sink's queue.
 * @returns the HTTP status of the answer: 204, or what is wrong with the request
 */
export async function recordPageView(request: Request) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request, longestBody)
  if (body === null) return 413
  const view = pageViewSchema.safeParse(parseJson(body))
  if (!view.success) return 400
  getSite().pageViews.record(view.data, {
    userAgent: request.headers.get('user-agent') ?? '',
    optedOut: request.headers.get('dnt') === '1' || request.headers.get('sec-gpc') === '1',
  })
  return 204
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
