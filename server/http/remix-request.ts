import { sendResponse } from '@remix-run/node-fetch-server'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { createDependencies } from '../content/content-calls.ts'
import type { LoadOptions } from '../load-context.ts'
import { callHeadersOf } from '../observe/access-log.ts'
import { log } from '@site/runtime/log'
import { tokenCookieNames } from './security/anti-forgery.ts'
import { readCookie, encodingFor, isCompressible, type ContentEncoding } from './headers.ts'
import { readResponse, type CachedResponse } from './page-cache/cached-response.ts'
import { cacheStatus, failedStatusOf, send } from './page-cache/serve-pages.ts'
import { streamTargetOf } from './page-cache/page-address.ts'
import { RequestShed, sendShedResponse } from './load-shedding/shed-response.ts'
import { dataKey, type SiteRequest } from './request.ts'
import type { PostedBody } from './validation/request-validation.ts'
import { unavailable } from './fallback-pages.ts'

/** The only request headers that the app's uncached responses depend on. */
const forwardedHeaders = [
  'accept',
  'content-type',
  'dnt',
  'if-none-match',
  'if-range',
  'range',
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

interface RemixOptions {
  handle: (request: Request, options: LoadOptions) => Promise<Response>
  /** Returns the site's public URL, without a trailing slash. */
  siteUrl: string
  /** Returns the id of the route that renders the private page of a request; null for anything else. */
  privatePageOf: (request: SiteRequest) => string | null
  /** Returns the page for a visitor where there is none. */
  fallbackFor: (request: SiteRequest, status: 404 | 503) => CachedResponse
}

/**
 * Passes requests that are not for cached pages to Remix: under the site's own URL, with the path and the known headers
 * and cookies only. Private pages and streams also get their query.
 */
export function createRemixServer({ handle, siteUrl, privatePageOf, fallbackFor }: RemixOptions) {
  /** Private pages are compressed like others, and have the same fallback page. */
  async function sendPage(request: SiteRequest, result: Response) {
    request.cacheResult = 'bypass'
    const cookies = result.headers.getSetCookie()
    // writeHead with a list keeps only the last of several headers with the same name.
    result.headers.delete('Set-Cookie')
    if (cookies.length > 0) request.response.setHeader('Set-Cookie', cookies)
    const page = await readResponse(result)
    const isEmpty = page.bodies.get('identity')?.length === 0
    // A visitor whose file costs too much now needs a sentence, as one whose request was shed.
    if (isEmpty && page.status === 429) {
      return sendShedResponse(request, new RequestShed('client'), fallbackFor(request, 503))
    }
    const failed = isEmpty ? failedStatusOf(page) : null
    const cacheInfo = { status: cacheStatus.bypass, age: null }
    await send(request, failed ? fallbackFor(request, failed) : page, cacheInfo)
  }

  /** @param posted the body of a POST request; else null */
  return async (request: SiteRequest, posted: PostedBody | null = null) => {
    const closed = new AbortController()
    request.onEnd(() => closed.abort())
    const { path, response, client, lookUps } = request
    const dependencies = createDependencies()
    request.dependencies = dependencies
    const page = privatePageOf(request)
    const isStreamed = request.route.kind === 'stream' || request.route.kind === 'archive'
    const stream = isStreamed ? streamTargetOf(request) : null
    try {
      const result = await handle(
        new Request(siteUrl + (page !== null ? targetOf(request, page) : (stream ?? path)), {
          method: request.method,
          headers: headersFor(request, posted),
          signal: closed.signal,
          body: posted && new Uint8Array(posted.body),
        }),
        {
          hasFallbackPages: true,
          client,
          uploads: posted?.uploads,
          dependencies,
          lookUps,
          callHeaders: callHeadersOf(request),
        },
      )
      if (response.destroyed) return
      // A stream that cannot be had is a page for its visitor, as a page is.
      if (page !== null || (stream !== null && result.status >= 400))
        await sendPage(request, result)
      else if (stream !== null) await sendStream(request, result)
      else await sendResponse(response, result)
    } catch (error) {
      if (closed.signal.aborted) return
      log.error({ path, error: String(error) }, 'request failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(503, unavailable).end()
    }
  }
}

/** A script that accepts JSON gets the data of the screen's action, which Remix's own parameter requests. */
function targetOf({ method, target, headers, isData }: SiteRequest, routeId: string) {
  const wantsData = method === 'POST' && headers.accept?.includes('application/json')
  if (!wantsData || isData) return target
  return `${target}${target.includes('?') ? '&' : '?'}${dataKey}=${encodeURIComponent(routeId)}`
}

function headersFor({ headers }: SiteRequest, posted: PostedBody | null) {
  const forwarded = new Headers()
  for (const name of forwardedHeaders) {
    const value = headers[name]
    if (typeof value === 'string') forwarded.set(name, value)
  }
  if (posted) forwarded.set('content-type', posted.type)
  const cookies = forwardedCookies.flatMap((name) => {
    const value = readCookie(headers.cookie ?? null, name)
    return value === null ? [] : [`${name}=${value}`]
  })
  if (cookies.length > 0) forwarded.set('cookie', cookies.join('; '))
  return forwarded
}

/**
 * Streams a response as fast as the client reads, compressed if the client accepts it. A failure midway aborts the
 * connection, so that no client takes a part for the whole. Generation stops when the client disconnects, or is
 * disconnected in favour of another (send-budget.ts).
 */
export async function sendStream(
  { response, headers: requestHeaders, path }: Pick<SiteRequest, 'response' | 'headers' | 'path'>,
  result: Response,
) {
  const { status, headers, body } = result
  if (!body) return sendResponse(response, result)
  const type = headers.get('content-type') ?? ''
  const mayShrink = isCompressible(type, Infinity)
  const encoding = mayShrink ? encodingFor(requestHeaders['accept-encoding']) : 'identity'
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  response.writeHead(status, [...headers].flat())
  const source = Readable.from(chunksOf(body), { objectMode: false })
  try {
    await pipeline([source, ...compressorsOf(encoding), response])
  } catch (error) {
    if (hasLeft(error)) return
    log.error({ path, error: String(error) }, 'request failed halfway')
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    // The client has left. This has no effect on a body that has ended or failed.
    await reader.cancel().catch(() => undefined)
  }
}

/** Whether the response was closed, by the client or in favour of another. */
function hasLeft(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Uses low compression levels: the bytes are compressed anew for each client. */
function compressorsOf(encoding: ContentEncoding): Transform[] {
  if (encoding === 'gzip') return [createGzip({ level: 3 })]
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 18,
    }
    return [createBrotliCompress({ params })]
  }
  return []
}
