import { createPageBudget } from '../../server/text/page-bytes'
import { postsByParent } from '../posts/list-views'
import type { Language } from '../language/languages'
import type { Card } from '../content/content.server'

/** A category of the product menu, with its types. */
export interface MenuCategory extends MenuEntry {
  types: MenuEntry[]
}

interface MenuEntry {
  id: string
  title: string
  /** Set if the title is not in the page's language. */
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

/**
 * Maximum number of categories and types together that one page lists; the others have their own
 * pages.
 */
export const maxCatalogueEntries = 400

/** Their maximum size on the page. */
const maxBytes = 150_000

/** The first categories with their types, up to the limits of one page. */
export function truncateCatalogue<T, C extends { types: T[] | null }>(categories: C[]): C[] {
  const fits = createBudget()
  return categories.flatMap((category) => {
    if (!fits({ ...category, types: null })) return []
    const firstOmitted = category.types?.findIndex((type) => !fits(type)) ?? -1
    const types = firstOmitted < 0 ? category.types : category.types?.slice(0, firstOmitted)
    return [{ ...category, types: types ?? null }]
  })
}

/** @returns whether an entry fits beside those that did */
export function createBudget() {
  let entries = maxCatalogueEntries
  const fits = createPageBudget(maxBytes)
  return (entry: unknown) => {
    entries -= 1
    return entries >= 0 && fits(entry)
  }
}
