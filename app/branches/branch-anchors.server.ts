import { addresses } from '../addresses'
import { anchorsOf } from '../content/anchors'
import type { Branch } from '../content/content.server'
import { pageSize } from '../content/paging'

/** The position of a branch in the list of branches. */
interface BranchAnchor {
  /** The id of the branch's element in its page. */
  anchor: string
  /** The page of the list, counted from 1. */
  page: number
}

/**
 * Assigns each branch its anchor and its page.
 * @param branches all of them, in the API's order
 */
export function withAnchors(branches: Branch[]): (BranchAnchor & { branch: Branch })[] {
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

/**
 * The path to a branch, with its page and anchor.
 * @param query additional query parameters
 */
export function branchPath({ anchor, page }: BranchAnchor, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ ...query, ...(page > 1 && { page: String(page) }) })
  return `${addresses.branches()}${search.size > 0 ? `?${search}` : ''}#${encodeURIComponent(anchor)}`
}
