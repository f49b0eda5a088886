import type { IncomingMessage, ServerResponse } from 'node:http'
import { createAuthorityCheck, isDoubled, type AuthorityFault } from './authority.ts'
import { announcedFault, readBody } from './body.ts'
import { createDataCheck } from './data-requests.ts'
import { allowedMethods, findPostAddress, isSafe, type PostAddress } from './methods.ts'
import type { OwnAddress } from './own-address.ts'
import { sendOn } from './redirect.ts'
import { hasBody, type Refusals, type RejectionStatus } from './rejection.ts'
import type { RouteTable } from './route-table.ts'
import { isSameOrigin } from './same-origin.ts'
import { splitTarget, targetFault } from './target.ts'

export interface RequestValidationOptions {
  routes: RouteTable
  ownAddress: Pick<OwnAddress, 'redirectFor'>
  /** First segments of the paths of files and pictures. */
  otherRoots: ReadonlySet<string>
  /** The site's own address, if configured. */
  publicUrl: string | undefined
  isHttps: boolean
  rejections: Refusals
}

/**
 * What stands in front of everything: only requests that the site has an answer to come through, each
 * by the one address that its page has.
 */
export function createRequestValidation({
  routes,
  ownAddress,
  otherRoots,
  publicUrl,
  isHttps,
  rejections,
}: RequestValidationOptions) {
  const authorityFault = createAuthorityCheck(publicUrl)
  const data = createDataCheck(routes, otherRoots)

  function faultOf(request: IncomingMessage, path: string, query: string): RejectionStatus | null {
    const { method = '', url = '' } = request
    const fault = targetFault(url)
    // Of pictures it is only ever said that there is none.
    if (fault) return fault === 400 && path.startsWith('/images/') ? 404 : fault
    if (!isSafe(method)) {
      if (!isSameOrigin(provenanceOf(request), publicUrl)) return 403
      if (method !== 'POST' || !findPostAddress(path)) return 405
    }
    const site = request.headers['sec-fetch-site']
    return query !== '' && data.routeOf(path, query, textOf(site)) === null ? 404 : null
  }

  function allow(request: IncomingMessage, response: ServerResponse, path: string) {
    rejections.sendMethods(request, response, allowedMethods(path))
    return false
  }

  return {
    /** @returns false when the request has been answered here */
    admits(request: IncomingMessage, response: ServerResponse): boolean {
      const hostFault = takeHost(request, authorityFault)
      const { method = '', url = '' } = request
      if (!hostFault && method === 'OPTIONS' && url === '*') return allow(request, response, url)
      const { path, query } = splitTarget(url)
      const fault = hostFault ?? faultOf(request, path, query)
      if (fault) {
        rejections.send(request, response, fault, fault === 405 ? allowedMethods(path) : null)
        return false
      }
      if (method === 'OPTIONS') return allow(request, response, path)
      // Nobody reads such a body, so nothing may follow it.
      if (method !== 'POST' && hasBody(request)) response.shouldKeepAlive = false
      const own = method === 'POST' ? null : ownAddress.redirectFor(path, query)
      if (own !== null) sendOn(response, own, isHttps)
      return own === null
    },

    /**
     * Reads the body of a post that has been let in.
     * @returns null when it has been answered here, or its sender has left
     */
    async takeBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
      const address = findPostAddress(splitTarget(request.url ?? '').path)
      if (!address) return null
      const result = await readPost(request, response, address)
      if ('body' in result) return result.body
      if ('fault' in result) rejections.send(request, response, result.fault)
      return null
    },
  }
}

async function readPost(request: IncomingMessage, response: ServerResponse, address: PostAddress) {
  const fault = announcedFault(request.headers, address)
  if (fault) return { fault }
  if (request.headers.expect !== undefined) response.writeContinue()
  return readBody(request, address.bytes)
}

const wholeAddress = /^https?:\/\/([^/?#]*)(.*)$/is

/**
 * What is wrong with the name that a request calls the site by. A whole address in the request line,
 * as for a proxy, is cut down to its path: its own host counts then (RFC 9112, 3.2.2).
 */
function takeHost(request: IncomingMessage, authorityFault: AuthorityFault) {
  const { headers, httpVersionMajor, httpVersionMinor, rawHeaders, url = '' } = request
  const { host } = headers
  const isOld = httpVersionMinor === 0
  if (httpVersionMajor !== 1 || (host === undefined && !isOld)) return 400
  if (isDoubled(rawHeaders, 'host')) return 400
  const whole = url.startsWith('/') ? null : wholeAddress.exec(url)
  if (!whole) return host === undefined ? null : authorityFault(host)
  const [, authority = '', rest = ''] = whole
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return authorityFault(authority)
}

function provenanceOf({ headers }: IncomingMessage) {
  return {
    site: textOf(headers['sec-fetch-site']) ?? null,
    origin: headers.origin ?? null,
    host: headers.host ?? null,
  }
}

function textOf(header: string | string[] | undefined) {
  return Array.isArray(header) ? header.join(', ') : header
}
