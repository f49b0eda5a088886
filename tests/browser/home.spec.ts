import { hydrated, expect, test } from '../support/browser-test.ts'

const slideName = { Ar: 'الشريحة', En: 'slide' }

for (const language of ['Ar', 'En'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`in ${language} at ${width} px`, () => {
      test.use({ viewport: { width, height: 900 } })

      test('the slides move by their buttons, one or two at a time, and stop at both ends', async ({
        page,
      }) => {
        await page.goto(`/?lang=${language}`)
        await hydrated(page)
        const slides = page.locator('.slide')
        const count = await slides.count()
        const [previous, next] = await page
          .getByRole('button', {
            name: new RegExp(slideName[language]),
          })
          .all()
        if (!previous || !next) throw new Error('The slides have no buttons.')

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
      })
    })
  }
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('the slides can be scrolled with the keyboard', async ({ page }) => {
    await page.goto('/?lang=En')
    await page.getByRole('list', { name: 'Highlights' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('.slide').nth(1)).toBeInViewport({ ratio: 0.6 })
  })
})

test('the switch of a solution closes only while it is hovered', async ({ page }) => {
  await page.goto('/?lang=En')
  const feeder = page.locator('.feeder').first()
  const blade = feeder.locator('.feeder-blade')
  await expect(blade).toHaveCSS('rotate', 'none')
  await feeder.hover()
  await expect(blade).not.toHaveCSS('rotate', 'none')
})
