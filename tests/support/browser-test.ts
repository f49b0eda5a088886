import { expect, test as base, type Page } from 'playwright/test'

/**
 * Playwright's test, which also fails on errors and warnings in the console, uncaught exceptions and
 * error responses. A test that provokes an error response names it in `expectedResponses`, as
 * "404 /path".
 */
export const test = base.extend<{ expectedResponses: RegExp[]; quiet: void }>({
  expectedResponses: [[], { option: true }],
  quiet: [
    async ({ page, expectedResponses }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(`exception: ${error.message}`))
      page.on('console', (message) => {
        const isResponse = /Failed to load resource/.test(message.text()) // see `response` below
        if (['error', 'warning'].includes(message.type()) && !isResponse) {
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

export { expect }
