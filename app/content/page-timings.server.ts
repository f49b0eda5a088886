import {
  pageTimingSchema,
  recordPageTiming as record,
  type PageKind,
} from '../../server/analytics'
import { parseJson } from '../../server/text/characters'
import { getSite } from '../../server/site.ts'
import { screenAt, screens, type Screen } from '../addresses'
import { hasOptedOut } from './opt-out.server'
import { readBody } from './read-body'

/** Max. size of a report's JSON, bytes. */
const maxBodyBytes = 1024

/** The other screens are of the kind `other`. */
const kinds: Partial<Record<Screen, PageKind>> = {
  [screens.root]: 'home',
  [screens.home]: 'home',
  [screens.productDetails]: 'product',
  [screens.productsDetails]: 'product',
  [screens.productsCategories]: 'product-list',
  [screens.productsHome]: 'product-list',
  [screens.productsTypes]: 'product-list',
  [screens.products]: 'product-list',
  [screens.allSolutionProducts]: 'product-list',
  [screens.blogDetails]: 'article',
  [screens.newsDetails]: 'article',
  [screens.serviceDetails]: 'article',
  [screens.projectDetails]: 'article',
  [screens.solutionDetails]: 'article',
  [screens.blog]: 'list',
  [screens.news]: 'list',
  [screens.services]: 'list',
  [screens.projects]: 'list',
  [screens.solutions]: 'list',
  [screens.documents]: 'list',
  [screens.search]: 'search',
}

/** @returns what the page's script needs to measure its load; null where the site measures none */
export function timingOf(pathname: string): { sample: number; page: PageKind } | null {
  const sample = getSite().config.webVitalsSample
  return sample > 0 ? { sample, page: kinds[screenAt(pathname) ?? screens.error] ?? 'other' } : null
}

/**
 * Reads the timings of a page load from a request and adds them to the metrics, unless the visitor has
 * opted out or the site measures none.
 * @returns the HTTP status of the response: 204, or 400, 413 or 415 for an invalid request
 */
export async function recordPageTiming(request: Request) {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request, maxBodyBytes)
  if (body === null) return 413
  const timing = pageTimingSchema.safeParse(parseJson(body))
  if (!timing.success) return 400
  if (getSite().config.webVitalsSample > 0 && !hasOptedOut(request)) record(timing.data)
  return 204
}
