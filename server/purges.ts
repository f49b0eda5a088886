import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { tagOfAllContent, createSharedPurges } from './shared-cache/shared-purges.ts'
import type { ContentType } from './config.ts'
import { log, createThrottledLog } from './observe/log.ts'
import { metrics } from './observe/metrics.ts'
import type { OutgoingHeaders } from './outgoing-headers.ts'
import { type SiteContent } from './content/content.ts'
import { isKeyOf } from './content/call.ts'
import type { MissingPosts } from './content/cache/missing-posts.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import type { SharedCache } from './shared-cache/shared-cache.ts'

/** In ms. */
const timeoutMs = 1_000
const retryMs = 300

type ProxyPurges = ReturnType<typeof createProxyPurges>

/**
 * Purges what proxies in front have cached: `PURGE` with the tags as `Surrogate-Key`, once more if that fails.
 * @param addresses of the proxies; they must accept purges from this machine only
 * @param userAgent the site's name
 */
export function createProxyPurges(addresses: readonly string[], userAgent: OutgoingHeaders) {
  const dispatcher = new Agent({
    connections: 1,
    connect: { timeout: timeoutMs },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  async function send(address: string, tags: string) {
    // undici types only the methods of the standard.
    const { statusCode, body } = await request(address, {
      dispatcher,
      method: 'PURGE' as 'POST',
      headers: { ...userAgent, 'surrogate-key': tags },
    })
    await body.dump()
    if (statusCode < 200 || statusCode > 299) throw new Error(`status ${statusCode}`)
  }

  async function purge(address: string, tags: string) {
    try {
      await send(address, tags).catch(async () => {
        await pause(retryMs)
        return send(address, tags)
      })
      metrics.proxyPurges.inc({ outcome: 'ok' })
    } catch (error) {
      metrics.proxyPurges.inc({ outcome: 'failed' })
      logFailed(new URL(address).host, error)
    }
  }

  return {
    /** In the background. @param types empty for all content */
    purge(types: readonly ContentType[]) {
      const tags = types.length > 0 ? types.join(' ') : tagOfAllContent
      for (const address of addresses) void purge(address, tags)
    },
    close: () => dispatcher.destroy(),
  }
}

const logFailed = createThrottledLog((suppressed, proxy: string, error: unknown) =>
  log.warn({ proxy, error: String(error), suppressed }, 'proxy not purged'),
)

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
  proxies: ProxyPurges
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
  proxies,
}: PurgesOptions): Purge {
  /** In this process, then in the proxies: they must not get an old page in between. */
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
    proxies.purge(types)
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
