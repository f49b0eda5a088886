import { expect, test as base, type Browser, type Page } from 'playwright/test'

/**
 * Playwright's test, which also fails on errors and warnings in the console, uncaught exceptions and
 * error responses. A test that provokes an error response names it in `expectedResponses`, as
 * "404 /path". Pictures are placeholders, since encoding takes time; a test about them has the real ones.
 */
export const test = base.extend<
  {
    expectedResponses: RegExp[]
    pictures: 'real' | 'placeholders'
    placeholders: void
    quiet: void
  },
  { sharedPage: Page }
>({
  // A file with a fixture of workers that others lack would run in workers of its own, each with a browser.
  sharedPage: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      await use(page)
      await page.close()
    },
    { scope: 'worker' },
  ],
  expectedResponses: [[], { option: true }],
  pictures: ['placeholders', { option: true }],
  placeholders: [
    async ({ browser, pictures }, use) => {
      const devTools = pictures === 'real' ? null : await replacePictures(browser)
      await use()
      await devTools?.detach()
    },
    { auto: true },
  ],
  quiet: [
    async ({ page, expectedResponses }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(`exception: ${error.message}`))
      page.on('console', (message) => {
        // Responses are checked below, and service workers are blocked (playwright.config.ts). A preload counts as unused by the time that a test takes, and where
        // the resource was in the browser's cache; the tests of pictures and fonts look at preloads.
        const isKnown =
          /Failed to load resource|registration blocked by Playwright|preloaded using link preload but not used/
        if (['error', 'warning'].includes(message.type()) && !isKnown.test(message.text())) {
          errors.push(`console: ${message.text()}`)
        }
      })
      page.on('response', (response) => {
        const line = `${response.status()} ${new URL(response.url()).pathname}`
        if (response.status() >= 400 && !expectedResponses.some((known) => known.test(line))) {
          errors.push(`response: ${line}`)
        }
      })
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * The same for a test that provokes errors or warnings in the console. Playwright's own test would run in other workers,
 * each with a browser.
 */
export const loudTest = test.extend({
  // eslint-disable-next-line no-empty-pattern -- a fixture without dependencies
  quiet: ({}, use) => use(),
})

/**
 * Waits until the document that the page shows now is hydrated: reporting its page view is the last effect
 * of that. What its effects store, and what they cause to be rendered, may still come later.
 */
export async function hydrated(page: Page) {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => new URL(name).pathname === '/page-view'),
  )
}

/** Sends an enquiry's form, and again as long as it comes back because it was sent faster than people write. */
export async function sendAsPeopleDo(page: Page) {
  const sent = /\/enquiry\/[A-Z2-9]{4}-[A-Z2-9]{4}\?key=/
  await expect(async () => {
    if (!sent.test(page.url()))
      await page.locator('.enquiry-fields .button').click({ timeout: 1_000 })
    await expect(page).toHaveURL(sent, { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
}

export { expect }

const placeholder = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>'

/** A route of Playwright's would intercept all requests, and turn the browser's cache off. */
async function replacePictures(browser: Browser) {
  const devTools = await browser.newBrowserCDPSession()
  devTools.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'image/svg+xml' }],
      body: btoa(placeholder),
    }
    // The page may have been closed by now.
    devTools.send('Fetch.fulfillRequest', answer).catch(() => undefined)
  })
  const patterns = [{ urlPattern: '*/images/*', resourceType: 'Image' as const }]
  await devTools.send('Fetch.enable', { patterns })
  return devTools
}
