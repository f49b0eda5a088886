import type { ContentType } from '../../server/config.ts'
import {
  createContentCalls,
  type ContentCalls,
  type ContentQuery,
} from '../../server/content/content-calls.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { readPosts } from './read-posts.ts'

/** What a test's adapter answers: wire items by content type, or 'dead' for a call that fails. */
export type Answers = Partial<Record<ContentType, unknown[] | 'dead'>>

/**
 * An adapter of a test's own, for a load context: no network, the real reading of items.
 * Types that the test does not name answer an empty list.
 */
export function adapterOf(answers: Answers, asked: ContentQuery[] = []): ContentCalls {
  async function read<N extends ShapeName>(query: ContentQuery, shape: N): Promise<ItemOf<N>[]> {
    asked.push(query)
    const answer = answers[query.type] ?? []
    if (answer === 'dead') throw new ContentUnavailable('refused', 'The test says so')
    return readPosts(shape, answer)
  }
  return createContentCalls(read)
}

/** An adapter whose every call fails. */
export function deadAdapter(): ContentCalls {
  return createContentCalls(async () => {
    throw new ContentUnavailable('refused', 'The test says so')
  })
}
