import { type AuthorityFault, createAuthorityCheck } from '@site/runtime/requests'
import { isRepeated } from '../headers.ts'
import type { IncomingMessage } from 'node:http'
import {
  type PostBody,
  isSelector,
  type RouteHandle,
  type RouteKind,
  type RouteMatch,
  type RouteTable,
  allowedMethods,
  isSafe,
  methodsOfSite,
} from './route-table.ts'
import { type RejectionStatus, hasBody, type Rejections, sendRedirect } from './rejection.ts'
import { isPicturePath } from '../files/post-file-handler.ts'
import { isLaterPage, targetFault } from './target.ts'
import type { FallbackPages } from '../fallback-pages.ts'
import { dataKey, languageKey, type SiteRequest } from '../request.ts'
import { maxFileBytes, receiveForm, type SentFile } from '../../uploads/receive-form.ts'
import type { UploadStore } from '../../uploads/uploads.ts'
import { isSameOrigin } from '../security/anti-forgery.ts'

/** Timeout from the request's head to the last byte of its body, ms. */
const bodyTimeoutMs = 10_000

/** A body as the app gets it. `type` is its media type; `uploads` are the files that were sent with it. */
export interface PostedBody {
  body: Buffer
  type: string
  uploads: SentFile[]
}

export type BodyOrFault = { body: Buffer } | { fault: RejectionStatus } | { gone: true }

/**
 * Checks a body by its headers, before it is read.
 * @returns the status of the rejection, or null
 */
function announcedFault(
  headers: IncomingMessage['headers'],
  { types, maxBytes, files }: PostBody,
): 413 | 415 | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!types.includes(type.trim().toLowerCase())) return 415
  const limit = files && isMultipart(headers) ? maxBytes + maxFileBytes : maxBytes
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return 415
  return Number(headers['content-length'] ?? 0) > limit ? 413 : null
}

function isMultipart({ 'content-type': type = '' }: IncomingMessage['headers']) {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(type)
}

/**
 * Reads a body up to a limit.
 * @param limit in bytes
 * @returns the body, the status of the rejection, or a sign that the client closed the connection
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  timeoutMs = bodyTimeoutMs,
): Promise<BodyOrFault> {
  return new Promise((resolve) => {
    let body = Buffer.alloc(0)
    let size = 0

    function finish(result: BodyOrFault) {
      clearTimeout(deadline)
      request.off('data', append)
      resolve(result)
    }
    // One growing buffer: a list of 1-byte chunks would take about a hundred times their size.
    function append(chunk: Buffer) {
      const length = size + chunk.length
      if (length > limit) return finish({ fault: 413 })
      if (length > body.length) {
        body = Buffer.concat([body], Math.min(limit, Math.max(length, 2 * body.length)))
      }
      size += chunk.copy(body, size)
    }
    const deadline = setTimeout(() => finish({ fault: 408 }), timeoutMs)
    request.on('data', append)
    request.once('end', () => finish({ body: body.subarray(0, size) }))
    request.once('error', () => finish({ gone: true }))
    request.once('close', () => finish({ gone: true }))
  })
}

/** The language, and Remix's own parameters. */
const remixParameters = new Set([languageKey, dataKey, 'index'])

/**
 * Finds the canonical address of a page that was requested under another one: the route's own letter case, single
 * slashes, every segment encoded as in the app's links (encodeURIComponent), and parameters only where they have a
 * meaning.
 * @param path as sent
 * @param query without its question mark
 * @returns path and query to redirect to; null if the address is canonical, or not that of a page
 */
export function redirectFor(
  { path: canonicalPath, handle }: RouteMatch,
  path: string,
  query: string,
): string | null {
  // Images are cached by file name, so another spelling costs nothing.
  if (canonicalPath === null || isPicturePath(path)) return null
  const known = handle.query && !handle.ignoresOthers ? withoutUnknown(query, handle) : query
  const search = handle.paged ? withoutInvalidPage(known) : known
  if (canonicalPath === path && search === query) return null
  return search === '' ? canonicalPath : `${canonicalPath}?${search}`
}

