import { hash } from 'node:crypto'
import type {
  EntryContext,
  HandleDataRequestFunction,
  HandleDocumentRequestFunction,
  HandleErrorFunction,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { processorTurns } from '../server/http/load-shedding/turns.ts'
import { hasEtag } from '../server/http/etag.ts'
import { reportAddress, reportGroup, reportingEndpoints } from '../server/http/policy-reports.ts'
import { withSecurityHeaders } from '../server/http/security-headers.ts'
import { log } from '../server/log.ts'
import { getSite } from '../server/site.ts'
import { dataWhileFresh, noStore, publicWhileFresh } from './content/cache-policy.server'
import { defaultRetryAfterS } from './content/loaders.server'
import { languageCookie, remixI18n, translatorFor } from './content/i18n.server'
import { defaultLanguage, isLanguage, languageKey, languages } from './language/languages'
import { stripProductMenu } from './framework/strip-product-menu.server'

// Under any host, an invalid setting fails the start, not the first request.
getSite()

/**
 * Renders a page to a string. Not streamed: the content security policy has the hashes of the page's inline
 * scripts, so the whole page must be known before its headers are sent.
 */
const handleRequest: HandleDocumentRequestFunction = async (
  request,
  status,
  headers,
  context,
  loadContext,
) => {
  const isFailed = status >= 500 && context.staticHandlerContext.errors !== null
  if (isFailed && loadContext.hasFallbackPages) return new Response(null, { status: 503 })

  const locale = await remixI18n.getLocale(request)
  const language = isLanguage(locale) ? locale : defaultLanguage
  await processorTurns.resume()
  const page = renderToString(
    <I18nextProvider i18n={translatorFor(language)}>
      <RemixServer context={stripProductMenu(context)} url={request.url} />
    </I18nextProvider>,
  )
  // Hashing a large page takes a third as long as rendering it.
  await processorTurns.resume()
  const html = `<!doctype html>${page}`

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', languages[language].lang)
  headers.set('Content-Security-Policy', securityPolicyOf(html))
  if (getSite().isHttps) headers.set('Reporting-Endpoints', reportingEndpoints)
  headers.set('Cache-Status', 'page; fwd=miss')

  const requested = new URL(request.url).searchParams.get(languageKey)
  headers.set('Vary', isLanguage(requested) ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
  if (isLanguage(requested)) headers.append('Set-Cookie', languageCookie(requested))

  if (status !== 200) {
    headers.set('Cache-Control', noStore)
    if (status === 405) headers.set('Allow', 'GET, HEAD')
    if (status >= 500) headers.set('Retry-After', String(retryAfterOf(context)))
    return responseWith(html, Math.min(status, 503), headers)
  }
  const policy = publicWhileFresh(loadContext)
  headers.set('Cache-Control', policy)
  if (policy === noStore) return responseWith(html, status, headers)
  const etag = `"${hashOf(html).slice(0, 27)}"`
  headers.set('ETag', etag)
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? responseWith(null, 304, headers)
    : responseWith(html, status, headers)
}

/** Adds the security headers here for other hosts; our own adds them to every response. */
function responseWith(body: string | null, status: number, headers: Headers) {
  return withSecurityHeaders(new Response(body, { status, headers }), getSite().isHttps)
}

export default handleRequest

/** The longest Retry-After of the failed loaders, seconds. */
function retryAfterOf({ staticHandlerContext }: EntryContext) {
  const values = Object.values(staticHandlerContext.loaderHeaders).map((headers) =>
    Number(headers.get('Retry-After')),
  )
  return Math.max(...values) || defaultRetryAfterS
}

/** The data of a route as JSON, for the page's script. Its language is from the cookie. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const { headers } = response
  headers.set('Vary', 'Accept-Encoding, Cookie')
  if (response.status !== 200) headers.set('Cache-Control', noStore)
  else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', dataWhileFresh(context))
  }
  return withSecurityHeaders(response, getSite().isHttps)
}

/** Logs errors while a page is rendered, except aborted requests and responses thrown on purpose. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ path: new URL(request.url).pathname, error: detail }, 'page render failed')
}

/** Allows the site's own files and the inline scripts of the rendered page; nothing else. */
function securityPolicyOf(html: string) {
  const hashes = new Set(inlineScriptsOf(html).map((code) => `'sha256-${scriptHashOf(code)}'`))
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${reportAddress}`,
    // Over HTTP Chromium has no reporting endpoints, and with report-to it ignores report-uri.
    ...(getSite().isHttps ? ['upgrade-insecure-requests', `report-to ${reportGroup}`] : []),
  ].join('; ')
}

/** The code of all script elements without a src, up to the end tag as in browsers. */
function inlineScriptsOf(html: string) {
  const scripts: string[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.slice(at, start))) scripts.push(html.slice(start, end))
    at = end
  }
  return scripts
}

/** Hashes of scripts that many pages share, in base64. */
const sharedHashes = new LRUCache<string, string>({ max: 50 })

/** Longer scripts contain a page's own data. */
const maxSharedLength = 2_000

function scriptHashOf(code: string) {
  if (code.length > maxSharedLength) return hashOf(code, 'base64')
  const hash = sharedHashes.get(code) ?? hashOf(code, 'base64')
  sharedHashes.set(code, hash)
  return hash
}

function hashOf(text: string, encoding: 'base64' | 'base64url' = 'base64url') {
  return hash('sha256', text, encoding)
}
