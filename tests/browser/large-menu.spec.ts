import { expect, test } from '../support/browser-test.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { largeCatalogue } from '../support/large-catalogue.ts'
import { startSite, type Site } from '../support/site-host.ts'

test.use({ expectedResponses: [/^503 \//] })

let api: ContentApi
let site: Site
let catalogue = largeCatalogue(0, 0)

// Without a cache, each page shows the catalogue of the moment.
test.beforeAll(async () => {
  api = await startContentApi((call) => catalogue(call))
  site = await startSite({
    CONTENT_API_URL: api.url,
    BRAND_DIR: 'brand',
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    PAGE_CACHE_MB: '0',
  })
})
test.afterAll(async () => {
  await site.stop()
  await api.close()
})

function serve(categories: number, typesOfEach: number) {
  test.beforeEach(() => {
    catalogue = largeCatalogue(categories, typesOfEach)
  })
}

test.describe('a catalogue of 40 categories and 320 types', () => {
  serve(40, 8)

  for (const width of [1024, 1440]) {
    const title = `opens in one panel at ${width} px, no taller than the screen`
    test(title, { tag: '@long' }, async ({ page }) => {
      const height = 800
      await page.setViewportSize({ width, height })
      await page.goto(`${site.url}/products/home?lang=En`)
      await page.locator('.menu-dropdown[data-wide] > details > summary').click()
      const panel = page.locator('[data-wide] .menu-panel')
      const box = await panel.boundingBox()
      expect(box?.width).toBe(width)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      await expect(panel.locator('a[href="/products/c1-t8"]')).toBeInViewport()
      await expect(panel.getByRole('link', { name: 'All products' })).toBeInViewport({ ratio: 1 })

      // Scrolling to the last type scrolls the panel, not the page behind it.
      const last = panel.locator('a[href="/products/c40-t8"]')
      await last.focus()
      await expect(last).toBeInViewport({ ratio: 1 })
      const list = panel.locator('.product-menu')
      await list.evaluate((scroller) => scroller.scrollTo({ top: 0, behavior: 'instant' }))
      const rest = () =>
        list.evaluate(
          ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
        )
      expect(await rest()).toBeGreaterThan(100)
      expect(await page.evaluate('document.body.scrollHeight')).toBeGreaterThan(height)
      await page.mouse.move(width / 2, 300)
      await page.mouse.wheel(0, 10_000)
      await expect.poll(rest).toBeLessThan(1)
      // Moving the pointer starts another gesture, which the end of the list does not swallow.
      await page.mouse.move(width / 2 + 100, 350)
      await page.mouse.wheel(0, 10_000)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      expect(await page.evaluate('scrollY')).toBe(0)
    })
  }

  test.describe('on a phone with script off', () => {
    test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false })

    test(
      'has one expandable section per category, with the link to all products always visible',
      { tag: '@long' },
      async ({ page }) => {
        await page.goto(`${site.url}/services?lang=En`)
        const menu = page.locator('#main-menu')
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await menu.locator('.menu-dropdown[data-wide] > details > summary').click()
        const list = menu.locator('.product-menu')
        expect((await list.boundingBox())?.height).toBeLessThan(40 * 80)
        await expect(menu.getByRole('link', { name: 'All products' })).toBeInViewport({ ratio: 1 })

        const type = list.locator('a[href="/products/c30-t8"]')
        await expect(type).toBeHidden()
        await list.locator('summary').nth(29).click()
        await expect(list.locator('a[href="/products/c29-t1"]')).toBeHidden()
        await type.focus()
        await expect(type).toBeInViewport({ ratio: 1 })
        await type.click()
        await page.waitForURL('**/products/c30-t8**')
      },
    )
  })
})

test.describe('an empty catalogue', () => {
  serve(0, 0)

  test(
    'has a plain link to the products; without contact data header and footer are intact',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(`${site.url}/services?lang=En`)
      const menu = page.getByRole('navigation', { name: 'Main menu' })
      await expect(menu.locator('summary')).toHaveText(['About'])
      await expect(menu.getByRole('link', { name: 'Products' })).toHaveAttribute(
        'href',
        '/products/home',
      )
      await expect(page.locator('.top-bar a')).toHaveCount(0)
      await expect(page.getByRole('contentinfo')).toContainText('Tayyar Electrical Solutions')
      await expect(page.getByText('There is nothing to show here yet.')).toBeVisible()
    },
  )
})
