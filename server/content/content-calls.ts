import type { ContentType, Config } from '../config.ts'
import type { GetPostFields } from '@site/content-folder/wire'
import type { ApiResponse, ApiClient } from './api/api-client.ts'
import { type ContentLanguage, rootParent } from './content-types.ts'
import { ContentUnavailable, NotFound } from './failures.ts'
import { limits } from './limits.ts'
import type { ItemOf, Card, Product, ShapeName } from './posts/post.ts'
import type { ResponseParser } from './parse/parser.ts'
import { isPostId } from './posts/post-fields.ts'

/**
 * Content API calls that no screen uses yet. The specification names their fields but not their responses, so a
 * response is only parsed as a JSON object (or a list of them).
 */
type ApiRecord = ItemOf<'record'>

/** An e-mail for the content API to send. Field names are the API's. */
interface Email {
  title: string
  details: string
  comEmail: string
  comEmailPass: string
  comEmailPort: string
  isSend: boolean
}

interface SendOptions {
  key: string
  signal?: AbortSignal
}

/** All calls throw ContentUnavailable when the API gives no usable response. Writes are never retried. */
export interface OtherCalls {
  /** Information about the main system. */
  listMainSystem: (check: string, lang: ContentLanguage) => Promise<ApiRecord[]>
  /** The API's main language. */
  getMainLanguage: () => Promise<ApiRecord>
  getLanguage: (languageId: string) => Promise<ApiRecord>
  /**
   * Sends an e-mail through the API. Its response is ignored: its meaning is unknown, and a sent e-mail must not
   * count as failed.
   * @param key equal for equal e-mails, so that the API can detect duplicates
   */
  postEmail: (email: Email, options: SendOptions) => Promise<void>
  /** Submits a company record. @param company its fields, as the API names them */
  processCompany: (company: Record<string, string>) => Promise<ApiRecord>
}

export function createOtherCalls(
  client: ApiClient,
  parser: ResponseParser,
  content: Config['content'],
): OtherCalls {
  async function readList(response: ApiResponse, isSingle = false): Promise<ApiRecord[]> {
    const options = { shape: 'record', language: 'Ar', isSingle } as const
    const { items } = await parser.read(response, { ...options, type: 'other', call: 'other' })
    return items
  }

  async function readOne(response: ApiResponse): Promise<ApiRecord> {
    const [item] = await readList(response, true)
    if (!item) throw new ContentUnavailable('shape', 'The response is not an object')
    return item
  }

  return {
    listMainSystem: async (check, lang) =>
      readList(
        await client.post(
          content.mainSystemPath,
          { check, Lang: lang, FbrnId: content.fbrnId },
          { kind: 'read' },
        ),
      ),

    getMainLanguage: async () => readOne(await client.get('/languages/getLangIsMain')),

    getLanguage: async (languageId) =>
      readOne(await client.get(`/languages/${encodeURIComponent(languageId)}`)),

    postEmail: async (email, { key, signal }) => {
      const { title, details, comEmail, comEmailPass, comEmailPort, isSend } = email
      const fields = {
        title,
        details,
        comEmail,
        comEmailPass,
        comEmailPort,
        isSend: String(isSend),
      }
      const headers = { 'idempotency-key': key }
      await client.send(content.postEmailPath, fields, { headers, signal, ms: limits.email })
    },

    processCompany: async (company) =>
      readOne(await client.post(content.companyPath, company, { kind: 'write' })),
  }
}

const single = '1'
const all = '-1'

/** A content query; the reader adds the fields that every call has. */
export type ContentQuery = Pick<GetPostFields, 'check' | 'PostId' | 'ParentId' | 'Pno'> & {
  type: ContentType
  /** The ID comes from a visitor, so there may be no such post. */
  isLookUp?: true
}

/** Queries the first post of a type, whatever its parent. */
export function firstPostOf(type: ContentType): ContentQuery {
  return { check: 'getPost', type, PostId: '', ParentId: rootParent, Pno: single }
}

/** Limits look-ups: calls for posts that may not exist. */
export interface LookUps {
  /** @returns a function to call with the result; null when the client is over its limit */
  begin(): ((wasFound: boolean) => void) | null
}

/** Runs one query, from the cache or the API, and parses its items by the named shape. */
export type ReadContent = <N extends ShapeName>(
  query: ContentQuery,
  shape: N,
) => Promise<ItemOf<N>[]>

/**
 * Runs one call, or rejects without running it.
 * @param key identifies the call; equal for equal calls
 */
export type RunCall = <T>(key: string, call: () => Promise<T>) => Promise<T>

/** The posts of a parent post, such as the products of a type. */
export interface Children<P extends Card = Card> {
  /** null if the list of parents is unavailable or does not contain it. */
  parent: Card | null
  /** Possibly empty, if the parent is known. */
  posts: P[]
}

/** The kind of a post, which names a post without a title. */
export type PostKind =
  'product' | 'type' | 'category' | 'solution' | 'project' | 'service' | 'news' | 'blog' | 'branch'

/** How calls are made, in one language. `run` wraps those for IDs that come from a URL. */
interface Caller {
  read: ReadContent
  run: RunCall
}

