import type { ContentType } from '../../server/config.ts'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { createRequestScope, type RequestScope } from '../../server/content/request-scope.ts'
import { readPosts } from './read-posts.ts'

/** What a test's adapter answers: wire items by content type, or 'dead' for a call that fails. */
export type Answers = Partial<Record<ContentType, unknown[] | 'dead'>>

/**
 * The content of one request, for a load context: no network, the real reading of items.
 * Types that the test does not name answer an empty list.
 */
export function adapterOf(answers: Answers, asked: ContentQuery[] = []): RequestScope {
  async function read<N extends ShapeName>(query: ContentQuery, shape: N): Promise<ItemOf<N>[]> {
    asked.push(query)
    const answer = answers[query.type] ?? []
    if (answer === 'dead') throw new ContentUnavailable('refused', 'The test says so')
    return readPosts(shape, answer)
  }
  return createRequestScope(() => read)
}

/** An adapter whose every call fails. */
export function deadAdapter(): RequestScope {
  return failingAdapter(new ContentUnavailable('refused', 'The test says so'))
}

export function failingAdapter(failure: Error): RequestScope {
  return createRequestScope(() => async () => {
    throw failure
  })
}
