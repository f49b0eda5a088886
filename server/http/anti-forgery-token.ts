import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Lifetime of a token, ms. A page that stays open longer requests a new one. */
const lifetimeMs = 12 * 60 * 60 * 1000

/**
 * An anti-forgery token, which a page's script sends back as a header: expiry, a random part, and the
 * HMAC of both, so that it stays valid when the server restarts with the same SECRET.
 */
export function issueToken(secret: string, now = Date.now()) {
  const claim = `${(now + lifetimeMs).toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signatureOf(claim, secret)}`
}

/** Whether cookie and header have the same token, which is ours and has not expired. */
export function isValidToken(
  cookie: string | null,
  header: string | null,
  secret: string,
  now = Date.now(),
) {
  if (!cookie || !header || !isSame(cookie, header)) return false
  const end = cookie.lastIndexOf('.')
  const claim = cookie.slice(0, Math.max(end, 0))
  const expiry = Number.parseInt(claim.split('.')[0] ?? '', 36)
  return isSame(cookie.slice(end + 1), signatureOf(claim, secret)) && expiry > now
}

/**
 * Names of the token's cookie. With the prefix `__Host-` browsers accept it only from this host and over
 * HTTPS, so that no other host of the domain can replace it.
 */
export const tokenCookieNames = { http: 'XSRF-TOKEN', https: '__Host-XSRF-TOKEN' } as const

/** @returns the Set-Cookie for a token; not HttpOnly, because the page's script reads it */
export function tokenCookie(token: string, isHttps: boolean) {
  const name = tokenCookieNames[isHttps ? 'https' : 'http']
  const parts = [`${name}=${token}`, 'Path=/', `Max-Age=${lifetimeMs / 1000}`, 'SameSite=Strict']
  return [...parts, ...(isHttps ? ['Secure'] : [])].join('; ')
}

function signatureOf(claim: string, secret: string) {
  return createHmac('sha256', secret).update(claim).digest('base64url')
}

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
