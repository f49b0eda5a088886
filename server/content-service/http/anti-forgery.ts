import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'

/** The token in the request's cookie; undefined if absent or empty. */
export function findCookieToken(request: IncomingMessage): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, ...rest] = pair.trim().split('=')
    if (name === cookieName) return rest.join('=') || undefined
  }
  return undefined
}

/** A Set-Cookie value with a new token, which the client sends back as cookie and as header. */
export function issueToken(): string {
  return `${cookieName}=${randomBytes(24).toString('base64url')}; Path=/`
}

/** Whether cookie and header match, which proves that the sender could read the cookie. */
export function hasMatchingToken(request: IncomingMessage): boolean {
  const cookie = findCookieToken(request)
  const header = request.headers[headerName]
  if (cookie === undefined || typeof header !== 'string') return false
  // timingSafeEqual needs equal lengths, which digests have.
  return timingSafeEqual(digest(cookie), digest(header))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
