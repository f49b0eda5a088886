import type { Dependencies } from '../../server/content/request-scope.ts'
import { searchIndexKey } from '../../server/search/search-types.ts'
import type { IndexPart, Search } from '../../server/search/search'
import { getSite } from '../../server/site.ts'

interface IndexUse {
  /** The part of the index without which a result may be incomplete. */
  needs: IndexPart
  /** Whether the response says what there is, rather than being completed by it: then it is not stored before that. */
  isSubject?: boolean
}

interface Indexed<T> {
  found: T
  /** Whether that is all of it: false while the index is filled for the first time. */
  isWhole: boolean
}

export type ReadIndex = ReturnType<typeof createIndexReader>

/**
 * Reads from the search index, and records that the response depends on it: pages are made anew when it has changed, and
 * stored for seconds, or not at all, while it is being filled.
 */
export function createIndexReader(dependencies: Dependencies) {
  /** @throws ContentUnavailable when the index does not answer */
  return async function readIndex<T>(
    { needs, isSubject = false }: IndexUse,
    read: (index: Search) => Promise<T>,
  ): Promise<Indexed<T>> {
    const { search } = getSite()
    dependencies.keys.add(searchIndexKey)
    // Asked before it is read: what is being indexed meanwhile may be missing.
    const isWhole = !(await search.lacks(needs))
    if (!isWhole) {
      dependencies.isPartial = true
      dependencies.isProvisional ||= isSubject
    }
    try {
      return { found: await read(search), isWhole }
    } catch (error) {
      dependencies.isPartial = true
      throw error
    }
  }
}
