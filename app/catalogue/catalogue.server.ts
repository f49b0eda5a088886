import {
  optional,
  type Card,
  type Post,
  type Content,
  type Product,
  readOptionalLists,
} from '../content/content.server'
import { findHasDocuments, withFiles } from '../views/file-facts.server'
import { availabilityWords } from '../views/availability.server'
import { productViewOf } from '../views/product-view.server'
import { postViewOf } from '../views/post-view.server'
import {
  linkItemOf,
  specPageOf,
  type CardPage,
  type LinkItem,
  type SpecCardView,
  pictureLinkOf,
} from '../views/card-views.server'
import { type Language, otherLanguage } from '../language/languages'
import { addresses } from '../addresses'
import type { Crumb } from '../components/screen-heading'
import { allProductsPath } from './solution-heading'
import { relationsOf } from '../site/search.server'

/** A category's or type's text, with its picture. */
export interface ParentText {
  html: string
  postImage: string
  /** Set if it is not the page's language. */
  language?: Language
}

/**
 * Finds the text of a list's category or type, for the list's first page.
 * @param parent null if unknown: nothing is requested, so that made-up IDs cost no further call
 * @returns null without a text, and when its call failed
 */
export async function findParentText(
  parent: Card | null,
  page: number,
  getPost: (id: string) => Promise<Post>,
  pageLanguage: Language,
): Promise<ParentText | null> {
  if (!parent || page > 1) return null
  const post = await optional(getPost(parent.postID))
  if (!post || post.postDetails === '') return null
  const { postDetails, postImage, language } = postViewOf(post, pageLanguage)
  return {
    html: postDetails,
    postImage,
    ...(language && { language }),
  }
}

/** The known position of a product type in the catalogue. */
interface ProductPlace {
  category: Card | undefined
  type: Card | undefined
  /** The other types of its category. */
  siblings: Card[]
}

/** Reads the categories and types of the catalogue; null for an unavailable list. */
export async function readCatalogue(content: Content) {
  const [categories, types] = await Promise.all([
    optional(content.listProductCategories()),
    optional(content.listProductTypes()),
  ])
  return { categories, types }
}

export function placeOfType(
  { categories, types }: Awaited<ReturnType<typeof readCatalogue>>,
  typeId: string,
): ProductPlace {
  const type = types?.find(({ postID }) => postID === typeId)
  const category = categories?.find(({ postID }) => postID === type?.parentID)
  const siblings = category
    ? (types ?? []).filter(
        ({ parentID, postID }) => parentID === category.postID && postID !== typeId,
      )
    : []
  return { category, type, siblings }
}

/** Builds the breadcrumbs to a place: its category and type, where known. */
export function crumbsOf({ category, type }: Partial<ProductPlace>): Crumb[] {
  return [
    ...(category ? [crumbOf(category, addresses.productTypes(category.postID))] : []),
    ...(type ? [crumbOf(type, addresses.productsOfType(type.postID))] : []),
  ]
}

/** Builds the breadcrumb of a post. */
export function crumbOf({ postTitle, language }: Card, to: string): Crumb {
  return { title: postTitle, to, ...(language && { language }) }
}

/** A solution in the list of solutions. */
export interface SolutionRow extends SpecCardView {
  /** Its first products; empty if they are unavailable. */
  products: LinkItem[]
  /** An example project: the first one whose parent is this solution. */
  project?: LinkItem
}

/** Number of products named for each solution. */
const maxProductsOfSolution = 3

/**
 * Reads one page of the list of solutions. Besides two lists shared with other screens, it makes
 * one optional call per solution on the page.
 */
