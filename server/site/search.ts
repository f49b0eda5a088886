import { createSearch, type CheckedFile } from '@site/product-search/search'
import type { ContentQuery } from '../content/content-calls.ts'
import { foundTypes, type ContentLanguage } from '../content/content-types.ts'
import type { SiteContent } from '../content/content.ts'
import { ContentUnavailable } from '../content/failures.ts'
import type { PostShape } from '../content/posts/post.ts'
import {
  documentLimits,
  fileAddress,
  headBytes,
  isPageInPlaceOf,
  lengthOf,
  readHead,
  requestFile,
  shortHeaderOf,
} from '../files/image-base.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'

interface SiteSearchOptions extends Omit<Parameters<typeof createSearch>[0], 'content'> {
  content: SiteContent
  /** Base address of the content API's files, without a trailing slash. */
  filesBase: () => Promise<string>
  /** Headers of every file request. */
  fileHeaders: OutgoingHeaders
}

/** Opens the search on the content of a site. */
export function openSiteSearch({ content, filesBase, fileHeaders, ...options }: SiteSearchOptions) {
  return createSearch({
    ...options,
    content: {
      types: foundTypes,
      read: (language: ContentLanguage, query: ContentQuery, shape: PostShape) =>
        content.forIndex(language)(query, shape),
      onLoad: content.onLoad,
      breakers: content.breakers,
      checkFile: async (name) => checkFile(await filesBase(), name, fileHeaders),
      Unavailable: ContentUnavailable,
    },
  })
}

/** Timeout for a file's size, which is not worth a longer wait, ms. */
const timeoutMs = 2_000

/**
 * Checks a file by HEAD and, if that is not enough, by its first bytes: some servers respond only to GET, omit the
 * length of compressed files, or send a page in place of a missing file.
 * @param base the image base's address, without a trailing slash
 * @param headers of each request
 */
export async function checkFile(
  base: string,
  file: string,
  headers: OutgoingHeaders,
): Promise<CheckedFile> {
  const address = fileAddress(base, file)
  try {
    const byHead = await ask(address, 'HEAD', headers)
    const isKnown = byHead.status === 200 && byHead.size && !byHead.isPage
    const { status, size, modified, start } = isKnown
      ? byHead
      : await ask(address, 'GET', { ...headers, range: `bytes=0-${headBytes - 1}` })
    // Redirects are not followed. No range of an empty file can be sent.
    const isAbsent = [404, 410, 416].includes(status) || (status >= 300 && status < 400)
    if (isAbsent || start?.length === 0 || (start && isPageInPlaceOf(file, start))) {
      return { isMissing: true }
    }
    if (status !== 200 && status !== 206) return {}
    const modifiedAt = dateOfFile(modified)
    return {
      isMissing: size !== null && size > documentLimits.bytes,
      ...(size && { size }),
      ...(modifiedAt && { modifiedAt }),
    }
  } catch {
    return {}
  }
}

/** @returns the status, the size, and of a successful GET the first bytes */
async function ask(address: string, method: 'HEAD' | 'GET', headers: Record<string, string>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const asked = { ...headers, 'accept-encoding': 'identity' }
  const response = await requestFile(address, { method, headers: asked, signal })
  const { statusCode: status, headers: said, body } = response
  const isRead = method === 'GET' && (status === 200 || status === 206)
  const start = isRead && !said['content-encoding'] ? (await readHead(body, timeoutMs)).head : null
  // A server without range support starts sending the whole file.
  body.destroy()
  const part = /\/(\d+)$/.exec(shortHeaderOf(said['content-range']))?.[1]
  return {
    status,
    size: lengthOf(status === 206 ? part : said['content-length']),
    modified: shortHeaderOf(said['last-modified']),
    isPage: shortHeaderOf(said['content-type']).includes('html'),
    start,
  }
}

/** @returns empty for no date, one before 2000, or one of the last minute: servers that generate a file state its time */
function dateOfFile(modified: string) {
  const ms = Date.parse(modified)
  const isPlausible = ms >= Date.UTC(2000, 0) && ms < Date.now() - 60_000
  return isPlausible ? new Date(ms).toISOString() : ''
}
