import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { createContentCalls } from '../../server/content/content-calls.ts'
import type { ContentLanguage } from '../../server/content/content-types.ts'
import { createSiteContent } from '../../server/content/content.ts'
import { createSearch } from '@site/product-search/search'
import { parser } from './open-content.ts'

/** Long enough for a busy machine, ms. */
const fillMs = 20_000

/** A folder of its own for an index. */
export function makeIndexFile() {
  return path.join(mkdtempSync(path.join(process.env['DATA_DIR'] ?? '', 'search-')), 'index.db')
}

/**
 * The search of one process on a content API, with the content that visitors read; open until the test
 * ends, or until it is closed.
 */
export function openSearch(url: string, { file = makeIndexFile(), detailsPerS = 1_000 } = {}) {
  const { content } = parseConfig({ CONTENT_API_URL: url, CONTENT_CACHE_TTL_S: '0' })
  const source = createSiteContent(content, async () => url, { parser })
  const search = createSearch({
    file,
    source: url,
    content: source,
    fileHeaders: content.fileHeaders,
    filesBase: async () => `${url}/images/post`,
    detailsPerS,
  })
  let isClosed = false
  async function close() {
    if (isClosed) return
    isClosed = true
    await search.close()
    await source.close()
  }
  onTestFinished(close)
  return {
    ...search,
    close,
    /** Resolves when the crawl has read everything once. */
    whenFilled: () => search.whenFilled(fillMs),
    breakers: source.breakers,
    /** The reads of a visitor. */
    visit: (language: ContentLanguage = 'En') =>
      createContentCalls(source.forRequest(language, 60_000)),
    /** What is found, as kind:id, best first. */
    find: async (text: string) => {
      const { hits } = await search.search({ text, language: 'En', offset: 0, limit: 50 })
      return hits.map(({ kind, id }) => `${kind}:${id}`)
    },
  }
}
