import type { AppLoadContext } from '@remix-run/node'
import { browserFreshMs, freshMsOfAll } from '../../server/content/freshness.ts'
import { getSite } from '../../server/site.ts'
import { scopeOf } from './content.server'

/** No cache keeps it, the browser's included. */
export const noStore = 'no-store'

/** Lifetime of a page with content missing, seconds. */
const partialS = 10

/**
 * For what is made of content: shared caches keep it as long as the content is fresh, and serve it
 * stale while they fetch it again or cannot. No shared cache keeps a page with text of its address.
 * @param browserS how long a visitor's own browser may use it, seconds; 0: it revalidates each time
 */
export function publicWhileFresh(context: AppLoadContext, browserS = 0) {
  const { content } = getSite().config
  const { types, isPartial, hasAddressText } = scopeOf(context).dependencies
  const freshMs = freshMsOfAll(types, content)
  if (hasAddressText) return 'private, max-age=0, must-revalidate'
  const forBrowsers = `public, max-age=${browserS}`
  if (freshMs === 0) return browserS > 0 ? forBrowsers : `${forBrowsers}, must-revalidate`
  const freshS = freshMs / 1000
  if (isPartial) return `public, max-age=0, s-maxage=${Math.min(freshS, partialS)}`
  return [
    forBrowsers,
    `s-maxage=${freshS}`,
    `stale-while-revalidate=${freshS}`,
    `stale-if-error=${content.staleMs / 1000}`,
  ].join(', ')
}

/** For a page's data, which a browser may reuse for a while: prefetched data serves the click. */
export function dataWhileFresh(context: AppLoadContext) {
  const { types } = scopeOf(context).dependencies
  const freshMs = freshMsOfAll(types, getSite().config.content)
  return publicWhileFresh(context, browserFreshMs(freshMs) / 1000)
}

/** For what changes with a new version of the site only. */
export const publicForAnHour = 'public, max-age=3600, s-maxage=3600'

/** How long a browser may use a file made of content, seconds. */
export const fileS = 300
