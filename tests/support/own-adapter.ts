import type { ContentType } from '../../server/config.ts'
import {
  createContentCalls,
  type ContentCalls,
  type ContentQuery,
} from '../../server/content/content-calls.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { readPosts } from './read-posts.ts'

/** The wire items of a test's adapter by content type, or 'dead' for a call that fails. */
export type WireItems = Partial<Record<ContentType, unknown[] | 'dead'>>

/**
 * An adapter for a load context that parses items as the real one does, without a network.
 * @param items types that are missing have an empty list
 * @param queries receives the query of each call
 */
export function adapterOf(items: WireItems, queries: ContentQuery[] = []): ContentCalls {
  async function read<N extends ShapeName>(query: ContentQuery, shape: N): Promise<ItemOf<N>[]> {
    queries.push(query)
    const entries = items[query.type] ?? []
    if (entries === 'dead') throw new ContentUnavailable('refused', 'Dead in this test')
    return readPosts(shape, entries)
  }
  return createContentCalls(read)
}

/** An adapter whose calls all fail. */
export function deadAdapter(): ContentCalls {
  return createContentCalls(async () => {
    throw new ContentUnavailable('refused', 'Dead in this test')
  })
}
