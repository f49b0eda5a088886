import { truncateCatalogue } from '../catalogue/truncate-catalogue'
import { postsByParent } from '../catalogue/posts-by-parent'
import type { Language } from '../language/languages'
import type { Card } from '../content/content.server'

/** A category of the product menu, with its types. */
export interface MenuCategory extends MenuEntry {
  types: MenuEntry[]
}

interface MenuEntry {
  id: string
  title: string
  /** Of the title, if that is not the page's. */
  language?: Language
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
      ...entryOf(category),
      types: (typesOf.get(category.postID) ?? []).map(entryOf),
    }))
    .filter((category) => category.types.length > 0)
  return truncateCatalogue(all)
}

function entryOf({ postID, postTitle, language }: Card): MenuEntry {
  return { id: postID, title: postTitle, ...(language && { language }) }
}
