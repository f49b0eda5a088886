import { formPost } from './form-post'
import { readCookie } from '../../server/http/headers'
import {
  isValidToken,
  issueToken,
  tokenCookie,
  tokenCookieNames,
  isSameOrigin,
} from '../../server/http/security/anti-forgery'
import type { LoadContext, RequestArgs } from './content.server'

/**
 * Reads the body of a Fetch request as text.
 * @param limit in bytes; reading stops there
 * @returns null for a body over the limit
 */
export async function readBody(request: Request, limit: number) {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (!request.body) return ''
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Whether an unsafe request comes from a page of this site. Our own host has checked this already, and
 * does not forward these headers; other hosts have not.
 */
export function isFromThisSite({ request: { headers }, context }: RequestArgs) {
  const originHeaders = {
    site: headers.get('sec-fetch-site'),
    origin: headers.get('origin'),
    host: headers.get('host'),
  }
  return isSameOrigin(originHeaders, context.config.publicUrl)
}

/** Whether the page's script sent a valid anti-forgery token, equal to its cookie. */
export function hasValidToken({ request, context }: RequestArgs) {
  return isValidToken(
    tokenIn(request, context),
    request.headers.get('x-xsrf-token'),
    context.config.secret,
  )
}

/**
 * @returns the Set-Cookie header with a new anti-forgery token; none if the client has a valid one, which
 *   another tab may be using
 */
export function tokenHeaders({ request, context }: RequestArgs): HeadersInit {
  const { config, isHttps } = context
  const token = tokenIn(request, context)
  if (isValidToken(token, token, config.secret)) return {}
  return { 'Set-Cookie': tokenCookie(issueToken(config.secret), isHttps) }
}

function tokenIn({ headers }: Request, { isHttps }: LoadContext) {
  const name = tokenCookieNames[isHttps ? 'https' : 'http']
  return readCookie(headers.get('cookie'), name)
}

/** More than a form with a list of 50 items has, each with a quantity and a note. */
const maxFields = 200

/**
 * Reads the form of a POST request. Our own host has checked its origin and media type; other hosts have not.
 * @throws a response without a body for a request that is not a valid form of this site
 */
export async function readPostedForm(args: RequestArgs): Promise<FormData> {
  const { request } = args
  if (!isFromThisSite(args)) throw new Response(null, { status: 403 })
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!formPost.types.includes(mediaType.trim())) throw new Response(null, { status: 415 })
  const form = await request.formData().catch(() => null)
  // Each field that is read is searched for among all of them.
  if (!form || [...form.keys()].length > maxFields) throw new Response(null, { status: 400 })
  return form
}
