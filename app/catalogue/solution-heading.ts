import type { TFunction } from 'i18next'
import { addresses } from '../addresses'
import type { Card } from '../content/content.server'

type Solution = Pick<Card, 'postID' | 'postTitle' | 'isUntitled'>

/** The heading of a solution's products; without a title of its own, that of all products. */
export function productsHeading(solution: Solution | null | undefined, t: TFunction) {
  const { postTitle: title, isUntitled } = solution ?? {}
  return title && !isUntitled ? t('products.ofSolution', { title }) : t('products.heading')
}

/** The path of all products of a solution. */
export function allProductsPath({ postID, postTitle, isUntitled }: Solution) {
  return addresses.allSolutionProducts(postID, isUntitled ? '' : postTitle)
}
