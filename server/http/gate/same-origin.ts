/**
 * Whether a request that changes something comes from a page of this site. Browsers say so in
 * Sec-Fetch-Site, older ones in Origin; a client that is no browser says neither, and has no
 * visitor's cookies to misuse.
 * @param publicUrl the site's own address, if configured; else the request's own host counts
 */
export function isSameOrigin(request: Request, publicUrl: string | undefined) {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = request.headers.get('origin')
  if (origin === null) return true
  if (!URL.canParse(origin)) return false
  const own = publicUrl ? new URL(publicUrl).host : request.headers.get('host')
  return new URL(origin).host === own
}
