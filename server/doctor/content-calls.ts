import PQueue from 'p-queue'
import type { ContentType } from '../config.ts'
import {
  contentLanguages,
  createContentCalls,
  firstPostOf,
  rootParent,
  type ContentLanguage,
  type ContentQuery,
  type ReadContent,
} from '../content/content-calls.ts'
import type { ContentSource } from '../content/content-source.ts'
import { ContentUnavailable } from '../content/failures.ts'
import type { Reading } from '../content/parse/parser.ts'

/** The API is also serving visitors. */
const concurrentCalls = 2

/** So many parents are tried until one has posts. */
const triedParents = 3

/** A content call, and what came of it. */
export interface Call {
  query: ContentQuery
  language: ContentLanguage
  /** With waiting for the response and reading it, ms. */
  ms: number
  result: Reading<unknown> | ContentUnavailable
}

/**
 * Makes each kind of content call that screens make, in both languages. If the first two fail alike, no others
 * are made.
 */
export async function makeContentCalls(source: Pick<ContentSource, 'inspect'>): Promise<Call[]> {
  const queue = new PQueue({ concurrency: concurrentCalls })
  const made: Call[] = []

  function readerOf(language: ContentLanguage): ReadContent {
    return (query, shape) =>
      queue.add(async () => {
        const start = performance.now()
        const record = (result: Call['result']) =>
          made.push({ query, language, ms: Math.round(performance.now() - start), result })
        try {
          const reading = await source.inspect(language, query, shape)
          record(reading)
          return reading.items
        } catch (error) {
          if (error instanceof ContentUnavailable) record(error)
          throw error
        }
      })
  }

  const trial = createContentCalls(readerOf(contentLanguages[0]))
  await optional(trial.findContact())
  if (hasFailed(made)) await optional(trial.listProductCategories())
  if (made.length === 2 && made.every(({ result }) => result instanceof ContentUnavailable)) {
    return made
  }
  made.length = 0
  await Promise.all(contentLanguages.map((language) => makeCallsOf(readerOf(language))))
  return made
}

async function makeCallsOf(read: ReadContent) {
  const calls = createContentCalls(read)
  const [categories, types, news, blog, services, projects, solutions] = await Promise.all([
    optional(calls.listProductCategories()),
    optional(calls.listProductTypes()),
    optional(calls.listNews()),
    optional(calls.listBlog()),
    optional(calls.listServices()),
    optional(calls.listProjects()),
    optional(calls.listSolutions()),
    optional(calls.findContact()),
    optional(calls.findFooter()),
    optional(calls.findProductsBanner()),
    optional(calls.listHomeSlides()),
    optional(calls.listAbout()),
    optional(calls.listSustainability()),
    optional(calls.listWorkFields()),
    optional(calls.listCompanyGoals()),
    optional(calls.listBranches()),
  ])

  /** The posts of the first parent that has some. Without one, asks whether the type has any post at all. */
  async function childrenOf(type: ContentType, parents: Identified[] | null) {
    for (const { postID } of parents?.slice(0, triedParents) ?? []) {
      const query = { check: 'getPost', type, PostId: '', ParentId: postID, Pno: '-1' } as const
      const children = await optional(read(query, 'productCard'))
      if (children && children.length > 0) return children
    }
    await optional(read(firstPostOf(type), 'anything'))
    return null
  }

  const [products, solutionProducts] = await Promise.all([
    childrenOf('Products', types),
    childrenOf('SolProducts', solutions),
    childrenOf('SolProductsBackground', solutions),
    childrenOf('ProductsTypes', categories),
  ])

  const first = <T>(posts: Identified[] | null, get: (id: string) => Promise<T>) =>
    posts?.[0] && optional(get(posts[0].postID))
  await Promise.all([
    first(categories, calls.getProductCategory),
    first(types, calls.getProductType),
    first(products, calls.getProduct),
    first(solutionProducts, calls.getSolutionProduct),
    first(solutions, calls.getSolution),
    first(projects, calls.getProject),
    first(services, calls.getService),
    first(news, calls.getNews),
    first(blog, calls.getBlog),
  ])
}

interface Identified {
  postID: string
}

/** What went wrong is in the record of the call. */
function optional<T>(call: Promise<T>): Promise<T | null> {
  return call.catch(() => null)
}

function hasFailed(calls: Call[]) {
  return calls.some(({ result }) => result instanceof ContentUnavailable)
}

/** Whether a call asks for all posts of a type, those of a parent, or one whole post. */
export function kindOf({ check, ParentId }: ContentQuery) {
  if (check === 'getPostDetails') return 'details'
  return ParentId === rootParent ? 'list' : 'children'
}
