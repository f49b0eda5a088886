import { LRUCache } from 'lru-cache'

/** Remembers subjects that took too much time or memory, or crashed, so that they are not tried again for a while. */
export interface Quarantine {
  /** @returns why it may not be tried; undefined when it may */
  find(subject: string): Error | undefined
  add(subject: string, reason: Error): void
}

interface Quarantined {
  reason: Error
  failures: number
  /** By `performance.now`. */
  until: number
}

/**
 * @param firstMs how long a subject is not tried after its first failure: the machine may be at fault
 * @param laterMs and after each further one
 */
export function createQuarantine(firstMs: number, laterMs = firstMs): Quarantine {
  const known = new LRUCache<string, Quarantined>({ max: 1_000 })
  return {
    find(subject) {
      const { reason, until = 0 } = known.peek(subject) ?? {}
      return until > performance.now() ? reason : undefined
    },
    add(subject, reason) {
      const failures = (known.peek(subject)?.failures ?? 0) + 1
      const until = performance.now() + (failures === 1 ? firstMs : laterMs)
      known.set(subject, { reason, failures, until })
    },
  }
}
