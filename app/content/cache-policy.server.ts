import type { AppLoadContext } from '@remix-run/node'
import { getSite } from '../../server/site.ts'
import { scopeOf } from './content.server'

/** Not cached anywhere, including the browser. */
export const noStore = 'no-store'

/** A click soon after the prefetch needs no second request; longer, a browser might miss a change. */
const maxBrowserS = 30

/** Lifetime of a page with content missing, seconds. */
const partialS = 10

/**
 * The Cache-Control of a response that depends on content. Shared caches may use it as long as the content
 * is fresh, then serve it stale while they revalidate, or on errors. A page that contains text from its
 * address is not cached by shared caches.
 * @param browserS how long the visitor's browser may use it, seconds; 0: it revalidates each time
 */
export function publicWhileFresh(context: AppLoadContext, browserS = 0) {
  const { content } = getSite().config
  const { isPartial, isProvisional, hasAddressText, isPrivate } = scopeOf(context).dependencies
  if (isPrivate || isProvisional) return noStore
  if (hasAddressText) return 'private, max-age=0, must-revalidate'
  const forBrowsers = `public, max-age=${browserS}`
  if (content.freshMs === 0) return browserS > 0 ? forBrowsers : `${forBrowsers}, must-revalidate`
  const freshS = content.freshMs / 1000
  if (isPartial) return `public, max-age=0, s-maxage=${Math.min(freshS, partialS)}`
  return [
    forBrowsers,
    `s-maxage=${freshS}`,
    `stale-while-revalidate=${freshS}`,
    `stale-if-error=${content.staleMs / 1000}`,
  ].join(', ')
}

/**
 * The policy of an HTML page, which proxies must not rewrite: a changed script, address or picture breaks the page's
 * content security policy, or what its script expects.
 */
export function withoutTransforms(policy: string) {
  return policy === noStore ? policy : `${policy}, no-transform`
}

/** For a page's data, which a browser may reuse for a while: prefetched data serves the click. */
export function dataWhileFresh(context: AppLoadContext) {
  const { freshMs } = getSite().config.content
  return publicWhileFresh(context, Math.min(freshMs / 1000, maxBrowserS))
}

/** For responses that change only with a new version of the site. */
export const publicForAnHour = 'public, max-age=3600, s-maxage=3600'

/** For a file whose address changes with it. */
export const unchanging = 'public, max-age=31536000, s-maxage=31536000, immutable'

/** How long a browser may use a file generated from content, seconds. */
export const fileS = 300

/** For a file that lists the content of the whole site: crawlers need not see each change at once. */
export function overviewOfContent(context: AppLoadContext) {
  const { isPartial, isProvisional } = scopeOf(context).dependencies
  return isPartial || isProvisional
    ? publicWhileFresh(context)
    : `public, max-age=${fileS}, s-maxage=${fileS}`
}
