import { addresses } from '../../addresses'
import { createStoredProducts, useStoredProducts, type StoredProduct } from '../stored-products'

/** Maximum number of products and order codes compared. */
export const maxCompared = 4

/** Query parameters of the compare screen. */
export const comparedKey = 'ids'
export const onlyKey = 'only'
/** A search for what to add. */
export const addedKey = 'q'
/** The value of `onlyKey` that hides rows without a difference. */
export const onlyDifferences = 'differences'

/**
 * Encodes an ID as an item of the comma-separated parameter: escapes commas and percent signs, in
 * addition to the query's encoding.
 */
export function comparedItem(id: string) {
  return id.replace(/[%,]/g, encodeURIComponent)
}

/**
 * Parses the IDs in the parameter's values, without duplicates, in order. A form sends one value
 * per product.
 */
export function comparedIds(values: string[]): string[] {
  const ids = values.flatMap((value) => value.split(',')).map(idOf)
  return [...new Set(ids)].filter((id) => id !== '')
}

/**
 * Builds the address of a comparison.
 * @param ids in the order of the columns; none for the empty screen
 * @param question the search for what to add; empty for none
 */
export function compareAddress(ids: string[], isOnlyDifferences = false, question = '') {
  const items = ids.map((id) => encodeURIComponent(comparedItem(id))).join(',')
  const pairs = [
    ...(items ? [`${comparedKey}=${items}`] : []),
    ...(items && isOnlyDifferences ? [`${onlyKey}=${onlyDifferences}`] : []),
    ...(question ? [`${addedKey}=${encodeURIComponent(question)}`] : []),
  ]
  return addresses.compare() + (pairs.length > 0 ? `?${pairs.join('&')}` : '')
}

function idOf(item: string) {
  try {
    return decodeURIComponent(item).trim()
  } catch {
    // A percent sign typed by hand may encode nothing.
    return item.trim()
  }
}

/** The visitor's selection of products to compare, stored for the visit in this tab. */
const compared = createStoredProducts(() => sessionStorage, 'compare')

/** The visitor's last action, to be announced. */
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
 * Adds or removes a product.
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

/** Replaces the whole list, for example by the products of a comparison. */
export function replaceCompared(products: StoredProduct[]) {
  lastChange = null
  compared.write(products)
}
