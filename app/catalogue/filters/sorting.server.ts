import type { ProductCard } from '../../content/content.server'
import type { Language } from '../../language/languages'
import { collatorOf } from './collation.server'
import type { Cell } from './label-cells.server'
import type { Order } from './selection.server'
import { noCell, type Label, type SpecIndex } from './spec-index.server'

/** What a product is sorted by; null if it has nothing under the label. */
type SortKey = number | string | null

/**
 * Sorts products of a list: numbers by the lowest one, then words by the alphabet of the language.
 * Products without a value come last in both directions, equal ones keep the order of the list.
 * @param numbers the products' numbers in the list
 * @returns the same numbers, sorted
 */
export function sortProducts(
  numbers: number[],
  { label, isDescending }: Order,
  products: readonly ProductCard[],
  index: SpecIndex,
  language: Language,
): number[] {
  const keys = label ? sortKeysOf(label, index) : products.map(({ postTitle }) => postTitle)
  const compare = keyOrder(language)
  const sign = isDescending ? -1 : 1
  return [...numbers].sort((a, b) => {
    const [first = null, second = null] = [keys[a], keys[b]]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return sign * compare(first, second)
  })
}

function keyOrder(language: Language) {
  const collator = collatorOf(language)
  return (a: number | string, b: number | string) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b
    if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b)
    return typeof a === 'number' ? -1 : 1
  }
}

/** The key of each product: of its own value, else of the first of its variants in order. */
function sortKeysOf({ cells, cellOfRow, cellOfProduct }: Label, { productOfRow }: SpecIndex) {
  const keyOfCell = cells.map(sortKeyOf)
  const keys: SortKey[] = Array.from(cellOfProduct, (cell) => keyOfCell[cell] ?? null)
  for (const [row, cell] of cellOfRow.entries()) {
    const product = productOfRow[row] ?? 0
    const key = keyOfCell[cell]
    if (key === undefined || cellOfProduct[product] !== noCell) continue
    const known = keys[product] ?? null
    const isLower = typeof key === 'number' && typeof known === 'number' && key < known
    if (known === null || isLower) keys[product] = key
  }
  return keys
}

function sortKeyOf({ text, values }: Cell): number | string {
  const numbers = values.flatMap(({ interval }) => (interval ? [interval.min] : []))
  return numbers.length > 0 ? Math.min(...numbers) : text
}
