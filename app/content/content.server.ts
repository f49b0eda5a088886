import type { Search, IndexPart } from '@site/product-search/search'
import type { RequestScope } from '../../server/content/request-scope'
import {
  type Dependencies,
  contentCalls,
  type BlockCall,
  type Children,
  type ChildrenCall,
  type ContentCalls,
  type ListCall,
  type PostCall,
  type PostKind,
} from '../../server/content/content-calls'
import { searchIndexKey } from '@site/product-search/types'
import type { TFunction } from 'i18next'
import type { AppLoadContext } from '@remix-run/node'
import { ContentUnavailable, NotFound } from '../../server/content/failures'
import type * as posts from '../../server/content/posts/post'
import { type Language, otherLanguage } from '../language/languages'
import type { Brand } from '../../server/site/brand'
import { createLoadContext, type LoadContext } from '../../server/load-context'
import { languageOf, translationFor } from '../language/i18n.server'

export type { Contact, FooterData, PostFile, Spec, Variant } from '../../server/content/posts/post'

export { contactOf } from '../../server/content/content-types'

export { createPause, renderQueue, type Pause } from '../../server/limits/render-queue'

export type Article = Titled<posts.Article>
export type ArticleCard = Titled<posts.ArticleCard>
export type Branch = Titled<posts.Branch>
export type Card = Titled<posts.Card>
export type CardWithSpecs = Titled<posts.CardWithSpecs>
export type Post = Titled<posts.Post>
export type Product = Titled<posts.Product>
export type ProductCard = Titled<posts.ProductCard>
export { ContentUnavailable, NotFound }
export type { LoadContext }

/** The content of one request in its language, with the translations of that language. */
export type Content = TranslatedCalls & {
  lang: Language
  t: TFunction
  /** The site's public URL, without a trailing slash. */
  siteUrl: string
  /** Whether this installation makes PDF sheets. */
  hasSheets: boolean
  /** The country of phone numbers without a country code: two letters, such as SA. */
  phoneCountry: string | undefined
  /** The company's, an IANA name. */
  timeZone: string
  brand: Brand
  /** Tells that the response is right until then, ms since the epoch: it is not cached for longer. */
  limitLifetime: (until: number) => void
  readIndex: ReadIndex
  /** The search index itself; a response that depends on it uses `readIndex`. */
  search: Search
}

/** A request with its load context. */
export interface RequestArgs {
  request: Request
  context: LoadContext
}

/** Load contexts made here, for hosts other than this site's own. */
const made = new WeakMap<AppLoadContext, Promise<LoadContext>>()

/**
 * Returns the load context of a request, shared by all its loaders. Only functions that Remix calls use this; others
 * get the load context from their caller.
 */
export async function loadContextOf(context: AppLoadContext): Promise<LoadContext> {
  if (context.fromHost) return context.fromHost
  const own = made.get(context) ?? createOwnContext()
  made.set(context, own)
  return own
}

async function createOwnContext() {
  // Loaded late, since only another host needs it, and the whole server with it.
  const { getSite } = await import('../../server/default-site')
  const site = getSite()
  // This host listens before the content has been read; what could not be read is said by each page.
  await site.ready().catch(() => undefined)
  return createLoadContext(site)
}

/** Returns the content of a request. Its calls throw NotFound and ContentUnavailable (loaders.server.ts). */
export function contentFor({ request, context }: RequestArgs): Content {
  return contentIn(context.content, context, languageOf(request), false)
}

function contentIn(
  scope: RequestScope,
  { site: { siteUrl, brand, search, sheets } }: LoadContext,
  lang: Language,
  isWhole: boolean,
): Content {
  const other = otherLanguage(lang)
  const { t } = translationFor(lang)
  return {
    ...translatedCalls(
      scope.calls(lang),
      { language: other, calls: () => scope.calls(other), isRequired: isWhole },
      t,
    ),
    lang,
    t,
    siteUrl,
    hasSheets: sheets.isAvailable,
    phoneCountry: brand.country,
    timeZone: brand.timeZone.zone,
    brand,
    limitLifetime(until) {
      const { rightUntil = Infinity } = scope.dependencies
      scope.dependencies.rightUntil = Math.min(rightUntil, until)
    },
    readIndex: createIndexReader(search, scope.dependencies),
    search,
  }
}

/**
 * Returns the current content of a request, for bulk reading: nothing is served stale, and nothing is cached. A failed
 * call in the other language fails the call, so that nothing is silently left out.
 */
