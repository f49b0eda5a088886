import { createSharedPurges } from './shared-cache/shared-purges.ts'
import type { ContentType } from './config.ts'
import { log } from './observe/log.ts'
import { metrics } from './observe/metrics.ts'
import type { SiteContent } from './content/content.ts'
import { isKeyOf } from './content/content-types.ts'
import type { MissingPosts } from './content/cache/missing-posts.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import type { SharedCache } from './shared-cache/shared-cache.ts'

/** Who asked for a purge: the admin server, the webhook, or another process of the site. */
type Origin = 'admin' | 'webhook' | 'process'

/** How many entries a purge has expired in this process. */
interface Purged {
  content: number
  pages: number
}

/**
 * Purges content.
 * @param types only these, and pages that depend on them; empty for all
 */
export type Purge = (types: readonly ContentType[], origin: Origin) => Promise<Purged>

interface PurgesOptions {
  content: Pick<SiteContent, 'expire'>
  missingPosts: Pick<MissingPosts, 'clear'>
  pages: Pick<PageCache, 'purge'>
  /** Reads purged content for the search index again. */
  expireSearch: (types: readonly ContentType[]) => void
  /** null: there are no other processes. */
  sharedCache: Pick<SharedCache, 'run' | 'onRound'> | null
  /** How long content is fresh, ms. */
  freshMs: number
}

/**
 * Purges of content: they expire it everywhere, so that it is loaded again before it is used. Those of other
 * processes are followed.
 */
export function createPurges({
  content,
  missingPosts,
  pages,
  expireSearch,
  sharedCache,
  freshMs,
}: PurgesOptions): Purge {
  /** In this process. */
  function expire(types: readonly ContentType[], origin: Origin): Purged {
    const isPurged = isKeyOf(types)
    expireSearch(types)
    missingPosts.clear()
    const purged = {
      // A purge of everything accepts no empty lists: the API may have lost its data.
      content: content.expire(isPurged, types.length > 0),
      pages: pages.purge((keys) => types.length === 0 || [...keys].some(isPurged)),
    }
    metrics.purges.inc({ origin })
    log.info({ types: types.length > 0 ? types : 'all', origin, ...purged }, 'content purged')
    return purged
  }

  const shared =
    sharedCache &&
    createSharedPurges(sharedCache, {
      recentMs: freshMs,
      onPurge: (types) => expire(types, 'process'),
    })

  return async (types, origin) => {
    // The others first: what they load from now on is newer than the purge.
    await shared?.announce(types)
    return expire(types, origin)
  }
}
