import type { Pause, ProductCard, Spec } from '../../content/content.server'

/** What a product or one of its variants states under one label. */
export interface StatedSpec {
  /** The number of the product in its list. */
  product: number
  /** The number of the variant in the product; `noVariant` for the product itself. */
  variant: number
  /** Its position in its list of specifications. */
  position: number
  /** In the page's language. */
  spec: Spec
  /** In English; the same object if there is no translation. */
  english: Spec
}

export const noVariant = -1

/**
 * Visits all specifications of a list, in its order: of each product its own, then those of its variants.
 * Each is paired with its English translation by product and position, where both languages have the same
 * number of them.
 * @param english the same products in English; null if unavailable
 * @param visit gets the same object each time: a list has some hundred thousand specifications
 * @param pause awaited after each product
 */
export async function visitSpecs(
  products: readonly ProductCard[],
  english: readonly ProductCard[] | null,
  visit: (stated: Readonly<StatedSpec>) => void,
  pause: Pause,
) {
  const translations =
    english === products ? null : new Map(english?.map((post) => [post.postID, post]))
  const none: Spec = { name: '', value: '', unit: '' }
  const stated: StatedSpec = { product: 0, variant: 0, position: 0, spec: none, english: none }

  function visitList(product: number, variant: number, specs: Spec[], translated?: Spec[]) {
    const paired = translated?.length === specs.length ? translated : specs
    stated.product = product
    stated.variant = variant
    for (const [position, spec] of specs.entries()) {
      stated.position = position
      stated.spec = spec
      stated.english = paired[position] ?? spec
      visit(stated)
    }
  }

  for (const [number, product] of products.entries()) {
    const translation = translations?.get(product.postID)
    visitList(number, noVariant, product.postSpecs, translation?.postSpecs)
    const { postVariants: variants } = product
    const paired =
      translation?.postVariants.length === variants.length ? translation.postVariants : variants
    for (const [variant, { specs }] of variants.entries()) {
      visitList(number, variant, specs, paired[variant]?.specs)
    }
    await pause()
  }
}
