import { addresses } from '../addresses'
import { anchorsOf } from '../content/anchors'
import type { Branch } from '../content/content.server'
import { pageSize } from '../content/paging'

/** Where a branch's card is. */
interface CardPlace {
  /** The card's id in its page. */
  anchor: string
  /** Which page of the list it stands on, from 1 on. */
  page: number
}

/**
 * Branches with the places of their cards.
 * @param branches all of them, in the API's order
 */
export function placeCards(branches: Branch[]): (CardPlace & { branch: Branch })[] {
  const anchors = anchorsOf(
    'branch',
    branches.map(({ postID }) => postID),
  )
  return branches.map((branch, at) => ({
    branch,
    anchor: anchors[at] ?? '',
    page: Math.floor(at / pageSize) + 1,
  }))
}

/** The path of a card from anywhere in the site. @param query what its page needs besides */
export function cardPath({ anchor, page }: CardPlace, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ ...query, ...(page > 1 && { page: String(page) }) })
  return `${addresses.branches()}${search.size > 0 ? `?${search}` : ''}#${encodeURIComponent(anchor)}`
}
