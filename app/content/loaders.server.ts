import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import {
  contentFor,
  loadContextOf,
  type Content,
  type LoadContext,
  type RequestArgs,
} from './content.server'
import { ContentUnavailable, NotFound } from '../../server/content/failures'
import { OutboxUnavailable } from '../../server/enquiries/enquiry'
import { pathParameters, type PathParameters } from '../addresses'
import { isLanguage, languageKey, inLanguage } from '../language/languages'
import { formPost } from './form-post'
import { readCookie } from '../../server/http/headers'
import {
  isValidToken,
  issueToken,
  tokenCookie,
  tokenCookieNames,
  isSameOrigin,
} from '../../server/http/security/anti-forgery'

/** Disables all caching, including the browser's. */
export const noStore = 'no-store'

/** A click soon after the prefetch needs no second request; with a longer lifetime, a browser might miss a change. */
const maxBrowserS = 30

/** Lifetime of a page with content missing, seconds. */
const partialS = 10

/**
 * The Cache-Control of a response that depends on content. Shared caches may use it while the content is fresh, then
 * serve it stale while they revalidate, or on errors. Shared caches must not store a page that contains text from its
 * address.
 * @param browserS how long the visitor's browser may use it, seconds; 0: it revalidates each time
 */
export function publicWhileFresh(context: LoadContext, browserS = 0) {
  const { content } = context.site.config
  const { dependencies } = context.content
  const { isPartial, isProvisional, hasAddressText, isPrivate } = dependencies
  if (isPrivate || isProvisional) return noStore
  if (hasAddressText) return 'private, max-age=0, must-revalidate'
  const forBrowsers = `public, max-age=${browserS}`
  if (content.freshMs === 0) return browserS > 0 ? forBrowsers : `${forBrowsers}, must-revalidate`
  const rightS = Math.ceil(((dependencies.rightUntil ?? Infinity) - Date.now()) / 1000)
  const freshS = Math.max(1, Math.min(content.freshMs / 1000, rightS))
  if (isPartial) return `public, max-age=0, s-maxage=${Math.min(freshS, partialS)}`
  return [
    forBrowsers,
    `s-maxage=${freshS}`,
    `stale-while-revalidate=${freshS}`,
    `stale-if-error=${content.staleMs / 1000}`,
  ].join(', ')
}

/**
 * Returns the policy of an HTML page, which proxies must not rewrite: a changed script, address or image breaks the
 * page's content security policy, or its script's assumptions.
 */
export function withoutTransforms(policy: string) {
  return policy === noStore ? policy : `${policy}, no-transform`
}

/** Returns the policy of a page's data, which a browser may reuse for a while: prefetched data serves the click. */
export function dataWhileFresh(context: LoadContext) {
  const { freshMs } = context.site.config.content
  return publicWhileFresh(context, Math.min(freshMs / 1000, maxBrowserS))
}

/** The policy of responses that change only with a new version of the site. */
export const publicForAnHour = 'public, max-age=3600, s-maxage=3600'

/** The policy of a file whose address changes with it. */
export const unchanging = 'public, max-age=31536000, s-maxage=31536000, immutable'

/** How long a browser may use a file generated from content, seconds. */
export const fileS = 300

/** Returns the policy of a file that lists the whole site's content: crawlers need not see each change at once. */
export function overviewOfContent(context: LoadContext) {
  const { isPartial, isProvisional } = context.content.dependencies
  const staleS = context.site.config.content.staleMs / 1000
  return isPartial || isProvisional
    ? publicWhileFresh(context)
    : `public, max-age=${fileS}, s-maxage=${fileS}, stale-if-error=${staleS}`
}

/** The arguments of a loader, with its load context, its content and the parameters of its address. */
export interface LoadArgs<Pattern extends string> extends RequestArgs {
  content: Content
  params: PathParameters<Pattern>
}

/** Retry-After when the content API sends no value, seconds. */
export const defaultRetryAfterS = 10

/**
 * Wraps a screen's loader. Failures become HTTP here and only here: NotFound a 404, ContentUnavailable and
 * OutboxUnavailable a 503, thrown for the error boundary.
 * @param pattern the screen's address
 */
export function screenLoader<Pattern extends string, T>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => T | Promise<T>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(await loadArgsOf(pattern, args))
    } catch (error) {
      throw responseFor(error) ?? error
    }
  }
}

/** Wraps the loader of a private page, which is shown to one visitor and stored nowhere. */
export function privateLoader<Pattern extends string, T>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => T | Promise<T>,
) {
  return screenLoader(pattern, (args: LoadArgs<Pattern>) => {
    args.context.content.dependencies.isPrivate = true
    return load(args)
  })
}

