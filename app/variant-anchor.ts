import { addresses } from './addresses'

/** The id of a variant's row in the ordering table of its product: an id has no spaces. */
export function variantAnchor(code: string) {
  return code.replace(/\s+/g, '_')
}

/** The link to that row within the product's screen, such as `#TM63-3D32`. */
export function variantFragment(code: string) {
  return `#${encodeURIComponent(variantAnchor(code))}`
}

/** The address of a product at the row of one of its variants. */
export function variantAddress(productId: string, code: string) {
  return addresses.product(productId) + variantFragment(code)
}
