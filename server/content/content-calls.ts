import type { ContentType, Config } from '../config.ts'
import type { ApiResponse, ApiClient, GetPostFields } from './api/api-client.ts'
import { type ContentLanguage, rootParent } from './content-types.ts'
import { ContentUnavailable, NotFound } from './failures.ts'
import { limits } from './limits.ts'
import type {
  ItemOf,
  Article,
  ArticleCard,
  Branch,
  Card,
  CardWithSpecs,
  Contact,
  FooterData,
  Post,
  Product,
  ProductCard,
  ShapeName,
} from './posts/post.ts'
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

export type ContentCalls = ReturnType<typeof createContentCalls>

/**
 * Content calls by area, for one language.
 * @param run wraps the calls for IDs that come from a URL
 * @throws ContentUnavailable (every call) when neither the API nor the cache has the content
 */
export function createContentCalls(read: ReadContent, run: RunCall = (_, call) => call()) {
  function list<N extends ShapeName>(type: ContentType, shape: N, parentId = rootParent) {
    return read(listQuery(type, parentId), shape)
  }

  async function findFirst<N extends ShapeName>(type: ContentType, shape: N) {
    return (await read(firstPostOf(type), shape))[0] ?? null
  }

  /** @throws NotFound when the parent ID is not a valid ID */
  async function listOf<N extends ShapeName>(type: ContentType, shape: N, parentId: string) {
    requireId(parentId)
    return list(type, shape, parentId)
  }

  /** @throws NotFound when the API has no such post, or the ID is not valid */
  async function getOne<N extends ShapeName>(type: ContentType, shape: N, postId: string) {
    requireId(postId)
    const query = {
      check: 'getPostDetails',
      type,
      PostId: postId,
      ParentId: rootParent,
      Pno: single,
      isLookUp: true,
    } as const
    return run(`${type} ${postId}`, async () => {
      const post = (await read(query, shape))[0]
      if (!post) throw new NotFound(`${type} has no post ${postId}`)
      return post
    })
  }

  /**
   * Returns the posts of one parent. An API without a list of parents still has their posts.
   * @param parentShape the shape in which other calls also read the list of parents
   * @throws NotFound when there are no posts and no such parent
   * @throws ContentUnavailable when there are no posts and the list of parents is unavailable
   */
  async function getChildren<N extends 'card' | 'productCard'>(
    type: ContentType,
    shape: N,
    parentType: ContentType,
    parentId: string,
    parentShape: 'card' | 'cardWithSpecs' = 'card',
  ) {
    requireId(parentId)
    return run(`${type} of ${parentId}`, async (): Promise<Children<ItemOf<N>>> => {
      const [posts, parents] = await Promise.all([
        read({ ...listQuery(type, parentId), isLookUp: true }, shape),
        list<'card' | 'cardWithSpecs'>(parentType, parentShape).catch((error: unknown) => {
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

  async function getDetails(type: ContentType, postId: string): Promise<Post> {
    return getOne(type, 'post', postId)
  }

  async function getProduct(type: ContentType, postId: string): Promise<Product> {
    return getOne(type, 'product', postId)
  }

  /** Cards of several types link to this post, so it is missing only if no type has it. */
  async function getSolutionProduct(postId: string): Promise<Product> {
    for (const type of ['SolProducts', 'SolProductsBackground'] as const) {
      try {
        return await getProduct(type, postId)
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
      }
    }
    return { ...(await getProduct('Products', postId)), parentID: '' }
  }

  return {
    /** The head office's full contact values, for header, footer and contact screen. */
    findContact: (): Promise<Contact | null> => findFirst('ContactData', 'contact'),

    /** The site's title and subtitle, for the footer. */
    findFooter: (): Promise<FooterData | null> => findFirst('Footer.Data', 'footer'),

    /** All product categories, in the API's order. */
    listProductCategories: (): Promise<Card[]> => list('ProductsCategory', 'card'),

    /** All product types of all categories; a type's parentID is its category. */
    listProductTypes: (): Promise<Card[]> => list('ProductsTypes', 'card'),

    /** A category and its types. */
    getProductTypesOf: (categoryId: string): Promise<Children> =>
      getChildren('ProductsTypes', 'card', 'ProductsCategory', categoryId),

    /** A category with its text. */
    getProductCategory: (postId: string): Promise<Post> => getDetails('ProductsCategory', postId),

    /** A type with its text; its parentID is its category. */
    getProductType: (postId: string): Promise<Post> => getDetails('ProductsTypes', postId),

    /** A type and its products. */
    getProductsOf: (typeId: string): Promise<Children<ProductCard>> =>
      getChildren('Products', 'productCard', 'ProductsTypes', typeId),

    /** The products of one type; possibly none. */
    listProductsOf: (typeId: string): Promise<ProductCard[]> =>
      listOf('Products', 'productCard', typeId),

    /** One product of the catalogue; its parentID is its type. */
    getProduct: (postId: string): Promise<Product> => getProduct('Products', postId),

    /** The banner image of the all-solution-products screen. */
    findProductsBanner: (): Promise<Card | null> => findFirst('ProductsCateBackground', 'card'),

    /** A solution and all its products, for the all-solution-products screen. */
    getAllSolutionProducts: (solutionId: string): Promise<Children<ProductCard>> =>
      getChildren('SolProductsBackground', 'productCard', 'Solutions', solutionId, 'cardWithSpecs'),

    /** The products shown on a solution's own screen. */
    listSolutionProducts: (solutionId: string): Promise<ProductCard[]> =>
      listOf('SolProducts', 'productCard', solutionId),

    /** The products of a solution whose ID comes from an address. */
    lookUpSolutionProducts: async (solutionId: string): Promise<ProductCard[]> => {
      requireId(solutionId)
      return read({ ...listQuery('SolProducts', solutionId), isLookUp: true }, 'productCard')
    },

    /**
     * One product as part of a solution; its parentID is the solution. Empty for a product that is only in the
     * catalogue.
     */
    getSolutionProduct,

    /** A slide's parentID may be the post that it shows. */
    listHomeSlides: (): Promise<Card[]> => list('HomeSlider', 'card'),

    /** The sections of a company screen, each a whole post. */
    listAbout: (): Promise<Post[]> => list('About', 'post'),
    listSustainability: (): Promise<Post[]> => list('Sustainability', 'post'),
    listWorkFields: (): Promise<Post[]> => list('WorkFields', 'post'),
    listCompanyGoals: (): Promise<Post[]> => list('CompanyGoals', 'post'),

    listSolutions: (): Promise<CardWithSpecs[]> => list('Solutions', 'cardWithSpecs'),
    getSolution: (postId: string): Promise<Post> => getDetails('Solutions', postId),

    /** A project's parentID may be the solution that it demonstrates. */
    listProjects: (): Promise<CardWithSpecs[]> => list('Projects', 'cardWithSpecs'),
    getProject: (postId: string): Promise<Post> => getDetails('Projects', postId),

    listServices: (): Promise<Card[]> => list('Services', 'card'),
    getService: (postId: string): Promise<Post> => getDetails('Services', postId),

    /** News and blog posts are sorted newest first; posts without a date come last. */
    listNews: (): Promise<ArticleCard[]> => list('News', 'articleCard'),
    getNews: (postId: string): Promise<Article> => getOne('News', 'article', postId),

    listBlog: (): Promise<ArticleCard[]> => list('Blog', 'articleCard'),
    getBlog: (postId: string): Promise<Article> => getOne('Blog', 'article', postId),

    /** Branches: posts with contact values, coordinates and opening hours. */
    listBranches: (): Promise<Branch[]> => list('Branches', 'branch'),
  }
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
  /** Whether a part of the address or the form names a post that does not exist. */
  hasMissingPosts?: boolean
}

export function createDependencies(): Dependencies {
  return { keys: new Set(), types: new Set(), isPartial: false }
}
