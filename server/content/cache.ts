import { LRUCache } from 'lru-cache'
import { log } from '../log.ts'

/** Kept content is bounded by its size as JSON text: 64 million characters, about 128 MB at worst. */
const maximumCharacters = 64_000_000

interface Kept {
  value: object
  /** When it arrived, ms since the epoch. */
  at: number
}

interface ContentCache {
  /**
   * The value under a key: kept if fresh; kept, and refreshed behind, if stale; else loaded.
   * Callers at the same time share one load. A failed load never takes a good value away.
   * @param mayKeepEmpty whether an empty list is kept like any other. If not, it also takes away what
   *   was kept: a deleted post is gone, and addresses that somebody makes up push nothing out
   * @throws what `load` throws, when nothing kept can stand in
   */
  read<T extends object>(key: string, load: () => Promise<T>, mayKeepEmpty?: boolean): Promise<T>
}

/**
 * @param freshMs how long content is used without asking again; 0: every call goes out
 * @param staleMs how much longer the last good content may stand in
 * @param now the clock, ms since the epoch; tests hand in their own
 */
export function createContentCache({
  freshMs,
  staleMs,
  now = Date.now,
}: {
  freshMs: number
  staleMs: number
  now?: () => number
}): ContentCache {
  const store = new LRUCache<string, Kept>({
    max: 20_000,
    maxSize: maximumCharacters,
    sizeCalculation: (kept) => JSON.stringify(kept.value).length + 1,
  })
  const flights = new Map<string, Promise<object>>()

  async function load(key: string, loadValue: () => Promise<object>, mayKeepEmpty: boolean) {
    const value = await loadValue()
    const isEmpty = Array.isArray(value) && value.length === 0
    if (isEmpty && !mayKeepEmpty) store.delete(key)
    else store.set(key, { value, at: now() })
    return value
  }

  function shared(key: string, loadValue: () => Promise<object>, mayKeepEmpty: boolean) {
    const running = flights.get(key)
    if (running) return running
    const flight = load(key, loadValue, mayKeepEmpty).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  return {
    async read<T extends object>(key: string, loadValue: () => Promise<T>, mayKeepEmpty = false) {
      const kept = store.get(key)
      const age = kept ? now() - kept.at : Infinity
      const usable = kept !== undefined && age < freshMs + staleMs
      if (kept && age < freshMs) return kept.value as T

      if (freshMs > 0 && usable) {
        shared(key, loadValue, mayKeepEmpty).catch((error: unknown) =>
          log.warn({ key, error: String(error) }, 'content could not be refreshed'),
        )
        return kept.value as T
      }
      try {
        const fetchValue = freshMs > 0 ? shared : load
        const value = await fetchValue(key, loadValue, mayKeepEmpty)
        return value as T
      } catch (error) {
        if (!usable) throw error
        log.warn({ key, error: String(error) }, 'content could not be refreshed')
        return kept.value as T
      }
    },
  }
}
