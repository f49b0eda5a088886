import { mkdtempSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { createContentCalls } from '../../server/content/content-calls.ts'
import { createSiteContent } from '../../server/content/content.ts'
import type { CheckedFile } from '@site/product-search/search'
import { Ingest } from '../../packages/product-search/crawl/ingest.ts'
import { foundTypes, type ContentLanguage } from '../../server/content/content-types.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { openSiteSearch } from '../../server/site/search.ts'
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
  const search = openSiteSearch({
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

/** An ingest into an index that takes everything and keeps nothing, but for what a test watches. */
export function ingestInto(
  index: Partial<ConstructorParameters<typeof Ingest>[0]>,
  checkFile: (name: string) => Promise<CheckedFile> = async () => ({ isMissing: false }),
) {
  const nothing = async () => undefined
  return new Ingest(
    {
      put: async (entries) => entries.length,
      retain: async () => true,
      recordFiles: async (files) => files.length,
      ...{ visit: nothing, recordPosts: nothing, retainPosts: nothing },
      filesOf: async () => new Map(),
      ...index,
    },
    { types: foundTypes, checkFile, Unavailable: ContentUnavailable },
  )
}
