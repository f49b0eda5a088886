import { hydrated, expect, test } from '../support/browser-test.ts'

const product = '/product-details/tm63-1p-c'

test(
  'the link of a product is copied, with a confirmation, and the browser’s share dialog is offered',
  { tag: '@long' },
  async ({ page, context, baseURL }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      const share = async (data: ShareData) => void (document.body.dataset['shared'] = data.url)
      Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    })
    await page.goto(`${product}?lang=En`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('.share [role="status"]')).toHaveText('Link copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(`${baseURL}${product}?lang=En`)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', copied)
    await page.getByRole('button', { name: 'More options' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-shared', copied)
  },
)
