import { setTimeout as pause } from 'node:timers/promises'
import { contentLanguages } from '../../content/content-calls.ts'
import { log } from '../../log.ts'
import { pageAddressOf } from './page-address.ts'
import type { PageCache } from './page-cache.ts'

/** A catalogue may have thousands of types in its menu: so many pages of each language are enough. */
const mostPages = 200

/**
 * Makes the pages that the site's header leads to, in both languages, so that their first visitors
 * find them ready. At least half of the time is left to visitors who are there already.
 * @param signal ends it early
 */
export async function warmUp(pages: PageCache, signal: AbortSignal) {
  const startedAt = performance.now()
  let count = 0
  for (const language of contentLanguages) {
    const cookie = `lang=${language}`
    const paths = headerPaths((await make('/', cookie)) ?? '').slice(0, mostPages)
    for (const path of paths) {
      const beganAt = performance.now()
      if (await make(path, cookie)) count += 1
      await pause(performance.now() - beganAt, undefined, { ref: false })
      if (signal.aborted) return
    }
  }
  log.info(
    { pages: count, ms: Math.round(performance.now() - startedAt) },
    'the pages of the menu are ready',
  )

  /** @returns the page, or null where there is none */
  async function make(path: string, cookie: string) {
    const address = pageAddressOf(path, cookie, () => ({ kind: 'page', handle: {} }))
    if (!address) return null
    const { answer } = await pages.get(address)
    // Looked up once, so that it counts as a page that is read.
    pages.find(address)
    return answer.status === 200 ? answer.bodies.get('identity')?.toString() : null
  }
}

/** The site's own pages that the header of a page links to, without repeats. */
function headerPaths(html: string) {
  const header = /<header[\s>][\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  const paths = [...header.matchAll(/ href="(\/[^"#?]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  )
  return [...new Set(paths)]
}
