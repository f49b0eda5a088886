import { redirect } from '@remix-run/node'
import { isLaterPage } from '../../server/http/validation/later-page.ts'
import { addresses, canonicalPath } from '../addresses'
import { isLanguage, languageKey } from '../language/languages'
import { pageSize, type Paged } from './paging'

/**
 * The page of a list that an address asks for with ?page=: 2 and so on, in ASCII digits. The first
 * page has no number.
 * @throws a 308 answer to the list itself for any other number, or one that the list does not reach
 */
export function pageOf<T>(items: T[], request: Request): Paged<T> {
  const url = new URL(request.url)
  const pages = Math.max(1, Math.ceil(items.length / pageSize))
  const page = askedPage(url)
  if (page === null || page > pages) throw redirectToList(url)
  const start = (page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), page, pages }
}

/** @returns null for what is no later page's number */
function askedPage({ searchParams }: URL) {
  const asked = searchParams.getAll('page')
  const [text = ''] = asked
  if (asked.length === 0) return 1
  return asked.length === 1 && isLaterPage(text) ? Number(text) : null
}

/** CacheEntry by nobody: the list may grow. */
function redirectToList({ pathname, searchParams }: URL) {
  const path = canonicalPath(pathname) ?? addresses.home()
  const language = searchParams.get(languageKey)
  const search = isLanguage(language) ? `?${languageKey}=${language}` : ''
  return redirect(path + search, { status: 308, headers: { 'Cache-Control': 'no-store' } })
}
