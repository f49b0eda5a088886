/** How the page cache answered; `bypass`: the page is never cached. */
export type CacheResult = 'hit' | 'stale' | 'miss' | 'bypass'

/** The kind of a request in metrics and access log. */
export type RequestKind = 'page' | 'data' | 'picture' | 'file' | 'post' | 'other' | 'rejected'

/** Statuses of rejected requests. */
const rejections = new Set([400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 501])

const pictures = /^\/(?:images|cards)\//
/** Files that Remix serves. */
const files =
  /^\/(?:brand\/|favicon\.ico|site\.webmanifest|robots\.txt|llms\.txt|sitemap|feeds\/|catalogue\.)/
const data = /[?&]_data=/

/** @param result the page cache's, for pages */
export function kindOf(
  method: string,
  url: string,
  status: number,
  result: CacheResult | undefined,
): RequestKind {
  if (rejections.has(status)) return 'rejected'
  if (method === 'POST') return 'post'
  if (method !== 'GET' && method !== 'HEAD') return 'other'
  if (files.test(url)) return 'file'
  if (result === undefined) {
    if (pictures.test(url)) return 'picture'
    if (status === 200 || status === 206 || status === 304 || url.startsWith('/assets/')) {
      return 'file'
    }
  }
  return data.test(url) ? 'data' : 'page'
}
