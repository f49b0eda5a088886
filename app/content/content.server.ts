import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { TFunction } from 'i18next'
import {
  createContentCalls,
  type ContentCalls,
  type ReadContent,
} from '../../server/content/content-calls.ts'
import { ContentUnavailable, NotFound } from '../../server/content/failures.ts'
import { limits } from '../../server/content/limits.ts'
import type { Dependencies } from '../../server/http/page-cache/page-cache.ts'
import { log } from '../../server/log.ts'
import { createThrottledLog } from '../../server/throttled-log.ts'
import { getSite } from '../../server/site.ts'
import { languageOf, translatorFor } from '../language/i18n.server'
import type { Language } from '../language/languages'

export type {
  Article,
  ArticleCard,
  Branch,
  Card,
  Contact,
  FooterData,
  Post,
  PostFile,
  ProjectCard,
  Spec,
} from '../../server/content/posts/post.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** A test's own adapter, in place of the content API's. */
    content?: ContentCalls
    /** Filled in for whoever keeps the page. */
    dependencies?: Dependencies
    /** Filled in where a failure says when to ask again, seconds. */
    retryAfterS?: number
    /** The host sends a page of its own in place of one that cannot be made. */
    hasFallbackPages?: boolean
    /** Set where a page is asked for by words that are not its own: no shared cache keeps that. */
    isMadeUp?: boolean
    /** What the request that the page is made for is called, in the log and to the content API. */
    requestId?: string
  }
}

/** The content of one page view in its language, and that language's words. */
export type Content = ContentCalls & {
  lang: Language
  t: TFunction
  /** The site's public address, without a slash at its end. */
  siteUrl: string
}

/** How long a visitor's browser may wait before it asks again where nothing else is known, seconds. */
export const retryAfterSeconds = 10

/** One page view's loaders share a load context, and with it what they have already asked for. */
const pageViews = new WeakMap<AppLoadContext, Map<Language, ReadContent>>()

/**
 * The one door from the screens to the content. Named failures become HTTP here and only here:
 * NotFound a 404 answer, ContentUnavailable a 503, thrown for the error boundary.
 */
export function contentFor({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Content {
  const lang = languageOf(request)
  const calls =
    context.content ?? rememberMissing(createContentCalls(readerFor(context, lang)), lang)
  return {
    ...mapFailures(calls, context),
    lang,
    t: translatorFor(lang).t,
    siteUrl: getSite().siteUrl(),
  }
}

/**
 * A part that the page can do without.
 * @returns null when its call failed
 */
export async function optional<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part
  } catch (failure) {
    if (failure instanceof Response) return null
    throw failure
  }
}

/**
 * Optional parts of a page that may be missing one by one, but not all together.
 * @throws a 503 answer when every one is missing
 */
export async function someOf<T extends readonly unknown[]>(parts: {
  [K in keyof T]: Promise<T[K]>
}) {
  const settled = await Promise.all(parts)
  if (settled.every((part) => part === null)) throw unavailable()
  return settled as { -readonly [K in keyof T]: T[K] }
}

/** The answer for an address whose subject the content does not have. */
export function notFound() {
  return new Response(null, { status: 404 })
}

/** The answer for an address of which it cannot be known whether there is anything at it. */
export function unavailable(retryAfterS = retryAfterSeconds) {
  return new Response(null, { status: 503, headers: { 'Retry-After': String(retryAfterS) } })
}

function readerFor(context: AppLoadContext, lang: Language): ReadContent {
  const readers = pageViews.get(context) ?? new Map<Language, ReadContent>()
  pageViews.set(context, readers)
  const reader =
    readers.get(lang) ??
    getSite().content.forRequest(
      lang,
      limits.pageLoaders,
      (key) => context.dependencies?.keys.add(key),
      context.requestId,
    )
  readers.set(lang, reader)
  return reader
}

/** Has the API asked only once in a while for a post that it does not have. */
function rememberMissing(calls: ContentCalls, lang: Language) {
  const { missingPosts } = getSite()
  return eachCall(calls, (ask, name, values) =>
    missingPosts.run(JSON.stringify([lang, name, ...values]), ask),
  )
}

function mapFailures(calls: ContentCalls, context: AppLoadContext) {
  return eachCall(calls, async (ask) => {
    try {
      return await ask()
    } catch (error) {
      throw answerFor(error, context)
    }
  })
}

/** @param around makes a call of that name with those values */
function eachCall(
  calls: ContentCalls,
  around: (ask: () => Promise<unknown>, name: string, values: string[]) => Promise<unknown>,
): ContentCalls {
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...values: [string]) =>
      around(() => (call as (...given: [string]) => Promise<unknown>)(...values), name, values),
  ])
  return Object.fromEntries(wrapped) as ContentCalls
}

function answerFor(error: unknown, context: AppLoadContext) {
  if (error instanceof NotFound) return notFound()
  if (error instanceof ContentUnavailable) {
    sayUnavailable(error)
    if (context.dependencies) context.dependencies.isPartial = true
    const { retryAfterS } = error
    if (retryAfterS !== undefined) {
      context.retryAfterS = Math.max(retryAfterS, context.retryAfterS ?? 0)
    }
    return unavailable(retryAfterS)
  }
  return error
}

const sayUnavailable = createThrottledLog((suppressed, { fault, message }: ContentUnavailable) =>
  log.error({ fault, error: message, suppressed }, 'content is unavailable'),
)
