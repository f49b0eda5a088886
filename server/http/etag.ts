/**
 * Whether If-None-Match contains an entity tag. A weak comparison, as RFC 9110 requires here: a proxy
 * that compresses makes the tag weak.
 */
export function hasEtag(ifNoneMatch: string | null, etag: string) {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
