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
  let read = await products.next()
  for (; !read.done; read = await products.next()) {
    for (const product of read.value) {
      part += (isFirst ? '' : ',\n') + JSON.stringify(product)
      isFirst = false
      if (part.length < partLength) continue
      yield part
      part = ''
    }
  }
  const removed = read.value.removed.map(({ id, removedAt }) => ({
    id,
    removedAt: new Date(removedAt).toISOString(),
  }))
  const { isComplete } = read.value
  yield `${part}\n],${JSON.stringify({ removed, isComplete }).slice(1)}\n`
}
