import type { RenderedPage } from '../rendered-page.server'
import type { Frame } from '../../layout/frame'
import { type Language, languageKey, languages } from '../../language/languages'
import { addresses } from '../../addresses'

/** The inputs of a page's graph, besides the page's own data. */
export interface PageContext extends RenderedPage {
  frame: Frame
  language: Language
  /** The path of the canonical address, after the site's URL. */
  path: string
}

/** Returns the id of the company in every graph. */
export function organizationId({ siteUrl }: Frame) {
  return `${siteUrl}/#organization`
}

export function websiteId({ siteUrl }: Frame) {
  return `${siteUrl}/#website`
}

/** Returns the id of the subject of a page, shared by both languages. */
export function thingId({ siteUrl }: Frame, path: string, name: string) {
  return `${siteUrl}${path}#${name}`
}

/**
 * Returns the absolute address of a page in a language.
 * @param path may have a query, with any language, and a fragment
 */
export function pageAddress({ siteUrl }: Frame, path: string, language: Language) {
  const url = new URL(siteUrl + path)
  url.searchParams.set(languageKey, language)
  return url.href
}

/** Returns the absolute addresses of images at the image base URL, without duplicates; undefined for none. */
export function imageAddresses({ siteUrl }: Frame, files: readonly string[]) {
  const named = [...new Set(files)].filter((file) => file !== '')
  return listed(named.map((file) => siteUrl + addresses.image(file)))
}

/** Returns a list as a property value: undefined, so that the property is omitted, if it is empty. */
export function listed<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined
}

/** Returns the language tag of a post's texts. */
export function languageTag(page: PageContext, post: { language?: Language } = {}) {
  return languages[post.language ?? page.language].lang
}
