import { expect } from 'playwright/test'
import { brandDir, startOtherCompany } from '../other-company/content.ts'
import { getFreePort } from './loopback.ts'
import { startSiteProcess } from './site-process.ts'

/**
 * Starts the built site for all browser tests, once with the sample company and once with another one, and
 * sets SITE_URL, SITE_ADMIN_URL and OTHER_SITE_URL to their addresses.
 * @returns a function that stops them
 */
export default async function startSites() {
  const company = await startOtherCompany()
  const opsPort = await getFreePort()
  const [site, otherSite] = await Promise.all([
    startSiteProcess({ SEARCH_CRAWL_PER_S: '1000', OPS_PORT: String(opsPort) }),
    startSiteProcess({ ...company.settings, BRAND_DIR: brandDir }),
  ])
  // Until the search index is filled, pages that read it are not stored and lack an ETag.
  for (const language of ['Ar', 'En']) {
    const documents = `${site.url}/documents?lang=${language}`
    const isStored = async () => (await fetch(documents)).headers.has('etag')
    await expect.poll(isStored, { intervals: [250, 500, 1_000], timeout: 300_000 }).toBe(true)
  }
  process.env['SITE_URL'] = site.url
  process.env['SITE_ADMIN_URL'] = site.adminUrl ?? ''
  process.env['OTHER_SITE_URL'] = otherSite.url
  return async () => {
    await Promise.all([site.stop(), otherSite.stop()])
    await company.close()
  }
}
