import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { hydrated, expect, test } from '../support/browser-test.ts'

test.use({ pictures: 'real' })

const product = '/product-details/tm125-4p-c'
const largePicture = '.gallery-large a'

async function open(page: Page, language: 'Ar' | 'En', address = product) {
  await page.goto(`${address}?lang=${language}`)
  await hydrated(page)
  await page.locator(largePicture).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

function position(page: Page) {
  return page.locator('.lightbox [aria-live]')
}

test(
  'selecting a thumbnail shows it large, and the buttons of the lightbox work',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${product}?lang=En`)
    await hydrated(page)
    const large = page.locator(largePicture)
    await expect(page.locator('.gallery-position')).toHaveText('1 / 3')
    await page.getByRole('link', { name: /picture 3$/ }).click()
    await expect(page.locator('.gallery-position')).toHaveText('3 / 3')
    await expect(large).toHaveAttribute('href', '/images/post/tm125-4p-c-3.webp')
    await expect(page.getByRole('link', { name: /picture 3$/ })).toHaveAttribute('aria-current')
    await expect(page).toHaveURL(/tm125-4p-c/)

    // The lightbox opens with it.
    await large.click()
    await expect(position(page)).toHaveText('3 / 3')
    const pictures = page.locator('.lightbox-picture')
    await expect(pictures.nth(2)).toBeInViewport()

    // Keys with Alt, Ctrl or ⌘ are left to the browser.
    const dialog = page.getByRole('dialog', { name: /^TM125/ })
    const isTaken = await dialog.evaluate((element) =>
      ['altKey', 'ctrlKey', 'metaKey']
        .flatMap((modifier) => ['ArrowLeft', '+', '='].map((key) => ({ key, [modifier]: true })))
        .map((init) => new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
        .map((event) => !element.dispatchEvent(event)),
    )
    expect(isTaken).not.toContain(true)
    await expect(pictures.nth(2)).toHaveAttribute('aria-pressed', 'false')

    await dialog.getByRole('button', { name: 'Previous picture' }).click()
    await expect(position(page)).toHaveText('2 / 3')
    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await dialog.getByRole('button', { name: 'Zoom out' }).click()
    await expect(pictures.nth(1)).toHaveAttribute('aria-pressed', 'false')
    await dialog.getByRole('button', { name: 'Next picture' }).click()
    await expect(position(page)).toHaveText('3 / 3')
    await dialog.getByRole('button', { name: 'Close pictures' }).click()
    await expect(dialog).toHaveCount(0)
  },
)

for (const { language, next, previous } of [
  { language: 'Ar', next: 'ArrowLeft', previous: 'ArrowRight' },
  { language: 'En', next: 'ArrowRight', previous: 'ArrowLeft' },
] as const) {
  test(
    `in ${language} the arrow keys follow the order of the images, and an image is enlarged at the pointer`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      await open(page, language)
      await expect(position(page)).toHaveText('1 / 3')
      await page.keyboard.press(previous)
      await page.keyboard.press(next)
      await expect(position(page)).toHaveText('2 / 3')
      await page.keyboard.press(next)
      await expect(position(page)).toHaveText('3 / 3')
      await page.keyboard.press(previous)
      await expect(position(page)).toHaveText('2 / 3')

      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.locator(largePicture)).toBeFocused()
      await expect(page.locator('.gallery-position')).toHaveText('2 / 3')

      // Two quick presses advance by two images.
      await page.locator('.gallery-more a').first().click()
      await page.locator(largePicture).click()
      await expect(position(page)).toHaveText('1 / 3')
      await page.getByRole('dialog').evaluate((dialog, key) => {
        for (const name of [key, key]) {
          dialog.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
        }
      }, next)
      await expect(position(page)).toHaveText('3 / 3')

      // Swiping the row changes the image.
      const row = page.locator('.lightbox .slide-row')
      const toEnd = (element: Element) =>
        element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft)
      // While the row is on its way to where the keys sent it, a swipe would end elsewhere.
      await expect.poll(() => row.evaluate(toEnd)).toBeLessThanOrEqual(1)
      await row.evaluate((row) => {
        const back = 2 * row.clientWidth * (getComputedStyle(row).direction === 'rtl' ? 1 : -1)
        row.scrollBy({ left: back, behavior: 'instant' })
      })
      await expect(position(page)).toHaveText('1 / 3')

      // An image is enlarged at the pointer, and moved with the keyboard.
      const picture = page.locator('.lightbox-picture').first()
      const box = page.locator('.lightbox-box').first()
      const before = await picture.boundingBox()
      if (!before) throw new Error('The picture is not shown.')
      const point = { x: before.width * 0.75, y: before.height * 0.75 }
      await picture.click({ position: point })
      await expect(picture).toHaveAttribute('aria-pressed', 'true')

      const after = await picture.boundingBox()
      expect(after?.width).toBeCloseTo(before.width * 2, 0)
      // The point under the pointer stays there; scroll positions are whole pixels.
      expect(Math.abs((after?.x ?? 0) - before.x + point.x)).toBeLessThanOrEqual(2)
      expect(Math.abs((after?.y ?? 0) - before.y + point.y)).toBeLessThanOrEqual(2)

      const x = () => box.evaluate((element) => element.scrollLeft)
      const enlarged = await x()
      await page.keyboard.press('ArrowLeft')
      await expect.poll(x).toBeLessThan(enlarged)
      await expect(position(page)).toHaveText('1 / 3')

      await page.keyboard.press('-')
      await expect(picture).toHaveAttribute('aria-pressed', 'false')
      await page.keyboard.press('+')
      await expect(picture).toHaveAttribute('aria-pressed', 'true')
    },
  )
}

test(
  'a product without an image has its text in that place, beside the ways to a quotation',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/product-details/tr-test-plug?lang=En')
    await expect(page.locator('.gallery, article .picture-missing')).toHaveCount(0)
    const text = await page.locator('.product-sheet > .rich-text').boundingBox()
    const links = await page.locator('.quotation-links').boundingBox()
    expect(text?.y).toBe(links?.y)
  },
)

test('another product starts with its own first image', { tag: '@long' }, async ({ page }) => {
  await page.goto('/product-details/ts-t1t2-4p?lang=En')
  await hydrated(page)
  await page.getByRole('link', { name: /picture 3$/ }).click()
  await expect(page.locator('.gallery-position')).toHaveText('3 / 3')
  await page.locator('.band .card a').first().click()
  await page.waitForURL((url) => !url.pathname.endsWith('ts-t1t2-4p'))
  await expect(page.locator(largePicture)).not.toHaveAttribute('href', /-3\.webp$/)
})

test('axe finds no violation in the lightbox', { tag: '@long' }, async ({ page }) => {
  await open(page, 'Ar')
  await page.keyboard.press('+')
  for (const colorScheme of ['light', 'dark'] as const) {
    expect.soft(await findViolations(page, colorScheme, 'dialog'), colorScheme).toEqual([])
  }
  // In the dark scheme drawings are light lines, also in the lightbox.
  for (const picture of ['.gallery-large .picture', '.lightbox .picture']) {
    await expect(page.locator(picture).first()).toHaveCSS('filter', /^invert\(1\) hue-rotate/)
  }
})

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })
})
