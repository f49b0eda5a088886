import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import type { TFunction } from 'i18next'
import type { ContentCalls } from '../../server/content/content-calls.ts'
import { ContentUnavailable, NotFound } from '../../server/content/failures.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { getSite } from '../../server/site.ts'
import { languageOf, translatorFor } from './i18n.server'
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
export { contactOf } from '../../server/content/posts/contact-fields.ts'
export { ContentUnavailable, NotFound }

/** The content of one request in its language, with the translations of that language. */
export type Content = ContentCalls & {
  lang: Language
  t: TFunction
  /** The site's public URL, without a trailing slash. */
  siteUrl: string
  /** The country of phone numbers without a country code: two letters, such as SA. */
  phoneCountry: string | undefined
}

/** Scopes of load contexts without one, which other hosts than our own create. */
const scopes = new WeakMap<AppLoadContext, RequestScope>()

/** The content scope of a request. All its loaders share it, and so make each call once. */
export function scopeOf(context: AppLoadContext): RequestScope {
  const scope = context.content ?? scopes.get(context) ?? getSite().openScope()
  scopes.set(context, scope)
  return scope
}

/** The content of a request. Its calls throw NotFound and ContentUnavailable (loaders.server.ts). */
export function contentFor({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Content {
  const lang = languageOf(request)
  return {
    ...scopeOf(context).calls(lang),
    lang,
    t: translatorFor(lang).t,
    siteUrl: getSite().siteUrl(),
    phoneCountry: getSite().config.phoneCountry,
  }
}

/**
 * Makes a part of a page optional.
 * @returns null when its call failed
 */
export async function optional<T>(part: Promise<T>): Promise<T | null> {
  try {
    return await part
  } catch (failure) {
    if (failure instanceof NotFound || failure instanceof ContentUnavailable) return null
    throw failure
  }
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