/** Wraps the loader of a file. Failures are responses without a body, which are neither cached nor indexed. */
export function fileLoader<Pattern extends string>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => Response | Promise<Response>,
) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await load(await loadArgsOf(pattern, args))
    } catch (error) {
      const response = responseFor(error)
      if (!response) throw error
      response.headers.set('Cache-Control', noStore)
      response.headers.set('X-Content-Type-Options', 'nosniff')
      response.headers.set('X-Robots-Tag', 'noindex')
      return response
    }
  }
}

async function loadArgsOf<Pattern extends string>(
  pattern: Pattern,
  { request, params: matched, context: appContext }: LoaderFunctionArgs,
): Promise<LoadArgs<Pattern>> {
  const { pathname } = new URL(request.url)
  const params = pathParameters(pattern, pathname, matched)
  if (!params) throw new NotFound(`No parameters for ${pattern}`)
  const context = await loadContextOf(appContext)
  return { request, context, content: contentFor({ request, context }), params }
}

function responseFor(error: unknown) {
  if (error instanceof NotFound) return new Response(null, { status: 404 })
  const isOutbox = error instanceof OutboxUnavailable
  if (!isOutbox && !(error instanceof ContentUnavailable)) return null
  const retryAfter = String((isOutbox ? undefined : error.retryAfterS) ?? defaultRetryAfterS)
  return new Response(null, { status: 503, headers: { 'Retry-After': retryAfter } })
}

/**
 * Redirects (308) to the canonical address of what a request selects, in the language of its query.
 * @param address path and query, without a language
 */
export function redirectToSelection({ url }: Request, address: string) {
  const language = new URL(url).searchParams.get(languageKey)
  const target = isLanguage(language) ? inLanguage(address, language) : address
  return redirect(target, { status: 308, headers: { 'Cache-Control': 'no-store' } })
}

/** Whether a request has the same values as an address for each of some parameters. */
export function isSameSelection({ url }: Request, address: string, names: readonly string[]) {
  const requested = new URL(url).searchParams
  const canonical = new URL(address, url).searchParams
  const valuesIn = (parameters: URLSearchParams) =>
    JSON.stringify(names.map((name) => parameters.getAll(name)))
  return valuesIn(requested) === valuesIn(canonical)
}

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
 * Whether an unsafe request comes from a page of this site. This site's host has checked this already, and does not
 * forward these headers; other hosts have not.
 */
export function isFromThisSite({ request: { headers }, context }: RequestArgs) {
  const originHeaders = {
    site: headers.get('sec-fetch-site'),
    origin: headers.get('origin'),
    host: headers.get('host'),
  }
  return isSameOrigin(originHeaders, context.site.config.publicUrl)
}

/** Whether the page's script sent a valid anti-forgery token, equal to its cookie. */
export function hasValidToken({ request, context }: RequestArgs) {
  return isValidToken(
    tokenIn(request, context),
    request.headers.get('x-xsrf-token'),
    context.site.config.secret,
  )
}

/**
 * Returns the Set-Cookie header with a new anti-forgery token; none if the client has a valid one, which another tab
 * may be using.
 */
export function tokenHeaders({ request, context }: RequestArgs): HeadersInit {
  const {
    site: { config, isHttps },
  } = context
  const token = tokenIn(request, context)
  if (isValidToken(token, token, config.secret)) return {}
  return { 'Set-Cookie': tokenCookie(issueToken(config.secret), isHttps) }
}

function tokenIn({ headers }: Request, { site: { isHttps } }: LoadContext) {
  const name = tokenCookieNames[isHttps ? 'https' : 'http']
  return readCookie(headers.get('cookie'), name)
}

/** Max. fields of a form: a list of 50 items has a quantity and a note for each, one of 300 lines also a choice. */
const maxFields = 1_500

/**
 * Reads the form of a POST request. This site's host has checked its origin and media type; other hosts have not.
 * @throws a response without a body for a request that is not a valid form of this site
 */
export async function readPostedForm(args: RequestArgs): Promise<FormData> {
  const { request } = args
  if (!isFromThisSite(args)) throw new Response(null, { status: 403 })
  const [mediaType = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';')
  if (!formPost.types.includes(mediaType.trim())) throw new Response(null, { status: 415 })
  const form = await request.formData().catch(() => null)
  // Reading a field scans all of them.
  if (!form || [...form.keys()].length > maxFields) throw new Response(null, { status: 400 })
  return form
}
