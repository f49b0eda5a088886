import { addresses } from '../addresses'
import type { Crumb } from '../components/breadcrumbs'
import { optional, type Card, type Content } from '../content/content.server'

/** The position of a product type in the catalogue, as far as it is known. */
interface ProductPlace {
  category: Card | undefined
  type: Card | undefined
  /** The other types of its category. */
  siblings: Card[]
}

/** The categories and types of the catalogue; null for an unavailable list. */
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

/** The breadcrumbs of a place: its category, then its type, without those that are missing. */
export function crumbsOf({ category, type }: Partial<ProductPlace>): Crumb[] {
  return [
    ...(category ? [crumbOf(category, addresses.productTypes(category.postID))] : []),
    ...(type ? [crumbOf(type, addresses.productsOfType(type.postID))] : []),
  ]
}

/** The breadcrumb of a post. */
export function crumbOf({ postTitle, language }: Card, to: string): Crumb {
  return { title: postTitle, to, ...(language && { language }) }
}
