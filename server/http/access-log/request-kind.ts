import type { CacheResult } from './request-tracker.ts'

/** What was asked for, as operators count it. */
export type RequestKind = 'page' | 'data' | 'picture' | 'file' | 'post' | 'other' | 'refused'

/** Of a request that asked for nothing we have, in a way in which it does not take it. */
const rejections = new Set([400, 401, 403, 405, 408, 411, 413, 414, 415, 417, 421, 429, 431, 501])

const pictures = /^\/(?:images|cards)\//
const data = /[?&]_data=/

/** @param result how its page was come by, where it got one of the page cache */
export function kindOf(
  method: string,
  url: string,
  status: number,
  result: CacheResult | undefined,
): RequestKind {
  if (rejections.has(status)) return 'refused'
  if (method === 'POST') return 'post'
  if (method !== 'GET' && method !== 'HEAD') return 'other'
  if (result === undefined) {
    if (pictures.test(url)) return 'picture'
    if (status === 200 || status === 206 || status === 304 || url.startsWith('/assets/')) {
      return 'file'
    }
  }
  return data.test(url) ? 'data' : 'page'
}
