/**
 * Unique element ids for the posts of a list, for links of the form #id. They are made of the posts' ids,
 * so that links stay valid; of the position in the list if the id is taken.
 * @param prefix separates them from other ids of the page; not repeated if an id already starts with it
 */
export function anchorsOf(prefix: string, ids: string[]): string[] {
  const taken = new Set<string>()
  return ids.map((id, at) => {
    const name = id.replace(/[^\p{L}\p{N}_-]+/gu, '-')
    const prefixed = name.startsWith(`${prefix}-`) ? name : `${prefix}-${name}`
    const anchor = taken.has(prefixed) ? `place-${at + 1}` : prefixed
    taken.add(anchor)
    return anchor
  })
}
