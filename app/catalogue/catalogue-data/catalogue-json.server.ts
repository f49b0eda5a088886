import type { CatalogueHead } from './catalogue-response.server'
import { partLength, type ProductReading } from './read-products.server'

/** Writes the catalogue as JSON, as it is read: one product on each line. See catalogue-shape.server.ts. */
export async function* catalogueJson(
  products: ProductReading,
  head: CatalogueHead,
): AsyncGenerator<string, void> {
  // Without the brace that ends it.
  const start = `${JSON.stringify(head).slice(0, -1)},"products":[\n`
  let isFirst = true
  let part = start
  for await (const batch of products) {
    for (const product of batch) {
      part += (isFirst ? '' : ',\n') + JSON.stringify(product)
      isFirst = false
      if (part.length < partLength) continue
      yield part
      part = ''
    }
  }
  yield `${part}
]}
`
}
