import type { ContentType } from '../../server/config.ts'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import type { ContentLanguage } from '../../server/content/content-types.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { createRequestScope, type RequestScope } from '../../server/content/request-scope.ts'
import { readPosts } from './read-posts.ts'

/** The wire items of a test's adapter by content type, or 'dead' for a call that fails. */
export type WireItems = Partial<Record<ContentType, unknown[] | 'dead'>>

/**
 * The content of one request, for a load context: no network, items parsed as in production.
 * Types without items are empty lists.
 */
export function adapterOf(items: WireItems, queries: ContentQuery[] = []): RequestScope {
  return bilingualAdapterOf({ Ar: items, En: items }, queries)
}

/** The same, with items of their own for each language. */
export function bilingualAdapterOf(
  items: Record<ContentLanguage, WireItems>,
  queries: (ContentQuery & { lang?: ContentLanguage })[] = [],
): RequestScope {
  function readerOf(lang: ContentLanguage) {
    return async <N extends ShapeName>(query: ContentQuery, shape: N): Promise<ItemOf<N>[]> => {
      queries.push({ ...query, lang })
      const entries = items[lang][query.type] ?? []
      if (entries === 'dead') throw new ContentUnavailable('refused', 'Dead in this test')
      return readPosts(shape, entries)
    }
  }
  return createRequestScope(readerOf)
}

/** An adapter where every call fails. */
export function deadAdapter(): RequestScope {
  return failingAdapter(new ContentUnavailable('refused', 'Dead in this test'))
}

export function failingAdapter(failure: Error): RequestScope {
  return createRequestScope(() => async () => {
    throw failure
  })
}
