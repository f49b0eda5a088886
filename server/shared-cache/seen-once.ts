import { LRUCache } from 'lru-cache'
import type { SharedCache } from './shared-cache.ts'

/** Names remembered by this process alone. */
const maxNames = 10_000

/**
 * Remembers what may be used once, such as the signature of a request. Without the shared cache each process
 * remembers its own.
 * @param kind distinguishes it from the other things that are remembered
 */
export function createSeenOnce(
  cache: Pick<SharedCache, 'run'> | null,
  kind: string,
  lifetimeMs: number,
) {
  const own = new LRUCache<string, true>({ max: maxNames, ttl: lifetimeMs })

  return {
    /** @returns whether it is the first time */
    async isFirst(name: string): Promise<boolean> {
      if (own.has(name)) return false
      own.set(name, true)
      const reply = await cache?.run((commands) =>
        commands.set(`${kind}:${name}`, '1', 'PX', lifetimeMs, 'NX'),
      )
      // null: the key was there.
      return reply !== null
    },
  }
}
