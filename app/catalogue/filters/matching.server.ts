import type { Facet } from './facets.server'
import type { Filter } from './selection.server'
import { noCell, type SpecIndex } from './spec-index.server'
import { overlaps } from './spec-values.server'

/**
 * Rows of a list that match its filters. A product matches if one of its rows matches all filters.
 */
export interface Matches {
  /** Number of failed filters by row. */
  misses: Uint8Array
  /** The number of one failed filter, by row. */
  missed: Uint8Array
  /** Filter slugs by number. */
  slugs: string[]
}

export function matchRows({ productOfRow }: SpecIndex, filters: readonly Filter[]): Matches {
  const misses = new Uint8Array(productOfRow.length)
  const missed = new Uint8Array(productOfRow.length)
  for (const [number, filter] of filters.entries()) {
    const isMatch = matchCells(filter)
    const { cellOfRow } = filter.facet.label
    for (let row = 0; row < cellOfRow.length; row += 1) {
      if (isMatch[cellOfRow[row] ?? noCell]) continue
      misses[row] = (misses[row] ?? 0) + 1
      missed[row] = number
    }
  }
  return { misses, missed, slugs: filters.map(({ facet }) => facet.label.slug) }
}

/** Returns for each cell of the filter's label whether one of its values is chosen. */
function matchCells({ facet, choices, ranges }: Filter): boolean[] {
  return facet.label.cells.map(({ values }, cell) => {
    const isChosen = facet.choicesOfCell[cell]?.some((choice) => choices.includes(choice))
    const isInRange = values.some(
      ({ interval }) => interval && ranges.some((range) => overlaps(range, interval)),
    )
    return isChosen === true || isInRange
  })
}

/** Lists the numbers of the matching products, in list order. */
export function matchingProducts({ productOfRow }: SpecIndex, { misses }: Matches): number[] {
  const products: number[] = []
  for (const [row, product] of productOfRow.entries()) {
    if (misses[row] === 0 && products.at(-1) !== product) products.push(product)
  }
  return products
}

/**
 * Counts for each choice of a facet the products that would match if it were the only choice there,
 * with all other filters unchanged.
 */
export function countChoices({ productOfRow }: SpecIndex, facet: Facet, matches: Matches) {
  const { misses, missed, slugs } = matches
  const own = slugs.indexOf(facet.label.slug)
  const { cellOfRow } = facet.label
  const counts = facet.choices.map(() => 0)
  const lastProduct = facet.choices.map(() => -1)
  for (const [row, cell] of cellOfRow.entries()) {
    const isEligible = misses[row] === 0 || (misses[row] === 1 && missed[row] === own)
    const product = productOfRow[row] ?? 0
    for (const choice of (isEligible && facet.choicesOfCell[cell]) || []) {
      if (lastProduct[choice] === product) continue
      lastProduct[choice] = product
      counts[choice] = (counts[choice] ?? 0) + 1
    }
  }
  return counts
}

/** Lists the numbers of a product's variants that match all filters. */
export function matchingVariants(
  { productOfRow }: SpecIndex,
  { misses }: Matches,
  product: number,
): number[] {
  const first = productOfRow.indexOf(product)
  const variants: number[] = []
  for (let row = first; first >= 0 && productOfRow[row] === product; row += 1) {
    if (misses[row] === 0) variants.push(row - first)
  }
  return variants
}

/** Counts for each filter the products that would match without it. */
export function countWithout({ productOfRow }: SpecIndex, { misses, missed, slugs }: Matches) {
  const products = slugs.map(() => new Set<number>())
  for (const [row, product] of productOfRow.entries()) {
    if (misses[row] === 1) products[missed[row] ?? 0]?.add(product)
    if (misses[row] === 0) for (const found of products) found.add(product)
  }
  return products.map(({ size }) => size)
}
