import lighthouse from 'lighthouse'
import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/browser.mjs'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const targets = [
  ...['/?lang=Ar', '/about?lang=En', '/News?lang=Ar', '/newsDetails/news-tp40-type-test?lang=Ar'],
  ...['/products/home?lang=En', '/products/mcb?lang=Ar', '/product-details/tm63-1p-c?lang=En'],
  ...['/solutionDetails/solution-industry?lang=Ar', '/branches?lang=En', '/contact?lang=Ar'],
]

let site: SiteProcess
let browser: Browser
let port: number

beforeAll(async () => {
  site = await startSiteProcess()
  port = await getFreePort()
  const executablePath = findBrowser()
  const args = ['--no-sandbox', `--remote-debugging-port=${port}`]
  browser = await chromium.launch({ args, ...(executablePath && { executablePath }) })
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

test('ten kinds of page have the full score for search engines in Lighthouse', async () => {
  const faults: string[] = []
  // One after the other: Lighthouse measures itself by names that are global to the process.
  for (const target of targets) {
    const result = await lighthouse(site.url + target, {
      port,
      onlyCategories: ['seo'],
      logLevel: 'error',
      output: 'json',
      // What it audits is in the HTML.
      maxWaitForLoad: 5_000,
      throttlingMethod: 'provided',
      disableFullPageScreenshot: true,
    })
    const { audits, categories, runtimeError } = result?.lhr ?? {}
    const failed = Object.values(audits ?? {}).filter(({ score }) => score !== null && score < 1)
    if (categories?.['seo']?.score === 1 && !runtimeError) continue
    faults.push(`${target}: ${runtimeError?.message ?? failed.map(({ title }) => title).join()}`)
  }
  expect(faults).toEqual([])
}, 240_000)
