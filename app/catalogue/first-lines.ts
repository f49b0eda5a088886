/** How many categories and types together one page lists. Those beyond have pages of their own. */
export const mostLines = 400
/** Letters of their titles and whatever else comes with them, as JSON: a page has each some five times. */
const mostLetters = 80_000

/** The first of the catalogue's categories and of their types, as many as a page has room for. */
export function firstLines<T, C extends { types: T[] | null }>(categories: C[]): C[] {
  const hasRoom = createRoom()
  return categories.flatMap((category) => {
    if (!hasRoom({ ...category, types: null })) return []
    const firstWithout = category.types?.findIndex((type) => !hasRoom(type)) ?? -1
    const types = firstWithout < 0 ? category.types : category.types?.slice(0, firstWithout)
    return [{ ...category, types: types ?? null }]
  })
}

/** @returns takes a line, and tells whether there was room for it; once there was none, there is none */
function createRoom() {
  let lines = mostLines
  let letters = mostLetters
  return (line: unknown) => {
    lines -= 1
    letters = lines < 0 || letters < 0 ? -1 : letters - JSON.stringify(line).length
    return letters >= 0
  }
}
