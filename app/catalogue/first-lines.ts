/** How many categories and types together one page lists. Those beyond have pages of their own. */
export const mostLines = 400

/** The first of the catalogue's categories and of their types, as many as a page has room for. */
export function firstLines<T, C extends { types: T[] | null }>(categories: C[]): C[] {
  let left = mostLines
  return categories.flatMap((category) => {
    if (left === 0) return []
    left -= 1
    const types = category.types?.slice(0, left) ?? null
    left -= types?.length ?? 0
    return [{ ...category, types }]
  })
}
