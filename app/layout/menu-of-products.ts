import type { Card } from '../content.server'

/** A line of the products menu: a category, with its types. */
export interface MenuCategory {
  id: string
  title: string
  types: { id: string; title: string }[]
}

/**
 * The products menu: every category that has a type, in the API's order, each with its types.
 * Types are matched to categories by parentID.
 */
export function menuOf(categories: Card[], types: Card[]): MenuCategory[] {
  const typesOf = new Map<string, MenuCategory['types']>()
  for (const { postID, postTitle, parentID } of types) {
    const siblings = typesOf.get(parentID) ?? []
    typesOf.set(parentID, [...siblings, { id: postID, title: postTitle }])
  }
  return categories
    .map((category) => ({
      id: category.postID,
      title: category.postTitle,
      types: typesOf.get(category.postID) ?? [],
    }))
    .filter((category) => category.types.length > 0)
}
