import type { MetaArgs, MetaDescriptor } from '@remix-run/react'
import { languageKey, type Language } from '../../language/languages'
import type { Frame } from '../../layout/frame'

/** The screens whose articles have feeds, by their part of the translations. */
export type FeedKind = 'news' | 'blog'

/** The formats of a feed, by file extension: for those that name them, and their media types. */
export const feedFormats = {
  rss: { name: 'RSS', type: 'application/rss+xml' },
  atom: { name: 'Atom', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', type: 'application/feed+json' },
} as const

export type FeedFormat = keyof typeof feedFormats

/** Not a screen: the newest articles for feed readers. It is here since few screens' scripts need it. */
export const feedPattern = 'feeds/:file'

/** The path of a feed: it names the language, since a feed reader has no cookie. */
export function feedPath(kind: FeedKind, format: FeedFormat, language: Language) {
  return `/${feedPattern.replace(':file', `${kind}.${format}`)}?${languageKey}=${language}`
}

/**
 * Leads feed readers from a screen to its feeds, in the page's language. No browser needs that: like all that
 * only crawlers read, it is on the server at the end of the head, where React expects nothing.
 */
export function feedMeta(kind: FeedKind, { matches }: Pick<MetaArgs, 'matches'>): MetaDescriptor[] {
  const root = matches.find((match) => match.id === 'root')?.data as Frame | undefined
  if (!import.meta.env.SSR || !root) return []
  return (['rss', 'atom', 'json'] as const).map((format) => ({
    tagName: 'link',
    rel: 'alternate',
    type: feedFormats[format].type,
    title: feedFormats[format].name,
    href: feedPath(kind, format, root.lang),
  }))
}
