import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { addresses, screens } from '../addresses'

/** The route whose content decides which main-menu link it belongs to, and that part of its data. */
const productsDetails = 'routes/products-details'
export interface MenuPlace {
  menuLink: string
}

/**
 * The main-menu link that each nested screen belongs to, unless its data says otherwise; by the
 * first segment of its path.
 */
const parentLinks = new Map([
  [firstSegment(screens.newsDetails), addresses.news()],
  [firstSegment(screens.solutionDetails), addresses.solutions()],
  [firstSegment(screens.allSolutionProducts), addresses.solutions()],
  [firstSegment(screens.projectDetails), addresses.projects()],
  [firstSegment(screens.productsCategories), addresses.productsHome()],
  [firstSegment(screens.productsTypes), addresses.productsHome()],
  [firstSegment(screens.products), addresses.productsHome()],
  [firstSegment(screens.productDetails), addresses.productsHome()],
  [firstSegment(screens.productsDetails), addresses.solutions()],
  [firstSegment(screens.serviceDetails), addresses.services()],
  [firstSegment(screens.blogDetails), addresses.blog()],
])

/** Marks the menu links of the current screen. @returns as ariaCurrentOf */
export function useAriaCurrent() {
  const { pathname } = useLocation()
  const data = useRouteLoaderData<MenuPlace>(productsDetails)
  return (to: string) => ariaCurrentOf(to, pathname, data?.menuLink)
}

/**
 * The aria-current value of a menu link.
 * @param to the link's path
 * @param pathname the current screen's path
 * @param menuLink the link that the screen belongs to by its content
 * @returns 'page' for the current screen, 'true' for the menu entry that it belongs to
 */
export function ariaCurrentOf(
  to: string,
  pathname: string,
  menuLink?: string,
): 'page' | 'true' | undefined {
  const current = pathname === `/${screens.home}` ? addresses.home() : pathname
  if (current === to) return 'page'
  const parent = menuLink ?? parentLinks.get(firstSegment(current.slice(1)))
  return parent === to ? 'true' : undefined
}

function firstSegment(path: string) {
  return path.split('/')[0] ?? ''
}
