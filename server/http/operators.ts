import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { contentTypeNames, type ContentType } from '../config.ts'
import { isKeyOf, type ContentSource } from '../content/content-source.ts'
import type { PageCache } from './page-cache/page-cache.ts'
import { setSecurityHeaders } from './security-headers.ts'

export interface OperatorsOptions {
  /** What `Authorization: Bearer …` must carry; undefined: nothing is asked for. */
  token: string | undefined
  content: ContentSource
  pages: PageCache
}

/** The operators' HTTP server, on an address that visitors do not reach: `POST /purge`. */
export function createOperatorsServer(options: OperatorsOptions): Server {
  return createServer((request, response) => {
    // Nothing that is sent along is of interest.
    request.resume()
    setSecurityHeaders(response, false)
    answer(request, response, options)
  })
}

function answer(request: IncomingMessage, response: ServerResponse, options: OperatorsOptions) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (!isAllowed(request, options.token)) {
    return say(response, 401, { error: 'OPS_TOKEN is set: send Authorization: Bearer <token>.' })
  }
  if (url.pathname !== '/purge') return say(response, 404, { error: 'There is only POST /purge.' })
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return say(response, 405, { error: 'Only POST purges.' })
  }
  const asked = url.searchParams.getAll('type')
  const types = contentTypeNames.filter((type) => asked.includes(type))
  if (types.length < new Set(asked).size) {
    return say(response, 400, { error: `A type is one of ${contentTypeNames.join(', ')}.` })
  }
  return say(response, 200, purge(types, options))
}

/**
 * Has content and pages made anew before they are used again.
 * @param types only what is made of these; all when there are none
 */
function purge(types: readonly ContentType[], { content, pages }: OperatorsOptions) {
  const isPurged = isKeyOf(types)
  return {
    content: content.expire(isPurged),
    pages: pages.purge((keys) => types.length === 0 || [...keys].some(isPurged)),
  }
}

function isAllowed(request: IncomingMessage, token: string | undefined) {
  if (token === undefined) return true
  const sent = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}

function say(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(`${JSON.stringify(body)}\n`)
}
