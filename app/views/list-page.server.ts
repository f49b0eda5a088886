import { languageKey, isLanguage } from '../language/languages'
import { type Paged, pageSize } from '../posts/list-views'
import { isLaterPage } from '../../server/http/validation/target'
import { canonicalPath, addresses } from '../addresses'
import { redirect } from '@remix-run/node'

/** Parameters that select what a list shows, besides its page number, in canonical order and spelling. */
export type Selectors = [name: string, value: string][]

/** Parameters that every list has. */
const otherParameters = new Set([languageKey, 'page'])

/**
 * Requires that an address has these parameters and no others, in any order of names: the page cache sorts them
 * (server/http/page-cache/page-address.ts).
 * @param selectors sorted by name
 * @throws a 308 redirect to the canonical address otherwise
 */
export function requireSelectors(request: Request, selectors: Selectors) {
  const url = new URL(request.url)
  const search = new URLSearchParams(url.searchParams)
  search.sort()
  const sent = [...search].filter(([name]) => !otherParameters.has(name))
  if (JSON.stringify(sent) === JSON.stringify(selectors)) return
  for (const [name] of sent) url.searchParams.delete(name)
  for (const [name, value] of selectors) url.searchParams.append(name, value)
  throw redirectTo(url)
}

/**
 * Returns the page of a list that ?page= selects: from 2, in ASCII digits. The first page has no parameter.
 * @throws a 308 redirect to the list itself for an invalid number, or one beyond the last page
 */
export function pageOf<T>(items: T[], request: Request): Paged<T> {
  const page = pageNumberOf(request)
  const pages = pageCountOf(items.length, request)
  const start = (page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), page, pages }
}

/**
 * Returns the page number that the address selects.
 * @throws a 308 redirect to the list itself for an invalid number
 */
export function pageNumberOf(request: Request) {
  const url = new URL(request.url)
  const values = url.searchParams.getAll('page')
  const [text = ''] = values
  if (values.length === 0) return 1
  if (values.length > 1 || !isLaterPage(text)) throw redirectToList(url)
  return Number(text)
}

/**
 * Returns the number of pages of a list.
 * @param total the number of its items
 * @param size the number of items of a page
 * @param isWhole false: the total may still grow, so any requested page exists, perhaps empty
 * @throws a 308 redirect to the list itself when the address selects a page beyond the last one
 */
export function pageCountOf(total: number, request: Request, size = pageSize, isWhole = true) {
  const pages = Math.max(1, Math.ceil(total / size))
  const page = pageNumberOf(request)
  if (page > pages && isWhole) throw redirectToList(new URL(request.url))
  return Math.max(page, pages)
}

function redirectToList(url: URL) {
  url.searchParams.delete('page')
  return redirectTo(url)
}

/** Redirects without caching: the list may change. */
function redirectTo({ pathname, searchParams }: URL) {
  const path = canonicalPath(pathname) ?? addresses.home()
  if (!isLanguage(searchParams.get(languageKey))) searchParams.delete(languageKey)
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  return redirect(path + search, { status: 308, headers: { 'Cache-Control': 'no-store' } })
}