export async function readSolutionPage(
  content: Content,
  request: Request,
): Promise<CardPage<SolutionRow>> {
  const [solutions, projects] = await Promise.all([
    content.listSolutions(),
    optional(content.listProjects()),
  ])
  const { cards, ...place } = specPageOf(solutions, request, content.lang)
  const products = new Map<string, Card[] | null>()
  const ids = cards.map(({ postID }) => postID)
  for await (const [id, list] of readOptionalLists(ids, content.listSolutionProducts)) {
    products.set(id, list)
  }
  const rows = cards.map((solution): SolutionRow => {
    const project = projects?.find(({ parentID }) => parentID === solution.postID)
    return {
      ...solution,
      products: (products.get(solution.postID) ?? [])
        .slice(0, maxProductsOfSolution)
        .map(linkItemOf),
      ...(project && { project: linkItemOf(project) }),
    }
  })
  return { cards: rows, ...place }
}

/** Number of products shown per category. */
const maxProductsOfCategory = 4

/** Number of types that they come from; each costs a call. */
const shownTypes = 2

/** Maximum number of product lists requested per page. */
const maxLists = 24

/** Lists the categories that have types; all of them while the types are unavailable. */
export async function listFilledCategories(content: CategoryLists): Promise<Card[]> {
  return (await divideCategories(content)).filled
}

/** Lists all categories, those that have no types yet last: their pages may have a text. */
export async function listCategories(content: CategoryLists): Promise<Card[]> {
  const { filled, empty } = await divideCategories(content)
  return [...filled, ...empty]
}

type CategoryLists = Pick<Content, 'listProductCategories' | 'listProductTypes'>

async function divideCategories(content: CategoryLists) {
  const [categories, types] = await Promise.all([
    content.listProductCategories(),
    optional(content.listProductTypes()),
  ])
  const parents = new Set(types?.map(({ parentID }) => parentID))
  const isFilled = ({ postID }: Card) => parents.size === 0 || parents.has(postID)
  return {
    filled: categories.filter(isFilled),
    empty: categories.filter((category) => !isFilled(category)),
  }
}

/**
 * Reads some products of each category from its first types, by category ID. Each list is the one
 * of the type's screen, and optional; beyond `maxLists`, categories have none.
 * @param typesOf the types by category; possibly none
 */
export async function readCategoryProducts(
  content: Content,
  categories: Card[],
  typesOf: Map<string, Card[]>,
) {
  const typeIds = categories
    .flatMap(({ postID }) => (typesOf.get(postID) ?? []).slice(0, shownTypes))
    .slice(0, maxLists)
    .map(({ postID }) => postID)
  const lists = new Map<string, Card[]>()
  for await (const [typeId, products] of readOptionalLists(typeIds, content.listProductsOf)) {
    lists.set(typeId, (products ?? []).slice(0, maxProductsOfCategory))
  }
  return (category: Card) => {
    const ofTypes = (typesOf.get(category.postID) ?? []).map(
      ({ postID }) => lists.get(postID) ?? [],
    )
    // A product may be in several types.
    const products = new Map(inTurn(ofTypes).map((product) => [product.postID, product]))
    return [...products.values()].slice(0, maxProductsOfCategory).map(pictureLinkOf)
  }
}

/** Interleaves lists: all first items, then all second ones, and so on. */
function inTurn<T>(lists: T[][]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()
}

/**
 * Returns the paths of a solution's products screen by language, with the title in that language.
 * The other language's path is included if the search index knows the solution.
 */
export async function allProductsPathsOf(
  solution: Pick<Card, 'postID' | 'postTitle'>,
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Partial<Record<Language, string>>> {
  const { postID } = solution
  const other = otherLanguage(lang)
  const titles = await optional(
    readIndex({ needs: 'lists' }, (index) => index.titlesOf('solution', [postID], other)),
  )
  const title = titles?.found.get(postID)
  return {
    [lang]: allProductsPath(solution),
    ...(title && { [other]: allProductsPath({ postID, postTitle: title }) }),
  }
}

/** Builds what both screens of a product show of it; without the search index, with fewer links. */
export async function productPartsOf(product: Product, content: Content) {
  const [post, relations] = await Promise.all([
    withFiles(productViewOf(product, content.lang, availabilityWords(content)), content),
    relationsOf(product, content),
  ])
  const lacksFiles = post.postFiles.length === 0 && (await findHasDocuments(content))
  return { post, relations, lacksFiles }
}
