import type { ContentLanguage } from '../../content/content-types.ts'
import { dataKey, languageKey, type SiteRequest } from '../request.ts'
import { isLaterPage } from '../validation/target.ts'
import { isSelector, type RouteHandle, type RouteMatch } from '../validation/route-table.ts'

/** Everything in a request that a page depends on. */
export interface PageAddress {
  /** Cache key: requests for the same page have the same key. */
  key: string
  /** Path and query that the page is rendered for. */
  target: string
  /** Taken from the query, else from the visitor's cookie. */
  language: ContentLanguage
  /** The page is one of an unlimited number of selections, such as search results. */
  isSelection?: true
  /** The page is rendered as Markdown. */
  isMarkdown?: true
}

/** No page has a longer path. */
const maxPathLength = 2_048

/** The root route, whose data is the same on every page. */
const frameRoute = 'root'

/** The parts of a request that determine a page's address. */
type Addressed = Pick<SiteRequest, 'path' | 'query' | 'language' | 'queryLanguage'> & {
  route: Pick<RouteMatch, 'kind' | 'handle' | 'markdownOf'>
}

/**
 * Builds the address of the page that a GET or HEAD requests.
 * @returns null for anything but a page
 */
export function pageAddressOf(request: Addressed): PageAddress | null {
  const { path, query, route, language } = request
  if (!path.startsWith('/') || path.length > maxPathLength) return null
  const { kind, handle, markdownOf } = route
  if (kind !== 'page') return null
  const pagePath = markdownOf ?? path
  if (query === '' && markdownOf === undefined) return addressOf(path, language)

  const parameters = new URLSearchParams(query)
  const selectors = handle.query ? selectorsOf(parameters, handle) : []
  const target = targetOf(pagePath, parameters, request.queryLanguage, handle, selectors)
  const address = addressOf(target, language)
  if (selectors.length > 0) address.isSelection = true
  if (markdownOf === undefined) return address
  return { ...address, key: `${address.key} markdown`, isMarkdown: true }
}

/** Builds the address of a page in a language. @param target path and query, in their canonical spelling */
export function addressOf(target: string, language: ContentLanguage): PageAddress {
  return { key: `${language} ${target}`, target, language }
}

/** Returns path and query of a streamed file, with only the parameters that change it. */
export function streamTargetOf({ path, query, queryLanguage, route: { handle } }: Addressed) {
  const parameters = new URLSearchParams(query)
  // A streamed file has no route data that could be requested.
  parameters.delete(dataKey)
  return targetOf(path, parameters, queryLanguage, handle, selectorsOf(parameters, handle))
}

/** Keeps only the parameters that change a page, in a fixed order and spelling. */
function targetOf(
  path: string,
  query: URLSearchParams,
  language: ContentLanguage | null,
  handle: RouteHandle,
  selectors: [name: string, value: string][],
) {
  const canonical = new URLSearchParams()
  if (language) canonical.set(languageKey, language)
  const data = query.get(dataKey)
  const isFrame = data === frameRoute
  const page = query.get('page') ?? ''
  if (!isFrame) for (const [name, value] of selectors) canonical.append(name, value)
  if (!isFrame && isLaterPage(page) && handle.paged) canonical.set('page', page)
  if (data !== null) canonical.set(dataKey, data)
  const search = canonical.toString()
  // The frame is the same for every path, so made-up paths must not fill the cache with copies.
  return (isFrame ? '/' : path) + (search && `?${search}`)
}

/** Returns the parameters that select what the page shows: each once, sorted where order has no meaning. */
function selectorsOf(query: URLSearchParams, handle: RouteHandle) {
  const pairs = new Map<string, [name: string, value: string]>()
  for (const [name, value] of query) {
    if (isSelector(name, handle)) pairs.set(JSON.stringify([name, value]), [name, value])
  }
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  // Pages redirect to the same order (app/content/loaders.server.ts): with two orders a redirect would never end.
  return [...pairs.values()].sort(
    ([a, first], [b, second]) =>
      compare(a, b) || (handle.ordered?.includes(a) ? 0 : compare(first, second)),
  )
}
