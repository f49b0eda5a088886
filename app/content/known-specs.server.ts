import type { Language } from '../language/languages'
import { optional, type Content, type ProductCard } from './content.server'

/**
 * The products of a list with their specifications and variants: those of the list itself, else what the
 * search index knows from their details, for a content API whose lists have none.
 * @param language of the list
 */
export async function withKnownSpecs<P extends ProductCard>(
  products: P[],
  language: Language,
  { readIndex }: Pick<Content, 'readIndex'>,
): Promise<P[]> {
  const hasOwn = products.some(
    ({ postSpecs, postVariants }) => postSpecs.length > 0 || postVariants.length > 0,
  )
  if (hasOwn || products.length === 0) return products
  const ids = products.map(({ postID }) => postID)
  const known = await optional(
    readIndex({ needs: 'filled' }, (index) => index.specsOf(ids, language)),
  )
  if (!known || known.found.size === 0) return products
  return products.map((product) => {
    const found = known.found.get(product.postID)
    return found ? { ...product, postSpecs: found.specs, postVariants: found.variants } : product
  })
}