/** Removes the parameters that do not change the page; the rest stays as sent. */
function withoutUnknown(query: string, handle: RouteHandle) {
  if (query === '') return query
  const isKnown = (pair: string) => {
    const [name = ''] = new URLSearchParams(pair).keys()
    return (
      remixParameters.has(name) || isSelector(name, handle) || (name === 'page' && handle.paged)
    )
  }
  return query.split('&').filter(isKnown).join('&')
}

/** Removes an invalid or repeated `page` parameter; the rest stays as sent. */
function withoutInvalidPage(query: string) {
  if (!query.includes('page') && !query.includes('%')) return query
  const pages = new URLSearchParams(query).getAll('page')
  const [only] = pages
  if (only === undefined || (pages.length === 1 && isLaterPage(only))) return query
  const isOther = (pair: string) => !new URLSearchParams(pair).has('page')
  return query.split('&').filter(isOther).join('&')
}

/** Kinds of routes that never receive the data parameter. */
const kindsWithoutData: ReadonlySet<RouteKind> = new Set([
  'picture',
  'share-card',
  'stream',
  'archive',
  'download',
])

/** Whether a query may contain the data parameter, encoded in any way. */
function mayContainDataKey(query: string) {
  return query.includes(dataKey) || query.includes('%')
}

/**
 * Checks requests for the data of a route.
 * @param table the routes of the build
 * @param fileRoots first segments of the paths of static files, where the parameter has no meaning
 */
function createDataCheck(table: RouteTable, fileRoots: ReadonlySet<string>) {
  /** Whether a route's data is part of the page at a path. A path without a page has only its own route's data. */
  function hasData(path: string, id: string) {
    const ids = table.find(path)
    const leaf = ids.at(-1) ?? ''
    const isPart = table.isScreen(leaf) ? ids.includes(id) : leaf === id
    return isPart && table.hasLoader(id)
  }

  return {
    /**
     * Finds the route whose data is requested.
     * @returns undefined when no data is requested, null when the request must be rejected
     */
    routeOf({ path, query, route, headers }: SiteRequest): string | null | undefined {
      if (!mayContainDataKey(query) || fileRoots.has(path.split('/', 2)[1] ?? '')) return undefined
      const { kind, markdownOf } = route
      const site = joinedHeaderOf(headers['sec-fetch-site'])
      if (kindsWithoutData.has(kind)) return undefined
      const [id, ...others] = new URLSearchParams(query).getAll(dataKey)
      if (id === undefined) return undefined
      if (markdownOf !== undefined) return null
      if (others.length > 0 || (site !== undefined && site !== 'same-origin')) return null
      return hasData(path, id) ? id : null
    },
  }
}

interface RequestValidationOptions {
  routes: RouteTable
  /** First segments of the paths of static files. */
  fileRoots: ReadonlySet<string>
  /** The site's public URL, if configured. */
  publicUrl: string | undefined
  isHttps: boolean
  rejections: Rejections
  /** Stores the files of forms. */
  uploads: UploadStore
  /** The page for a visitor whose request for a page is rejected. */
  fallbackPage: FallbackPages['of']
}

/**
 * The first step of the request pipeline: rejects invalid requests, and redirects to the canonical
 * address of a page.
 */
export interface RequestValidation {
  /** @returns false when the request was rejected or redirected here */
  isValid: (request: SiteRequest) => boolean
  /**
   * Reads the body of a valid POST request.
   * @returns null when it was rejected here, or the client closed the connection
   */
  readPost: (request: SiteRequest) => Promise<PostedBody | null>
}

