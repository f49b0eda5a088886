import { readCookie } from '../../server/http/cookies.ts'
import {
  isValidToken,
  issueToken,
  tokenCookie,
  tokenCookieNames,
} from '../../server/http/anti-forgery-token.ts'
import { isSameOrigin } from '../../server/http/validation/same-origin.ts'
import { getSite } from '../../server/site.ts'

/**
 * Whether a request that changes something comes from a page of this site. The site's own host has
 * found out before it asks the app, and hands on none of these headers; other hosts have not.
 */
export function isOwnVisitor({ headers }: Request) {
  const provenance = {
    site: headers.get('sec-fetch-site'),
    origin: headers.get('origin'),
    host: headers.get('host'),
  }
  return isSameOrigin(provenance, getSite().config.publicUrl)
}

/** Whether the page's script sent back the anti-forgery token that it was given. */
export function carriesToken(request: Request) {
  return isValidToken(tokenIn(request), request.headers.get('x-xsrf-token'), getSite().config.secret)
}

/**
 * @returns the header that hands out a new anti-forgery token; none to who has a good one, which
 *   another tab may just be sending
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
