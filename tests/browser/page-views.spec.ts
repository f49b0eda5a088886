import type { Page, Request } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'

/** The page views that the browser sends, in order. */
function watchPageViews(page: Page) {
  const views: Request[] = []
  page.on('request', (request) => {
    const isView = request.method() === 'POST' && new URL(request.url()).pathname === '/page-view'
    if (isView) views.push(request)
  })
  return views
}

test('every navigation, including the first, is reported once, with the anti-forgery header', async ({
  page,
}) => {
  const views = watchPageViews(page)
  await page.goto('/about')
  await expect.poll(() => views.length).toBe(1)

  await page.getByRole('contentinfo').getByRole('link', { name: 'الخدمات' }).click()
  await expect.poll(() => views.length).toBe(2)
  await page.locator('main .card a').first().click()
  await page.waitForURL('**/serviceDetails/**')
  await expect.poll(() => views.length).toBe(3)
  await page.goBack()
  await expect.poll(() => views.length).toBe(4)
  // Following an anchor within a page is not a page view.
  await page.evaluate(() => location.assign('#content'))
  await expect(page).toHaveURL(/#content$/)
  await page.goBack()
  await expect(page).not.toHaveURL(/#/)
  await page.getByRole('contentinfo').getByRole('link', { name: 'من نحن' }).click()
  await expect.poll(() => views.length).toBe(5)

  const bodies = views.map((view) => view.postDataJSON() as Record<string, string>)
  expect(bodies.map(({ path }) => path)).toEqual([
    '/about',
    '/services',
    expect.stringMatching(/^\/serviceDetails\//),
    '/services',
    '/about',
  ])
  expect(bodies.map(({ lang }) => lang)).toEqual(['Ar', 'Ar', 'Ar', 'Ar', 'Ar'])
  expect(bodies[0]?.title).toBe('من نحن | تيار')
  expect(bodies[1]?.title).toBe('الخدمات | تيار')
  for (const view of views) {
    expect((await view.response())?.status()).toBe(204)
    const cookie = /XSRF-TOKEN=([^;]+)/.exec(String(await page.evaluate('document.cookie')))?.[1]
    expect(view.headers()['x-xsrf-token']).toBe(cookie)
  }
})

test.describe('an invalid token', () => {
  test.use({ expectedResponses: [/^403 \/page-view$/] })

  test(
    'is replaced, and the page view sent again',
    { tag: '@long' },
    async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'XSRF-TOKEN', value: 'old.old.old', url: baseURL ?? '' }])
      const views = watchPageViews(page)
      await page.goto('/about')
      await expect.poll(() => views.length).toBe(2)
      expect((await views[1]?.response())?.status()).toBe(204)
    },
  )
})
