import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { createContentCalls, type ContentLanguage } from '../../server/content/content-calls.ts'
import { createContentSource } from '../../server/content/content-source.ts'

/** Longer than a test may take: the limits of a call come first. */
const noDeadlineMs = 60_000

/**
 * The content of one site process, for the one test that opens it.
 * @param url base of a content API
 * @param variables of the environment, as an operator sets them
 * @param folder where its content outlives it
 */
export function openContent(
  url: string,
  variables: Record<string, string> = {},
  folder: string | null = null,
) {
  const { content } = parseConfig({ CONTENT_API_URL: url, ...variables })
  const source = createContentSource(content, async () => url, folder)
  onTestFinished(() => source.close())
  return {
    other: source.other,
    cacheReport: source.cacheReport,
    expire: source.expire,
    /** Ends it before the test does. */
    close: () => source.close(),
    breakers: source.breakers,
    /** The calls of whoever takes what is kept, and asks for nothing. */
    readCached: (lang: ContentLanguage = 'Ar') => createContentCalls(source.readCached(lang)),
    forRequest: (lang: ContentLanguage = 'Ar', deadlineMs = noDeadlineMs) =>
      source.forRequest(lang, deadlineMs),
    /** The calls of a page view of its own. */
    viewPage: (lang: ContentLanguage = 'Ar', deadlineMs = noDeadlineMs, requestId?: string) =>
      createContentCalls(source.forRequest(lang, deadlineMs, undefined, requestId)),
  }
}
