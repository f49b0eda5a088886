import { redirect } from '@remix-run/node'
import { isLaterPage } from '../../server/http/validation/later-page.ts'
import { addresses, canonicalPath } from '../addresses'
import { isLanguage, languageKey } from '../language/languages'
import { pageSize, type Paged } from './paging'

/**
 * The page of a list that the address selects with ?page=: from 2, in ASCII digits. The first page has no
 * parameter.
 * @throws a 308 redirect to the list itself for an invalid number, or one beyond the last page
 */
export function pageOf<T>(items: T[], request: Request): Paged<T> {
  const url = new URL(request.url)
  const pages = Math.max(1, Math.ceil(items.length / pageSize))
  const page = requestedPage(url)
  if (page === null || page > pages) throw redirectToList(url)
  const start = (page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), page, pages }
}

/** @returns null for an invalid number */
function requestedPage({ searchParams }: URL) {
  const values = searchParams.getAll('page')
  const [text = ''] = values
  if (values.length === 0) return 1
  return values.length === 1 && isLaterPage(text) ? Number(text) : null
}

/** Not cached: the list may grow. */
function redirectToList({ pathname, searchParams }: URL) {
  const path = canonicalPath(pathname) ?? addresses.home()
  const language = searchParams.get(languageKey)
  const search = isLanguage(language) ? `?${languageKey}=${language}` : ''
  return redirect(path + search, { status: 308, headers: { 'Cache-Control': 'no-store' } })
}
