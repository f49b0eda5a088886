import { LRUCache } from 'lru-cache'
import { NotFound } from '../failures.ts'

/** A new post appears at most this much later, ms. */
const maxMissingMs = 30_000

/** Made-up IDs evict only each other. */
const maxEntries = 10_000
/** Total length of the keys, in UTF-16 units: an ID from a URL may be long. */
const maxTotalKeyLength = 1_000_000

interface KnownMissing {
  /**
   * Makes the call unless the post is known to be missing.
   * @param key of the call, including its language
   * @throws NotFound when there is no such post; whatever `call` throws
   */
  run<T>(key: string, call: () => Promise<T>): Promise<T>
  /** Clears the cache, since there may be new posts. */
  clear(): void
}

/**
 * Negative cache of missing posts: repeated requests for a post that does not exist (its page, data or share card) call
 * the content API once.
 */
export class MissingPosts implements KnownMissing {
  readonly #known: LRUCache<string, true> | null
  #clears = 0

  /**
   * @param freshMs how long content is fresh; missing posts are cached as long, but at most 30 s. 0 disables the cache:
   * every read calls the API
   */
  constructor(freshMs: number) {
    this.#known =
      freshMs === 0
        ? null
        : new LRUCache<string, true>({
            max: maxEntries,
            maxSize: maxTotalKeyLength,
            sizeCalculation: (_, key) => key.length,
            ttl: Math.min(freshMs, maxMissingMs),
            ttlResolution: 0,
          })
  }

  async run<T>(key: string, call: () => Promise<T>) {
    if (this.#known?.has(key)) throw new NotFound(`Recently not found: ${key}`)
    const clearsBefore = this.#clears
    try {
      return await call()
    } catch (error) {
      // A call sent before the cache was cleared may have an outdated result.
      if (error instanceof NotFound && this.#clears === clearsBefore) this.#known?.set(key, true)
      throw error
    }
  }

  clear() {
    this.#clears += 1
    this.#known?.clear()
  }
}
