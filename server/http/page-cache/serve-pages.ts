import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../../log.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import type { CachedResponse } from './cached-response.ts'
import { pageAddressOf, type PageAddress, type PlaceOf } from './page-address.ts'
import { Abandoned, type PageCache } from './page-cache.ts'
import type { CachedPage } from './page-store.ts'
import { cacheStatus, send, trySend } from './send-page.ts'

export type PageServer = ReturnType<typeof createPageServer>

/**
 * Serves GET and HEAD requests for pages, from the page cache where possible.
 * @param fallbackFor the 503 fallback of a page
 */
export function createPageServer(
  pages: PageCache,
  fallbackFor: (address: PageAddress) => CachedResponse,
  placeOf: PlaceOf,
) {
  /**
   * A browser subtracts Age from max-age. Here max-age is for responses that were prefetched, and is to
   * begin with the fetch: so no Age is sent.
   */
  function ageOf(page: CachedPage) {
    return page.response.browserS > 0 ? null : pages.ageOf(page)
  }

  return {
    /**
     * Sends a cached page.
     * @returns true when it was sent; else the page's address for `render`, or null when the request is
     *   not for a page
     */
    sendCached(request: IncomingMessage, response: ServerResponse): true | PageAddress | null {
      const address = pageAddressOf(request.url ?? '', request.headers.cookie, placeOf)
      const page = address && pages.find(address)
      if (!page) return address
      const result = pages.isFresh(page) ? 'hit' : 'stale'
      const isSent = trySend(request, response, page.response, {
        status: cacheStatus[result],
        age: ageOf(page),
      })
      if (isSent) response.cacheResult = result
      return isSent || address
    },

    /**
     * Sends a stale page that cannot be refreshed now.
     * @returns false when there is none
     */
    sendUsable(request: IncomingMessage, response: ServerResponse, address: PageAddress): boolean {
      const page = pages.findUsable(address)
      if (!page) return false
      const isSent = trySend(request, response, page.response, {
        status: cacheStatus.stale,
        age: ageOf(page),
      })
      if (isSent) response.cacheResult = 'stale'
      return isSent
    },

    /**
     * Renders a page and sends it.
     * @param callHeaders of the calls to the content API
     */
    async render(
      request: IncomingMessage,
      response: ServerResponse,
      address: PageAddress,
      callHeaders?: OutgoingHeaders,
    ) {
      try {
        const isWaiting = () => !request.socket.destroyed
        const { lookUps } = response
        const delivery = await pages.get(address, { isWaiting, callHeaders, lookUps })
        const { cached, isStale } = delivery
        response.cacheResult = cached ? 'stale' : 'miss'
        const isError = delivery.response.status >= 500
        const miss = isStale ? cacheStatus.missWithStaleContent : cacheStatus.miss
        await send(request, response, isError ? fallbackFor(address) : delivery.response, {
          status: cached ? cacheStatus.stale : miss,
          age: cached && ageOf(cached),
        })
      } catch (error) {
        if (error instanceof Abandoned) return
        log.error({ page: address.key, error: String(error) }, 'page render failed')
        if (response.headersSent) response.destroy()
        else
          await send(request, response, fallbackFor(address), {
            status: cacheStatus.miss,
            age: null,
          })
      }
    },
  }
}
