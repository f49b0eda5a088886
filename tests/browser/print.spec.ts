import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { isWholeRun } from '../support/test-size.ts'

/** The product with the longest print-out. */
async function longestProduct() {
  const { sampleContent } = await import('../support/sample-content.ts')
  const products = sampleContent.categories.flatMap(({ types }) =>
    types.flatMap((type) => type.products),
  )
  const weigh = (product: (typeof products)[number]) => JSON.stringify(product).length
  const [longest] = products.sort((one, other) => weigh(other) - weigh(one))
  if (!longest) throw new Error('The sample has no products.')
  return longest.id
}

const ids = ['tm63-1p-c', ...(isWholeRun ? [await longestProduct()] : [])]
const products = ids.map((id) => `/product-details/${id}`)

for (const language of ['Ar', 'En'] as const) {
  test(
    `a product prints on one A4 sheet in ${language}`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      for (const address of products) {
        await page.goto(`${address}?lang=${language}`)
        const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
        expect(pdf.match(/\/Type\s*\/Page\b/g), address).toHaveLength(1)
      }
    },
  )

  const title = `the print-out in ${language} has the company, the product and its address, in black on white`
  test(title, { tag: language === 'En' ? '@long' : [] }, async ({ page, baseURL }) => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 688, height: 1000 }) // A4 within its margins
    await page.goto(`${products[0]}?lang=${language}`)
    for (const shown of [
      '.site-logo',
      '.site-header a[href^="tel:"]',
      '.site-header a[href^="mailto:"]',
      'h1',
      '.gallery-large .picture',
      '.spec-table table',
      '.rich-text',
    ]) {
      await expect(page.locator(shown).first(), shown).toBeVisible()
    }
    const address = page.getByText(`${baseURL}${products[0]}?lang=${language}`, { exact: true })
    await expect(address).toBeVisible()
    for (const hidden of ['nav', 'button', '.share', '.site-footer', '.gallery-more', '.band']) {
      await expect(page.locator(hidden).filter({ visible: true }), hidden).toHaveCount(0)
    }
    await expectNothingInteractive(page)
    const heading = page.locator('h1')
    await expect(heading).toHaveCSS('color', 'rgb(0, 0, 0)')
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  })
}

/** Nothing that only a screen can do: links to elsewhere, states of the moment, nodes of its drawing. */
async function expectNothingInteractive(page: Page) {
  const hidden =
    '.button, .text-link, .open-badge, [download], .contact-band, .breadcrumbs, ' +
    '.add-to-list, .add-choice, .quote-list-link'
  await expect(page.locator(hidden).filter({ visible: true })).toHaveCount(0)
  const drawn = await page.evaluate(() =>
    ['main', 'h1', 'h2.node', '.branch', '.company-section'].filter((place) => {
      const element = document.querySelector(place)
      if (!element) return false
      return ['::before', '::after'].some((part) => {
        const { content, display, visibility } = getComputedStyle(element, part)
        return content !== 'none' && display !== 'none' && visibility !== 'hidden'
      })
    }),
  )
  expect(drawn).toEqual([])
}

test(
  'lists, branches, the company, contact, projects and articles print without what only a screen can do',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 688, height: 1000 })
    const lists = [
      '/products/mcb?lang=Ar',
      '/products/mcb?view=table&lang=Ar',
      '/compare?ids=tm63-1p-c,tx160-3p&lang=Ar',
    ]
    const screens = ['/branches', '/companyGoals', '/contact', '/projects']
    for (const address of [...lists, ...screens.map((each) => `${each}?lang=Ar`)]) {
      await page.goto(address)
      await expectNothingInteractive(page)
      const heads = page.getByRole('columnheader', { name: 'قائمة طلب السعر' })
      await expect(heads.filter({ visible: true })).toHaveCount(0)
    }
    await page.goto('/blog_details/blog-mcb-curves?lang=En')
    await expectNothingInteractive(page)
    await expect(page.locator('.rich-text-table').first()).toHaveCSS('break-inside', 'avoid')
  },
)