export function currentContentFor({ request, context }: RequestArgs): Content {
  return contentIn(context.openCurrentContent(), context, languageOf(request), true)
}

/**
 * Awaits the optional parts of a page, by name, each null when its call failed.
 * @throws ContentUnavailable when all of them failed
 */
export async function optionalParts<T extends Record<string, unknown>>(parts: {
  [K in keyof T]: Promise<T[K]>
}) {
  const named = Object.entries<Promise<unknown>>(parts)
  const settled = await Promise.all(
    named.map(async ([name, part]) => [name, await optional(part)] as const),
  )
  if (settled.every(([, part]) => part === null)) await Promise.all(named.map(([, part]) => part))
  return Object.fromEntries(settled) as { [K in keyof T]: T[K] | null }
}

/** Maximum number of lists requested concurrently. */
const concurrentLists = 4

/**
 * Reads a list of each id, a few at a time.
 * @returns each id with its list, in order
 */
export async function* readLists<T>(
  ids: string[],
  read: (id: string) => Promise<T>,
): AsyncGenerator<[id: string, list: T]> {
  for (let at = 0; at < ids.length; at += concurrentLists) {
    const batch = ids.slice(at, at + concurrentLists)
    yield* await Promise.all(batch.map(async (id) => [id, await read(id)] as [string, T]))
  }
}

/**
 * Reads an optional list of each id. After several in a row have failed, no more requests are made: otherwise an
 * unavailable API would get one for every id.
 * @returns each id with its list, in order; null for an unavailable one
 */
export function readOptionalLists<T>(ids: string[], read: (id: string) => Promise<T>) {
  let failures = 0
  return readLists(ids, async (id) => {
    const list = failures < concurrentLists ? await optional(read(id)) : null
    failures = list === null ? failures + 1 : 0
    return list
  })
}

/** A post that always has a title. */
type Titled<P> = P & {
  /** The content has no title: `postTitle` names the post's kind, in the page's language. */
  isUntitled?: true
  /** The language of its texts, if that is not the page's. */
  language?: Language
}

/** The children of a post, with titles. */
interface TitledChildren<P> {
  parent: Titled<posts.Card> | null
  posts: Titled<P>[]
}

/** A call whose posts have titles. */
type Translated<Call> =
  Call extends ListCall<infer A, infer P>
    ? (...args: A) => Promise<Titled<P>[]>
    : Call extends PostCall<infer P>
      ? (id: string) => Promise<Titled<P>>
      : Call extends ChildrenCall<infer P>
        ? (id: string) => Promise<TitledChildren<P>>
        : Call extends BlockCall<infer P>
          ? () => Promise<P | null>
          : never

type CallTable = typeof contentCalls

type TranslatedCalls = { [Name in keyof CallTable]: Translated<CallTable[Name]> } & {
  /** Reads content in English, whose names and values are those of filters in addresses. null if unavailable. */
  findEnglish: <T>(read: (english: ContentCalls) => Promise<T>) => Promise<T | null>
}

type TextPost = { postTitle: string; postLanguage?: Language | undefined }

/** Gives posts titles. @param other the language of marked posts, which is not that of the page */
function titlesOf(other: Language, t: TFunction) {
  function titled<P extends TextPost>(kind: PostKind | null, post: P): Titled<P> {
    const known = post.postLanguage === other ? { ...post, language: other } : post
    return post.postTitle === '' && kind !== null
      ? { ...known, postTitle: t(`untitled.${kind}`), isUntitled: true }
      : known
  }

  /** Returns the same list if nothing is missing, so that values derived from it can be cached with it. */
  function titledAll<P extends TextPost>(kind: PostKind | null, posts: P[]): Titled<P>[] {
    const isWhole = posts.every(
      ({ postTitle, postLanguage }) =>
        (kind === null || postTitle !== '') && postLanguage !== other,
    )
    return isWhole ? posts : posts.map((post) => titled(kind, post))
  }

  function marked<P extends TextPost>(kind: PostKind | null, post: P): Titled<P> {
    return { ...titled(kind, post), language: other }
  }

  return { titled, titledAll, marked }
}

/**
 * Content calls for screens. A post without a title gets one that names its kind, here and only here. Content that
 * exists only in the other language is taken from there, and marked.
 * @param others the other language's calls, made only where this one has nothing. `isRequired`: a list fails with them,
 * instead of being empty
 */
