import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import { tokenCookieNames } from './anti-forgery-token.ts'
import { readCookie } from './cookies.ts'
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
const forwardedCookies = ['lang', ...Object.values(tokenCookieNames)]

export interface RemixOptions {
  handle: (request: Request) => Promise<Response>
  /** The site's public URL, without a trailing slash. */
  siteUrl: () => string
}

/**
 * Passes requests that are not for pages to Remix, under the site's own URL, with the path and the
 * known headers and cookies only.
 */
export function createRemixServer({ handle, siteUrl }: RemixOptions) {
  /** @param body of a POST request; else null */
  return async (request: IncomingMessage, response: ServerResponse, body: Buffer | null = null) => {
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const { path } = splitTarget(request.url ?? '')
    try {
      const result = await handle(
        new Request(siteUrl() + path, {
          method: request.method,
          headers: headersFor(request),
          signal: closed.signal,
          body: body && new Uint8Array(body),
        }),
      )
      if (!response.destroyed) await sendResponse(response, result)
    } catch (error) {
      if (closed.signal.aborted) return
      log.error({ path, error: String(error) }, 'request failed')
      if (response.headersSent) response.destroy()
      else response.writeHead(503, unavailable).end()
    }
  }
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
