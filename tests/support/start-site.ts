import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startContentService } from '@site/content-folder/service'
import { expect } from 'playwright/test'
import { brandDir, startOtherCompany } from '../other-company/content.ts'
import { getFreePort } from './loopback.ts'
import { startSiteProcess } from './site-process.ts'

/**
 * Starts the built site for all browser tests, with the sample company and with another one, and a content API with the
 * sample. Sets SITE_URL, SITE_ADMIN_URL, OTHER_SITE_URL and SAMPLE_CONTENT_URL to their addresses.
 * @returns a function that stops them
 */
export default async function startSites() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-data-'))
  const service = await startContentService({ dataDir })
  process.env['SAMPLE_CONTENT_URL'] = service.url
  // All sites of the tests start with its database: filling one takes two seconds of processor time.
  process.env['FILLED_CONTENT'] = path.join(dataDir, 'content-service', 'content.db')
  const closings = await Promise.all([
    startSampleSite(),
    // Of the other company are tests of `long` alone (scripts/check.mjs).
    ...(process.env['TEST_SUITE'] === 'browser' ? [] : [startOtherSite()]),
  ])
  return async () => {
    await Promise.all(closings.map((close) => close()))
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startSampleSite() {
  const opsPort = await getFreePort()
  const site = await startSiteProcess({ SEARCH_CRAWL_PER_S: '1000', OPS_PORT: String(opsPort) })
  // Until the search index is filled, pages that read it are not stored and lack an ETag.
  for (const language of ['Ar', 'En']) {
    const documents = `${site.url}/documents?lang=${language}`
    const isStored = async () => (await fetch(documents)).headers.has('etag')
    await expect.poll(isStored, { intervals: [250, 500, 1_000], timeout: 300_000 }).toBe(true)
  }
  process.env['SITE_URL'] = site.url
  process.env['SITE_ADMIN_URL'] = site.adminUrl ?? ''
  return () => site.stop()
}

async function startOtherSite() {
  const company = await startOtherCompany()
  const site = await startSiteProcess({ ...company.settings, BRAND_DIR: brandDir })
  process.env['OTHER_SITE_URL'] = site.url
  return async () => {
    await site.stop()
    await company.close()
  }
}
