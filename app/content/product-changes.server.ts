import { contentLanguages } from '../../server/content/content-calls.ts'
import type { PostTimes } from '../../server/search/changes/post-times.ts'
import { rememberRemovedMs } from '../../server/search/search-types.ts'
import { getSite } from '../../server/site.ts'
import type { Language } from '../language/languages'
import { optional } from './content.server'

/** By postID, without those that are not known. */
export type ChangeTimes = ReadonlyMap<string, PostTimes>

export interface RemovedProduct {
  id: string
  /** ms since the epoch */
  removedAt: number
}

/**
 * The change log; null without a crawl: then it sees only what visitors read, and a client would take what it
 * misses for unchanged. The sitemap uses it even so: it says what has changed, never what has not.
 */
function changeLog() {
  const { config, search } = getSite()
  return config.searchCrawlPerS > 0 ? search.changes : null
}

/** A number that grows whenever content is seen to change; null if that is unknown. */
export async function contentSequence(): Promise<number | null> {
  const log = changeLog()
  return log && optional(log.sequence())
}

/** Whether details are still being read for the first time: specifications that lists do not have are missing. */
export function lacksDetails() {
  return getSite().search.lacks('filled')
}

/** @returns nothing if the change log is unavailable */
export async function changeTimesOf(
  kind: 'product' | 'type',
  ids: string[],
  language: Language,
): Promise<ChangeTimes> {
  const log = changeLog()
  return (log && (await optional(log.changedAt(kind, ids, language)))) ?? new Map()
}

/**
 * The products removed since a time in either language, each once with its last removal: a type without products
 * of its own shows those of the other language. One that is removed in one language may still be in the other.
 * @param since ms since the epoch
 * @returns null if that is unknown, too long ago, or too many
 */
export async function removedProducts(since: number): Promise<RemovedProduct[] | null> {
  const log = changeLog()
  if (!log || since <= Date.now() - rememberRemovedMs) return null
  const read = contentLanguages.map((language) => log.removedSince('product', since, language))
  const lists = await optional(Promise.all(read))
  const known = lists?.filter((list) => list !== null)
  if (known?.length !== contentLanguages.length) return null
  const sorted = known.flat().sort((a, b) => a.removedAt - b.removedAt)
  return [...new Map(sorted.map((product) => [product.id, product])).values()]
}

/**
 * Content may be read up to this long after it has changed, and its change seen before: by another process,
 * or by a call that does not use the cache. In ms.
 */
export function maxReadingDelayMs() {
  return getSite().config.content.freshMs
}
