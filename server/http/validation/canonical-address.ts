import { isPicturePath } from '../files/post-file-handler.ts'
import { isLaterPage } from './later-page.ts'
import { isSelector, type RouteHandle } from './route-handle.ts'
import type { Place } from './route-table.ts'

/** The language, and Remix's own parameters. */
const remixParameters = new Set(['lang', '_data', 'index'])

/**
 * The canonical address of a page that was requested under another one: the route's own letter case,
 * single slashes, every segment encoded as in the app's links (encodeURIComponent), and parameters only
 * where they have a meaning.
 * @param path as sent
 * @param query without its question mark
 * @returns path and query to redirect to; null if the address is canonical, or not that of a page
 */
export function redirectFor(
  { path: canonicalPath, handle }: Place,
  path: string,
  query: string,
): string | null {
  // Images are cached by file name, so another spelling costs nothing.
  if (canonicalPath === null || isPicturePath(path)) return null
  const known = handle.query ? withoutUnknown(query, handle) : query
  const search = handle.paged ? withoutInvalidPage(known) : known
  if (canonicalPath === path && search === query) return null
  return search === '' ? canonicalPath : `${canonicalPath}?${search}`
}

/** Removes the parameters that do not change the page; the rest stays as sent. */
function withoutUnknown(query: string, handle: RouteHandle) {
  if (query === '') return query
  const isKnown = (pair: string) => {
    const [name = ''] = new URLSearchParams(pair).keys()
    return (
      remixParameters.has(name) || isSelector(name, handle) || (name === 'page' && handle.paged)
    )
  }
  return query.split('&').filter(isKnown).join('&')
}

/** Removes an invalid or repeated `page` parameter; the rest stays as sent. */
function withoutInvalidPage(query: string) {
  if (!query.includes('page') && !query.includes('%')) return query
  const pages = new URLSearchParams(query).getAll('page')
  const [only] = pages
  if (only === undefined || (pages.length === 1 && isLaterPage(only))) return query
  const isOther = (pair: string) => !new URLSearchParams(pair).has('page')
  return query.split('&').filter(isOther).join('&')
}
