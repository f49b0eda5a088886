import { expect, test as base, type Page } from 'playwright/test'

/**
 * Playwright's test, which also fails on what a visitor's browser would complain of: an error or a
 * warning in the console, an exception, a request that failed. A test that provokes an answer
 * names it in `expectedResponses`.
 */
export const test = base.extend<{ expectedResponses: RegExp[]; quiet: void }>({
  expectedResponses: [[], { option: true }],
  quiet: [
    async ({ page, expectedResponses }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`))
      page.on('console', (message) => {
        const isAnswer = /Failed to load resource/.test(message.text()) // told by `response` below
        if (['error', 'warning'].includes(message.type()) && !isAnswer) {
          complaints.push(`console: ${message.text()}`)
        }
      })
      page.on('response', (response) => {
        const answer = `${response.status()} ${new URL(response.url()).pathname}`
        if (response.status() >= 400 && !expectedResponses.some((known) => known.test(answer))) {
          complaints.push(`answer: ${answer}`)
        }
      })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until script has taken the page over: its first page view has brought a token. */
export async function hydrated(page: Page) {
  const hasToken = async () =>
    (await page.context().cookies()).some((cookie) => cookie.name === 'XSRF-TOKEN')
  await expect.poll(hasToken).toBe(true)
}

export { expect }
