import { LRUCache } from 'lru-cache'
import { log } from '../log.ts'

/** Kept content is bounded by the bytes it came as: parsed, they take about twice as many. */
const maximumBytes = 16 * 1024 * 1024

/** Content as it was read from an answer. */
export interface Loaded<T extends object = object> {
  value: T
  /** Of the answer, in bytes. */
  size: number
  /** The same for the same answer. */
  fingerprint: string
}

/**
 * Asks for content.
 * @param known the fingerprint of what is kept
 * @returns 'unchanged' when the answer has that fingerprint: then it need not be read again
 */
export type Load<T extends object> = (known: string | undefined) => Promise<Loaded<T> | 'unchanged'>

interface Kept extends Loaded {
  /** When it arrived or was last confirmed, ms since the epoch; -Infinity once it has to be confirmed. */
  at: number
  /** How long it may stand in, ms since the epoch. */
  usableUntil: number
}

interface ContentCache {
  /**
   * The value under a key: kept if fresh; kept, and refreshed behind, if stale; else loaded.
   * Callers at the same time share one load. A failed load never takes a good value away.
   * @param mayKeepEmpty whether an empty list is kept like any other. If not, it also takes away what
   *   was kept: a deleted post is gone, and addresses that somebody makes up push nothing out
   * @throws what `load` throws, when nothing kept can stand in
   */
  read<T extends object>(key: string, load: Load<T>, mayKeepEmpty?: boolean): Promise<T>
  /**
   * From now on, content under these keys is asked for again before it is used; what is kept only
   * stands in if that fails.
   * @returns how many were kept
   */
  expire(concerns: (key: string) => boolean): number
  /** What is kept under a key, however old; undefined for nothing. */
  peek(key: string): object | undefined
}

/**
 * @param freshMs how long content is used without asking again; 0: every call goes out
 * @param staleMs how much longer the last good content may stand in
 * @param onChange told when what was kept under a key has been replaced by something else
 * @param now the clock, ms since the epoch; tests hand in their own
 */
export function createContentCache({
  freshMs,
  staleMs,
  onChange = () => undefined,
  now = Date.now,
}: {
  freshMs: number
  staleMs: number
  onChange?: (key: string) => void
  now?: () => number
}): ContentCache {
  const store = new LRUCache<string, Kept>({
    max: 20_000,
    maxSize: maximumBytes,
    maxEntrySize: maximumBytes,
    sizeCalculation: (kept) => kept.size + 1,
  })
  const flights = new Map<string, Promise<object>>()

  let expiries = 0

  async function load(key: string, loadValue: Load<object>, mayKeepEmpty: boolean) {
    const kept = store.peek(key)
    const expiriesBefore = expiries
    const answer = await loadValue(kept?.fingerprint)
    const loaded = answer === 'unchanged' ? kept : answer
    if (!loaded) throw new Error(`Nothing was kept under ${key} that could be unchanged`)

    const isEmpty = Array.isArray(loaded.value) && loaded.value.length === 0
    if (isEmpty && !mayKeepEmpty) store.delete(key)
    else keep(key, loaded, expiries === expiriesBefore)
    if (kept && kept.fingerprint !== loaded.fingerprint) onChange(key)
    return loaded.value
  }

  /** What was asked for before an expiry may be from before its reason, and is confirmed again. */
  function keep(key: string, { value, size, fingerprint }: Loaded, isCurrent: boolean) {
    const usableUntil = now() + freshMs + staleMs
    store.set(key, { value, size, fingerprint, at: isCurrent ? now() : -Infinity, usableUntil })
  }

  function shared(key: string, loadValue: Load<object>, mayKeepEmpty: boolean) {
    const running = flights.get(key)
    if (running) return running
    const flight = load(key, loadValue, mayKeepEmpty).finally(() => {
      if (flights.get(key) === flight) flights.delete(key)
    })
    flights.set(key, flight)
    return flight
  }

  return {
    async read<T extends object>(key: string, loadValue: Load<T>, mayKeepEmpty = false) {
      const kept = store.get(key)
      const age = kept ? now() - kept.at : Infinity
      const usable = kept !== undefined && now() < kept.usableUntil
      if (kept && age < freshMs) return kept.value as T

      if (freshMs > 0 && usable && age < Infinity) {
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
    expire(concerns) {
      expiries += 1
      const keys = [...store.keys()].filter(concerns)
      for (const key of keys) {
        const kept = store.peek(key)
        if (kept) kept.at = -Infinity
      }
      // What is under way was asked for too early.
      for (const key of flights.keys()) if (concerns(key)) flights.delete(key)
      return keys.length
    },
    peek: (key) => store.peek(key)?.value,
  }
}
