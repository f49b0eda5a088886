import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { readCookie } from '../headers.ts'
import { isLaterPage, splitTarget } from '../validation/target.ts'
import { isSelector, type RouteHandle, type Place } from '../validation/route-table.ts'

/** Finds the route that a path leads to. */
export type PlaceOf = (path: string) => Pick<Place, 'kind' | 'handle' | 'markdownOf'>

/** Everything in a request that a page depends on. */
export interface PageAddress {
  /** Cache key: requests for the same page have the same key. */
  key: string
  /** Path and query that the page is rendered for. */
  target: string
  /** From the query, else from the visitor's cookie. */
  language: ContentLanguage
  /** A selection out of unlimited many, such as the results of a search. */
  isSelection?: true
  /** The page is rendered as Markdown. */
  isMarkdown?: true
}

/** No page has a longer path. */
const maxPathLength = 2_048

/** Name of both the cookie and the parameter. */
const languageKey = 'lang'
const [defaultLanguage] = contentLanguages

/** The first language parameter of a query. */
const languageParameter = new RegExp(`(?:^|&)${languageKey}=([^&]*)`)

/** Remix's own parameter: the data of one route of a page. */
const dataKey = '_data'
/** The route whose data is the same on every page. */
const frameRoute = 'root'

/**
 * The address of the page that a GET or HEAD requests.
 * @param url as sent in the request line
 * @param cookie the Cookie header
 * @returns null for anything but a page
 */
export function pageAddressOf(
  url: string,
  cookie: string | undefined,
  placeOf: PlaceOf,
): PageAddress | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (!path.startsWith('/') || path.length > maxPathLength) return null
  const { kind, handle, markdownOf } = placeOf(path)
  if (kind !== 'page') return null

  const query = at < 0 ? null : new URLSearchParams(url.slice(at))
  const queryLanguage = query && languageIn(query.get(languageKey))
  const language = queryLanguage ?? languageInCookie(cookie)
  const selectors = query && handle.query ? selectorsOf(query, handle) : []
  const pagePath = markdownOf ?? path
  const target = query ? targetOf(pagePath, query, queryLanguage, handle, selectors) : pagePath
  const address: PageAddress = { key: `${language} ${target}`, target, language }
  if (selectors.length > 0) address.isSelection = true
  if (markdownOf === undefined) return address
  return { ...address, key: `${address.key} markdown`, isMarkdown: true }
}

/**
 * Path and query of a file that is sent while it is made, with the parameters that change it.
 * @param url as sent in the request line
 * @returns null for anything else
 */
export function streamTargetOf(url: string, placeOf: PlaceOf): string | null {
  const { path, query } = splitTarget(url)
  const { kind, handle } = placeOf(path)
  if (kind !== 'stream') return null
  const parameters = new URLSearchParams(query)
  // The file is whole: it has no routes whose data could be requested.
  parameters.delete(dataKey)
  const language = languageIn(parameters.get(languageKey))
  return targetOf(path, parameters, language, handle, selectorsOf(parameters, handle))
}

/**
 * The language of a request that is not for a cached page, perhaps with an invalid address:
 * URLSearchParams would take 15 ms for 16 kB of invalid percent-encoding.
 * @param query without its question mark
 * @param cookie the Cookie header
 */
export function languageOfRequest(query: string, cookie: string | undefined) {
  const queryLanguage = languageIn(languageParameter.exec(query)?.[1] ?? null)
  return {
    language: queryLanguage ?? languageInCookie(cookie),
    isInQuery: queryLanguage !== null,
  }
}

/** Only the parameters that change a page, in a fixed order and spelling. */
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

/** The parameters that select what the page shows, each once, sorted where their order has no meaning. */
function selectorsOf(query: URLSearchParams, handle: RouteHandle) {
  const pairs = new Map<string, [name: string, value: string]>()
  for (const [name, value] of query) {
    if (isSelector(name, handle)) pairs.set(JSON.stringify([name, value]), [name, value])
  }
  const rankOf = ([name, value]: [string, string]) =>
    handle.ordered?.includes(name) ? [name] : [name, value]
  const ranked = [...pairs.values()].map((pair) => ({ pair, rank: JSON.stringify(rankOf(pair)) }))
  const sorted = ranked.sort((a, b) => (a.rank === b.rank ? 0 : a.rank < b.rank ? -1 : 1))
  return sorted.map(({ pair }) => pair)
}

function languageInCookie(cookie: string | undefined) {
  const language = cookie === undefined ? null : languageIn(readCookie(cookie, languageKey))
  return language ?? defaultLanguage
}

function languageIn(text: string | null) {
  return contentLanguages.find((language) => language === text) ?? null
}
