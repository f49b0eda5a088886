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

/** Waits until the page is hydrated: its first page view has set a token cookie. */
export async function hydrated(page: Page) {
  const hasToken = async () =>
    (await page.context().cookies()).some((cookie) => cookie.name === 'XSRF-TOKEN')
  await expect.poll(hasToken, { intervals: [20, 50, 100] }).toBe(true)
}

export { expect }
