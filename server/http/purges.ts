import { createSharedPurges } from '../shared-cache/shared-purges.ts'
import type { ContentType } from '../config.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../observe/metrics.ts'
import type { SiteContent } from '../content/content.ts'
import { isKeyOf } from '../content/content-types.ts'
import type { MissingPosts } from '../content/cache/missing-posts.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import type { SharedCache } from '../shared-cache/shared-cache.ts'

/** The source of a purge: the admin server, the webhook, the content folder, or another process of the site. */
type Origin = 'admin' | 'webhook' | 'folder' | 'process'

/** Numbers of entries that a purge has expired in this process. */
interface Purged {
  content: number
  pages: number
}

/**
 * Purges content.
 * @param types the types to purge, with pages that depend on them; empty for all
 */
export type Purge = (types: readonly ContentType[], origin: Origin) => Promise<Purged>

interface PurgesOptions {
  content: Pick<SiteContent, 'expire'>
  missingPosts: Pick<MissingPosts, 'clear'>
  pages: Pick<PageCache, 'purge'>
  /** Makes the search index read purged content again. */
  expireSearch: (types: readonly ContentType[]) => void
  /** null: there are no other processes. */
  sharedCache: Pick<SharedCache, 'run' | 'onRound'> | null
  /** How long content is fresh, ms. */
  freshMs: number
}

/**
 * Purges expire content in every process, so that it is reloaded before it is used. This process also applies the
 * purges of others.
 */
export function createPurges({
  content,
  missingPosts,
  pages,
  expireSearch,
  sharedCache,
  freshMs,
}: PurgesOptions): Purge {
  /** Expires content in this process. */
  function expire(types: readonly ContentType[], origin: Origin): Purged {
    const isPurged = isKeyOf(types)
    expireSearch(types)
    missingPosts.clear()
    const purged = {
      // After a purge of everything, empty lists are not accepted: the API may have lost its data.
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
    // Other processes are told first: what they load from now on is newer than the purge.
    await shared?.announce(types)
    return expire(types, origin)
  }
}
