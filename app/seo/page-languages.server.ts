import type { AppLoadContext, EntryContext } from '@remix-run/node'
import type { SearchKind } from '../../server/search/search-types.ts'
import { getSite } from '../../server/site.ts'
import { optional, scopeOf } from '../content/content.server'
import { createIndexReader } from '../content/search-index.server'
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
export async function markOnlyLanguage(data: PageData, context: AppLoadContext): Promise<PageData> {
  const { matches, loaderData } = data
  const { route, params } = matches.at(-1) ?? {}
  const kind = kindsByRoute[route?.id ?? '']
  const frame = loaderData['root'] as Frame | undefined
  const { id } = params ?? {}
  // Without a crawl the index has the languages that visitors have read.
  if (!kind || !frame || id === undefined || !getSite().search.isCrawled) return data
  const readIndex = createIndexReader(scopeOf(context).dependencies)
  const titles = await optional(
    readIndex({ needs: 'lists' }, ({ titlesOf }) =>
      Promise.all([
        titlesOf(kind, [id], frame.lang),
        titlesOf(kind, [id], otherLanguage(frame.lang)),
      ]),
    ),
  )
  if (!titles?.isWhole) return data
  const [own, other] = titles.found
  if (!own.has(id) || other.has(id)) return data
  const marked: Frame = { ...frame, isOnlyInThisLanguage: true }
  return { ...data, loaderData: { ...loaderData, root: marked } }
}
