import { type FeedKind, feedFormats, feedPath } from '../../addresses'
import type { MetaArgs, MetaDescriptor } from '@remix-run/react'
import type { Frame } from '../../layout/frame'

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
