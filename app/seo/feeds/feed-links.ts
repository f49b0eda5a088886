import { type FeedKind, feedFormats, feedPath } from '../../addresses'
import type { MetaArgs, MetaDescriptor } from '@remix-run/react'
import type { Frame } from '../../layout/frame'

/**
 * Links a screen to its feeds, in the page's language. Browsers do not need the links: like everything that only
 * crawlers read, they are rendered on the server at the end of the head, outside React's hydration.
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
