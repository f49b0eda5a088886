import { optional } from './content.server'

/** Maximum number of lists requested concurrently. */
const concurrentLists = 4

/**
 * Reads an optional list of each id, a few at a time. After a batch in which every list failed, no more
 * requests are made: otherwise a dead API would get one for every id.
 * @returns each id with its list, in order; null for an unavailable one
 */
export async function* readOptionalLists<T>(
  ids: string[],
  read: (id: string) => Promise<T>,
): AsyncGenerator<[id: string, list: T | null]> {
  let isAvailable = true
  for (let at = 0; at < ids.length; at += concurrentLists) {
    const batch = ids.slice(at, at + concurrentLists)
    const lists = await Promise.all(
      batch.map(
        async (id) => [id, isAvailable ? await optional(read(id)) : null] as [string, T | null],
      ),
    )
    yield* lists
    isAvailable &&= lists.some(([, list]) => list !== null)
  }
}
