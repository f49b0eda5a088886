/** IDs of one question to the search thread: searches wait that long at most. */
export const idsAtOnce = 1_000

/**
 * Asks about any number of IDs, some at a time: each question has the time limit of a call.
 * @param ask about some of them
 * @returns the answers of all questions in one, by ID
 */
export async function inBatches<V>(
  ids: readonly string[],
  ask: (ids: readonly string[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  if (ids.length <= idsAtOnce) return ask(ids)
  const found = new Map<string, V>()
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    for (const [id, value] of await ask(ids.slice(at, at + idsAtOnce))) found.set(id, value)
  }
  return found
}
