import type { PageKind } from '../../server/site/analytics'
import type { PostKind } from '../../server/content/content-types'
import { screens, type Screen } from '../addresses'

interface ScreenFacts {
  /** The label of its page loads in the metrics. */
  timing: PageKind
  /** The translation key of its name, by which search finds it; null for a screen that search does not find. */
  name: `${string}.heading` | null
  /** The kind of its post in the search index; null for a screen without one. */
  post: PostKind | null
}

/** Properties of screens for search and measurements. Search finds the named ones in this order. */
export const screenFacts = {
  [screens.root]: { timing: 'home', name: null, post: null },
  [screens.home]: { timing: 'home', name: null, post: null },
  [screens.about]: { timing: 'other', name: 'about.heading', post: null },
  [screens.sustainability]: { timing: 'other', name: 'sustainability.heading', post: null },
  [screens.workFields]: { timing: 'other', name: 'workFields.heading', post: null },
  [screens.companyGoals]: { timing: 'other', name: 'companyGoals.heading', post: null },
  [screens.branches]: { timing: 'other', name: 'branches.heading', post: null },
  [screens.contact]: { timing: 'other', name: 'contact.heading', post: null },
  [screens.productsHome]: { timing: 'product-list', name: 'products.heading', post: null },
  [screens.productsCategories]: { timing: 'product-list', name: 'categories.heading', post: null },
  [screens.productsTypes]: { timing: 'product-list', name: null, post: 'type' },
  [screens.products]: { timing: 'product-list', name: null, post: 'type' },
  [screens.productDetails]: { timing: 'product', name: null, post: 'product' },
  [screens.solutions]: { timing: 'list', name: 'solutions.heading', post: null },
  [screens.solutionDetails]: { timing: 'article', name: null, post: 'solution' },
  [screens.allSolutionProducts]: { timing: 'product-list', name: null, post: null },
  [screens.productsDetails]: { timing: 'product', name: null, post: null },
  [screens.projects]: { timing: 'list', name: 'projects.heading', post: null },
  [screens.projectDetails]: { timing: 'article', name: null, post: 'project' },
  [screens.services]: { timing: 'list', name: 'services.heading', post: null },
  [screens.serviceDetails]: { timing: 'article', name: null, post: 'service' },
  [screens.news]: { timing: 'list', name: 'news.heading', post: null },
  [screens.newsDetails]: { timing: 'article', name: null, post: 'news' },
  [screens.blog]: { timing: 'list', name: 'blog.heading', post: null },
  [screens.blogDetails]: { timing: 'article', name: null, post: 'blog' },
  [screens.documents]: { timing: 'list', name: 'documents.heading', post: null },
  [screens.search]: { timing: 'search', name: null, post: null },
  [screens.compare]: { timing: 'other', name: null, post: null },
  [screens.quoteList]: { timing: 'other', name: null, post: null },
  [screens.quickList]: { timing: 'other', name: 'quickList.heading', post: null },
  [screens.enquiry]: { timing: 'other', name: null, post: null },
  [screens.enquirySent]: { timing: 'other', name: null, post: null },
  [screens.privacy]: { timing: 'other', name: 'privacy.heading', post: null },
  [screens.error]: { timing: 'other', name: null, post: null },
  [screens.loading]: { timing: 'other', name: null, post: null },
  [screens.offline]: { timing: 'other', name: null, post: null },
} as const satisfies Record<Screen, ScreenFacts>

/** The screens that search finds by their names, which are not content. */
export const namedScreens = Object.entries(screenFacts).flatMap(([screen, { name }]) =>
  name === null ? [] : [{ path: `/${screen}`, name }],
)

/**
 * Returns the screen of a route. @param path of the route, as in routes.ts; @returns null for a route without a screen
 */
export function screenOfRoute(path = ''): Screen | null {
  return Object.values(screens).find((screen) => screen === path) ?? null
}
