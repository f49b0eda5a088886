import { hash } from 'node:crypto'
import type {
  EntryContext,
  HandleDataRequestFunction,
  HandleDocumentRequestFunction,
  HandleErrorFunction,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { renderQueue } from '../server/limits/render-queue'
import { contentSecurityPolicy } from '../server/http/security/security-headers'
import { reportingEndpoints } from '../server/http/security/browser-reports.ts'
import { log } from '@site/runtime/log'
import {
  dataWhileFresh,
  noStore,
  publicWhileFresh,
  withoutTransforms,
  defaultRetryAfterS,
} from './content/loaders.server'
import { linesMark } from './enquiry/quick-list/list-table'
import { loadContextOf, optional, type LoadContext } from './content/content.server'
import { languageCookie, remixI18n, translationFor, varyOf } from './language/i18n.server'
import { defaultLanguage, isLanguage, languageKey, languages } from './language/languages'
import { TranslationContext } from './language/translation'
import { type AddressContext, convertInThread, markdownLink } from './markdown/markdown-href.server'
import {
  markOnlyLanguage,
  preloadHeader,
  readRenderedPage,
  type RenderedPage,
} from './seo/rendered-page.server'
import { structuredDataOf } from './seo/structured-data/structured-data.server'

/**
 * Renders a page to a string. It is not streamed: the content security policy has the hashes of the page's inline
 * scripts, so the whole page must be known before its headers are sent.
 */
const handleRequest: HandleDocumentRequestFunction = async (
  request,
  status,
  headers,
  context,
  ofHost,
) => {
  const loadContext = await loadContextOf(ofHost)
  const isFailed = status >= 500 && context.staticHandlerContext.errors !== null
  if (isFailed && loadContext.hasFallbackPages) return new Response(null, { status: 503 })

  const locale = await remixI18n.getLocale(request)
  const language = isLanguage(locale) ? locale : defaultLanguage
  const staticHandlerContext = await markOnlyLanguage(context.staticHandlerContext, loadContext)
  await renderQueue.resume()
  const page = renderToString(
    <TranslationContext.Provider value={translationFor(language)}>
      <RemixServer context={{ ...context, staticHandlerContext }} url={request.url} />
    </TranslationContext.Provider>,
  )
  // Hashing a large page takes a third as long as rendering it.
  await renderQueue.resume()
  const rendered = readRenderedPage(page)
  const markdownPathOf = loadContext.markdownPathOf ?? (() => null)
  const representation =
    loadContext.representation === 'markdown'
      ? await markdownOf(loadContext.site.markdown, page, rendered, {
          pageUrl: request.url,
          language,
          markdownPathOf,
        })
      : htmlOf(page, rendered, {
          isHttps: loadContext.site.isHttps,
          data: context.staticHandlerContext,
          markdown: status === 200 ? markdownLink(request.url, language, loadContext) : null,
        })
  const isHtml = loadContext.representation === 'html'
  if (representation === null || (isHtml && isTooLarge(representation.body, request))) {
    headers.set('Cache-Control', noStore)
    headers.set('Retry-After', String(defaultRetryAfterS))
    return new Response(null, { status: 503, headers })
  }
  const body = withLines(representation.body, loadContext.checkedLines)
  for (const [name, value] of Object.entries(representation.headers)) headers.set(name, value)
  headers.set('Content-Language', languages[language].lang)
  headers.set('Cache-Status', 'page; fwd=miss')

  const requested = new URL(request.url).searchParams.get(languageKey)
  headers.set('Vary', varyOf(request))
  if (isLanguage(requested))
    headers.append('Set-Cookie', languageCookie(requested, loadContext.site.isHttps))

  if (status !== 200) return errorPage(body, status, headers, context)
  const policy = publicWhileFresh(loadContext)
  headers.set('Cache-Control', isHtml ? withoutTransforms(policy) : policy)
  if (policy === noStore) return new Response(body, { status, headers })
  headers.set('ETag', `"${hash('sha256', body, 'base64url').slice(0, 27)}"`)
  return new Response(body, { status, headers })
}

function errorPage(
  body: ReturnType<typeof withLines>,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  headers.set('Cache-Control', noStore)
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  if (status >= 500) headers.set('Retry-After', String(retryAfterOf(context)))
  return new Response(body, { status: Math.min(status, 503), headers })
}

/** Adds the lines of a checked list to its page. */
function withLines(page: string, lines: LoadContext['checkedLines']) {
  const at = lines === null ? -1 : page.indexOf(linesMark)
  if (lines === null || at < 0) return page
  return Buffer.concat([Buffer.from(page.slice(0, at)), ...lines, Buffer.from(page.slice(at))])
}

/** Max. size of a page, bytes. The limits of its parts keep it below this, so a larger one is a fault of theirs. */
const maxPageBytes = 2_000_000

function isTooLarge(page: string, { url }: Request) {
  const bytes = Buffer.byteLength(page)
  if (bytes <= maxPageBytes) return false
  log.error({ path: new URL(url).pathname, bytes }, 'page too large')
  return true
}

/** A page in one format, with the headers specific to that format. */
interface Representation {
  body: string
  headers: Record<string, string>
}

/** @param markdown a Link header to the page's Markdown, if it has one */
function htmlOf(
  page: string,
  rendered: RenderedPage,
  {
    isHttps,
    data,
    markdown,
  }: {
    isHttps: boolean
    data: EntryContext['staticHandlerContext']
    markdown: string | null
  },
): Representation {
  // React ignores elements at the end of the body that it has not rendered.
  const end = page.lastIndexOf('</body>')
  return {
    body: `<!doctype html>${page.slice(0, end)}${structuredDataOf(data, rendered)}${page.slice(end)}`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentSecurityPolicy(page, isHttps),
      Link: [preloadHeader(rendered), markdown].filter(Boolean).join(', '),
      ...(isHttps && { 'Reporting-Endpoints': reportingEndpoints }),
    },
  }
}

