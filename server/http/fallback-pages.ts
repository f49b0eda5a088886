import {
  contentLanguages,
  createContentCalls,
  type ContentCalls,
  type ContentLanguage,
  type ReadContent,
} from '../content/content-calls.ts'
import { log } from '../log.ts'
import { encodeBody, readResponse, type CachedResponse } from './page-cache/cached-response.ts'
import type { PageAddress } from './page-cache/page-address.ts'

export interface FallbackPages {
  /**
   * The page that stands in for any that cannot be made, in every coding.
   * @param isAsked whether the address says the language, rather than the visitor's cookie
   */
  of: (language: ContentLanguage, isAsked?: boolean) => CachedResponse
  /** The same for an address: for one of a page's data, what Remix's script shows its own such page for. */
  for: (address: PageAddress) => CachedResponse
  /** Has the pages of a language made anew, behind, if what is known of the frame has changed. */
  keepUp(language: ContentLanguage): void
}

/** A screen whose subject is no part of the frame: without it there is nothing to show. */
const screen = '/services'

/** A language's pages are made anew no more often, ms. */
const restMs = 10_000

/** What every answer says that stands in for one that cannot be made now. */
export const notNow = {
  'Cache-Control': 'no-store',
  'Retry-After': '10',
  'X-Content-Type-Options': 'nosniff',
}

interface Made {
  remembered: CachedResponse
  asked: CachedResponse
  frame: readonly unknown[]
  madeAt: number
}

/**
 * Makes what says sorry beforehand, with header and footer as far as they are known, so that no
 * visitor waits for it, and neither the content API nor React has a part in sending it.
 * @param render answers a GET for a path with such a cookie out of such content
 * @param cachedContent reads what is kept of the content, and asks for nothing
 * @param now a clock, ms; tests hand in their own
 * @throws Error when a page cannot be made even from nothing
 */
export async function createFallbackPages(
  render: (path: string, cookie: string, content: ContentCalls) => Promise<Response>,
  cachedContent: (language: ContentLanguage) => ReadContent,
  now: () => number = () => performance.now(),
): Promise<FallbackPages> {
  const making = new Set<ContentLanguage>()

  async function make(language: ContentLanguage): Promise<Made> {
    const frame = await readFrame(cachedContent(language))
    const content = contentOf(frame)
    async function answer(query: string) {
      const page = await readResponse(await render(screen + query, `lang=${language}`, content))
      if (page.status !== 503) throw new Error(`The page that says sorry answered ${page.status}`)
      await Promise.all([encodeBody(page, 'br'), encodeBody(page, 'gzip')])
      return page
    }
    const remembered = await answer('')
    const asked = await answer(`?lang=${language}`)
    return { remembered, asked, frame: Object.values(frame), madeAt: now() }
  }

  const [Ar, En] = await Promise.all([make('Ar'), make('En')])
  const pages: Record<ContentLanguage, Made> = { Ar, En }
  const data = await readResponse(
    new Response(null, {
      status: 503,
      headers: { ...notNow, 'X-Remix-Catch': 'yes' },
    }),
  )

  async function makeAnew(language: ContentLanguage) {
    try {
      const { frame, madeAt } = pages[language]
      const isRested = frame.every(isEmpty) || now() - madeAt >= restMs
      const known = Object.values(await readFrame(cachedContent(language)))
      const hasChanged = known.some((part, at) => part !== frame[at])
      if (isRested && hasChanged) pages[language] = await make(language)
    } catch (error) {
      log.error({ language, error: String(error) }, 'the page that says sorry could not be made')
    } finally {
      making.delete(language)
    }
  }

  function of(language: ContentLanguage, isAsked = false) {
    return isAsked ? pages[language].asked : pages[language].remembered
  }

  return {
    of,
    for({ target, language }) {
      const parameters = new URLSearchParams(target.split('?')[1])
      if (parameters.has('_data')) return data
      const asked = contentLanguages.find((each) => each === parameters.get('lang'))
      return of(asked ?? language, asked !== undefined)
    },
    keepUp(language) {
      if (making.has(language)) return
      making.add(language)
      void makeAnew(language)
    },
  }
}

async function readFrame(read: ReadContent) {
  const known = createContentCalls(read)
  const [contact, footer, categories, types] = await Promise.all([
    known.findContact(),
    known.findFooter(),
    known.listProductCategories(),
    known.listProductTypes(),
  ])
  return { contact, footer, categories, types }
}

/** Content that has the frame, and fails for everything else as the door to the content does. */
function contentOf({
  contact,
  footer,
  categories,
  types,
}: Awaited<ReturnType<typeof readFrame>>): ContentCalls {
  const nothing = createContentCalls(async () => {
    throw new Response(null, { status: 503 })
  })
  return {
    ...nothing,
    findContact: async () => contact,
    findFooter: async () => footer,
    listProductCategories: async () => categories,
    listProductTypes: async () => types,
  }
}

function isEmpty(part: unknown) {
  return part === null || (Array.isArray(part) && part.length === 0)
}
