import { readCookie } from '../server/http/cookies.ts'
import { isGoodToken, issueToken, tokenCookie } from '../server/http/anti-forgery-token.ts'
import { isSameOrigin } from '../server/http/same-origin.ts'
import { getSite } from '../server/site.ts'

/** Whether a request that changes something comes from a page of this site. */
export function isOwnVisitor(request: Request) {
  return isSameOrigin(request, getSite().config.publicUrl)
}

/** Whether the page's script sent back the anti-forgery token that it was given. */
export function carriesToken(request: Request) {
  const cookie = readCookie(request.headers.get('cookie'), 'XSRF-TOKEN')
  return isGoodToken(cookie, request.headers.get('x-xsrf-token'), getSite().config.secret)
}

/** @returns the Set-Cookie of a new anti-forgery token */
export function newTokenCookie() {
  const site = getSite()
  return tokenCookie(issueToken(site.config.secret), site.isHttps)
}
