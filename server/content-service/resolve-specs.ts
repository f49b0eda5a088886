import type { SampleCategory, Specifications, UnresolvedCategory } from './sample-format.ts'
import { SampleError } from './sample.ts'

/**
 * Gives the specs of a category's products their names and units.
 * @param name the category's file, for errors
 * @throws SampleError for a label that specifications.yaml does not have, and for a product without a value
 * for one of its type's key specs
 */
export function resolveSpecs(
  category: UnresolvedCategory,
  name: string,
  specifications: Specifications,
): SampleCategory {
  const labelOf = (slug: string, where: string) => {
    const label = specifications[slug]
    if (!label) {
      throw new SampleError(`${name}: ${where}: specifications.yaml has no label ${slug}`)
    }
    return label
  }
  return {
    ...category,
    types: category.types.map((type, typeAt) => {
      for (const slug of type.keySpecs) labelOf(slug, `types[${typeAt}].keySpecs`)
      const products = type.products.map((product, productAt) => {
        const where = `types[${typeAt}].products[${productAt}].specs`
        const missing = type.keySpecs.find((slug) => !Object.hasOwn(product.specs, slug))
        if (missing) {
          throw new SampleError(`${name}: ${where}: lacks ${missing}, a key spec of ${type.id}`)
        }
        const specs = Object.entries(product.specs).map(([slug, value]) => {
          const { name, unit } = labelOf(slug, where)
          return { name, value, unit }
        })
        return { ...product, specs }
      })
      return { ...type, products }
    }),
  }
}
