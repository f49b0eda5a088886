import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AppLoadContext } from '@remix-run/node'
import { sendResponse } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { tokenCookieNames } from './security/anti-forgery-token.ts'
import { readCookie } from './cookies.ts'
import { readResponse, type CachedResponse } from './page-cache/cached-response.ts'
import { cacheStatus, send } from './page-cache/send-page.ts'
import { sendStream } from './send-stream.ts'
import { splitTarget } from './validation/target.ts'
import { unavailable } from './fallback-pages.ts'

/** The only request headers that the app's uncached responses depend on. */
const forwardedHeaders = [
  'accept',
  'content-type',
  'dnt',
  'if-none-match',
  'sec-gpc',
  'user-agent',
  'x-xsrf-token',
]
const forwardedCookies = [
  'lang',
  'quote',
  'quote-undo',
  'enquiry',
  ...Object.values(tokenCookieNames),
]

export interface RemixOptions {
  handle: (request: Request, context: AppLoadContext) => Promise<Response>
  /** The site's public URL, without a trailing slash. */
  siteUrl: () => string
  /** The client of a request for the purpose of limits; null: not limited. */
  clientOf: (request: IncomingMessage) => string | null
  /** The private page that a request is for; null for anything else. */
  privatePageOf: (request: IncomingMessage) => PrivatePage | null
  /** Path and query of the file that a request is for, if that is sent while it is made; else null. */
  streamOf: (request: IncomingMessage) => string | null
  /** Headers of the request's calls to the content API. */
  callHeadersOf: (request: IncomingMessage) => OutgoingHeaders
}

export interface PrivatePage {
  /** Of its screen. */
  routeId: string
  /** Sent if it cannot be rendered. */
  fallback: CachedResponse
}

/**
 * Passes requests that are not for cached pages to Remix, under the site's own URL, with the path and
 * the known headers and cookies only; those for private pages and streams with their query.
 */
export function createRemixServer({
  handle,
  siteUrl,
  clientOf,
  privatePageOf,
  streamOf,
  callHeadersOf,
}: RemixOptions) {
  /** Private pages are compressed like others, and have the same fallback page. */
  async function sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    result: Response,
    fallback: CachedResponse,
  ) {
    response.cacheResult = 'bypass'
    const cookies = result.headers.getSetCookie()
    // writeHead with a list keeps only the last of several headers of one name.
    result.headers.delete('Set-Cookie')
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
    const page = await readResponse(result)
    const isEmpty = page.bodies.get('identity')?.length === 0
    const isFailed = page.status === 503 && isEmpty
    const cacheInfo = { status: cacheStatus.bypass, age: null }
    await send(request, response, isFailed ? fallback : page, cacheInfo)
  }

  /** @param body of a POST request; else null */
  return async (request: IncomingMessage, response: ServerResponse, body: Buffer | null = null) => {
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const { path } = splitTarget(request.url ?? '')
    const page = privatePageOf(request)
    const stream = streamOf(request)
    try {
      const result = await handle(
        new Request(siteUrl() + (page ? targetOf(request, page) : (stream ?? path)), {
          method: request.method,
          headers: headersFor(request),
          signal: closed.signal,
          body: body && new Uint8Array(body),
        }),
        {
          hasFallbackPages: true,
          client: clientOf(request),
          onMissingPost: () => (response.hasMissingPosts = true),
          ...(response.lookUps && { lookUps: response.lookUps }),
          callHeaders: callHeadersOf(request),
        },
      )
      if (response.destroyed) return
      if (page) await sendPage(request, response, result, page.fallback)
      else if (stream !== null) await sendStream(request, response, result)
      else await sendResponse(response, result)
    } catch (error) {
      if (closed.signal.aborted) return
      log.error({ path, error: String(error) }, 'request failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(503, unavailable).end()
    }
  }
}

/** A script that accepts JSON gets the data of the screen's action; Remix's own parameter says so. */
function targetOf({ method, url = '', headers }: IncomingMessage, { routeId }: PrivatePage) {
  const isData = method === 'POST' && headers.accept?.includes('application/json')
  if (!isData || url.includes('_data=')) return url
  return `${url}${url.includes('?') ? '&' : '?'}_data=${encodeURIComponent(routeId)}`
}

function headersFor({ headers }: IncomingMessage) {
  const forwarded = new Headers()
  for (const name of forwardedHeaders) {
    const value = headers[name]
    if (typeof value === 'string') forwarded.set(name, value)
  }
  const cookies = forwardedCookies.flatMap((name) => {
    const value = readCookie(headers.cookie ?? null, name)
    return value === null ? [] : [`${name}=${value}`]
  })
  if (cookies.length > 0) forwarded.set('cookie', cookies.join('; '))
  return forwarded
}
