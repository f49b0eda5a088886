import { addresses } from '../addresses'
import { optional, type Card, type Content } from './content.server'

/**
 * The canonical paths of products of solutions: a product that the catalogue has as well, under the same id
 * and title, has its page there.
 * @returns by postID; null as long as the search index does not know the catalogue
 */
export async function canonicalPathsOf(
  products: Pick<Card, 'postID' | 'postTitle'>[],
  { lang, readIndex }: Pick<Content, 'lang' | 'readIndex'>,
): Promise<Map<string, string> | null> {
  const ids = products.map(({ postID }) => postID)
  const titles = await optional(
    readIndex({ needs: 'lists', isSubject: true }, (index) => index.titlesOf('product', ids, lang)),
  )
  if (titles?.isWhole === false) return null
  return new Map(
    products.map(({ postID, postTitle }) => [
      postID,
      titles?.found.get(postID) === postTitle
        ? addresses.product(postID)
        : addresses.productByPost(postID),
    ]),
  )
}
