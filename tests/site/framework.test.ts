import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

// Each test fails when Remix changes what app/framework relies on (docs/decisions/0015).

let site: SiteProcess
let html: string
beforeAll(async () => {
  site = await startSiteProcess()
  html = await (await fetch(`${site.url}/services`)).text()
}, 60_000)
afterAll(() => site.stop())

test('no script is requested before the page has loaded', () => {
  expect(html).toContain('window.__remixContext = ')
  expect(html).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*modulepreload/)
})
