import { getSite } from '../../server/site.ts'

/** The site's public URL without a trailing slash. The only source of absolute addresses. */
export function siteUrl() {
  return getSite().siteUrl()
}
