import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'

/** The token that the request's cookie carries; none if it is absent or empty. */
export function findCookieToken(request: IncomingMessage): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, ...rest] = pair.trim().split('=')
    if (name === cookieName) return rest.join('=') || undefined
  }
  return undefined
}

/** A Set-Cookie value with a new token, which the caller sends back as cookie and as header. */
export function issueToken(): string {
  return `${cookieName}=${randomBytes(24).toString('base64url')}; Path=/`
}

/** Whether the request proves that its sender could read the cookie: cookie and header agree. */
export function isGenuine(request: IncomingMessage): boolean {
  const cookie = findCookieToken(request)
  const header = request.headers[headerName]
  if (cookie === undefined || typeof header !== 'string') return false
  // Digests have one length, which timingSafeEqual wants.
  return timingSafeEqual(digest(cookie), digest(header))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
