import type { RouteHandle } from './route-handle.ts'

/** The methods of an address, for the Allow header. */
export function allowedMethods({ post }: RouteHandle) {
  return post ? 'GET, HEAD, OPTIONS, POST' : 'GET, HEAD, OPTIONS'
}

/** For `OPTIONS *`: the methods that at least one address accepts. */
export const methodsOfSite = 'GET, HEAD, OPTIONS, POST'

/** Whether a method is safe, so that it may come from any site. */
export function isSafe(method: string) {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}
