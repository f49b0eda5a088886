import type { LoaderFunctionArgs } from '@remix-run/node'
import { ContentUnavailable, NotFound } from '../../server/content/failures.ts'
import { pathParameters, type PathParameters } from '../addresses'
import { noStore } from './cache-policy.server'
import { contentFor, scopeOf, type Content } from './content.server'

/** The arguments of a loader, with its content and the parameters of its address. */
export interface LoadArgs<Pattern extends string> extends LoaderFunctionArgs {
  content: Content
  params: PathParameters<Pattern>
}

/** Retry-After without a value from the content API, seconds. */
export const defaultRetryAfterS = 10

/**
 * A screen's loader. Failures become HTTP here and only here: NotFound a 404, ContentUnavailable a
 * 503, thrown for the error boundary.
 * @param pattern the screen's address
 */
export function screenLoader<Pattern extends string, T>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => T | Promise<T>,
) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    try {
      return await load(loadArgsOf(pattern, args))
    } catch (error) {
      throw responseFor(error) ?? error
    }
  }
}

/** The loader of a private page: shown to one visitor, and not stored anywhere. */
export function privateLoader<Pattern extends string, T>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => T | Promise<T>,
) {
  return screenLoader(pattern, (args: LoadArgs<Pattern>) => {
    scopeOf(args.context).dependencies.isPrivate = true
    return load(args)
  })
}

/** The loader of a file. Failures are responses without a body, which are neither cached nor listed. */
export function fileLoader<Pattern extends string>(
  pattern: Pattern,
  load: (args: LoadArgs<Pattern>) => Response | Promise<Response>,
) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await load(loadArgsOf(pattern, args))
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

function loadArgsOf<Pattern extends string>(
  pattern: Pattern,
  args: LoaderFunctionArgs,
): LoadArgs<Pattern> {
  const { pathname } = new URL(args.request.url)
  const params = pathParameters(pattern, pathname, args.params)
  if (!params) throw new NotFound(`No parameters for ${pattern}`)
  return { ...args, content: contentFor(args), params }
}

function responseFor(error: unknown) {
  if (error instanceof NotFound) return new Response(null, { status: 404 })
  if (!(error instanceof ContentUnavailable)) return null
  const retryAfter = String(error.retryAfterS ?? defaultRetryAfterS)
  return new Response(null, { status: 503, headers: { 'Retry-After': retryAfter } })
}
