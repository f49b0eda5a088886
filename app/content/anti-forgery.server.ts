import { readCookie } from '../../server/http/headers'
import { isValidToken, issueToken, tokenCookie, tokenCookieNames, isSameOrigin } from '../../server/http/security/anti-forgery'
import { getSite } from '../../server/site.ts'

/**
 * Whether an unsafe request comes from a page of this site. Our own host has checked this already, and
 * does not forward these headers; other hosts have not.
 */
export function isFromThisSite({ headers }: Request) {
  const originHeaders = {
    site: headers.get('sec-fetch-site'),
    origin: headers.get('origin'),
    host: headers.get('host'),
  }
  return isSameOrigin(originHeaders, getSite().config.publicUrl)
}

/** Whether the page's script sent a valid anti-forgery token, equal to its cookie. */
export function hasValidToken(request: Request) {
  return isValidToken(
    tokenIn(request),
    request.headers.get('x-xsrf-token'),
    getSite().config.secret,
  )
}

/**
 * @returns the Set-Cookie header with a new anti-forgery token; none if the client has a valid one, which
 *   another tab may be using
 */
export function tokenHeaders(request: Request): HeadersInit {
  const { config, isHttps } = getSite()
  const token = tokenIn(request)
  if (isValidToken(token, token, config.secret)) return {}
  return { 'Set-Cookie': tokenCookie(issueToken(config.secret), isHttps) }
}

function tokenIn({ headers }: Request) {
  const name = tokenCookieNames[getSite().isHttps ? 'https' : 'http']
  return readCookie(headers.get('cookie'), name)
}
