import { LRUCache } from 'lru-cache'
import { NotFound } from '../failures.ts'

/** A new post appears at most this much later, ms. */
const maxMissingMs = 30_000

/** Made-up IDs evict only each other. */
const maxEntries = 10_000
/** Total length of the keys, in UTF-16 units: an ID from a URL may be long. */
const maxTotalKeyLength = 1_000_000

/**
 * Negative cache of missing posts: repeated requests for a post that does not exist (its page, data or share card) call
 * the content API once.
 */
export interface MissingPosts {
  /**
   * Makes the call unless the post is known to be missing.
   * @param key of the call, including its language
   * @throws NotFound when there is no such post; whatever `call` throws
   */
  run: <T>(key: string, call: () => Promise<T>) => Promise<T>
  /** Clears the cache, since there may be new posts. */
  clear: () => void
}

/**
 * @param freshMs how long content is fresh; missing posts are cached as long, but at most 30 s. 0 disables the cache:
 * every read calls the API
 * @param now monotonic clock in ms; injected by tests
 */
export function createMissingPosts(
  freshMs: number,
  now: () => number = () => performance.now(),
): MissingPosts {
  const known = new LRUCache<string, true>({
    max: maxEntries,
    maxSize: maxTotalKeyLength,
    sizeCalculation: (_, key) => key.length,
    ttl: Math.min(freshMs, maxMissingMs),
    ttlResolution: 0,
    perf: { now },
  })
  let clears = 0

  return {
    async run(key, call) {
      if (known.has(key)) throw new NotFound(`Recently not found: ${key}`)
      const clearsBefore = clears
      try {
        return await call()
      } catch (error) {
        // A call sent before the cache was cleared may have an outdated result.
        const isCurrent = clears === clearsBefore
        if (error instanceof NotFound && isCurrent && freshMs > 0) known.set(key, true)
        throw error
      }
    },
    clear: () => {
      clears += 1
      known.clear()
    },
  }
}
