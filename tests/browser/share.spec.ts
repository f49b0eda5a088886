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

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('plain links for sharing and enquiries name the product', async ({ page, baseURL }) => {
    await page.goto(`${product}?lang=En`)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    const address = `${baseURL}${product}?lang=En`
    const share = page.getByRole('group', { name: 'Share' })
    await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`,
    )
    await expect(share.getByRole('button')).toHaveCount(0)

    await expect(page.getByRole('link', { name: 'Request a quotation' })).toHaveAttribute(
      'href',
      '/enquiry?product=tm63-1p-c',
    )
    const message = new URL(
      (await page.getByRole('link', { name: 'Ask on WhatsApp' }).getAttribute('href')) ?? '',
    )
    expect(message.searchParams.get('text')).toBe(`Request for quotation: ${title}\n${address}`)
  })
})
