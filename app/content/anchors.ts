/**
 * Ids in the page for the posts of a list, for links of the form #id: by the post's own id, so that
 * links last; by its place in the list where another has that anchor already. None comes twice.
 * @param prefix keeps them apart from all other ids of the page; an id that begins so is used whole
 */
export function anchorsOf(prefix: string, ids: string[]): string[] {
  const taken = new Set<string>()
  return ids.map((id, at) => {
    const name = id.replace(/[^\p{L}\p{N}_-]+/gu, '-')
    const own = name.startsWith(`${prefix}-`) ? name : `${prefix}-${name}`
    const anchor = taken.has(own) ? `place-${at + 1}` : own
    taken.add(anchor)
    return anchor
  })
}
