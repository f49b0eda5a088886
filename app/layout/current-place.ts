import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { addresses, screens, type Screen } from '../addresses'

/** The route whose content determines its main-menu link, and that part of its data. */
const productsDetails = 'routes/products-details'
export interface MenuPlace {
  menuLink: string
}

/**
 * The main-menu link of each nested screen by the first segment of its path, unless its data
 * overrides it.
 */
const parents: [Screen, string][] = [
  [screens.compare, addresses.productsHome()],
  [screens.documents, addresses.productsHome()],
  [screens.privacy, addresses.about()],
  [screens.newsDetails, addresses.news()],
  [screens.solutionDetails, addresses.solutions()],
  [screens.allSolutionProducts, addresses.solutions()],
  [screens.projectDetails, addresses.projects()],
  [screens.productsCategories, addresses.productsHome()],
  [screens.productsTypes, addresses.productsHome()],
  [screens.products, addresses.productsHome()],
  [screens.productDetails, addresses.productsHome()],
  [screens.productsDetails, addresses.solutions()],
  [screens.serviceDetails, addresses.services()],
  [screens.blogDetails, addresses.blog()],
]
const parentLinks = new Map(parents.map(([screen, link]) => [firstSegment(screen), link]))

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
