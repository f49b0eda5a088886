import { createHash } from 'node:crypto'
import type {
  HandleDataRequestFunction,
  HandleDocumentRequestFunction,
  HandleErrorFunction,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { hasEtag } from '../server/http/etag.ts'
import { log } from '../server/log.ts'
import { getSite } from '../server/site.ts'
import { keptWhileFresh, neverKept } from './cache-policy.server'
import { retryAfterSeconds } from './content.server'
import { languageCookie, remixI18n, translatorFor } from './language/i18n.server'
import { defaultLanguage, isLanguage, languageKey, languages } from './language/languages'

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
  const locale = await remixI18n.getLocale(request)
  const language = isLanguage(locale) ? locale : defaultLanguage
  const page = renderToString(
    <I18nextProvider i18n={translatorFor(language)}>
      <RemixServer context={context} url={request.url} />
    </I18nextProvider>,
  )
  const html = `<!doctype html>${page}`

  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', languages[language].lang)
  headers.set('Content-Security-Policy', securityPolicyOf(html))
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('Cache-Status', 'page; fwd=miss')

  const asked = new URL(request.url).searchParams.get(languageKey)
  headers.set('Vary', isLanguage(asked) ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
  if (isLanguage(asked)) headers.append('Set-Cookie', languageCookie(asked))

  if (status !== 200) {
    headers.set('Cache-Control', neverKept)
    if (status === 405) headers.set('Allow', 'GET, HEAD')
    if (status === 503) headers.set('Retry-After', String(retryAfterSeconds))
    return new Response(html, { status, headers })
  }
  const etag = `"${hashOf(html).slice(0, 27)}"`
  headers.set('ETag', etag)
  headers.set('Cache-Control', keptWhileFresh(loadContext))
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(html, { status, headers })
}

export default handleRequest

/** The same content as JSON, for the page's script: as fresh as the page, in the cookie's language. */
export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const { headers } = response
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Vary', 'Accept-Encoding, Cookie')
  if (response.status !== 200) headers.set('Cache-Control', neverKept)
  else if (!headers.has('Cache-Control')) headers.set('Cache-Control', keptWhileFresh(context))
  return response
}

/** What went wrong while a page was made, for the operator. A visitor's leaving or mistake is no error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ path: new URL(request.url).pathname, error: detail }, 'a page could not be made')
}

/** The page's own files, and the inline scripts that it was made with; nothing else runs or loads. */
function securityPolicyOf(html: string) {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = new Set(scripts.map(([, code]) => `'sha256-${hashOf(code ?? '', 'base64')}'`))
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string, encoding: 'base64' | 'base64url' = 'base64url') {
  return createHash('sha256').update(text).digest(encoding)
}