type MadeBy<A extends unknown[], R> = (caller: Caller) => (...args: A) => Promise<R>

/** A block that is one post, if the API has it. */
export interface BlockCall<P> {
  returns: 'block'
  by: MadeBy<[], P | null>
}

/** A list, possibly empty. `kind`: null for posts that are shown without a title. */
export interface ListCall<A extends unknown[], P> {
  returns: 'list'
  kind: PostKind | null
  by: MadeBy<A, P[]>
}

/** One post. Throws NotFound when the API has no such post, or the ID is not valid. */
export interface PostCall<P> {
  returns: 'post'
  kind: PostKind
  by: MadeBy<[postId: string], P>
}

/** A parent and its posts. Throws NotFound when there are neither. */
export interface ChildrenCall<P extends Card> {
  returns: 'children'
  kinds: { parent: PostKind; posts: PostKind }
  by: MadeBy<[parentId: string], Children<P>>
}

function block<N extends ShapeName>(type: ContentType, shape: N): BlockCall<ItemOf<N>> {
  const query = firstPostOf(type)
  return {
    returns: 'block',
    by:
      ({ read }) =>
      async () =>
        (await read(query, shape))[0] ?? null,
  }
}

function list<N extends ShapeName>(
  kind: PostKind | null,
  type: ContentType,
  shape: N,
): ListCall<[], ItemOf<N>> {
  return {
    returns: 'list',
    kind,
    by:
      ({ read }) =>
      () =>
        read(listQuery(type, rootParent), shape),
  }
}

/** @param fromUrl its ID comes from a URL, so there may be no such parent */
function listOf<N extends ShapeName>(
  kind: PostKind,
  type: ContentType,
  shape: N,
  fromUrl: Pick<ContentQuery, 'isLookUp'> = {},
): ListCall<[parentId: string], ItemOf<N>> {
  const by: MadeBy<[string], ItemOf<N>[]> = ({ read }) => {
    return async (parentId) => {
      requireId(parentId)
      return read({ ...listQuery(type, parentId), ...fromUrl }, shape)
    }
  }
  return { returns: 'list', kind, by }
}

function one<N extends ShapeName>(
  kind: PostKind,
  type: ContentType,
  shape: N,
): PostCall<ItemOf<N>> {
  const by: MadeBy<[string], ItemOf<N>> = ({ read, run }) => {
    return async (PostId) => {
      requireId(PostId)
      const details = { check: 'getPostDetails', ParentId: rootParent, Pno: single } as const
      return run(`${type} ${PostId}`, async () => {
        const [post] = await read({ ...details, type, PostId, isLookUp: true }, shape)
        if (!post) throw new NotFound(`${type} has no post ${PostId}`)
        return post
      })
    }
  }
  return { returns: 'post', kind, by }
}

/**
 * The posts of one parent. An API without a list of parents still has their posts.
 * @param parentShape the shape in which other calls also read the list of parents
 */
function children<N extends 'card' | 'productCard'>(
  kinds: ChildrenCall<Card>['kinds'],
  type: ContentType,
  shape: N,
  parentType: ContentType,
  parentShape: 'card' | 'cardWithSpecs' = 'card',
): ChildrenCall<ItemOf<N>> {
  const by: MadeBy<[string], Children<ItemOf<N>>> = ({ read, run }) => {
    return async (parentId) => {
      requireId(parentId)
      return run(`${type} of ${parentId}`, async () => {
        const parentList: Promise<Card[]> = read(listQuery(parentType, rootParent), parentShape)
        const [posts, parents] = await Promise.all([
          read({ ...listQuery(type, parentId), isLookUp: true }, shape),
          parentList.catch((error: unknown) => {
            if (error instanceof ContentUnavailable) return error
            throw error
          }),
        ])
        const isParentKnown = Array.isArray(parents)
        const parent = isParentKnown ? parents.find(({ postID }) => postID === parentId) : undefined
        if (posts.length === 0 && !isParentKnown) throw parents
        if (posts.length === 0 && !parent) throw new NotFound(`${parentType} has no ${parentId}`)
        return { parent: parent ?? null, posts }
      })
    }
  }
  return { returns: 'children', kinds, by }
}

const productOf = {
  SolProducts: one('product', 'SolProducts', 'product'),
  SolProductsBackground: one('product', 'SolProductsBackground', 'product'),
  Products: one('product', 'Products', 'product'),
}

/** Cards of several types link to this post, so it is missing only if no type has it. */
const solutionProduct: PostCall<Product> = {
  returns: 'post',
  kind: 'product',
  by: (caller) => async (postId) => {
    for (const type of ['SolProducts', 'SolProductsBackground'] as const) {
      try {
        return await productOf[type].by(caller)(postId)
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
      }
    }
    return { ...(await productOf.Products.by(caller)(postId)), parentID: '' }
  },
}

/**
 * The calls for content, by area. All throw ContentUnavailable when neither the API nor the cache has the content. app/content makes
 * them in both languages.
 */
