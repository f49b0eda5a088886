import { findViolations } from '../support/axe.ts'
import { hydrated, expect, test } from '../support/browser-test.ts'

test.use({ locale: 'en-GB' })

test.beforeEach(async ({ context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'En', url: baseURL ?? '' }])
})

test('the whole menu works with the keyboard', async ({ page }) => {
  await page.goto('/services')
  await hydrated(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const products = menu.locator('summary', { hasText: 'Products' })

  // The first Tab stop is a link that skips the header.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  await products.focus()
  await page.keyboard.press('Enter')
  const category = menu.getByRole('link', { name: 'Circuit protection' })
  await expect(category).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(category).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(category).toBeHidden()
  await expect(products).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products/mcb')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/breakers/i)
  await expect(category).toBeHidden() // the menu closes after navigation
  // The mark follows navigation, down to the product type.
  await expect(menu.locator('[aria-current="page"]')).toHaveText(['Miniature circuit breakers'])
  await expect(menu.locator('.product-menu-category[aria-current="true"]')).toHaveText([
    'Circuit protection',
  ])

  // On a slow phone the router notices a link within the page late, when the menu may be open again.
  await products.focus()
  await page.keyboard.press('Enter')
  await expect(category).toBeVisible()
  await page.evaluate(() => (location.hash = 'later'))
  await page.waitForFunction(() => window.__remixRouter.state.location.hash === '#later')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.keyboard.press('Tab')
  await expect(category).toBeFocused()
})

test(
  'opening one dropdown closes the other, and a click outside or the keyboard that has left closes both',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/services')
    await hydrated(page)
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await menu.locator('summary', { hasText: 'About' }).click()
    const goals = menu.getByRole('link', { name: 'Our goals' })
    await expect(goals).toBeVisible()
    await menu.locator('summary', { hasText: 'Products' }).click()
    await expect(goals).toBeHidden()
    await expect(menu.getByRole('link', { name: 'All products' })).toBeVisible()
    await menu.getByRole('link', { name: 'Documents' }).focus()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: 'Services' })).toBeFocused()
    await expect(menu.locator('details[open]')).toHaveCount(0)

    await menu.locator('summary', { hasText: 'About' }).click()
    await expect(goals).toBeVisible()
    await page.locator('.top-bar-row').click({ position: { x: 600, y: 5 } })
    await expect(menu.locator('details[open]')).toHaveCount(0)
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('a menu opened before hydration stays open', { tag: '@long' }, async ({ page }) => {
    let letScriptCome = () => {}
    const scriptMayCome = new Promise<void>((resolve) => (letScriptCome = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await scriptMayCome
      await route.continue()
    })
    await page.goto('/services', { waitUntil: 'commit' })
    const menu = page.locator('#main-menu')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await menu.locator('summary', { hasText: 'Products' }).click()
    letScriptCome()
    await hydrated(page)
    await expect(menu.getByRole('link', { name: 'Circuit protection' })).toBeVisible()

    // Open sections do not move when something else is tapped; the menu closes when the keyboard leaves it.
    await menu.getByRole('link', { name: 'Blog' }).focus()
    await expect(menu.getByRole('link', { name: 'All products' })).toBeVisible()
    await menu.getByRole('link', { name: 'Email' }).focus()
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('link', { name: 'Quotation list' })).toBeFocused()
  })

  test('the menu ends with the other language, this page in it, phone and e-mail, and stays open when the device is rotated', async ({
    page,
  }) => {
    await page.goto('/services')
    const menu = page.locator('#main-menu')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(menu.getByRole('link', { name: 'Phone' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Email' })).toBeVisible()
    const thisPage = menu.getByRole('link', { name: 'هذه الصفحة بالعربية' })
    await expect(thisPage).toBeVisible()
    await expect(thisPage).toHaveAttribute('href', '?lang=Ar')
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu.getByRole('link', { name: 'Blog' })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeHidden()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const language = menu.getByRole('button', { name: 'العربية' })
    await expect(language).toHaveAttribute('lang', 'ar')
    await language.click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  })
})

test.describe('on a phone with script off', () => {
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

  test('the menu opens, closes by its button, its sections expand, and its links work', async ({
    page,
  }) => {
    await page.goto('/services')
    const menu = page.locator('#main-menu')
    await expect(menu).toBeHidden()
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    await button.click()
    await expect(menu).toBeVisible()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
    await button.click()
    await menu.locator('summary', { hasText: 'Products' }).click()
    const type = menu.getByRole('link', { name: 'Miniature circuit breakers' })
    await expect(type).toBeHidden()
    await menu.locator('summary', { hasText: 'Circuit protection: types' }).click()
    await expect(type).toBeVisible()
    await menu.getByRole('link', { name: 'Circuit protection' }).click()
    await page.waitForURL('**/products-types/circuit-protection')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Circuit protection')
    await expect(menu).toBeHidden()
  })
})

for (const width of [360, 1440]) {
  test(
    `axe finds no violation in the open menu at ${width} px`,
    { tag: width === 360 ? [] : '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/products/mcb')
      const menu = page.locator('#main-menu')
      if (width === 360) await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await menu.locator('.menu-dropdown[data-wide] > details > summary').click()
      if (width === 360) await menu.locator('.product-menu summary').first().click()
      await expect(menu.getByRole('link', { name: 'Miniature circuit breakers' })).toBeVisible()
      for (const colorScheme of ['light', 'dark'] as const) {
        expect.soft(await findViolations(page, colorScheme, '#main-menu'), colorScheme).toEqual([])
      }
    },
  )
}
