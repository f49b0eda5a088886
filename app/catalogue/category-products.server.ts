import { pictureLinkOf } from '../content/cards.server'
import type { Card, Content } from '../content/content.server'
import { readOptionalLists } from '../content/optional-lists.server'

/** Number of products shown of a category. */
const shownProducts = 4

/** Their number of types: variety, for a call each. */
const shownTypes = 2

/** Maximum number of product lists that one page asks for. */
const maxLists = 24

/**
 * Some products of each category, from its first types, by the category's id. Each list is the one of the
 * type's own screen, and optional; after `maxLists` of them the other categories have none.
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
    lists.set(typeId, (products ?? []).slice(0, shownProducts))
  }
  return (category: Card) => {
    const ofTypes = (typesOf.get(category.postID) ?? []).map(
      ({ postID }) => lists.get(postID) ?? [],
    )
    // A product may be in several types.
    const products = new Map(inTurn(ofTypes).map((product) => [product.postID, product]))
    return [...products.values()].slice(0, shownProducts).map(pictureLinkOf)
  }
}

/** The first items of all lists, then the second ones, and so on. */
function inTurn<T>(lists: T[][]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()
}
