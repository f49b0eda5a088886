import { addresses } from '../addresses'
import type { Crumb } from '../components/breadcrumbs'
import { NotFound, type Content } from '../content/content.server'
import { findProduct } from './compared-products.server'
import type { DocumentsSelection } from './documents-address'
import { crumbOf } from './product-place.server'

/**
 * The product or solution that a list of documents is restricted to.
 * @returns null for the documents of all
 * @throws NotFound when there is no such product or solution
 */
export async function findDocumentsOwner(
  content: Content,
  { solution, product }: DocumentsSelection,
): Promise<Crumb | null> {
  if (solution) return crumbOf(await content.getSolution(solution), addresses.solution(solution))
  if (!product) return null
  const found = await findProduct(content, product)
  if (!found) throw new NotFound(`There is no product ${JSON.stringify(product)}`)
  if (found instanceof Error) throw found
  return crumbOf(found.product, found.to)
}
