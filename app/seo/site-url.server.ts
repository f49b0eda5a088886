import { getSite } from '../../server/site.ts'

/** The site's public address, without a slash at its end. The only source of absolute addresses. */
export function siteUrl() {
  return getSite().siteUrl()
}
