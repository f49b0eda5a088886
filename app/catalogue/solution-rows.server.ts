import { linkItemOf, specPageOf, type CardPage, type LinkItem } from '../content/cards.server'
import type { SpecCardView } from '../content/cards.server'
import { optional, type Content } from '../content/content.server'

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
 * for each solution of that page, all at once.
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
  const rows = cards.map(async (solution): Promise<SolutionRow> => {
    const products = await optional(content.listSolutionProducts(solution.postID))
    const project = projects?.find(({ parentID }) => parentID === solution.postID)
    return {
      ...solution,
      products: (products ?? []).slice(0, shownProducts).map(linkItemOf),
      ...(project && { project: linkItemOf(project) }),
    }
  })
  return { cards: await Promise.all(rows), ...place }
}
