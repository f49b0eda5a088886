import { LRUCache } from 'lru-cache'
import { NotFound } from '../failures.ts'

/** Ids that somebody makes up push out each other. */
const mostCalls = 10_000
/** Of all that is remembered, in letters: an id out of an address may be long. */
const mostLetters = 1_000_000
/** A post that comes into being is there for all this time later at most, ms. */
const longestMs = 30_000

export type MissingPosts = ReturnType<typeof createMissingPosts>

/**
 * Remembers for a short time what there is not: whoever asks again and again for a post that he has
 * made up, as a page, its data or its card, has the content API asked once.
 * @param freshMs how long content is used without asking again; 0: every call goes out
 * @param now a clock in ms that never goes back; tests hand in their own
 */
export function createMissingPosts(freshMs: number, now: () => number = () => performance.now()) {
  const known = new LRUCache<string, true>({
    max: mostCalls,
    maxSize: mostLetters,
    sizeCalculation: (_, key) => key.length,
    ttl: Math.min(freshMs, longestMs),
    ttlResolution: 0,
    perf: { now },
  })
  let forgotten = 0

  return {
    /**
     * Asks, unless it is known that there is nothing.
     * @param key of the call, with its language
     * @throws NotFound when there is no such post; whatever `call` throws
     */
    async ask<T>(key: string, call: () => Promise<T>): Promise<T> {
      if (known.has(key)) throw new NotFound(`There was nothing a moment ago: ${key}`)
      const forgottenBefore = forgotten
      try {
        return await call()
      } catch (error) {
        // What was asked for before it was to be forgotten may be from before the reason for it.
        const isCurrent = forgotten === forgottenBefore
        if (error instanceof NotFound && isCurrent && freshMs > 0) known.set(key, true)
        throw error
      }
    },
    /** From now on everything is asked for again: there may be new posts. */
    forget: () => {
      forgotten += 1
      known.clear()
    },
  }
}
