import type { AppLoadContext } from '@remix-run/node'
import { languageKey, type Language } from '../language/languages'

/**
 * The Link header with which a page names its Markdown, in the page's language.
 * @param url of the page, as requested
 * @returns null if the page has none
 */
export function markdownLink(url: string, language: Language, { markdownPathOf }: AppLoadContext) {
  const { pathname, searchParams } = new URL(url)
  const path = markdownPathOf?.(pathname)
  if (!path) return null
  searchParams.set(languageKey, language)
  return `<${path}?${searchParams}>; rel="alternate"; type="text/markdown"`
}
