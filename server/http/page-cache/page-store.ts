import { LRUCache } from 'lru-cache'
import type { CachedResponse } from './cached-response.ts'
import type { PageAddress } from './page-address.ts'

/** A cached page. Times in ms since the epoch. */
export interface CachedPage {
  address: PageAddress
  response: CachedResponse
  /** Keys of the content that it was rendered from. */
  dependencies: ReadonlySet<string>
  /** Content was missing when it was rendered. */
  isPartial: boolean
  renderedAt: number
  freshUntil: number
  usableUntil: number
  /** It may be served only after a refresh has failed. */
  mustRevalidate: boolean
  /** Some of its content was served stale at the last check. */
  hasStaleContent: boolean
  /** When the next check is due. */
  staleCheckAt: number
}

export type PageStore = ReturnType<typeof createPageStore>

/** Size of an entry without its bodies, bytes: headers, keys, bookkeeping. */
const overheadBytes = 4_000

/**
 * A segmented LRU cache, limited by size. A new page is probationary, and becomes protected when it is
 * requested again. So made-up addresses evict each other, not the pages that visitors read. Selections,
 * such as filtered lists, stay probationary.
 */
export function createPageStore(maxBytes: number) {
  const sizeCalculation = ({ response }: CachedPage) =>
    [...response.bodies.values()].reduce((sum, body) => sum + body.length, overheadBytes)
  const probationary = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, Math.floor(maxBytes / 4)),
    sizeCalculation,
  })
  const protectedEntries = new LRUCache<string, CachedPage>({
    maxSize: Math.max(1, maxBytes - Math.floor(maxBytes / 4)),
    sizeCalculation,
    // The least recently used page becomes probationary again.
    disposeAfter: (page, key, reason) => {
      if (reason === 'evict') probationary.set(key, page)
    },
  })

  return {
    find(key: string): CachedPage | undefined {
      const protectedPage = protectedEntries.get(key)
      if (protectedPage) return protectedPage
      const page = probationary.get(key)
      if (page && !page.address.isSelection) {
        probationary.delete(key)
        protectedEntries.set(key, page)
      }
      return page
    },
    /** Finds a page without counting it as used. */
    peek: (key: string) => protectedEntries.peek(key) ?? probationary.peek(key),
    /** Adds a page, or replaces it in its segment. */
    set(key: string, page: CachedPage) {
      const segment = protectedEntries.has(key) ? protectedEntries : probationary
      segment.set(key, page)
    },
    delete(key: string) {
      protectedEntries.delete(key)
      probationary.delete(key)
    },
    /** All pages, protected and most recently used first. */
    list: (): CachedPage[] => [...protectedEntries.values(), ...probationary.values()],
    /** Total size in bytes. */
    size: () => protectedEntries.calculatedSize + probationary.calculatedSize,
  }
}
