import type { EntryContext } from '@remix-run/node'
import type { SearchKind } from '../../server/search/search-types.ts'
import { getSite } from '../../server/site.ts'
import { optional } from '../content/content.server'
import { otherLanguage } from '../language/languages'
import type { Frame } from '../layout/frame'

type PageData = EntryContext['staticHandlerContext']

/** What the search index knows the post of a screen as, by the id of its route. */
const kindsByRoute: Partial<Record<string, SearchKind>> = {
  'routes/product-details': 'product',
  'routes/products': 'type',
  'routes/products-types': 'type',
  'routes/solution-details': 'solution',
  'routes/project-details': 'project',
  'routes/service-details': 'service',
  'routes/news-details': 'news',
  'routes/blog-details': 'blog',
}

/**
 * Marks a page whose post only its own language has, as far as the search index knows: crawlers are not led to
 * the other language. For rendering on the server only.
 */
export async function markOnlyLanguage(data: PageData): Promise<PageData> {
  const { matches, loaderData } = data
  const { route, params } = matches.at(-1) ?? {}
  const kind = kindsByRoute[route?.id ?? '']
  const frame = loaderData['root'] as Frame | undefined
  const { id } = params ?? {}
  const { isFilled, titlesOf } = getSite().search
  if (!kind || !frame || id === undefined || !isFilled()) return data
  const [own, other] = await Promise.all([
    optional(titlesOf(kind, [id], frame.lang)),
    optional(titlesOf(kind, [id], otherLanguage(frame.lang))),
  ])
  if (!own?.has(id) || !other || other.has(id)) return data
  const marked: Frame = { ...frame, isOnlyInThisLanguage: true }
  return { ...data, loaderData: { ...loaderData, root: marked } }
}
