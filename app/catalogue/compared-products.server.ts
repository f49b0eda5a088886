import { addresses } from '../addresses'
import { ContentUnavailable, NotFound, type Content, type Product } from '../content/content.server'

/** A product with the path of its own screen. */
export interface FoundProduct {
  product: Product
  to: string
}

/** The products of a comparison, as far as they can be read. */
interface FoundProducts {
  found: FoundProduct[]
  /** Number of ids without a product. */
  missing: number
  /** Number of products that are unavailable now. */
  unavailable: number
}

/**
 * The products of a comparison, in the order of their ids.
 * @throws ContentUnavailable when none could be read and some may exist
 */
export async function readCompared(content: Content, ids: string[]): Promise<FoundProducts> {
  const results = await Promise.all(ids.map((id) => findProduct(content, id)))
  const found = results.filter((result) => result !== null && 'product' in result)
  const failures = results.filter((result) => result instanceof ContentUnavailable)
  const [failure] = failures
  if (found.length === 0 && failure) throw failure
  return {
    found,
    missing: results.filter((result) => result === null).length,
    unavailable: failures.length,
  }
}

/** @returns null if there is no such product; a failure to read it, so that others can be shown */
export async function findProduct(
  content: Content,
  id: string,
): Promise<FoundProduct | ContentUnavailable | null> {
  const places = [
    { read: content.getProduct, addressOf: addresses.product },
    // A product of a solution need not be in the catalogue.
    { read: content.getSolutionProduct, addressOf: addresses.productByPost },
  ]
  for (const { read, addressOf } of places) {
    try {
      return { product: await read(id), to: addressOf(id) }
    } catch (failure) {
      if (failure instanceof ContentUnavailable) return failure
      if (!(failure instanceof NotFound)) throw failure
    }
  }
  return null
}
