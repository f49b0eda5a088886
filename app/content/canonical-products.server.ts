import { getSite } from '../../server/site.ts'
import { addresses } from '../addresses'
import { optional, type Card, type Content } from './content.server'

/**
 * The canonical paths of products of solutions: a product that the catalogue has as well, under the same id
 * and title, has its page there. As far as the search index knows the catalogue.
 * @returns by postID
 */
export async function canonicalPathsOf(
  products: Pick<Card, 'postID' | 'postTitle'>[],
  { lang }: Pick<Content, 'lang'>,
): Promise<Map<string, string>> {
  const ids = products.map(({ postID }) => postID)
  const titles = await optional(getSite().search.titlesOf('product', ids, lang))
  return new Map(
    products.map(({ postID, postTitle }) => [
      postID,
      titles?.get(postID) === postTitle
        ? addresses.product(postID)
        : addresses.productByPost(postID),
    ]),
  )
}
