import { randomBytes } from 'node:crypto'
import { isSame, readClaim, signClaim } from '../../signatures.ts'

/** Lifetime of a token, ms. A page that stays open longer requests a new one. */
const lifetimeMs = 12 * 60 * 60 * 1000

/** Issues an anti-forgery token, which a page's script sends back as a header: expiry and a random part, signed. */
export function issueToken(secret: string, now = Date.now()) {
  const claim = `${(now + lifetimeMs).toString(36)}.${randomBytes(12).toString('base64url')}`
  return signClaim(claim, secret)
}

/** Whether cookie and header have the same token, signed by this site and not expired. */
export function isValidToken(
  cookie: string | null,
  header: string | null,
  secret: string,
  now = Date.now(),
) {
  if (!cookie || !header || !isSame(cookie, header)) return false
  const claim = readClaim(cookie, secret)
  return claim !== null && Number.parseInt(claim.split('.')[0] ?? '', 36) > now
}

/**
 * Names of the token's cookie. With the prefix `__Host-` browsers accept it only from this host and over HTTPS, so no
 * other host of the domain can replace it.
 */
export const tokenCookieNames = { http: 'XSRF-TOKEN', https: '__Host-XSRF-TOKEN' } as const

/** @returns the Set-Cookie for a token; not HttpOnly, because the page's script reads it */
export function tokenCookie(token: string, isHttps: boolean) {
  const name = tokenCookieNames[isHttps ? 'https' : 'http']
  const parts = [`${name}=${token}`, 'Path=/', `Max-Age=${lifetimeMs / 1000}`, 'SameSite=Strict']
  return [...parts, ...(isHttps ? ['Secure'] : [])].join('; ')
}

/** The headers that tell where a request comes from; null if absent. */
interface OriginHeaders {
  /** The Sec-Fetch-Site header. */
  site: string | null
  /** The Origin header. */
  origin: string | null
  /** The Host header. */
  host: string | null
}

/**
 * Whether an unsafe request comes from a page of this site. Browsers send Sec-Fetch-Site, older ones
 * Origin. Other clients send neither, and have no visitor's cookies to misuse.
 * @param publicUrl the site's public URL, if configured; else the request's Host counts
 */
export function isSameOrigin(
  { site, origin, host }: OriginHeaders,
  publicUrl: string | undefined,
): boolean {
  if (site !== null) return site === 'same-origin' || site === 'none'
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (publicUrl !== undefined) return url.origin === new URL(publicUrl).origin
  // A proxy may terminate TLS, so both schemes are accepted.
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.host === host?.toLowerCase()
}
