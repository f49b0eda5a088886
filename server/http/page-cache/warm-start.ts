import { setTimeout as pause } from 'node:timers/promises'
import { contentLanguages } from '../../content/content-calls.ts'
import { log } from '../../log.ts'
import { pageAddressOf } from './page-address.ts'
import type { PageCache } from './page-cache.ts'

/** Limit for each language: the menu of a catalogue may have thousands of types. */
const maxPages = 200

/**
 * Renders the pages that the site's header links to, in both languages, so that their first visitors
 * find them cached. Uses at most half of the time; the rest is left to visitors' requests.
 * @param signal ends it early
 */
export async function warmUp(pages: PageCache, signal: AbortSignal) {
  const startedAt = performance.now()
  let count = 0
  for (const language of contentLanguages) {
    const cookie = `lang=${language}`
    const paths = headerPaths((await render('/', cookie)) ?? '').slice(0, maxPages)
    for (const path of paths) {
      const renderStartedAt = performance.now()
      if (await render(path, cookie)) count += 1
      await pause(performance.now() - renderStartedAt, undefined, { ref: false })
      if (signal.aborted) return
    }
  }
  log.info({ pages: count, ms: Math.round(performance.now() - startedAt) }, 'warm start done')

  /** @returns the page, or null if there is none */
  async function render(path: string, cookie: string) {
    const address = pageAddressOf(path, cookie, () => ({ kind: 'page', handle: {} }))
    if (!address) return null
    const { response } = await pages.get(address)
    // Finding it once makes it a protected entry.
    pages.find(address)
    return response.status === 200 ? response.bodies.get('identity')?.toString() : null
  }
}

/** The site's own pages that the header of a page links to, without duplicates. */
function headerPaths(html: string) {
  const header = /<header[\s>][\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  const paths = [...header.matchAll(/ href="(\/[^"#?]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  )
  return [...new Set(paths)]
}
