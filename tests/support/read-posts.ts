import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { createCutter } from '../../server/content/reading/cutter.ts'
import { readItems } from '../../server/content/reading/read-response.ts'
import { readingWords } from '../../server/content/reading/reading-words.ts'

/**
 * Parses posts as the adapter does, but in this thread.
 * @throws Error when one of them is invalid
 */
export function readPosts<N extends ShapeName>(shape: N, entries: readonly unknown[]): ItemOf<N>[] {
  const { items, dropped } = readItems(shape, entries, createCutter(readingWords('En')))
  const [problem] = dropped
  if (problem) throw new Error(problem.problem)
  return items
}
