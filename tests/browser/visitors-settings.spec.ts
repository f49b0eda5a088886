import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

/** The text spacing of WCAG 1.4.12. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`

async function restyle(page: Page, css: string) {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

/** Finds overlapping or clipped controls, and pages that scroll sideways. */
async function findBroken(page: Page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const controls = [...document.querySelectorAll('header :is(a, button, summary)')]
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ control, box }) => box.width > 0 && control.checkVisibility())
    const name = (control: Element) => control.textContent || control.ariaLabel
    const outside = controls
      .filter(({ box }) => box.left < -1 || box.right > width + 1)
      .map(({ control }) => `${name(control)} is cut`)
    const overlapping = controls.flatMap(({ control, box }, at) =>
      controls
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        .map((other) => `${name(control)} lies over ${name(other.control)}`),
    )
    const overflow = document.documentElement.scrollWidth - width
    return [...outside, ...overlapping, ...(overflow > 0 ? [`${overflow} px too wide`] : [])]
  })
}

for (const language of ['Ar', 'En'] as const) {
  test(
    `the header is whole in ${language} with wider spacing, with letters twice as large and at 400 % zoom`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      await page.goto(`/services?lang=${language}`)
      for (const width of [360, 768, 1024, 1100, 1280, 1440]) {
        await resize(page, width, 800)
        for (const css of ['', textSpacing, 'html { font-size: 200% !important }']) {
          await restyle(page, css)
          expect(await findBroken(page), `${css} at ${width} px`).toEqual([])
        }
      }
      await restyle(page, '')
      await resize(page, 320, 256)
      expect(await findBroken(page), '400 % zoom').toEqual([])
    },
  )
}

test(
  'wider spacing cuts nothing off on screens of cards, tables and buttons',
  { tag: '@long' },
  async ({ page }) => {
    for (const address of ['/', '/contact', '/products/mcb']) {
      await page.goto(`${address}?lang=En`)
      await restyle(page, textSpacing)
      for (const width of [360, 1440]) {
        await resize(page, width, 800)
        expect(await findBroken(page), `${address} at ${width} px`).toEqual([])
      }
    }
  },
)

test(
  'on a phone the top bar is one row of phone number, e-mail, address and WhatsApp, large enough to tap',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/services?lang=Ar')
    const links = page.locator('.top-bar a').filter({ visible: true })
    const boxes = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect().toJSON()),
    )
    expect(boxes.length).toBe(4)
    await expect(links.first()).toContainText('+966 11 555 0100')
    expect((await links.first().locator('bdi').boundingBox())?.width).toBeGreaterThan(80)
    await expect(links.last()).toHaveAccessibleName('واتساب')
    await expect(page.getByRole('contentinfo').locator('.social-links a:visible')).toHaveCount(4)
    for (const { y, width, height } of boxes) {
      expect(y).toBe(boxes[0].y)
      expect(width).toBeGreaterThanOrEqual(44)
      expect(height).toBeGreaterThanOrEqual(44)
    }
  },
)

test.describe('in forced colours', () => {
  test.use({ expectedResponses: [/^404 \/error_404$/] })

  test('graphics are visible on a light and a dark background', async ({ page }) => {
    await page.goto('/error_404?lang=En')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors: 'active' })
      const seen = await page.evaluate(() => {
        const probe = document.createElement('i')
        document.body.append(probe)
        const colourOf = (name: string) => {
          probe.style.color = name
          return getComputedStyle(probe).color
        }
        const style = (selector: string, part?: string) => {
          const element = document.querySelector(selector)
          if (!element) throw new Error(`There is no ${selector}.`)
          return getComputedStyle(element, part)
        }
        return {
          ground: colourOf('Canvas'),
          drawn: [
            style('main', '::before').borderInlineStartColor,
            style('h1', '::before').borderInlineStartColor,
            style('.error-diagram').stroke,
            style('.error-bar').stroke,
            style('.earth').stroke,
            style('.logo-mark').stroke,
            style('.button').borderInlineStartColor,
          ],
        }
      })
      for (const colour of seen.drawn) expect(colour).not.toBe(seen.ground)
    }
  })
})
