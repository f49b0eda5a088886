import { LRUCache } from 'lru-cache'
import type { Answer } from './cached-response.ts'
import type { PageAddress } from './page-address.ts'

/** A page that is kept, and how long for. Times in ms since the epoch. */
export interface KeptPage {
  address: PageAddress
  answer: Answer
  /** Which content it was made from. */
  contentKeys: ReadonlySet<string>
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
  const sizeCalculation = ({ answer }: KeptPage) =>
    [...answer.bodies.values()].reduce((sum, body) => sum + body.length, overhead)
  const newcomers = new LRUCache<string, KeptPage>({
    maxSize: Math.max(1, Math.floor(maximumBytes / 4)),
    sizeCalculation,
  })
  const regulars = new LRUCache<string, KeptPage>({
    maxSize: Math.max(1, maximumBytes - Math.floor(maximumBytes / 4)),
    sizeCalculation,
    // The least read one gets a second chance among the newcomers.
    disposeAfter: (page, key, reason) => {
      if (reason === 'evict') newcomers.set(key, page)
    },
  })

  return {
    find(key: string): KeptPage | undefined {
      const regular = regulars.get(key)
      if (regular) return regular
      const newcomer = newcomers.peek(key)
      if (newcomer) {
        newcomers.delete(key)
        regulars.set(key, newcomer)
      }
      return newcomer
    },
    /** Without counting as being read. */
    peek: (key: string) => regulars.peek(key) ?? newcomers.peek(key),
    /** Takes the place of what was there, in its room. */
    set(key: string, page: KeptPage) {
      const room = regulars.has(key) ? regulars : newcomers
      room.set(key, page)
    },
    delete(key: string) {
      regulars.delete(key)
      newcomers.delete(key)
    },
    /** The pages most worth having first. */
    list: (): KeptPage[] => [...regulars.values(), ...newcomers.values()],
    /** Of all that is kept, in bytes. */
    size: () => regulars.calculatedSize + newcomers.calculatedSize,
  }
}
