import type { PostTimes } from '../../server/catalogue/change-log'
import { getSite } from '../../server/site.ts'
import type { Language } from '../language/languages'
import { optional } from './content.server'

/** By postID, without those that are not known. */
export type ChangeTimes = ReadonlyMap<string, PostTimes>

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

/** The times of products. @returns nothing if the change log is unavailable */
export async function changeTimesOf(ids: string[], language: Language): Promise<ChangeTimes> {
  const log = changeLog()
  return (log && (await optional(log.changedAt('product', ids, language)))) ?? new Map()
}
