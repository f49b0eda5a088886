/** The words of the content API that both the rows and the answers are made of. */

export const languages = ['Ar', 'En'] as const
export type Language = (typeof languages)[number]

/** The ParentId that asks for all items of a type, and the parentID of items that have no parent. */
export const rootParent = 'NTROOT0'

/** The FbrnId of the one company whose content this is. */
export const companyId = '1'

/** Pno counts pages of this many items. */
export const pageSize = 20

/** Types of one page or block: with Pno 1 they give their first item, not a page of items. */
export const singleBlockTypes: ReadonlySet<string> = new Set([
  'ContactData',
  'Footer.Data',
  'ProductsCateBackground',
])

/**
 * Types whose lists carry every field: those without a detail screen of their own, and those whose
 * lists tell how long an article is or what a project measures.
 */
export const wholePostTypes: ReadonlySet<string> = new Set([
  'About',
  'Sustainability',
  'WorkFields',
  'CompanyGoals',
  'HomeSlider',
  'Branches',
  'News',
  'Blog',
  'Projects',
  'ContactData',
  'Footer.Data',
])

/** The products of a solution, under the two names that the screens ask for them by. */
export const solutionProductTypes: readonly string[] = ['SolProducts', 'SolProductsBackground']