function translatedCalls(
  calls: ContentCalls,
  others: { language: Language; calls: () => ContentCalls; isRequired: boolean },
  t: TFunction,
): TranslatedCalls {
  const { titled, titledAll, marked } = titlesOf(others.language, t)
  const ofOthers = others.isRequired ? <T>(part: Promise<T>) => part : optional

  function listOf<A extends unknown[], P extends TextPost>(
    kind: PostKind | null,
    pick: (from: ContentCalls) => (...args: A) => Promise<P[]>,
  ) {
    return async (...args: A): Promise<Titled<P>[]> => {
      const own = await pick(calls)(...args)
      if (own.length > 0) return titledAll(kind, own)
      const other = await ofOthers(pick(others.calls())(...args))
      return (other ?? []).map((post) => marked(kind, post))
    }
  }

  /** @throws NotFound when neither language has the post */
  function oneOf<P extends TextPost>(
    kind: PostKind,
    pick: (from: ContentCalls) => (id: string) => Promise<P>,
  ) {
    return async (id: string): Promise<Titled<P>> => {
      const own = await found(pick(calls)(id))
      return own ? titled(kind, own) : marked(kind, await pick(others.calls())(id))
    }
  }

  /** @throws NotFound when neither language has the parent or its posts */
  function childrenOf<P extends posts.Card>(
    kinds: { parent: PostKind; posts: PostKind },
    pick: (from: ContentCalls) => (id: string) => Promise<Children<P>>,
  ) {
    return async (id: string): Promise<TitledChildren<P>> => {
      const own = await found(pick(calls)(id))
      const isWhole = own && own.posts.length > 0
      const read = () => pick(others.calls())(id)
      const other = isWhole ? null : await (own ? ofOthers(read()) : read())
      const result = own ?? other
      const { parent = null } = result ?? {}
      const name = own ? titled : marked
      return {
        parent: parent && name(kinds.parent, parent),
        posts: isWhole
          ? titledAll(kinds.posts, own.posts)
          : (other?.posts ?? []).map((post) => marked(kinds.posts, post)),
      }
    }
  }

  const translated = Object.entries(contentCalls).map(([name, call]) => {
    /** One call in any language; which posts it returns is known by `call.returns` alone. */
    const pick =
      <R>() =>
      (from: ContentCalls) =>
        from[name as keyof ContentCalls] as (...args: string[]) => Promise<R>
    if (call.returns === 'list') return [name, listOf(call.kind, pick<TextPost[]>())]
    if (call.returns === 'post') return [name, oneOf(call.kind, pick<TextPost>())]
    if (call.returns === 'block') return [name, calls[name as keyof ContentCalls]]
    return [name, childrenOf(call.kinds, pick<Children<posts.Card>>())]
  })
  return {
    ...(Object.fromEntries(translated) as TranslatedCalls),
    findEnglish: (read) => optional(read(others.language === 'En' ? others.calls() : calls)),
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

/** @returns null when there is no such post */
export async function found<T>(post: Promise<T>): Promise<T | null> {
  try {
    return await post
  } catch (failure) {
    if (failure instanceof NotFound) return null
    throw failure
  }
}

/**
 * Reads from the search index, and records that the response depends on it: pages are rendered again when it has
 * changed. While it is being filled they are cached for seconds, or not at all.
 * @throws ContentUnavailable when the index does not respond
 */
type ReadIndex = <T>(use: IndexUse, read: (index: Search) => Promise<T>) => Promise<Indexed<T>>

export function createIndexReader(search: Search, dependencies: Dependencies): ReadIndex {
  return async function readIndex<T>(
    { needs, isSubject = false }: IndexUse,
    read: (index: Search) => Promise<T>,
  ): Promise<Indexed<T>> {
    dependencies.keys.add(searchIndexKey)
    // Checked before reading: what is being indexed meanwhile may be missing.
    const isWhole = !(await search.lacks(needs))
    if (!isWhole) {
      dependencies.isPartial = true
      dependencies.isProvisional ||= isSubject
    }
    try {
      return { found: await read(search), isWhole }
    } catch (error) {
      dependencies.isPartial = true
      throw error
    }
  }
}

interface IndexUse {
  /** The part of the index without which a result may be incomplete. */
  needs: IndexPart
  /**
   * Whether the response consists of the index's data, not merely supplemented by it: then it is not cached before that
   * part is complete.
   */
  isSubject?: boolean
}

interface Indexed<T> {
  found: T
  /** Whether the data is complete: false while the index is filled for the first time. */
  isWhole: boolean
}
