import type { RouteHandle } from './route-handle.ts'

/** The methods of an address, as the Allow header has them. */
export function allowedMethods({ post }: RouteHandle) {
  return post ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS'
}

/** For `OPTIONS *`: what at least one address takes. */
export const methodsOfSite = 'GET, HEAD, OPTIONS, POST'

/** Whether a method changes nothing, so that it may come from any site. */
export function isSafe(method: string) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
