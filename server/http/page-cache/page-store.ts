import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { PageAddress } from './page-address.ts'

/** A page that is kept, and how long for. Times in ms since the epoch. */
export interface CachedPage {
  address: PageAddress
  answer: CachedResponse
  /** Which content it was made from. */
  dependencies: ReadonlySet<string>
  /** Content was missing when it was made. */
  isPartial: boolean
  /** When it was made, or was last found to be as good as new. */
  madeAt: number
  freshUntil: number
  usableUntil: number
  /** It may be sent only if it cannot be made anew. */
  mustConfirm: boolean
  /** Some of the content it was made from is past its time, as far as was last looked. */
  isOfStale: boolean
  /** When that is looked at again. */
  staleLookAt: number
}

export type PageStore = ReturnType<typeof createPageStore>

/** What an entry takes besides its bodies: head, keys, the store's own books. */
const overhead = 4_000

/**
 * Keeps pages within a number of bytes, in two rooms. A page comes into the small one, and moves
 * into the large one when it is asked for again: so addresses that somebody makes up push out each
 * other, not the pages that visitors read.
 */
export function createPageStore(maximumBytes: number) {
  const sizeCalculation = ({ answer }: CachedPage) =>
    [...answer.bodies.values()].reduce((sum, body) => sum + body.length, overhead)
  const probationary = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, Math.floor(maximumBytes / 4)),
    sizeCalculation,
  })
  const protectedEntries = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maximumBytes - Math.floor(maximumBytes / 4)),
    sizeCalculation,
    // The least read one gets a second chance among the probationary.
    disposeAfter: (page, key, reason) => {
      if (reason === 'evict') probationary.set(key, page)
    },
  })

  return {
    find(key: string): CachedPage | undefined {
      const regular = protectedEntries.get(key)
      if (regular) return regular
      const newcomer = probationary.peek(key)
      if (newcomer) {
        probationary.delete(key)
        protectedEntries.set(key, newcomer)
      }
      return newcomer
    },
    /** Without counting as being read. */
    peek: (key: string) => protectedEntries.peek(key) ?? probationary.peek(key),
    /** Takes the place of what was there, in its room. */
    set(key: string, page: CachedPage) {
      const room = protectedEntries.has(key) ? protectedEntries : probationary
      room.set(key, page)
    },
    delete(key: string) {
      protectedEntries.delete(key)
      probationary.delete(key)
    },
    /** The pages most worth having first. */
    list: (): CachedPage[] => [...protectedEntries.values(), ...probationary.values()],
    /** Of all that is kept, in bytes. */
    size: () => protectedEntries.calculatedSize + probationary.calculatedSize,
  }
}
