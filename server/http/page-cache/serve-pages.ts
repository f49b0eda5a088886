import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../../log.ts'
import type { CachedResponse } from './cached-response.ts'
import { pageAddressOf, type PageAddress, type PlaceOf } from './page-address.ts'
import { Abandoned, type PageCache } from './page-cache.ts'
import type { CachedPage } from './page-store.ts'
import { cacheStatus, send, sendAtOnce } from './send-page.ts'

export type PageServer = ReturnType<typeof createPageServer>

/**
 * Answers GET and HEAD requests for pages, from the page cache where it can.
 * @param fallbackFor the 503 fallback of a page
 */
export function createPageServer(
  pages: PageCache,
  fallbackFor: (address: PageAddress) => CachedResponse,
  placeOf: PlaceOf,
) {
  /**
   * A browser counts the age against the time for which it may use an answer. Here that time is for
   * what was fetched ahead of a click, and begins with the fetch.
   */
  function ageOf(page: CachedPage) {
    return page.answer.browserS > 0 ? null : pages.ageOf(page)
  }

  return {
    /**
     * @returns true when the answer has been sent; else the page's address for `make`, or null when
     *   no page is asked for
     */
    sendCached(request: IncomingMessage, response: ServerResponse): true | PageAddress | null {
      const address = pageAddressOf(request.url ?? '', request.headers.cookie, placeOf)
      const page = address && pages.find(address)
      if (!page) return address
      const result = pages.isFresh(page) ? 'hit' : 'stale'
      const sending = { status: cacheStatus[result], age: ageOf(page) }
      const isSent = sendAtOnce(request, response, page.answer, sending)
      if (isSent) response.cacheResult = result
      return isSent || address
    },

    /**
     * Sends a page that ought to be made anew, and can not be now.
     * @returns false when there is none
     */
    sendUsable(request: IncomingMessage, response: ServerResponse, address: PageAddress): boolean {
      const page = pages.findUsable(address)
      if (!page) return false
      const sending = { status: cacheStatus.stale, age: ageOf(page) }
      const isSent = sendAtOnce(request, response, page.answer, sending)
      if (isSent) response.cacheResult = 'stale'
      return isSent
    },

    /** Sends a page that has to be made, as soon as it is. */
    async make(
      request: IncomingMessage,
      response: ServerResponse,
      address: PageAddress,
      requestId?: string,
    ) {
      try {
        const isWaiting = () => !request.socket.destroyed
        const { answer, kept, isStale } = await pages.get(address, { isWaiting, requestId })
        response.cacheResult = kept ? 'stale' : 'miss'
        const isErrorPage = answer.status >= 500
        const made = isStale ? cacheStatus.madeOfStale : cacheStatus.made
        await send(request, response, isErrorPage ? fallbackFor(address) : answer, {
          status: kept ? cacheStatus.stale : made,
          age: kept && ageOf(kept),
        })
      } catch (error) {
        if (error instanceof Abandoned) return
        log.error({ page: address.key, error: String(error) }, 'a page could not be made')
        if (response.headersSent) response.destroy()
        else
          await send(request, response, fallbackFor(address), {
            status: cacheStatus.made,
            age: null,
          })
      }
    },
  }
}
