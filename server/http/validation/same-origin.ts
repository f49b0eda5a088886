/** The headers that tell where a request comes from; null for those it does not have. */
export interface OriginHeaders {
  /** Sec-Fetch-Site */
  site: string | null
  /** Origin */
  origin: string | null
  /** Host */
  host: string | null
}

/**
 * Whether an unsafe request comes from a page of this site. Browsers send Sec-Fetch-Site, older ones
 * Origin. Other clients send neither, and have no visitor's cookies to misuse.
 * @param publicUrl the site's public URL, if configured; else the request's Host counts
 */
export function isSameOrigin(
  { site, origin, host }: OriginHeaders,
  publicUrl: string | undefined,
): boolean {
  if (site !== null) return site === 'same-origin' || site === 'none'
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  if (publicUrl !== undefined) return url.origin === new URL(publicUrl).origin
  // A proxy may terminate TLS, so both schemes are accepted.
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.host === host?.toLowerCase()
}
