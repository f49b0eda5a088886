import type { z } from 'zod'
import type { ContentType } from '../../server/config.ts'
import {
  createContentCalls,
  type ContentCalls,
  type ContentQuery,
} from '../../server/content/content-calls.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'

/** What a test's adapter answers: wire items by content type, or 'dead' for a call that fails. */
export type Answers = Partial<Record<ContentType, unknown[] | 'dead'>>

/**
 * An adapter of a test's own, for a load context: no network, the real reading of items.
 * Types that the test does not name answer an empty list.
 */
export function adapterOf(answers: Answers, asked: ContentQuery[] = []): ContentCalls {
  async function read<S extends z.ZodType>(query: ContentQuery, item: S): Promise<z.output<S>[]> {
    asked.push(query)
    const answer = answers[query.type] ?? []
    if (answer === 'dead') throw new ContentUnavailable('refused', 'The test says so')
    return answer.map((entry) => item.parse(entry))
  }
  return createContentCalls(read)
}

/** An adapter whose every call fails. */
export function deadAdapter(): ContentCalls {
  return createContentCalls(async () => {
    throw new ContentUnavailable('refused', 'The test says so')
  })
}
