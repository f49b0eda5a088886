import type { ApiCall } from './api-call.ts'

const categoryTitles = ['Protection', 'Low-voltage switchgear', 'Cables and accessories', 'MV']
const typeTitles = [
  'Miniature circuit breakers, 6 to 125 A',
  'Contactors',
  'Residual-current devices with overcurrent protection, RCBO',
  'XLPE',
]

/**
 * Content with only product categories (ids `c1`, `c2`, …) and types (`c1-t1`, `c1-t2`, …).
 * @returns the posts for a call
 */
export function largeCatalogue(categoryCount: number, typesPerCategory: number) {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const lists = new Map<string, unknown[]>([
    [
      'ProductsCategory',
      numbers(categoryCount).map((category) => ({
        postID: `c${category}`,
        postTitle: `${categoryTitles[category % categoryTitles.length]} ${category}`,
        parentID: 'NTROOT0',
      })),
    ],
    [
      'ProductsTypes',
      numbers(categoryCount).flatMap((category) =>
        numbers(typesPerCategory).map((type) => ({
          postID: `c${category}-t${type}`,
          postTitle: `${typeTitles[(category + type) % typeTitles.length]} ${category}.${type}`,
          parentID: `c${category}`,
        })),
      ),
    ],
  ])
  return ({ type }: ApiCall) => lists.get(type) ?? []
}
