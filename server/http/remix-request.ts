import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { log } from '../log.ts'
import { tokenCookieNames } from './anti-forgery-token.ts'
import { readCookie } from './cookies.ts'
import { splitTarget } from './gate/target.ts'
import { notNow } from './sorry-pages.ts'
import { whenOver } from './when-over.ts'

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
    whenOver(response, () => leaving.abort())
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
      await send(response, answer, leaving.signal)
    } catch (error) {
      if (leaving.signal.aborted) return
      log.error({ path, error: String(error) }, 'a request could not be answered')
      if (response.headersSent) response.destroy()
      else response.writeHead(503, notNow).end()
    }
  }
}

/**
 * Sends what Remix answered. What its body is made of is given up when the client leaves, also where
 * the response still waits behind another one of its connection, which tells it nothing.
 */
async function send(response: ServerResponse, answer: Response, leaving: AbortSignal) {
  response.writeHead(answer.status, [...answer.headers].flat())
  if (!answer.body || response.req.method === 'HEAD') {
    response.end()
    return answer.body?.cancel()
  }
  // One class, of which Node's types and the browser's know different parts.
  const body = Readable.fromWeb(answer.body as NodeReadableStream)
  await pipeline(body, response, { signal: leaving })
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
