import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How long a token is good for, ms. A page that stays open longer asks for a new one. */
const lifetimeMs = 12 * 60 * 60 * 1000

/**
 * The anti-forgery token that a page's script sends back as a header: expiry, a random part, and
 * the HMAC of both, so that a server which restarted with the same SECRET still knows it.
 */
export function issueToken(secret: string, now = Date.now()) {
  const claim = `${(now + lifetimeMs).toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${claim}.${signatureOf(claim, secret)}`
}

/** Whether cookie and header carry the same token, and it is ours and still good. */
export function isGoodToken(
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
 * What the cookie is called that holds the token. By its prefix browsers take it from this very host
 * alone and over https, so that no other host of the domain can put one in its place.
 */
export const tokenCookieNames = { http: 'XSRF-TOKEN', https: '__Host-XSRF-TOKEN' } as const

/** @returns the Set-Cookie that hands a token to the page's script, which must be able to read it */
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
