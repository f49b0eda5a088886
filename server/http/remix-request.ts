import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import { tokenCookieNames } from './anti-forgery-token.ts'
import { readCookie } from './cookies.ts'
import { splitTarget } from './validation/target.ts'
import { unavailable } from './fallback-pages.ts'

/** What of a request's head changes an answer that is made for its sender alone. */
const knownHeaders = [
  'accept',
  'content-type',
  'dnt',
  'if-none-match',
  'sec-gpc',
  'user-agent',
  'x-xsrf-token',
]
const knownCookies = ['lang', ...Object.values(tokenCookieNames)]

export interface RemixOptions {
  handle: (request: Request) => Promise<Response>
  /** The site's public address, without a slash at its end. */
  siteUrl: () => string
}

/** Has Remix answer what is no page: it gets to see the site's own address and little of the request. */
export function createRemixServer({ handle, siteUrl }: RemixOptions) {
  /** @param body of a post; null for other requests */
  return async (request: IncomingMessage, response: ServerResponse, body: Buffer | null = null) => {
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const { path } = splitTarget(request.url ?? '')
    try {
      const answer = await handle(
        new Request(siteUrl() + path, {
          method: request.method,
          headers: headersFor(request),
          signal: leaving.signal,
          body: body && new Uint8Array(body),
        }),
      )
      if (!response.destroyed) await sendResponse(response, answer)
    } catch (error) {
      if (leaving.signal.aborted) return
      log.error({ path, error: String(error) }, 'a request could not be answered')
      if (response.headersSent) response.destroy()
      else response.writeHead(503, unavailable).end()
    }
  }
}

function headersFor({ headers }: IncomingMessage) {
  const kept = new Headers()
  for (const name of knownHeaders) {
    const value = headers[name]
    if (typeof value === 'string') kept.set(name, value)
  }
  const cookies = knownCookies.flatMap((name) => {
    const value = readCookie(headers.cookie ?? null, name)
    return value === null ? [] : [`${name}=${value}`]
  })
  if (cookies.length > 0) kept.set('cookie', cookies.join('; '))
  return kept
}
