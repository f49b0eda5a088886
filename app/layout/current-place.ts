import { addresses, screens } from '../addresses'

/** Where the main menu has a screen that others lie under, by the first word of their paths. */
const places = new Map([
  [firstWord(screens.newsDetails), addresses.news()],
  [firstWord(screens.solutionDetails), addresses.solutions()],
  [firstWord(screens.allSolutionProducts), addresses.solutions()],
  [firstWord(screens.projectDetails), addresses.projects()],
  [firstWord(screens.productsCategories), addresses.productsHome()],
  [firstWord(screens.productsTypes), addresses.productsHome()],
  [firstWord(screens.products), addresses.productsHome()],
  [firstWord(screens.productDetails), addresses.productsHome()],
  [firstWord(screens.productsDetails), addresses.productsHome()],
  [firstWord(screens.serviceDetails), addresses.services()],
  [firstWord(screens.blogDetails), addresses.blog()],
])

/**
 * What a menu's link says of itself in aria-current.
 * @param to where it leads
 * @param pathname the screen that is shown
 * @returns 'page' for that screen itself, 'true' for the place it lies under
 */
export function currentMark(to: string, pathname: string): 'page' | 'true' | undefined {
  const shown = pathname === `/${screens.home}` ? addresses.home() : pathname
  if (shown === to) return 'page'
  return places.get(firstWord(shown.slice(1))) === to ? 'true' : undefined
}

function firstWord(path: string) {
  return path.split('/')[0] ?? ''
}
