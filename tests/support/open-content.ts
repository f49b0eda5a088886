import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import type { ContentCall } from '../../server/content/call.ts'
import { createContentCalls } from '../../server/content/content-calls.ts'
import type { ContentLanguage } from '../../server/content/content-types.ts'
import { createSiteContent } from '../../server/content/content.ts'
import { createParser, type ResponseParser } from '../../server/content/parse/parser.ts'
import type { SharedCache } from '../../server/shared-cache/shared-cache.ts'

/** Shared by all sources of a thread: each parser has a thread of its own, which takes time to start. */
export const parser: ResponseParser = Object.assign(createParser('Asia/Riyadh'), {
  close: async () => undefined,
})

/** Longer than the timeout of a test, so that only the limits of a call apply. */
const noDeadlineMs = 60_000

/**
 * The content source of one site process, open until the test ends.
 * @param url the base address of a content API
 * @param variables environment variables
 * @param folder the disk cache's folder
 * @param sharedCache what several such sources share
 */
export function openContent(
  url: string,
  variables: Record<string, string> = {},
  folder: string | null = null,
  sharedCache: SharedCache | null = null,
) {
  const { content } = parseConfig({ CONTENT_API_URL: url, ...variables })
  const source = createSiteContent(content, async () => url, { folder, sharedCache, parser })
  onTestFinished(() => source.close())
  return {
    other: source.other,
    cacheReport: source.cacheReport,
    expire: source.expire,
    /** Calls for the search index. */
    readForIndex: (lang: ContentLanguage = 'Ar') => createContentCalls(source.forIndex(lang)),
    /** Closes it before the end of the test. */
    close: () => source.close(),
    breakers: source.breakers,
    health: source.health,
    /** Resolves when the thread that reads responses is ready. */
    ready: () => source.ready(),
    /** Calls that read only cached content. */
    readCached: (lang: ContentLanguage = 'Ar') => createContentCalls(source.readCached(lang)),
    forRequest: (lang: ContentLanguage = 'Ar', deadlineMs = noDeadlineMs) =>
      source.forRequest(lang, deadlineMs),
    /** The calls of a new request scope. */
    viewPage: (lang: ContentLanguage = 'Ar', deadlineMs = noDeadlineMs) =>
      createContentCalls(source.forRequest(lang, deadlineMs)),
  }
}

/** A call for the details of a post. */
export function detailsCall(key: string): ContentCall {
  const query = {
    check: 'getPostDetails',
    type: 'News',
    PostId: key,
    ParentId: '',
    Pno: '1',
  } as const
  const fields = { ...query, Lang: 'Ar', FbrnId: '', Type: 'News', PostName: '' } as const
  return { key, query, language: 'Ar', shape: 'post', fields }
}
