import type { Facet } from './facets.server'
import type { Filter } from './selection.server'
import { noCell, type SpecIndex } from './spec-index.server'
import { overlaps } from './spec-values.server'

/** Which rows of a list match its filters. A product matches if one of its rows matches them all. */
export interface Matches {
  /** For each row the number of filters that it misses. */
  misses: Uint8Array
  /** For each row one filter that it misses, by its number. */
  missed: Uint8Array
  /** The filters' slugs, by their numbers. */
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

/** For each cell of the filter's label, whether one of its values is chosen. */
function matchCells({ facet, choices, ranges }: Filter): boolean[] {
  return facet.label.cells.map(({ values }, cell) => {
    const isChosen = facet.choicesOfCell[cell]?.some((choice) => choices.includes(choice))
    const isInRange = values.some(
      ({ interval }) => interval && ranges.some((range) => overlaps(range, interval)),
    )
    return isChosen === true || isInRange
  })
}

/** The numbers of the products that match, in the order of the list. */
export function matchingProducts({ productOfRow }: SpecIndex, { misses }: Matches): number[] {
  const products: number[] = []
  for (const [row, product] of productOfRow.entries()) {
    if (misses[row] === 0 && products.at(-1) !== product) products.push(product)
  }
  return products
}

/**
 * For each choice of a facet the number of products that would match if it were the only choice there,
 * with all other filters as they are.
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
