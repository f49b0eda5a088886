import { pictureLinkOf } from '../content/cards.server'
import { optional, type Card, type Content } from '../content/content.server'

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
  const asked = categories
    .flatMap(({ postID }) => (typesOf.get(postID) ?? []).slice(0, shownTypes))
    .slice(0, maxLists)
  const lists = new Map(
    await Promise.all(
      asked.map(async ({ postID }) => {
        const products = await optional(content.listProductsOf(postID))
        return [postID, (products ?? []).slice(0, shownProducts)] as const
      }),
    ),
  )
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
