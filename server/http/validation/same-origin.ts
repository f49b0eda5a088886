/** What of a request tells where it comes from; null for what it does not say. */
export interface Provenance {
  /** Sec-Fetch-Site */
  site: string | null
  /** Origin */
  origin: string | null
  /** Host */
  host: string | null
}

/**
 * Whether a request that changes something comes from a page of this site. Browsers say so in
 * Sec-Fetch-Site, older ones in Origin; a client that is no browser says neither, and has no
 * visitor's cookies to misuse.
 * @param publicUrl the site's own address, if configured; else the request's own host counts
 */
export function isSameOrigin(
  { site, origin, host }: Provenance,
  publicUrl: string | undefined,
): boolean {
  if (site !== null) return site === 'same-origin' || site === 'none'
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const given = new URL(origin)
  if (publicUrl !== undefined) return given.origin === new URL(publicUrl).origin
  // Who ends TLS before the site is not known, so either scheme may be its own.
  const isWeb = given.protocol === 'http:' || given.protocol === 'https:'
  return isWeb && given.host === host?.toLowerCase()
}
