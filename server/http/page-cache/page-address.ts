import { contentLanguages, type ContentLanguage } from '../../content/content-calls.ts'
import { readCookie } from '../cookies.ts'

/** All that a page depends on: nothing else of a request reaches it. */
export interface PageAddress {
  /** The same for requests that get the same page. */
  key: string
  /** Path and parameters, as the page is made from them. */
  target: string
  /** The language that the visitor's cookie says. */
  language: ContentLanguage
}

/** What is sent by means of its own, and may depend on more of a request. */
const otherAddresses = /^\/(images|cards|language|page-view)(\/|$)/

/** Longer paths lead nowhere. */
const longestPath = 2_048

/** Both the cookie and the parameter. */
const languageKey = 'lang'
const [defaultLanguage] = contentLanguages

/**
 * The address of the page that a GET or HEAD asks for.
 * @param url as it stands in the request line
 * @param cookie the Cookie header
 * @returns null for what is no page
 */
export function pageAddressOf(url: string, cookie: string | undefined): PageAddress | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (!path.startsWith('/') || otherAddresses.test(path) || path.length > longestPath) return null

  const target = at < 0 ? path : path + searchOf(new URLSearchParams(url.slice(at)))
  const remembered = cookie === undefined ? null : languageIn(readCookie(cookie, languageKey))
  const language = remembered ?? defaultLanguage
  return { key: `${language} ${target}`, target, language }
}

/** The parameters that change a page, in one order and one spelling. */
function searchOf(given: URLSearchParams) {
  const kept = new URLSearchParams()
  const language = languageIn(given.get(languageKey))
  if (language) kept.set(languageKey, language)
  // More digits than any list has pages, or none at all: the number is not looked at.
  const page = given.get('page') ?? ''
  if (/^[\d٠-٩]{1,6}$/.test(page)) kept.set('page', page)
  // Remix's own: the data of one route of the page.
  const data = given.get('_data')
  if (data !== null) kept.set('_data', data)
  const search = kept.toString()
  return search && `?${search}`
}

function languageIn(text: string | null) {
  return contentLanguages.find((language) => language === text) ?? null
}
