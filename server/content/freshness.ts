import type { Config, ContentType } from '../config.ts'

/** How long content may be used, from the settings. */
type Lifetimes = Pick<Config['content'], 'freshMs' | 'staleMs'>

/** A click soon after the prefetch needs no second request; longer, a browser might miss a change. */
const maxBrowserMs = 30_000

/** A new post appears at most this much later. */
const maxMissingMs = 30_000

/**
 * How long content of a type is used without asking the API again, ms; 0: every read is a call.
 * CONTENT_CACHE_TTL_S is for all types alike. A type that needs another time gets it here, and the
 * adapter's cache, the pages made of it and their data in browsers follow.
 */
export function freshMsOf(_type: ContentType, { freshMs }: Lifetimes) {
  return freshMs
}

/** The same for what is made of several types: as long as the shortest of them; of none, the setting. */
export function freshMsOfAll(types: Iterable<ContentType>, lifetimes: Lifetimes) {
  return Math.min(...[...types].map((type) => freshMsOf(type, lifetimes)), lifetimes.freshMs)
}

/** How long a browser may use a page's data without asking again, ms. */
export function browserFreshMs(freshMs: number) {
  return Math.min(freshMs, maxBrowserMs)
}

/** How long a post that does not exist is not asked for again, ms. */
export function missingMs({ freshMs }: Lifetimes) {
  return Math.min(freshMs, maxMissingMs)
}
