import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { readCookie } from '../cookies.ts'
import { isLaterPage } from '../validation/later-page.ts'
import type { Place } from '../validation/route-table.ts'

/** Finds what a path leads to. */
export type PlaceOf = (path: string) => Pick<Place, 'kind' | 'handle'>

/** All that a page depends on: nothing else of a request reaches it. */
export interface PageAddress {
  /** The same for requests that get the same page. */
  key: string
  /** Path and parameters, as the page is made from them. */
  target: string
  /** The one that the address says, else the visitor's cookie. */
  language: ContentLanguage
}

/** Longer paths are no page's. */
const maxPathLength = 2_048

/** Both the cookie and the parameter. */
const languageKey = 'lang'
const [defaultLanguage] = contentLanguages

/** Remix's own: the data of one route of a page. */
const dataKey = '_data'
/** The route whose data is the same on every page. */
const frameRoute = 'root'

/**
 * The address of the page that a GET or HEAD asks for.
 * @param url as it stands in the request line
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
  const { kind, handle } = placeOf(path)
  if (kind !== 'page') return null

  const given = at < 0 ? null : new URLSearchParams(url.slice(at))
  const asked = given && languageIn(given.get(languageKey))
  const remembered = cookie === undefined ? null : languageIn(readCookie(cookie, languageKey))
  const language = asked ?? remembered ?? defaultLanguage
  const target = given ? targetOf(path, given, asked, handle.paged === true) : path
  return { key: `${language} ${target}`, target, language }
}

/** The parameters that change a page, in one order and one spelling. */
function targetOf(
  path: string,
  given: URLSearchParams,
  language: ContentLanguage | null,
  isPaged: boolean,
) {
  const kept = new URLSearchParams()
  if (language) kept.set(languageKey, language)
  const data = given.get(dataKey)
  const isFrame = data === frameRoute
  const page = given.get('page') ?? ''
  if (!isFrame && isLaterPage(page) && isPaged) kept.set('page', page)
  if (data !== null) kept.set(dataKey, data)
  const search = kept.toString()
  // Any path that has a page has the frame, and addresses can be made up.
  return (isFrame ? '/' : path) + (search && `?${search}`)
}

function languageIn(text: string | null) {
  return contentLanguages.find((language) => language === text) ?? null
}
