import { readCookie } from '../../server/http/headers'
import { getSite } from '../../server/site.ts'

/** @returns the value of a cookie, not decoded, or null */
export function cookieIn({ headers }: Request, name: string) {
  return readCookie(headers.get('cookie'), name)
}

/**
 * @param maxAgeS lifetime in seconds; 0 removes the cookie
 * @returns the Set-Cookie header of a visitor's own choice; not HttpOnly, since page script changes it
 */
export function visitorCookie(name: string, value: string, maxAgeS: number) {
  const secure = getSite().isHttps ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax${secure}`
}
