import { linkItemOf, specPageOf, type CardPage, type LinkItem } from '../content/cards.server'
import type { SpecCardView } from '../content/cards.server'
import { optional, type Card, type Content } from '../content/content.server'
import { readOptionalLists } from '../content/optional-lists.server'

/** A solution in the list of solutions. */
export interface SolutionRow extends SpecCardView {
  /** The first of its products; none if they are unavailable. */
  products: LinkItem[]
  /** A project that is an example of it: the first one whose parent it is. */
  project?: LinkItem
}

/** Number of products named for each solution. */
const shownProducts = 3

/**
 * One page of the list of solutions. Besides two lists that other screens share, it takes one optional call
 * for each solution of that page.
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
      products: (products.get(solution.postID) ?? []).slice(0, shownProducts).map(linkItemOf),
      ...(project && { project: linkItemOf(project) }),
    }
  })
  return { cards: rows, ...place }
}
