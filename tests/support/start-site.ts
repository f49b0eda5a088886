import { startSiteProcess } from './site-process.ts'

/**
 * Starts the built site for all browser tests and sets SITE_URL to its address.
 * @returns a function that stops it
 */
export default async function startSite() {
  const site = await startSiteProcess()
  process.env['SITE_URL'] = site.url
  return () => site.stop()
}
