import {
  pageViewSchema,
  pageTimingSchema,
  recordPageTiming as record,
  type PageKind,
} from '../../server/site/analytics'
import { parseJson } from '@site/arabic-text/characters'
import { screenAt, screens } from '../addresses'
import { readBody } from '../content/loaders.server'
import { screenFacts } from './screen-facts.server'
import type { LoadContext, RequestArgs } from '../content/content.server'

/** Whether the visitor's browser asks not to be tracked: Do Not Track, or Global Privacy Control. */
function hasOptedOut({ headers }: Request) {
  return headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
}

/** Max. size of a page view's JSON, bytes. */
const maxPageViewBytes = 8 * 1024

/**
 * Reads a page view from a request and adds it to the sink's queue.
 * @returns the HTTP status of the response: 204, or 400, 413 or 415 for an invalid request
 */
export async function recordPageView({ request, context }: RequestArgs) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request, maxPageViewBytes)
  if (body === null) return 413
  const view = pageViewSchema.safeParse(withoutWords(parseJson(body)))
  if (!view.success) return 400
  context.site.pageViews.record(view.data, {
    userAgent: request.headers.get('user-agent') ?? '',
    optedOut: hasOptedOut(request),
  })
  return 204
}

const privateScreens: (string | null)[] = [screens.quoteList, screens.enquiry, screens.enquirySent]

/** Removes from an address what belongs to the visitor: a private page's list or key, and the words of a search. */
function withoutWords(view: unknown): unknown {
  if (typeof view !== 'object' || view === null || !('path' in view)) return view
  const { path } = view
  const [own = '', search] = typeof path === 'string' ? path.split('?') : []
  if (search === undefined) return view
  const isPrivate = privateScreens.includes(screenAt(own))
  const rest = search.split('&').filter((pair) => !pair.startsWith('q='))
  return { ...view, path: isPrivate || rest.length === 0 ? own : `${own}?${rest.join('&')}` }
}

/** Max. size of a report's JSON, bytes. */
const maxPageTimingBytes = 1024

/** Share of page loads that are measured. */
const sample = 0.1

const isMeasured = ({ site: { config } }: LoadContext) => config.analytics.sink !== 'none'

/** @returns what the page's script needs to measure its load; null if this load is not measured */
export function timingOf(
  context: LoadContext,
  pathname: string,
): { sample: number; page: PageKind } | null {
  return isMeasured(context)
    ? { sample, page: screenFacts[screenAt(pathname) ?? screens.error].timing }
    : null
}

/**
 * Reads the timings of a page load from a request and adds them to the metrics, unless the visitor has opted out or the
 * site measures none.
 * @returns the HTTP status of the response: 204, or 400, 413 or 415 for an invalid request
 */
export async function recordPageTiming({ request, context }: RequestArgs) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request, maxPageTimingBytes)
  if (body === null) return 413
  const timing = pageTimingSchema.safeParse(parseJson(body))
  if (!timing.success) return 400
  if (isMeasured(context) && !hasOptedOut(request)) record(timing.data)
  return 204
}
