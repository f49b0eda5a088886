import type { RenderedPage } from '../rendered-page.server'
import type { Frame } from '../../layout/frame'
import { type Language, languageKey, languages } from '../../language/languages'
import { addresses } from '../../addresses'

/** What the nodes of a page's graph are made from, besides the page's own data. */
export interface PageContext extends RenderedPage {
  frame: Frame
  language: Language
  /** The path of its canonical address, after the site's URL. */
  path: string
}

/** Identifies the company in every graph. */
export function organizationId({ siteUrl }: Frame) {
  return `${siteUrl}/#organization`
}

export function websiteId({ siteUrl }: Frame) {
  return `${siteUrl}/#website`
}

/** Identifies a thing that a page is about: the same in both languages. */
export function thingId({ siteUrl }: Frame, path: string, name: string) {
  return `${siteUrl}${path}#${name}`
}

/**
 * The absolute address of a page in a language.
 * @param path may have a query, with any language, and a fragment
 */
export function pageAddress({ siteUrl }: Frame, path: string, language: Language) {
  const url = new URL(siteUrl + path)
  url.searchParams.set(languageKey, language)
  return url.href
}

/** The absolute addresses of images at the image base URL, each once; undefined for none. */
export function imageAddresses({ siteUrl }: Frame, files: readonly string[]) {
  const named = [...new Set(files)].filter((file) => file !== '')
  return listed(named.map((file) => siteUrl + addresses.image(file)))
}

/** A list as the value of a property, which is left out if there is none. */
export function listed<T>(items: T[]): T[] | undefined {
  return items.length > 0 ? items : undefined
}

/** The language tag of a post's texts. */
export function languageTag(page: PageContext, post: { language?: Language } = {}) {
  return languages[post.language ?? page.language].lang
}