export const contentCalls = {
  /** The head office's full contact values, for header, footer and contact screen. */
  findContact: block('ContactData', 'contact'),
  /** The site's title and subtitle, for the footer. */
  findFooter: block('Footer.Data', 'footer'),

  /** All product categories, in the API's order. */
  listProductCategories: list('category', 'ProductsCategory', 'card'),
  /** All product types of all categories; a type's parentID is its category. */
  listProductTypes: list('type', 'ProductsTypes', 'card'),
  /** A category and its types. */
  getProductTypesOf: children(
    { parent: 'category', posts: 'type' },
    'ProductsTypes',
    'card',
    'ProductsCategory',
  ),
  /** A category with its text. */
  getProductCategory: one('category', 'ProductsCategory', 'post'),
  /** A type with its text; its parentID is its category. */
  getProductType: one('type', 'ProductsTypes', 'post'),
  /** A type and its products. */
  getProductsOf: children(
    { parent: 'type', posts: 'product' },
    'Products',
    'productCard',
    'ProductsTypes',
  ),
  /** The products of one type; possibly none. */
  listProductsOf: listOf('product', 'Products', 'productCard'),
  /** One product of the catalogue; its parentID is its type. */
  getProduct: productOf.Products,

  /** The banner image of the all-solution-products screen. */
  findProductsBanner: block('ProductsCateBackground', 'card'),
  /** A solution and all its products, for the all-solution-products screen. */
  getAllSolutionProducts: children(
    { parent: 'solution', posts: 'product' },
    'SolProductsBackground',
    'productCard',
    'Solutions',
    'cardWithSpecs',
  ),
  /** The products shown on a solution's own screen. */
  listSolutionProducts: listOf('product', 'SolProducts', 'productCard'),
  /** The products of a solution whose ID comes from an address. */
  lookUpSolutionProducts: listOf('product', 'SolProducts', 'productCard', { isLookUp: true }),
  /**
   * One product as part of a solution; its parentID is the solution. Empty for a product that is only in the
   * catalogue.
   */
  getSolutionProduct: solutionProduct,

  /** A slide's parentID may be the post that it shows. */
  listHomeSlides: list(null, 'HomeSlider', 'card'),

  /** The sections of a company screen, each a whole post. */
  listAbout: list(null, 'About', 'post'),
  listSustainability: list(null, 'Sustainability', 'post'),
  listWorkFields: list(null, 'WorkFields', 'post'),
  listCompanyGoals: list(null, 'CompanyGoals', 'post'),

  listSolutions: list('solution', 'Solutions', 'cardWithSpecs'),
  getSolution: one('solution', 'Solutions', 'post'),
  /** A project's parentID may be the solution that it demonstrates. */
  listProjects: list('project', 'Projects', 'cardWithSpecs'),
  getProject: one('project', 'Projects', 'post'),
  listServices: list('service', 'Services', 'card'),
  getService: one('service', 'Services', 'post'),
  /** News and blog posts are sorted newest first; posts without a date come last. */
  listNews: list('news', 'News', 'articleCard'),
  getNews: one('news', 'News', 'article'),
  listBlog: list('blog', 'Blog', 'articleCard'),
  getBlog: one('blog', 'Blog', 'article'),
  /** Branches: posts with contact values, coordinates and opening hours. */
  listBranches: list('branch', 'Branches', 'branch'),
}

type CallTable = typeof contentCalls

/** The calls of one language, as functions. */
export type ContentCalls = { [Name in keyof CallTable]: ReturnType<CallTable[Name]['by']> }

/** @param run wraps the calls for IDs that come from a URL */
export function createContentCalls(
  read: ReadContent,
  run: RunCall = (_, call) => call(),
): ContentCalls {
  const made = Object.entries(contentCalls).map(([name, call]) => [name, call.by({ read, run })])
  return Object.fromEntries(made) as ContentCalls
}

function listQuery(type: ContentType, parentId: string) {
  return { check: 'getPost', type, PostId: '', ParentId: parentId, Pno: all } as const
}

/** Rejects an invalid ID, or the root's own name, without a call: IDs come from URLs. */
function requireId(id: string) {
  if (!isPostId(id) || id === rootParent)
    throw new NotFound(`There is no post ${JSON.stringify(id)}`)
}

/** The content dependencies of a page. */
export interface Dependencies {
  /** Cache keys of all content that was read. */
  keys: Set<string>
  /** Types of all content that was read. */
  types: Set<ContentType>
  /** Whether some of the content was unavailable, or not indexed yet. */
  isPartial: boolean
  /** Whether the response may soon be wrong: it is not stored anywhere. */
  isProvisional?: boolean
  /** Whether the page shows text from its URL: such pages are unlimited in number, so they are not cached. */
  hasAddressText?: boolean
  /** Whether the page is for one visitor: it is not stored anywhere. */
  isPrivate?: boolean
  /** Until when the response is right, ms since the epoch; absent if that depends on its content alone. */
  rightUntil?: number
  /** Whether a part of the address or the form names a post that does not exist. */
  hasMissingPosts?: boolean
}

export function createDependencies(): Dependencies {
  return { keys: new Set(), types: new Set(), isPartial: false }
}
