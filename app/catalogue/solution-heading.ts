import type { TFunction } from 'i18next'
import { addresses } from '../addresses'
import type { Card } from '../content/content.server'

type Solution = Pick<Card, 'postID' | 'postTitle' | 'isUntitled'>

/** Returns the heading of a solution's products; an untitled solution has that of all products. */
export function productsHeading(solution: Solution | null | undefined, t: TFunction) {
  const { postTitle: title, isUntitled } = solution ?? {}
  return title && !isUntitled ? t('products.ofSolution', { title }) : t('products.heading')
}

/** Returns the path of a solution's products screen. */
export function allProductsPath({ postID, postTitle, isUntitled }: Solution) {
  return addresses.allSolutionProducts(postID, isUntitled ? '' : postTitle)
}
