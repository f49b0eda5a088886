import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { Truncator } from '../../server/content/parse/truncate.ts'
import { readItems, readingWords } from '../../server/content/parse/parse-response.ts'

const timeZone = 'Asia/Riyadh'

/**
 * Parses posts as the adapter does, but in this thread.
 * @throws Error when one of them is invalid
 */
export function readPosts<N extends ShapeName>(shape: N, entries: readonly unknown[]): ItemOf<N>[] {
  const { items, dropped } = readItems(shape, entries, new Truncator(readingWords('En')), timeZone)
  const [problem] = dropped
  if (problem) throw new Error(problem.problem)
  return items
}
