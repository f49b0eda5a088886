import type { Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'

function storedLanguage(page: Page) {
  return page.evaluate("localStorage.getItem('lang')")
}

test.describe('a browser that prefers English', () => {
  test.use({ locale: 'en-US' })

  test('gets Arabic first, English by the button, and what it has stored from then on', async ({
    page,
  }) => {
    await page.goto('/about')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await storedLanguage(page)).toBe('Ar')
    await page.getByRole('button', { name: /English/ }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page).toHaveTitle('Home | Tayyar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.locator('link[href*="rtl"]')).toHaveCount(0)
    expect(await storedLanguage(page)).toBe('En')

    // Without its cookie, the choice overrides the page’s language once, before the first paint.
    await page.context().clearCookies({ name: 'lang' })
    const answers: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) answers.push(new URL(response.url()).pathname)
    })
    await page.goto('/services')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    expect(answers).toEqual(['/services', '/services'])
    await page.getByRole('button', { name: /العربية/ }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page).toHaveTitle('الرئيسية | تيار')
  })
})

test('the page changes its direction, and says in the language that comes that it is loading, before it reloads', async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  // The form is not submitted, so that the page can be inspected before it reloads.
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()))
  await page.getByRole('button', { name: /English/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.locator('link[href*="rtl"]')).toHaveCount(0)
  await expect(page).toHaveTitle('Home | Tayyar')
  const overlay = page.locator('.loading-overlay')
  await expect(overlay).toHaveText('Loading…')
  await expect(overlay.locator('[lang=en]')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  expect(await storedLanguage(page)).toBe('En')

  // Restored meanwhile, it reloads in the stored language.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.waitForURL((url) => url.pathname === '/about' && url.search === '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  await expect(overlay).toBeHidden()
})

test(
  'a choice in another tab never mixes two languages on one page',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/about')
    await hydrated(page)
    const other = await context.newPage()
    await other.goto('/about?lang=En')
    await other.close()

    await page.getByRole('contentinfo').getByRole('link', { name: 'الخدمات' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    // One step is one history entry: back returns to the previous page, in the chosen language.
    await page.goBack()
    await expect(page).toHaveURL(/\/about$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
  },
)

test(
  'the link to the page in the other language follows client-side navigation',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/product-details/tm63-1p-c?from=mail&lang=En#specs')
    await hydrated(page)
    const link = page.getByRole('banner').getByRole('link', { name: 'هذه الصفحة بالعربية' })
    await expect(link).toHaveAttribute('href', '?lang=Ar')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Services')
    await link.click()
    await page.waitForURL('**/services?lang=Ar')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('الخدمات')
    expect(await storedLanguage(page)).toBe('Ar')
  },
)

test(
  'without cookies a stored language is shown with ?lang=, without storage the page as it came: neither is a redirect loop',
  { tag: '@long' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL })
    const page = await context.newPage()
    let navigations = 0
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) navigations += 1
    })
    const expectLanguage = async (address: string, lang: string, count: number) => {
      navigations = 0
      await page.goto(address)
      await page.waitForLoadState()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      expect(navigations, address).toBe(count)
    }
    // What is stored and no language counts as missing.
    await page.goto('/about')
    await page.evaluate("localStorage.setItem('lang', 'Fr')")
    await expectLanguage('/about', 'ar', 1)
    expect(await storedLanguage(page)).toBe('Ar')

    await page.addInitScript(() => {
      Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
      Object.defineProperty(navigator, 'cookieEnabled', { get: () => false })
    })
    await page.evaluate("localStorage.setItem('lang', 'En')")
    await context.clearCookies()
    await expectLanguage('/about', 'en', 2)
    await expect(page).toHaveURL(/\/about\?lang=En$/)
    // The address counts more than what is stored.
    await expectLanguage('/about?lang=Ar', 'ar', 1)

    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Denied', 'SecurityError')
        },
      })
    })
    await expectLanguage('/about', 'ar', 1)
    await context.close()
  },
)

test.describe('without the translations', () => {
  test.use({ expectedResponses: [/^404 \/assets\/i18n\/Ar\.json$/] })

  test('the page works as with script off', { tag: '@long' }, async ({ page }) => {
    await page.route('**/assets/i18n/*.json', (route) => route.fulfill({ status: 404 }))
    const asked = page.waitForResponse('**/assets/i18n/Ar.json')
    await page.goto('/about')
    await asked
    await page.getByRole('contentinfo').getByRole('link', { name: 'الخدمات' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('الخدمات')
    await expect(page.getByRole('navigation', { name: 'القائمة الرئيسية' })).toContainText(
      'المدوّنة',
    )
  })
})
