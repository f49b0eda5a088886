import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FallbackPages } from '../fallback-pages.ts'
import { isPicturePath } from '../files/post-file-handler.ts'
import { languageOfRequest } from '../page-cache/page-address.ts'
import { createAuthorityCheck, isRepeated, type AuthorityFault } from './authority.ts'
import { announcedFault, readBody } from './body.ts'
import { createDataCheck } from './data-requests.ts'
import { allowedMethods, isSafe, methodsOfSite } from './methods.ts'
import { redirectFor } from './canonical-address.ts'
import { sendRedirect } from './redirect.ts'
import { hasBody, type Rejections, type RejectionStatus } from './rejection.ts'
import type { PostBody } from './route-handle.ts'
import type { RouteTable } from './route-table.ts'
import { isSameOrigin } from './same-origin.ts'
import { splitTarget, targetFault } from './target.ts'

export interface RequestValidationOptions {
  routes: RouteTable
  /** First segments of the paths of static files. */
  fileRoots: ReadonlySet<string>
  /** The site's public URL, if configured. */
  publicUrl: string | undefined
  isHttps: boolean
  rejections: Rejections
  /** The page for a visitor whose request for a page is rejected. */
  fallbackPage: FallbackPages['of']
}

/** Requests for the data of a page, as Remix's script sends them. */
const dataParameter = /(?:^|&)_data=/

/**
 * The first step of the request pipeline: rejects invalid requests, and redirects to the canonical
 * address of a page.
 */
export function createRequestValidation({
  routes,
  fileRoots,
  publicUrl,
  isHttps,
  rejections,
  fallbackPage,
}: RequestValidationOptions) {
  const authorityFault = createAuthorityCheck(publicUrl)
  const data = createDataCheck(routes, fileRoots)
  const rootsWithoutPages = new Set([...fileRoots, ...routes.resourceRoots])

  function faultOf(request: IncomingMessage, path: string, query: string): RejectionStatus | null {
    const { method = '', url = '' } = request
    const fault = targetFault(url)
    // A malformed image path is an image that does not exist.
    if (fault) return fault === 400 && isPicturePath(path) ? 404 : fault
    if (!isSafe(method)) {
      if (!isSameOrigin(originHeadersOf(request), publicUrl)) return 403
      if (method !== 'POST' || !routes.placeOf(path).handle.post) return 405
    }
    const site = request.headers['sec-fetch-site']
    return query !== '' && data.routeOf(path, query, textOf(site)) === null ? 404 : null
  }

  /**
   * The page for an invalid address of a page.
   * @returns null for other addresses and faults, which are rejected with a text
   */
  function pageFor(
    { method, headers }: IncomingMessage,
    fault: RejectionStatus,
    path: string,
    query: string,
  ) {
    if ((fault !== 400 && fault !== 414) || (method !== 'GET' && method !== 'HEAD')) return null
    const [start, root = ''] = path.split('/', 2)
    const isPage = start === '' && !rootsWithoutPages.has(root) && !dataParameter.test(query)
    if (!isPage) return null
    const { language, isInQuery } = languageOfRequest(query, headers.cookie)
    return fallbackPage(fault, language, isInQuery)
  }

  function sendMethods(request: IncomingMessage, response: ServerResponse, methods: string) {
    rejections.sendMethods(request, response, methods)
    return false
  }

  return {
    /** @returns false when the request was rejected or redirected here */
    isValid(request: IncomingMessage, response: ServerResponse): boolean {
      const headFault = checkHost(request, authorityFault) ?? codingFault(request)
      const { method = '', url = '' } = request
      if (!headFault && method === 'OPTIONS' && url === '*') {
        return sendMethods(request, response, methodsOfSite)
      }
      const { path, query } = splitTarget(url)
      const fault = headFault ?? faultOf(request, path, query)
      if (fault) {
        const page = headFault ? null : pageFor(request, fault, path, query)
        const allow = fault === 405 ? allowedMethods(routes.placeOf(path).handle) : null
        if (page) rejections.sendPage(request, response, page)
        else rejections.send(request, response, fault, allow)
        return false
      }
      const place = routes.placeOf(path)
      if (method === 'OPTIONS') return sendMethods(request, response, allowedMethods(place.handle))
      // This body is not read, so no other request may follow on the connection.
      if (method !== 'POST' && hasBody(request)) response.shouldKeepAlive = false
      const canonical = method === 'POST' ? null : redirectFor(place, path, query)
      if (canonical !== null) sendRedirect(response, canonical, isHttps)
      return canonical === null
    },

    /**
     * Reads the body of a valid POST request.
     * @returns null when it was rejected here, or the client closed the connection
     */
    async readPost(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
      const { post } = routes.placeOf(splitTarget(request.url ?? '').path).handle
      if (!post) return null
      const result = await readAccepted(request, response, post)
      if ('body' in result) return result.body
      if ('fault' in result) rejections.send(request, response, result.fault)
      return null
    },
  }
}

async function readAccepted(request: IncomingMessage, response: ServerResponse, post: PostBody) {
  const fault = announcedFault(request.headers, post)
  if (fault) return { fault }
  if (request.headers.expect !== undefined) response.writeContinue()
  return readBody(request, post.maxBytes)
}

const absoluteUrl = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * Checks the host of a request. An absolute URL in the request line, as sent to proxies, is reduced to
 * path and query, and its host counts instead of the header (RFC 9112, 3.2.2).
 * @returns the status of the rejection, or null
 */
function checkHost(request: IncomingMessage, authorityFault: AuthorityFault) {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders, url = '' } = request
  const { host } = headers
  const isHttp10 = httpVersionMinor === 0
  if (httpVersionMajor !== 1 || (host === undefined && !isHttp10)) return 400
  if (isRepeated(rawHeaders, 'host')) return 400
  const absolute = url.startsWith('/') ? null : absoluteUrl.exec(url)
  if (!absolute) return host === undefined ? null : authorityFault(host)
  const [, authority = '', rest = ''] = absolute
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return authorityFault(authority)
}

/**
 * Node's parser decodes the last transfer coding, "chunked", and would pass on what others have made of the body.
 * It rejects all that end otherwise by itself.
 * @returns the status of the rejection (RFC 9112, 6.1), or null
 */
function codingFault({ headers }: IncomingMessage) {
  return /,\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '') ? 501 : null
}

function originHeadersOf({ headers }: IncomingMessage) {
  return {
    site: textOf(headers['sec-fetch-site']) ?? null,
    origin: headers.origin ?? null,
    host: headers.host ?? null,
  }
}

function textOf(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}