export function createRequestValidation({
  routes,
  fileRoots,
  publicUrl,
  isHttps,
  rejections,
  uploads,
  fallbackPage,
}: RequestValidationOptions): RequestValidation {
  const authorityFault = createAuthorityCheck(publicUrl)
  const data = createDataCheck(routes, fileRoots)
  const rootsWithoutPages = new Set([...fileRoots, ...routes.resourceRoots])

  function faultOf(request: SiteRequest): RejectionStatus | null {
    const { method, path, query, target } = request
    const fault = targetFault(target)
    // A malformed image path is an image that does not exist.
    if (fault) return fault === 400 && isPicturePath(path) ? 404 : fault
    if (!isSafe(method)) {
      if (!isSameOrigin(originHeadersOf(request), publicUrl)) return 403
      if (method !== 'POST' || !request.route.handle.post) return 405
    }
    return query !== '' && data.routeOf(request) === null ? 404 : null
  }

  /**
   * Returns the page for an invalid page address.
   * @returns null for other addresses and faults, which are rejected with a text
   */
  function pageFor(request: SiteRequest, fault: RejectionStatus) {
    const { method, path, language, queryLanguage, isData } = request
    if ((fault !== 400 && fault !== 414) || (method !== 'GET' && method !== 'HEAD')) return null
    const [start, root = ''] = path.split('/', 2)
    const isPage = start === '' && !rootsWithoutPages.has(root) && !isData
    return isPage ? fallbackPage(fault, language, queryLanguage !== null) : null
  }

  function sendMethods(request: SiteRequest, methods: string) {
    rejections.sendMethods(request, methods)
    return false
  }

  return {
    isValid(request) {
      const { method, target, path, query, response } = request
      const headFault = checkHost(request, authorityFault) ?? codingFault(request)
      if (!headFault && method === 'OPTIONS' && target === '*') {
        return sendMethods(request, methodsOfSite)
      }
      const fault = headFault ?? faultOf(request)
      if (fault) {
        const page = headFault ? null : pageFor(request, fault)
        if (page) rejections.sendPage(request, page)
        else
          rejections.send(
            request,
            fault,
            fault === 405 ? allowedMethods(request.route.handle) : null,
          )
        return false
      }
      const { route } = request
      if (method === 'OPTIONS') return sendMethods(request, allowedMethods(route.handle))
      // This body is not read, so no other request may follow on this connection.
      if (method !== 'POST' && hasBody(request)) response.shouldKeepAlive = false
      const canonical = method === 'POST' ? null : redirectFor(route, path, query)
      if (canonical !== null) sendRedirect(response, canonical, isHttps)
      return canonical === null
    },

    async readPost(request) {
      const { post } = request.route.handle
      if (!post) return null
      const result = await readAccepted(request, post, uploads)
      if ('body' in result) return result
      if ('fault' in result) rejections.send(request, result.fault)
      return null
    },
  }
}

async function readAccepted(
  { incoming, response, client }: SiteRequest,
  post: PostBody,
  store: UploadStore,
): Promise<PostedBody | Exclude<BodyOrFault, { body: Buffer }>> {
  const fault = announcedFault(incoming.headers, post)
  if (fault) return { fault }
  if (incoming.headers.expect !== undefined) response.writeContinue()
  const { maxBytes, files } = post
  if (files && isMultipart(incoming.headers)) {
    const result = await receiveForm(incoming, { maxBytes, files }, store, client)
    return 'body' in result ? { ...result, type: 'application/x-www-form-urlencoded' } : result
  }
  const result = await readBody(incoming, maxBytes)
  const type = incoming.headers['content-type'] ?? ''
  return 'body' in result ? { ...result, type, uploads: [] } : result
}

/**
 * Checks the host of a request.
 * @returns the status of the rejection, or null
 */
function checkHost({ incoming, authority }: SiteRequest, authorityFault: AuthorityFault) {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders } = incoming
  const { host } = headers
  const isHttp10 = httpVersionMinor === 0
  if (httpVersionMajor !== 1 || (host === undefined && !isHttp10)) return 400
  if (isRepeated(rawHeaders, 'host')) return 400
  if (authority !== undefined) return authorityFault(authority)
  return host === undefined ? null : authorityFault(host)
}

/**
 * Checks the transfer codings. Node's parser decodes only the last one, "chunked", and would pass on a body that is
 * still encoded with the others. Node itself rejects a list that does not end with "chunked".
 * @returns the status of the rejection (RFC 9112, 6.1), or null
 */
function codingFault({ headers }: SiteRequest) {
  return /,\s*chunked\s*$/i.test(headers['transfer-encoding'] ?? '') ? 501 : null
}

function originHeadersOf({ headers }: SiteRequest) {
  return {
    site: joinedHeaderOf(headers['sec-fetch-site']) ?? null,
    origin: headers.origin ?? null,
    host: headers.host ?? null,
  }
}

function joinedHeaderOf(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}
