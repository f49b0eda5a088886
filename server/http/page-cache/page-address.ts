import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { readCookie } from '../cookies.ts'
import { isLaterPage } from '../validation/later-page.ts'

/** All that a page depends on: nothing else of a request reaches it. */
export interface PageAddress {
  /** The same for requests that get the same page. */
  key: string
  /** Path and parameters, as the page is made from them. */
  target: string
  /** The one that the address says, else the visitor's cookie. */
  language: ContentLanguage
}

/** What is sent by means of its own, and may depend on more of a request. */
const otherAddresses = /^\/(images|cards|language|page-view)(\/|$)/

/** Longer paths lead nowhere. */
const longestPath = 2_048

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
 * @param isPaged whether a path is a list's that is shown in pages
 * @returns null for what is no page
 */
export function pageAddressOf(
  url: string,
  cookie: string | undefined,
  isPaged: (path: string) => boolean,
): PageAddress | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (!path.startsWith('/') || otherAddresses.test(path) || path.length > longestPath) return null

  const given = at < 0 ? null : new URLSearchParams(url.slice(at))
  const asked = given && languageIn(given.get(languageKey))
  const remembered = cookie === undefined ? null : languageIn(readCookie(cookie, languageKey))
  const language = asked ?? remembered ?? defaultLanguage
  const target = given ? targetOf(path, given, asked, isPaged) : path
  return { key: `${language} ${target}`, target, language }
}

/** The parameters that change a page, in one order and one spelling. */
function targetOf(
  path: string,
  given: URLSearchParams,
  language: ContentLanguage | null,
  isPaged: (path: string) => boolean,
) {
  const kept = new URLSearchParams()
  if (language) kept.set(languageKey, language)
  const data = given.get(dataKey)
  const isFrame = data === frameRoute
  const page = given.get('page') ?? ''
  if (!isFrame && isLaterPage(page) && isPaged(path)) kept.set('page', page)
  if (data !== null) kept.set(dataKey, data)
  const search = kept.toString()
  // Any path that has a page has the frame, and addresses can be made up.
  return (isFrame ? '/' : path) + (search && `?${search}`)
}

function languageIn(text: string | null) {
  return contentLanguages.find((language) => language === text) ?? null
}
