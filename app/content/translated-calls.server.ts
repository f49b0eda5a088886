import type { TFunction } from 'i18next'
import { ContentUnavailable, NotFound } from '../../server/content/failures.ts'
import type { Children, ContentCalls } from '../../server/content/content-calls'
import type { Card, ProductCard } from '../../server/content/posts/post'
import type { Language } from '../language/languages'

/** What a post is, for the name of one without a title. */
type Kind =
  'product' | 'type' | 'category' | 'solution' | 'project' | 'service' | 'news' | 'blog' | 'branch'

/** A post with a title, whatever the content has. */
export type Titled<P> = P & {
  /** The content has no title: `postTitle` only names its kind, in the page's language. */
  isUntitled?: true
  /** The language of its texts, if that is not the page's. */
  language?: Language
}

/** The posts of another post, with titles. */
interface TitledChildren<P> {
  parent: Titled<Card> | null
  posts: Titled<P>[]
}

/**
 * Content calls for screens. A post without a title gets one that names its kind, here and only here. What
 * the content has only in the other language is taken from there, and marked.
 * @param others the same calls in the other language, made only where this one has nothing. `isRequired`: a
 *   list fails with them, and is not merely empty
 */
export function translatedCalls(
  calls: ContentCalls,
  others: { language: Language; calls: () => ContentCalls; isRequired: boolean },
  t: TFunction,
) {
  const ofOthers = others.isRequired ? <T>(part: Promise<T>) => part : optional

  function titled<P extends { postTitle: string }>(kind: Kind | null, post: P): Titled<P> {
    return post.postTitle === '' && kind !== null
      ? { ...post, postTitle: t(`untitled.${kind}`), isUntitled: true }
      : post
  }

  /** The same list if nothing is missing, so that what is derived from it can be cached with it. */
  function titledAll<P extends { postTitle: string }>(kind: Kind | null, posts: P[]): Titled<P>[] {
    const isWhole = kind === null || posts.every(({ postTitle }) => postTitle !== '')
    return isWhole ? posts : posts.map((post) => titled(kind, post))
  }

  function marked<P extends { postTitle: string }>(kind: Kind | null, post: P): Titled<P> {
    return { ...titled(kind, post), language: others.language }
  }

  function listOf<A extends unknown[], P extends { postTitle: string }>(
    kind: Kind | null,
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
  function oneOf<P extends { postTitle: string }>(
    kind: Kind,
    pick: (from: ContentCalls) => (id: string) => Promise<P>,
  ) {
    return async (id: string): Promise<Titled<P>> => {
      const own = await found(pick(calls)(id))
      return own ? titled(kind, own) : marked(kind, await pick(others.calls())(id))
    }
  }

  /** @throws NotFound when neither language has the parent or posts of it */
  function childrenOf<P extends Card>(
    kinds: { parent: Kind; posts: Kind },
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

  return {
    findContact: calls.findContact,
    findFooter: calls.findFooter,
    findProductsBanner: calls.findProductsBanner,

    listProductCategories: listOf('category', (from) => from.listProductCategories),
    listProductTypes: listOf('type', (from) => from.listProductTypes),
    getProductTypesOf: childrenOf(
      { parent: 'category', posts: 'type' },
      (from) => from.getProductTypesOf,
    ),
    getProductCategory: oneOf('category', (from) => from.getProductCategory),
    getProductType: oneOf('type', (from) => from.getProductType),
    getProductsOf: childrenOf({ parent: 'type', posts: 'product' }, (from) => from.getProductsOf),
    listProductsOf: listOf('product', (from) => from.listProductsOf),
    /**
     * The products of a type in English, as the content has them: filters are addressed by English names.
     * null if they are unavailable.
     */
    findEnglishProductsOf: (typeId: string): Promise<ProductCard[] | null> =>
      optional((others.language === 'En' ? others.calls() : calls).listProductsOf(typeId)),
    getProduct: oneOf('product', (from) => from.getProduct),
    getAllSolutionProducts: childrenOf(
      { parent: 'solution', posts: 'product' },
      (from) => from.getAllSolutionProducts,
    ),
    listSolutionProducts: listOf('product', (from) => from.listSolutionProducts),
    lookUpSolutionProducts: listOf('product', (from) => from.lookUpSolutionProducts),
    getSolutionProduct: oneOf('product', (from) => from.getSolutionProduct),

    // Parts of a screen, which are shown without a title.
    listHomeSlides: listOf(null, (from) => from.listHomeSlides),
    listAbout: listOf(null, (from) => from.listAbout),
    listSustainability: listOf(null, (from) => from.listSustainability),
    listWorkFields: listOf(null, (from) => from.listWorkFields),
    listCompanyGoals: listOf(null, (from) => from.listCompanyGoals),

    listSolutions: listOf('solution', (from) => from.listSolutions),
    getSolution: oneOf('solution', (from) => from.getSolution),
    listProjects: listOf('project', (from) => from.listProjects),
    getProject: oneOf('project', (from) => from.getProject),
    listServices: listOf('service', (from) => from.listServices),
    getService: oneOf('service', (from) => from.getService),
    listNews: listOf('news', (from) => from.listNews),
    getNews: oneOf('news', (from) => from.getNews),
    listBlog: listOf('blog', (from) => from.listBlog),
    getBlog: oneOf('blog', (from) => from.getBlog),
    listBranches: listOf('branch', (from) => from.listBranches),
  }
}

export type TranslatedCalls = ReturnType<typeof translatedCalls>

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
async function found<T>(post: Promise<T>): Promise<T | null> {
  try {
    return await post
  } catch (failure) {
    if (failure instanceof NotFound) return null
    throw failure
  }
}
