import type { ItemOf, ShapeName } from '../../server/content/posts/post.ts'
import { createCutter } from '../../server/content/reading/cutter.ts'
import { readItems } from '../../server/content/reading/read-response.ts'
import { shortenedNote } from '../../server/content/reading/shortened-note.ts'

/**
 * Posts as the adapter hands them on, read in place and not in a thread of their own.
 * @throws Error when one of them cannot be read
 */
export function readPosts<N extends ShapeName>(shape: N, entries: readonly unknown[]): ItemOf<N>[] {
  const { items, dropped } = readItems(shape, entries, createCutter(shortenedNote('En')))
  const [problem] = dropped
  if (problem) throw new Error(problem.problem)
  return items
}
