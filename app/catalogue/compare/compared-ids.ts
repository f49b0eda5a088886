import { addresses } from '../../addresses'
import { createStoredProducts, useStoredProducts, type StoredProduct } from '../stored-products'

/** The most products side by side. */
export const maxCompared = 4

/** The query parameters of the compare screen. */
export const comparedKey = 'ids'
export const onlyKey = 'only'
/** The value of `onlyKey` that leaves out the rows without a difference. */
export const onlyDifferences = 'differences'

/**
 * An id as an item of the parameter, which separates items by commas. A comma in an id is encoded, and so
 * is the percent sign; the query encodes the item once more, so it survives the query's decoding.
 */
export function comparedItem(id: string) {
  return id.replace(/[%,]/g, encodeURIComponent)
}

/** The ids of the parameter's values, each once, in their order. A form sends one value for each product. */
export function comparedIds(values: string[]): string[] {
  const ids = values.flatMap((value) => value.split(',')).map(idOf)
  return [...new Set(ids)].filter((id) => id !== '')
}

/**
 * The address of a comparison.
 * @param ids in the order of the columns; none for the empty screen
 */
export function compareAddress(ids: string[], isOnlyDifferences = false) {
  if (ids.length === 0) return addresses.compare()
  const items = ids.map((id) => encodeURIComponent(comparedItem(id))).join(',')
  const only = isOnlyDifferences ? `&${onlyKey}=${onlyDifferences}` : ''
  return `${addresses.compare()}?${comparedKey}=${items}${only}`
}

function idOf(item: string) {
  try {
    return decodeURIComponent(item).trim()
  } catch {
    // Typed by hand: a percent sign that encodes nothing.
    return item.trim()
  }
}

/** The visitor's choice of products to compare; it lasts as long as the visit, in this tab. */
const compared = createStoredProducts(() => sessionStorage, 'compare')

/** What the visitor did last, to be announced. */
type CompareChange = { kind: 'added' | 'removed'; title: string } | { kind: 'full' }

let lastChange: CompareChange | null = null

export function useCompared() {
  return useStoredProducts(compared)
}

/** @returns null before the first change in this document */
export function lastCompareChange() {
  return lastChange
}

/**
 * Adds a product or removes it.
 * @returns whether it is in the list now: at most four are
 */
export function setCompared(product: StoredProduct, isAdded: boolean): boolean {
  const others = compared.read().filter(({ id }) => id !== product.id)
  const isFull = isAdded && others.length >= maxCompared
  lastChange = isFull
    ? { kind: 'full' }
    : { kind: isAdded ? 'added' : 'removed', title: product.title }
  compared.write(isAdded && !isFull ? [...others, product] : others)
  return isAdded && !isFull
}

/** Replaces the whole list, such as by the products of a comparison. */
export function replaceCompared(products: StoredProduct[]) {
  lastChange = null
  compared.write(products)
}
