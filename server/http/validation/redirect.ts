import type { ServerResponse } from 'node:http'
import { securityHeaders } from '../security-headers.ts'

/**
 * Sends a visitor to the address that a page has. Nobody stores it: there is no end of other ones.
 * @param address path and query, starting with one slash
 * @param isHttps whether visitors reach the site by https
 */
export function sendOn(response: ServerResponse, address: string, isHttps: boolean) {
  response.writeHead(308, [
    ...securityHeaders(isHttps).flat(),
    ...['Location', address],
    ...['Content-Length', '0'],
    ...['Cache-Control', 'no-store'],
  ])
  response.end()
}
