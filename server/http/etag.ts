/**
 * Whether If-None-Match names an entity tag. Compared weakly, as RFC 9110 wants it here: a proxy that
 * compresses makes the tag weak.
 */
export function hasEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  const names = ifNoneMatch.split(',').map((name) => name.trim().replace(/^W\//, ''))
  return names.includes(etag) || names.includes('*')
}
