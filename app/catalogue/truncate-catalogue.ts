/**
 * Maximum number of categories and types together that one page lists; the others have their own
 * pages.
 */
export const maxCatalogueEntries = 400
/** Their maximum size as JSON, characters: a page contains each entry about five times. */
const maxCharacters = 80_000

/** The first categories with their types, up to the limits of one page. */
export function truncateCatalogue<T, C extends { types: T[] | null }>(categories: C[]): C[] {
  const fits = createBudget()
  return categories.flatMap((category) => {
    if (!fits({ ...category, types: null })) return []
    const firstOmitted = category.types?.findIndex((type) => !fits(type)) ?? -1
    const types = firstOmitted < 0 ? category.types : category.types?.slice(0, firstOmitted)
    return [{ ...category, types: types ?? null }]
  })
}

/** @returns counts an entry and returns whether it fits; once one did not, no later entry fits */
function createBudget() {
  let entries = maxCatalogueEntries
  let characters = maxCharacters
  return (entry: unknown) => {
    entries -= 1
    characters = entries < 0 || characters < 0 ? -1 : characters - JSON.stringify(entry).length
    return characters >= 0
  }
}
