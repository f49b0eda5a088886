import { isPicturePath } from '../files/image-handler.ts'
import { isLaterPage } from './later-page.ts'
import type { Place } from './route-table.ts'

/**
 * The canonical address of a page that was requested by another one: its route's own letter case,
 * single slashes, every segment encoded as the app's links are (encodeURIComponent), and `?page=`
 * only where it means something.
 * @param path as it was sent
 * @param query without its question mark
 * @returns path and query to redirect to; null where the address is canonical, or no page's
 */
export function redirectFor(
  { path: own, handle }: Place,
  path: string,
  query: string,
): string | null {
  // Pictures are cached by the file that their address names, so another spelling costs nothing.
  if (own === null || isPicturePath(path)) return null
  const search = handle.paged ? withoutInvalidPage(query) : query
  if (own === path && search === query) return null
  return search === '' ? own : `${own}?${search}`
}

/** Removes a `page` parameter that names no later page, or is repeated; the rest stays as it was sent. */
function withoutInvalidPage(query: string) {
  if (!query.includes('page') && !query.includes('%')) return query
  const pages = new URLSearchParams(query).getAll('page')
  const [only] = pages
  if (only === undefined || (pages.length === 1 && isLaterPage(only))) return query
  const isOther = (pair: string) => !new URLSearchParams(pair).has('page')
  return query.split('&').filter(isOther).join('&')
}
