import { maxCompared } from './compared-ids'
import { createStoredProducts, useStoredProducts, type StoredProduct } from './stored-products'

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
