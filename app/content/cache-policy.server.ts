import type { AppLoadContext } from '@remix-run/node'
import { getSite } from '../../server/site.ts'

/** Not even a browser keeps it. */
export const noStore = 'no-store'

/** A page from which content is missing is kept so long, seconds. */
const partialS = 10

/**
 * What is made of content: caches that visitors share keep it as long as the content is fresh, and
 * send it while they ask for a new one, or cannot have one. They keep nothing that is asked for by
 * words of a visitor's own: there is no end of those.
 * @param browserS how long a visitor's own browser keeps it, seconds; 0: it asks each time
 */
export function publicWhileFresh({ dependencies, isMadeUp }: AppLoadContext, browserS = 0) {
  const { freshMs, staleMs } = getSite().config.content
  if (isMadeUp) return `private, max-age=${browserS}${browserS > 0 ? '' : ', must-revalidate'}`
  const forBrowsers = `public, max-age=${browserS}`
  if (freshMs === 0) return browserS > 0 ? forBrowsers : `${forBrowsers}, must-revalidate`
  const freshS = freshMs / 1000
  if (dependencies?.isPartial) return `public, max-age=0, s-maxage=${Math.min(freshS, partialS)}`
  return [
    forBrowsers,
    `s-maxage=${freshS}`,
    `stale-while-revalidate=${freshS}`,
    `stale-if-error=${staleMs / 1000}`,
  ].join(', ')
}

/** What only a new version of the site changes. */
export const publicForAnHour = 'public, max-age=3600, s-maxage=3600'

/** How long a browser keeps a file that is made of content, seconds. */
export const fileS = 300
