import type { Locator, Page } from 'playwright/test'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

const slideName = { Ar: 'الشريحة', En: 'slide' }

for (const [language, width] of [
  ['Ar', 360],
  ['En', 1440],
] as const) {
  test.describe(`in ${language} at ${width} px`, { tag: language === 'En' ? '@long' : [] }, () => {
    test.use({ viewport: { width, height: 900 } })

    test(
      'the slides move by their buttons and link to what they show, beside a text in the page’s column',
      { tag: '@long' },
      async ({ page }) => {
        await page.goto(`/?lang=${language}`)
        await hydrated(page)
        const slides = page.locator('.slide')
        const count = await slides.count()
        for (const [at, target] of ['/about', '/newsDetails/news-factory-extension'].entries()) {
          const link = slides.nth(at).getByRole('link')
          await expect(link.locator('.slide-picture, .slide-text')).toHaveCount(2)
          expect(await link.getAttribute('href')).toBe(target)
        }
        const [previous, next] = await page
          .getByRole('button', {
            name: new RegExp(slideName[language]),
          })
          .all()
        if (!previous || !next) throw new Error('The slides have no buttons.')

        // Large, and at the edge of the picture.
        const picture = await boxOf(page.locator('.slide-picture').first())
        for (const button of [previous, next]) {
          const { y, width: across, height } = await boxOf(button)
          expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
          expect(Math.abs(y - picture.y - picture.height)).toBeLessThanOrEqual(1)
        }

        await expect(previous).toBeDisabled()
        for (let at = 1; at < count; at += 1) {
          await next.click()
          await expect(page.getByText(`${at + 1} / ${count}`)).toBeVisible()
          await expect(slides.nth(at)).toBeInViewport({ ratio: 0.6 })
        }
        await expect(next).toBeDisabled()
        await expect(next).toBeFocused()
        await previous.click()
        await expect(slides.nth(count - 2)).toBeInViewport({ ratio: 0.6 })

        // Two presses at once move them by two.
        await previous.evaluate((button: HTMLElement) => {
          button.click()
          button.click()
        })
        await expect(page.getByText(`${count - 3} / ${count}`)).toBeVisible()
        await expect(slides.nth(count - 4)).toBeInViewport({ ratio: 0.9 })

        for (const each of [360, 1024, 1440, 1920, 2560]) {
          await resize(page, each, 900)
          const { hero, column, node, riser } = await measureHero(page)
          expect(hero, `the column at ${each} px`).toBeCloseTo(column, 0)
          expect(node, `the node at ${each} px`).toBeCloseTo(riser, 0)
        }
      },
    )
  })
}

/** Distances from the inline start of the page, px. */
function measureHero(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, dir } = document.documentElement
    const startOf = (selector: string) => {
      const { left, right } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      return dir === 'rtl' ? clientWidth - right : left
    }
    const drawn = (selector: string) => {
      const { insetInlineStart, inlineSize } = getComputedStyle(
        document.querySelector(selector) ?? document.body,
        '::before',
      )
      return { start: Number.parseFloat(insetInlineStart), size: Number.parseFloat(inlineSize) }
    }
    const hero = startOf('h1')
    const node = drawn('h1')
    return {
      hero,
      column: startOf('.band-heading'),
      node: hero + node.start + node.size / 2,
      riser: drawn('main').start + 0.5,
    }
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not shown.')
  return box
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('the slides can be scrolled with the keyboard, and the switch of a solution closes while it is hovered', async ({
    page,
  }) => {
    await page.goto('/?lang=En')
    await page.getByRole('list', { name: 'Highlights' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('.slide').nth(1)).toBeInViewport({ ratio: 0.6 })
    const feeder = page.locator('.feeder').first()
    const blade = feeder.locator('.feeder-blade')
    await expect(blade).toHaveCSS('transform', 'none')
    await feeder.hover()
    await expect(blade).not.toHaveCSS('transform', 'none')
  })
})
