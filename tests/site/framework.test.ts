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

test('the product menu is in the page as HTML, and not again as data', () => {
  expect(html.match(/href="\/products\/mcb"/g)).toHaveLength(1)
  expect(html).toContain('"productMenu":[]')
})

test('no script is requested before the page has loaded', () => {
  expect(html).toContain('window.__remixContext = ')
  expect(html).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*modulepreload/)
})

test('browsers load no list of files and forms, only of screens', async () => {
  const [list = ''] = /\/assets\/manifest-\w+\.js/.exec(html) ?? []
  const script = await (await fetch(site.url + list)).text()
  for (const id of ['root', 'home', 'routes/news', 'routes/unknown-path']) {
    expect(script).toContain(`"${id}":{`)
  }
  expect(script).not.toMatch(/"routes\/(?:sitemap|favicon|images|language|feed)":/)
})
