import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startContentService } from '@site/content-folder/service'
import { brandDir, startOtherCompany } from '../other-company/content.ts'
import { copyFilledContent, startFilledSite } from './filled-data.ts'
import { getFreePort } from './loopback.ts'
import startSiteHost, { startSite } from './site-host.ts'

/**
 * Starts the built site for all browser tests, with the sample company and with another one, and a content API with the
 * sample. Sets SITE_URL, SITE_ADMIN_URL, OTHER_SITE_URL and SAMPLE_CONTENT_URL to their addresses.
 * @returns a function that stops them
 */
export default async function startSites() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'content-data-'))
  copyFilledContent(dataDir)
  const service = await startContentService({ dataDir })
  process.env['SAMPLE_CONTENT_URL'] = service.url
  // All sites of the tests start with its database: filling one takes two seconds of processor time.
  process.env['FILLED_CONTENT'] = path.join(dataDir, 'content-service', 'content.db')
  const endHost = await startSiteHost()
  const closings = await Promise.all([
    startSampleSite(),
    // Of the other company are tests of `long` alone (scripts/check.mjs).
    ...(process.env['TEST_SUITE'] === 'browser' ? [] : [startOtherSite()]),
  ])
  return async () => {
    await Promise.all(closings.map((close) => close()))
    await endHost()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startSampleSite() {
  const opsPort = await getFreePort()
  const site = await startFilledSite({ OPS_PORT: String(opsPort) }, startSite)
  process.env['SITE_URL'] = site.url
  process.env['SITE_ADMIN_URL'] = site.adminUrl ?? ''
  return () => site.stop()
}

async function startOtherSite() {
  const company = await startOtherCompany()
  const site = await startSite({ ...company.settings, BRAND_DIR: brandDir })
  process.env['OTHER_SITE_URL'] = site.url
  return async () => {
    await site.stop()
    await company.close()
  }
}
