import type { ServerResponse } from 'node:http'
import { securityHeaders } from '../security/security-headers.ts'

/**
 * Redirects to a page's canonical address. Not cached: the number of other spellings is unlimited.
 * @param address path and query, starting with one slash
 * @param isHttps whether visitors use HTTPS
 */
export function sendRedirect(response: ServerResponse, address: string, isHttps: boolean) {
  response.writeHead(308, redirectFields(address, isHttps))
  response.end()
}

/** The headers of such a redirect, names and values in turn. */
export function redirectFields(address: string, isHttps: boolean) {
  return [
    ...securityHeaders(isHttps).flat(),
    ...['Location', address],
    ...['Content-Length', '0'],
    ...['Cache-Control', 'no-store'],
  ]
}
