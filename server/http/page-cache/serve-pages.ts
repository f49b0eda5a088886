import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '../../log.ts'
import { pageAddressOf, type PageAddress } from './page-address.ts'
import type { PageCache } from './page-cache.ts'
import type { KeptPage } from './page-store.ts'
import { cacheStatus, send, sendAtOnce } from './send-page.ts'

/** Answers GET and HEAD for pages: from memory where it can. */
export function createPageServer(pages: PageCache) {
  /**
   * A browser counts the age against the time for which it may use an answer. Here that time is for
   * what was fetched ahead of a click, and begins with the fetch.
   */
  function ageOf(page: KeptPage) {
    return page.answer.browserS > 0 ? null : pages.ageOf(page)
  }

  return {
    /**
     * @returns true when the answer has been sent; else the page's address for `make`, or null when
     *   no page is asked for
     */
    sendKept(request: IncomingMessage, response: ServerResponse): true | PageAddress | null {
      const address = pageAddressOf(request.url ?? '', request.headers.cookie)
      const page = address && pages.find(address)
      if (!page) return address
      const status = pages.isFresh(page) ? cacheStatus.hit : cacheStatus.stale
      const isSent = sendAtOnce(request, response, page.answer, { status, age: ageOf(page) })
      return isSent || address
    },

    /** Sends a page that has to be made, as soon as it is. */
    async make(request: IncomingMessage, response: ServerResponse, address: PageAddress) {
      try {
        const { answer, kept, isStale } = await pages.get(address)
        const made = isStale ? cacheStatus.madeOfStale : cacheStatus.made
        await send(request, response, answer, {
          status: kept ? cacheStatus.stale : made,
          age: kept && ageOf(kept),
        })
      } catch (error) {
        log.error({ page: address.key, error: String(error) }, 'a page could not be made')
        if (!response.headersSent) response.writeHead(500, { 'Cache-Control': 'no-store' })
        response.end()
      }
    },
  }
}
