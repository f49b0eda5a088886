import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { ContentUnavailable, NotFound } from '../../server/content/failures.ts'
import type * as posts from '../../server/content/posts/post'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { getSite } from '../../server/site.ts'
import { createIndexReader, type ReadIndex } from './search-index.server'
import { languageOf, translatorFor } from './i18n.server'
import { otherLanguage, type Language } from '../language/languages'
import {
  optional,
  translatedCalls,
  type Titled,
  type TranslatedCalls,
} from './translated-calls.server'

export type {
  Contact,
  FooterData,
  PostFile,
  Spec,
  Variant,
} from '../../server/content/posts/post'
export type Article = Titled<posts.Article>
export type ArticleCard = Titled<posts.ArticleCard>
export type Branch = Titled<posts.Branch>
export type Card = Titled<posts.Card>
export type CardWithSpecs = Titled<posts.CardWithSpecs>
export type Post = Titled<posts.Post>
export type Product = Titled<posts.Product>
export type ProductCard = Titled<posts.ProductCard>
export { contactOf } from '../../server/content/posts/post-fields'
export { createPause, processorTurns, type Pause } from '../../server/http/load-shedding/render-queue'
export { ContentUnavailable, NotFound, optional }

/** The content of one request in its language, with the translations of that language. */
export type Content = TranslatedCalls & {
  lang: Language
  t: TFunction
  /** The site's public URL, without a trailing slash. */
  siteUrl: string
  /** The country of phone numbers without a country code: two letters, such as SA. */
  phoneCountry: string | undefined
  readIndex: ReadIndex
}

/** Scopes of load contexts without one, which other hosts than our own create. */
const scopes = new WeakMap<AppLoadContext, RequestScope>()

/** The content scope of a request. All its loaders share it, and so make each call once. */
export function scopeOf(context: AppLoadContext): RequestScope {
  const scope =
    context.content ??
    scopes.get(context) ??
    getSite().openScope(undefined, context.callHeaders, context.lookUps)
  scopes.set(context, scope)
  return scope
}

/** The content of a request. Its calls throw NotFound and ContentUnavailable (loaders.server.ts). */
export function contentFor({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Content {
  return contentIn(scopeOf(context), languageOf(request), false)
}

function contentIn(scope: RequestScope, lang: Language, isWhole: boolean): Content {
  const other = otherLanguage(lang)
  const { t } = translatorFor(lang)
  return {
    ...translatedCalls(
      scope.calls(lang),
      { language: other, calls: () => scope.calls(other), isRequired: isWhole },
      t,
    ),
    lang,
    t,
    siteUrl: getSite().siteUrl(),
    phoneCountry: getSite().phoneCountry,
    readIndex: createIndexReader(scope.dependencies),
  }
}

/**
 * The same as it is now, for reading all of it: nothing is served stale, and nothing is cached. What the content
 * has only in the other language is never left out: without it the call fails.
 */
export function currentContentFor({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Content {
  return contentIn(context.content ?? getSite().openCurrentScope(), languageOf(request), true)
}

/**
 * Optional parts of a page, each null when its call failed.
 * @throws ContentUnavailable when all of them failed
 */
export async function someOf<T extends readonly unknown[]>(parts: {
  [K in keyof T]: Promise<T[K]>
}) {
  const settled = await Promise.all(parts.map(optional))
  if (settled.every((part) => part === null)) await Promise.all(parts)
  return settled as { -readonly [K in keyof T]: T[K] | null }
}
