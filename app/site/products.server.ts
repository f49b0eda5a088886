import {
  type Product,
  type Content,
  ContentUnavailable,
  NotFound,
  optional,
  type Card,
} from '../content/content.server'
import { addresses } from '../addresses'
import type { Dependencies } from '../../server/content/request-scope'
import { searchIndexKey } from '../../server/search/search-types'
import type { IndexPart, Search } from '../../server/search/search'
import type { PostTimes } from '../../server/catalogue/change-log'
import type { Language } from '../language/languages'

/** A product with the path of its own screen. */
export interface FoundProduct {
  product: Product
  to: string
}

/** The products of a comparison, as far as they can be read. */
interface FoundProducts {
  found: FoundProduct[]
  /** Number of ids without a product. */
  missing: number
  /** Number of products that are unavailable now. */
  unavailable: number
}

/**
 * The products of a comparison, in the order of their ids.
 * @throws ContentUnavailable when none could be read and some may exist
 */
export async function readCompared(content: Content, ids: string[]): Promise<FoundProducts> {
  const results = await Promise.all(ids.map((id) => findProduct(content, id)))
  const found = results.filter((result) => result !== null && 'product' in result)
  const failures = results.filter((result) => result instanceof ContentUnavailable)
  const [failure] = failures
  if (found.length === 0 && failure) throw failure
  return {
    found,
    missing: results.filter((result) => result === null).length,
    unavailable: failures.length,
  }
}

/** @returns null if there is no such product; a failure to read it, so that others can be shown */
export async function findProduct(
  content: Content,
  id: string,
): Promise<FoundProduct | ContentUnavailable | null> {
  const places = [
    { read: content.getProduct, addressOf: addresses.product },
    // A product of a solution need not be in the catalogue.
    { read: content.getSolutionProduct, addressOf: addresses.productByPost },
  ]
  for (const { read, addressOf } of places) {
    try {
      return { product: await read(id), to: addressOf(id) }
    } catch (failure) {
      if (failure instanceof ContentUnavailable) return failure
      if (!(failure instanceof NotFound)) throw failure
    }
  }
  return null
}

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
export function createIndexReader(search: Search, dependencies: Dependencies) {
  /** @throws ContentUnavailable when the index does not answer */
  return async function readIndex<T>(
    { needs, isSubject = false }: IndexUse,
    read: (index: Search) => Promise<T>,
  ): Promise<Indexed<T>> {
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

/**
 * The canonical paths of products of solutions: a product that the catalogue has as well, under the same id
 * and title, has its page there.
 * @returns by postID; null as long as the search index does not know the catalogue
 */
export async function canonicalPathsOf(
  products: Pick<Card, 'postID' | 'postTitle'>[],
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Map<string, string> | null> {
  const ids = products.map(({ postID }) => postID)
  const titles = await optional(
    readIndex({ needs: 'lists', isSubject: true }, (index) => index.titlesOf('product', ids, lang)),
  )
  if (titles?.isWhole === false) return null
  return new Map(
    products.map(({ postID, postTitle }) => [
      postID,
      titles?.found.get(postID) === postTitle
        ? addresses.product(postID)
        : addresses.productByPost(postID),
    ]),
  )
}

/** By postID, without those that are not known. */
export type ChangeTimes = ReadonlyMap<string, PostTimes>

/**
 * The change log; null without a crawl: then it sees only what visitors read, and a client would take what it
 * misses for unchanged. The sitemap uses it even so: it says what has changed, never what has not.
 */
function changeLogIn({ isCrawled, changes }: Search) {
  return isCrawled ? changes : null
}

/** A number that grows whenever content is seen to change; null if that is unknown. */
export async function contentSequence(search: Search): Promise<number | null> {
  const log = changeLogIn(search)
  return log && optional(log.sequence())
}

/** Whether details are still being read for the first time: specifications that lists do not have are missing. */
export function lacksDetails(search: Search) {
  return search.lacks('filled')
}

/** The times of products. @returns nothing if the change log is unavailable */
export async function changeTimesOf(
  search: Search,
  ids: string[],
  language: Language,
): Promise<ChangeTimes> {
  const log = changeLogIn(search)
  return (log && (await optional(log.changedAt('product', ids, language)))) ?? new Map()
}
