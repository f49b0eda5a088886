import { isPicturePath } from '../files/image-handler.ts'
import { isLaterPage } from './later-page.ts'
import type { Place } from './route-table.ts'

/**
 * The canonical address of a page that was requested under another one: the route's own letter case,
 * single slashes, every segment encoded as in the app's links (encodeURIComponent), and `?page=` only
 * where it has a meaning.
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
  const search = handle.paged ? withoutInvalidPage(query) : query
  if (canonicalPath === path && search === query) return null
  return search === '' ? canonicalPath : `${canonicalPath}?${search}`
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
