export const variantSeparator = '~'

/** The id of an order code: that of its product, and the code. */
export function variantItemId(postId: string, code: string) {
  return `${postId}${variantSeparator}${code}`
}
