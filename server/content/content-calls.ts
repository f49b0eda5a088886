import type { z } from 'zod'
import type { ContentType } from '../config.ts'
import type { GetPostFields } from './api-client.ts'
import { NotFound } from './failures.ts'
import {
  articleCardSchema,
  articleSchema,
  branchSchema,
  cardSchema,
  contactSchema,
  footerSchema,
  isPostId,
  postSchema,
  projectCardSchema,
  type Article,
  type ArticleCard,
  type Branch,
  type Card,
  type Contact,
  type FooterData,
  type Post,
  type ProjectCard,
} from './post.ts'

/** The languages of the content, as the wire spells them; the first is the site's own. */
export const contentLanguages = ['Ar', 'En'] as const

export type ContentLanguage = (typeof contentLanguages)[number]

/** Asks for all items of a type, whatever they belong to. */
export const rootParent = 'NTROOT0'
const single = '1'
const all = '-1'

/** What a call asks for, in this project's names; the reader adds what every call carries. */
export type ContentQuery = Pick<GetPostFields, 'check' | 'PostId' | 'ParentId' | 'Pno'> & {
  type: ContentType
}

/** What asks for the first post of a type, whatever it belongs to. */
export function anyOf(type: ContentType): ContentQuery {
  return { check: 'getPost', type, PostId: '', ParentId: rootParent, Pno: single }
}

/** Sends one query, or knows its answer, and reads its items with a schema. */
export type ReadContent = <S extends z.ZodType>(
  query: ContentQuery,
  item: S,
) => Promise<z.output<S>[]>

export type ContentCalls = ReturnType<typeof createContentCalls>

/**
 * The calls by area, for one language. Every one of them
 * @throws ContentUnavailable when neither the API nor kept content answers
 */
export function createContentCalls(read: ReadContent) {
  function list<S extends z.ZodType>(type: ContentType, item: S, parentId = rootParent) {
    return read({ check: 'getPost', type, PostId: '', ParentId: parentId, Pno: all }, item)
  }

  async function findFirst<S extends z.ZodType>(type: ContentType, item: S) {
    return (await read(anyOf(type), item))[0] ?? null
  }

  /** @throws NotFound when nothing can belong to such an id */
  async function listOf<S extends z.ZodType>(type: ContentType, item: S, parentId: string) {
    requireId(parentId)
    return list(type, item, parentId)
  }

  /** @throws NotFound when the API says that there is no such post, or it cannot have such an id */
  async function getOne<S extends z.ZodType>(type: ContentType, item: S, postId: string) {
    requireId(postId)
    const query = {
      check: 'getPostDetails',
      type,
      PostId: postId,
      ParentId: rootParent,
      Pno: single,
    } as const
    const post = (await read(query, item))[0]
    if (!post) throw new NotFound(`${type} has no post ${postId}`)
    return post
  }

  /**
   * The API promises no order, yet screens speak of the newest, of newer and of older ones: so the
   * dates decide, and the API's order where they say nothing.
   */
  async function listArticles(type: 'News' | 'Blog') {
    const articles = await list(type, articleCardSchema)
    return articles.toSorted((a, b) => timeOf(b) - timeOf(a))
  }

  async function getDetails(type: ContentType, postId: string): Promise<Post> {
    return getOne(type, postSchema, postId)
  }

  return {
    /** The head office's contact values, whole. Header, footer and contact screen. */
    findContact: (): Promise<Contact | null> => findFirst('ContactData', contactSchema),

    /** The site's title and subtitle, for the footer. */
    findFooter: (): Promise<FooterData | null> => findFirst('Footer.Data', footerSchema),

    /** All product categories, in the API's order. */
    listProductCategories: (): Promise<Card[]> => list('ProductsCategory', cardSchema),

    /** All product types of all categories; a type's parentID is its category. */
    listProductTypes: (): Promise<Card[]> => list('ProductsTypes', cardSchema),

    /** The types of one category. Possibly none. */
    listProductTypesOf: (categoryId: string): Promise<Card[]> =>
      listOf('ProductsTypes', cardSchema, categoryId),

    /** The products of one type. Possibly none. */
    listProductsOf: (typeId: string): Promise<Card[]> => listOf('Products', cardSchema, typeId),

    /** One product of the catalogue; its parentID is its type. */
    getProduct: (postId: string): Promise<Post> => getDetails('Products', postId),

    /** The picture behind the heading of the all-solution-products screen. */
    findProductsBanner: (): Promise<Card | null> => findFirst('ProductsCateBackground', cardSchema),

    /** The cards of the all-solution-products screen: all products of one solution. */
    listAllSolutionProducts: (solutionId: string): Promise<Card[]> =>
      listOf('SolProductsBackground', cardSchema, solutionId),

    /** The products that a solution's own screen shows. */
    listSolutionProducts: (solutionId: string): Promise<Card[]> =>
      listOf('SolProducts', cardSchema, solutionId),

    /** One product as part of a solution; its parentID is the solution. */
    getSolutionProduct: (postId: string): Promise<Post> => getDetails('SolProducts', postId),

    listHomeSlides: (): Promise<Card[]> => list('HomeSlider', cardSchema),

    /** The sections of a screen about the company, each a whole post. */
    listAbout: (): Promise<Post[]> => list('About', postSchema),
    listSustainability: (): Promise<Post[]> => list('Sustainability', postSchema),
    listWorkFields: (): Promise<Post[]> => list('WorkFields', postSchema),
    listCompanyGoals: (): Promise<Post[]> => list('CompanyGoals', postSchema),

    listSolutions: (): Promise<Card[]> => list('Solutions', cardSchema),
    getSolution: (postId: string): Promise<Post> => getDetails('Solutions', postId),

    listProjects: (): Promise<ProjectCard[]> => list('Projects', projectCardSchema),
    getProject: (postId: string): Promise<Post> => getDetails('Projects', postId),

    listServices: (): Promise<Card[]> => list('Services', cardSchema),
    getService: (postId: string): Promise<Post> => getDetails('Services', postId),

    /** News and blog posts come newest first, those without a date last. */
    listNews: (): Promise<ArticleCard[]> => listArticles('News'),
    getNews: (postId: string): Promise<Article> => getOne('News', articleSchema, postId),

    listBlog: (): Promise<ArticleCard[]> => listArticles('Blog'),
    getBlog: (postId: string): Promise<Article> => getOne('Blog', articleSchema, postId),

    /** Branches, each a post with contact values, a place and opening hours. */
    listBranches: (): Promise<Branch[]> => list('Branches', branchSchema),
  }
}

/** When an article appeared, ms since the epoch; before every date where it does not say. */
function timeOf({ postDate }: ArticleCard) {
  return postDate === '' ? Number.MIN_SAFE_INTEGER : Date.parse(postDate)
}

/** An id comes out of an address: what cannot be one is not asked for, nor is the root by its name. */
function requireId(id: string) {
  if (!isPostId(id) || id === rootParent)
    throw new NotFound(`There is no post ${JSON.stringify(id)}`)
}