/** @returns null for a page that takes too long to convert */
async function markdownOf(
  thread: LoadContext['site']['markdown'],
  page: string,
  rendered: RenderedPage,
  context: AddressContext,
): Promise<Representation | null> {
  const body = await optional(convertInThread(thread, page, rendered, context))
  return body === null
    ? null
    : {
        body,
        headers: {
          'Content-Type': 'text/markdown; charset=utf-8',
          // Search engines must list only the page itself.
          'X-Robots-Tag': 'noindex',
          ...(rendered.canonical && { Link: `<${rendered.canonical}>; rel="canonical"` }),
        },
      }
}

export default handleRequest

/** Returns the longest Retry-After of the failed loaders, seconds. */
function retryAfterOf({ staticHandlerContext }: EntryContext) {
  const values = Object.values(staticHandlerContext.loaderHeaders).map((headers) =>
    Number(headers.get('Retry-After')),
  )
  return Math.max(...values) || defaultRetryAfterS
}

/** Sends the data of a route as JSON, for the page's script. Its language comes from the cookie. */
export const handleDataRequest: HandleDataRequestFunction = async (
  response,
  { context: ofHost },
) => {
  const context = await loadContextOf(ofHost)
  const { headers } = response
  headers.set('Vary', 'Accept-Encoding, Cookie')
  headers.set('X-Robots-Tag', 'noindex')
  if (response.status !== 200 || context.content.dependencies.isProvisional) {
    headers.set('Cache-Control', noStore)
  } else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', dataWhileFresh(context))
  }
  return response
}

/** Logs errors during rendering, except aborted requests and responses thrown on purpose. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const detail = error instanceof Error ? error.stack : String(error)
  log.error({ path: new URL(request.url).pathname, error: detail }, 'page render failed')
}
