import type { AppLoadContext } from '@remix-run/node'
import { getSite } from '../server/site.ts'

/** Not even a browser keeps it. */
export const neverKept = 'no-store'

/** A page from which content is missing is kept so long, seconds. */
const partialS = 10

/**
 * What is made of content: caches that visitors share keep it as long as the content is fresh, and
 * send it while they ask for a new one, or cannot have one. A visitor's own browser asks each time.
 */
export function keptWhileFresh({ madeFrom }: AppLoadContext) {
  const { freshMs, staleMs } = getSite().config.content
  if (freshMs === 0) return 'public, max-age=0, must-revalidate'
  const freshS = freshMs / 1000
  if (madeFrom?.isPartial) return `public, max-age=0, s-maxage=${Math.min(freshS, partialS)}`
  return [
    'public, max-age=0',
    `s-maxage=${freshS}`,
    `stale-while-revalidate=${freshS}`,
    `stale-if-error=${staleMs / 1000}`,
  ].join(', ')
}
