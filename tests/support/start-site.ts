import { startSiteProcess } from './site-process.ts'

/**
 * Starts the built site for all browser tests and leaves its address in SITE_URL.
 * @returns what stops it again
 */
export default async function startSite() {
  const site = await startSiteProcess()
  process.env['SITE_URL'] = site.url
  return () => site.stop()
}
