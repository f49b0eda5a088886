import { expect, hydrated, test } from '../support/browser-test.ts'
import { newerApis, removeApis } from '../support/newer-apis.ts'

const product = '/product-details/tm63-1p-c?lang=En'

/** Those that the site's script, or one of its libraries, uses where they exist. */
const used = [
  'AbortSignal.timeout',
  'HTMLElement.prototype.popover',
  'Navigator.prototype.clipboard',
  'Navigator.prototype.connection',
  'Navigator.prototype.share',
  'requestIdleCallback',
]

test(
  'a product is interactive without any one of the APIs that script uses where they exist',
  { tag: '@long' },
  async ({ context }) => {
    expect(newerApis).toEqual(expect.arrayContaining(used))
    const failures: string[] = []
    for (const api of used) {
      const page = await context.newPage()
      page.on('pageerror', (error) => failures.push(`without ${api}: ${error.message}`))
      page.on('console', (message) => {
        const isOfPicture = /Failed to load resource/.test(message.text())
        if (message.type() === 'error' && !isOfPicture) failures.push(`${api}: ${message.text()}`)
      })
      await page.route('**/{images,fonts}/**', (route) => route.abort())
      await removeApis(page, [api])
      await page.goto(product)
      await hydrated(page)
      await page.close()
    }
    expect(failures).toEqual([])
  },
)

test('V40: without all newer APIs the menu opens and closes, and products are found and put on the list', async ({
  page,
}) => {
  await removeApis(page, newerApis)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(product)
  await hydrated(page)
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const opener = page.getByRole('button', { name: 'Menu', exact: true })
  await expect(menu).toBeHidden()
  await opener.click()
  await expect(menu).toBeVisible()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await page
    .locator('.ordering')
    .getByRole('button', { name: /^Add to list: / })
    .first()
    .click()
  await expect(page.locator('.add-status')).toContainText('Added to the list')
  await expect(page).toHaveURL(/\/product-details\//)

  await page.keyboard.press('/')
  await page.keyboard.type('tm63-3d')
  await expect(page.getByRole('option').first()).toContainText('TM63')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=tm63-3d$/)
  await expect(page.getByRole('main').getByRole('link', { name: /TM63/ }).first()).toBeVisible()
})
