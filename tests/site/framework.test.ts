import { expect, inject, test } from 'vitest'

// Each test fails when Remix changes what app/framework relies on (docs/decisions/0015).

test('no script is requested before the page has loaded', async () => {
  const html = await (await fetch(`${inject('siteUrl')}/services`)).text()
  expect(html).toContain('window.__remixContext = ')
  expect(html).not.toMatch(/<script[^>]*\ssrc=|<link[^>]*modulepreload/)
})
