import { contentLanguages, type ContentLanguage } from '../content/content-types.ts'
import type { RequestScope } from '../content/request-scope.ts'
import { log } from '@site/runtime/log'
import { encodeBody, readResponse, type CachedResponse } from './page-cache/cached-response.ts'
import type { PageAddress } from './page-cache/page-address.ts'

/**
 * Statuses of pages that no route can render: the address is invalid, a post's file is missing, or the content is
 * unavailable.
 */
export type FallbackStatus = 400 | 404 | 414 | 503

/** An address that is too long gets the page for other invalid addresses, with its own status. */
export type RenderedStatus = Exclude<FallbackStatus, 414>

export interface FallbackPages {
  /**
   * Returns the page for a status, in every content encoding.
   * @param isInQuery whether the language is from the query, rather than from the visitor's cookie
   */
  of: (status: FallbackStatus, language: ContentLanguage, isInQuery?: boolean) => CachedResponse
  /**
   * Returns the response for an address that cannot be served, by default the 503. For a page's data it makes Remix's
   * script show the error page.
   */
  for: (
    address: Pick<PageAddress, 'target' | 'language'>,
    status?: FallbackStatus,
  ) => CachedResponse
  /** Renders the pages of a language again, in the background, if the cached frame has changed. */
  refresh(language: ContentLanguage): void
}

/** Minimum time between two renderings of a language's pages, ms. */
const refreshIntervalMs = 10_000

/** Headers of every 503 that is not a page. */
export const unavailable = {
  'Cache-Control': 'no-store',
  'Retry-After': '10',
  'X-Content-Type-Options': 'nosniff',
}

/** The page for a status in a language. */
interface Rendered {
  /** Sent to requests with the language in their cookie. */
  byCookie: CachedResponse
  /** Sent to requests with the language in their query. */
  byQuery: CachedResponse
}

/** The pages of a language. */
interface RenderedPages {
  byStatus: Record<FallbackStatus, Rendered>
  frame: readonly unknown[]
  renderedAt: number
}

/**
 * Renders error pages in advance, with header and footer from cached content, so that sending one needs neither the
 * content API nor React.
 * @param render renders the fallback route with a status, a query, a cookie and content
 * @param openCachedScope opens a scope of cached content, which does not call the API
 * @param now a clock, ms; for tests
 * @throws Error when a page cannot be rendered even without content
 */
export async function createFallbackPages(
  render: (
    status: RenderedStatus,
    query: string,
    cookie: string,
    scope: RequestScope,
  ) => Promise<Response>,
  openCachedScope: () => RequestScope,
  now: () => number = () => performance.now(),
): Promise<FallbackPages> {
  const rendering = new Set<ContentLanguage>()

  async function renderAll(language: ContentLanguage): Promise<RenderedPages> {
    const frame = await readFrame(openCachedScope(), language)
    async function renderOne(status: RenderedStatus, query: string) {
      const page = await readResponse(
        await render(status, query, `lang=${language}`, openCachedScope()),
      )
      if (page.status !== status) throw new Error(`The ${status} page has status ${page.status}`)
      await Promise.all([encodeBody(page, 'br'), encodeBody(page, 'gzip')])
      return page
    }
    async function renderFor(status: RenderedStatus): Promise<Rendered> {
      const byCookie = await renderOne(status, '')
      return { byCookie, byQuery: await renderOne(status, `?lang=${language}`) }
    }
    const invalid = await renderFor(400)
    const tooLong = {
      byCookie: { ...invalid.byCookie, status: 414 },
      byQuery: { ...invalid.byQuery, status: 414 },
    }
    const missing = await renderFor(404)
    const byStatus = { 400: invalid, 404: missing, 414: tooLong, 503: await renderFor(503) }
    return { byStatus, frame, renderedAt: now() }
  }

  const [Ar, En] = await Promise.all([renderAll('Ar'), renderAll('En')])
  const pages: Record<ContentLanguage, RenderedPages> = { Ar, En }
  const data = await readResponse(
    new Response(null, {
      status: 503,
      headers: { ...unavailable, 'X-Remix-Catch': 'yes' },
    }),
  )

  async function renderAgain(language: ContentLanguage) {
    try {
      const { frame, renderedAt } = pages[language]
      const isDue = frame.every(isEmpty) || now() - renderedAt >= refreshIntervalMs
      const current = await readFrame(openCachedScope(), language)
      const hasChanged = current.some((part, at) => part !== frame[at])
      if (isDue && hasChanged) pages[language] = await renderAll(language)
    } catch (error) {
      log.error({ language, error: String(error) }, 'fallback page render failed')
    } finally {
      rendering.delete(language)
    }
  }

  function of(status: FallbackStatus, language: ContentLanguage, isInQuery = false) {
    const { byCookie, byQuery } = pages[language].byStatus[status]
    return isInQuery ? byQuery : byCookie
  }

  return {
    of,
    for({ target, language }, status: FallbackStatus = 503) {
      const parameters = new URLSearchParams(target.split('?')[1])
      if (parameters.has('_data')) return { ...data, status }
      const inQuery = contentLanguages.find((each) => each === parameters.get('lang'))
      return of(status, inQuery ?? language, inQuery !== undefined)
    },
    refresh(language) {
      if (rendering.has(language)) return
      rendering.add(language)
      void renderAgain(language)
    },
  }
}

/** Reads the content of header and footer. The cache returns the same objects until they change. */
function readFrame(scope: RequestScope, language: ContentLanguage) {
  const content = scope.calls(language)
  return Promise.all([
    content.findContact(),
    content.findFooter(),
    content.listProductCategories(),
    content.listProductTypes(),
  ])
}

function isEmpty(part: unknown) {
  return part === null || (Array.isArray(part) && part.length === 0)
}
