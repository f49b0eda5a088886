import type {
  SampleCategory,
  Specifications,
  UnresolvedCategory,
  UnresolvedSpecs,
} from './sample-format.ts'
import { SampleError } from './sample.ts'

/**
 * Gives the specs of a category's products and variants their names and units. The key specs of the
 * type come first, in its order, since cards and comparisons show the first ones; the others stay in
 * the file's order.
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

  function resolve(specs: UnresolvedSpecs, keySpecs: string[], where: string) {
    const own = Object.keys(specs)
    const slugs = new Set([...keySpecs.filter((slug) => own.includes(slug)), ...own])
    return [...slugs].flatMap((slug) => {
      const { name, unit } = labelOf(slug, where)
      const value = specs[slug]
      return value === undefined ? [] : [{ name, value, unit }]
    })
  }

  return {
    ...category,
    types: category.types.map((type, typeAt) => {
      const { keySpecs } = type
      for (const slug of keySpecs) labelOf(slug, `types[${typeAt}].keySpecs`)
      const products = type.products.map((product, productAt) => {
        const place = `types[${typeAt}].products[${productAt}]`
        const missing = keySpecs.find((slug) => !Object.hasOwn(product.specs, slug))
        if (missing) {
          throw new SampleError(
            `${name}: ${place}.specs: lacks ${missing}, a key spec of ${type.id}`,
          )
        }
        return {
          ...product,
          specs: resolve(product.specs, keySpecs, `${place}.specs`),
          variants: product.variants.map(({ code, specs }, at) => ({
            code,
            specs: resolve(specs, keySpecs, `${place}.variants[${at}].specs`),
          })),
        }
      })
      return { ...type, products }
    }),
  }
}
