import { addresses, screens } from '../addresses'

/** The main-menu link that each nested screen belongs to, by the first segment of its path. */
const parentLinks = new Map([
  [firstSegment(screens.newsDetails), addresses.news()],
  [firstSegment(screens.solutionDetails), addresses.solutions()],
  [firstSegment(screens.allSolutionProducts), addresses.solutions()],
  [firstSegment(screens.projectDetails), addresses.projects()],
  [firstSegment(screens.productsCategories), addresses.productsHome()],
  [firstSegment(screens.productsTypes), addresses.productsHome()],
  [firstSegment(screens.products), addresses.productsHome()],
  [firstSegment(screens.productDetails), addresses.productsHome()],
  [firstSegment(screens.productsDetails), addresses.productsHome()],
  [firstSegment(screens.serviceDetails), addresses.services()],
  [firstSegment(screens.blogDetails), addresses.blog()],
])

/**
 * The aria-current value of a menu link.
 * @param to the link's path
 * @param pathname the current screen's path
 * @returns 'page' for the current screen, 'true' for the menu entry that it belongs to
 */
export function ariaCurrentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  const current = pathname === `/${screens.home}` ? addresses.home() : pathname
  if (current === to) return 'page'
  return parentLinks.get(firstSegment(current.slice(1))) === to ? 'true' : undefined
}

function firstSegment(path: string) {
  return path.split('/')[0] ?? ''
}
