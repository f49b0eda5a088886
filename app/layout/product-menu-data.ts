import { truncateCatalogue } from '../catalogue/truncate-catalogue'
import { postsByParent } from '../catalogue/posts-by-parent'
import type { Card } from '../content/content.server'

/** A category of the product menu, with its types. */
export interface MenuCategory {
  id: string
  title: string
  types: { id: string; title: string }[]
}

/**
 * The product menu: every category that has a type, in the API's order, each with its types.
 * Types are matched to categories by parentID. A catalogue that is too long for every page is
 * truncated.
 */
export function productMenuOf(categories: Card[], types: Card[]): MenuCategory[] {
  const typesOf = postsByParent(types)
  const all = categories
    .map((category) => ({
      id: category.postID,
      title: category.postTitle,
      types: (typesOf.get(category.postID) ?? []).map((type) => ({
        id: type.postID,
        title: type.postTitle,
      })),
    }))
    .filter((category) => category.types.length > 0)
  return truncateCatalogue(all)
}
