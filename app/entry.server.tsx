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

// Under any host, a setting that cannot be used stops the start, not the first visitor.
getSite()

/**
 * A page as one string. Nothing is streamed: the hashes of the page's inline scripts stand in its
 * content security policy, so the whole page has to be known before its head is sent.
 */
const handleRequest: HandleDocumentRequestFunction = async (
  request,
  status,
  headers,
  context,
  loadContext,
) => {
  if (status >= 500 && loadContext.hasFallbackPages) return new Response(null, { status: 503 })

  const locale = await remixI18n.getLocale(request)
  const language = isLanguage(locale) ? locale : defaultLanguage
  await processorTurns.goOn()
  const page = renderToString(
    <I18nextProvider i18n={translatorFor(language)}>
      <RemixServer context={stripProductMenu(context)} url={request.url} />
    </I18nextProvider>,
  )
  // Hashing a large page takes a third as long as rendering it.
  await processorTurns.goOn()
  const html = `<!doctype html>${page}`

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', languages[language].lang)
  headers.set('Content-Security-Policy', securityPolicyOf(html))
  if (getSite().isHttps) headers.set('Reporting-Endpoints', reportingEndpoints)
  headers.set('Cache-Status', 'page; fwd=miss')

  const asked = new URL(request.url).searchParams.get(languageKey)
  headers.set('Vary', isLanguage(asked) ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
  if (isLanguage(asked)) headers.append('Set-Cookie', languageCookie(asked))

  if (status !== 200) {
    headers.set('Cache-Control', noStore)
    if (status === 405) headers.set('Allow', 'GET, HEAD')
    if (status >= 500) headers.set('Retry-After', String(retryAfterOf(context)))
    return answerWith(html, Math.min(status, 503), headers)
  }
  const etag = `"${hashOf(html).slice(0, 27)}"`
  headers.set('ETag', etag)
  headers.set('Cache-Control', publicWhileFresh(loadContext))
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? answerWith(null, 304, headers)
    : answerWith(html, status, headers)
}

/** Our own host gives them to every answer; under another one they come with the pages. */
function answerWith(body: string | null, status: number, headers: Headers) {
  return withSecurityHeaders(new Response(body, { status, headers }), getSite().isHttps)
}

export default handleRequest

/** The longest time that a failed loader has named, seconds. */
function retryAfterOf({ staticHandlerContext }: EntryContext) {
  const named = Object.values(staticHandlerContext.loaderHeaders).map((headers) =>
    Number(headers.get('Retry-After')),
  )
  return Math.max(...named) || defaultRetryAfterS
}

/** The same content as JSON, for the page's script, in the cookie's language. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const { headers } = response
  headers.set('Vary', 'Accept-Encoding, Cookie')
  if (response.status !== 200) headers.set('Cache-Control', noStore)
  else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', dataWhileFresh(context))
  }
  return withSecurityHeaders(response, getSite().isHttps)
}

/** What went wrong while a page was made, for the operator. A visitor's leaving or mistake is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ path: new URL(request.url).pathname, error: detail }, 'a page could not be made')
}

/** The page's own files, and the inline scripts that it was made with; nothing else runs or loads. */
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
    // Over http Chromium knows no place to report to, and where one is named it passes the address over.
    ...(getSite().isHttps ? ['upgrade-insecure-requests', `report-to ${reportGroup}`] : []),
  ].join('; ')
}

/** The code of every script element without a src, as browsers read it: up to its end tag. */
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

/** Hashes of the scripts that are the same on many pages, in base64. */
const knownHashes = new LRUCache<string, string>({ max: 50 })

/** Longer ones carry a page's own data. */
const longestShared = 2_000

function scriptHashOf(code: string) {
  if (code.length > longestShared) return hashOf(code, 'base64')
  const hash = knownHashes.get(code) ?? hashOf(code, 'base64')
  knownHashes.set(code, hash)
  return hash
}

function hashOf(text: string, encoding: 'base64' | 'base64url' = 'base64url') {
  return hash('sha256', text, encoding)
}
