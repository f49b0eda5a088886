import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

// /sustainability and /workFields are made of the same parts.
const address = '/companyGoals'

for (const script of ['on', 'off'] as const) {
  test.describe(`with script ${script}`, { tag: script === 'off' ? '@long' : [] }, () => {
    test.use({ javaScriptEnabled: script === 'on' })

    test(
      `${address} leads from its index to each section, and back, on a phone and a desk`,
      { tag: '@long' },
      async ({ page }) => {
        await page.goto(`${address}?lang=Ar`)
        if (script === 'on') await hydrated(page)
        const links = page.getByRole('navigation', { name: 'في هذه الصفحة' }).getByRole('link')
        expect(await links.count()).toBeGreaterThan(3)
        const titles = [await links.last().innerText(), await links.nth(1).innerText()]
        for (const width of [360, 1440]) {
          await resize(page, width, 740)
          for (const title of titles) {
            await links.filter({ hasText: title }).click()
            await expect(page).toHaveURL(/\?lang=Ar#section-[\w-]+$/)
            const heading = page.getByRole('heading', { level: 2, name: title, exact: true })
            await expect(heading).toBeInViewport()
            await expect(heading).toBeFocused()
            const marked = links.and(page.locator('[aria-current="true"]'))
            await expect(marked).toHaveText(script === 'on' ? [title] : [])
          }
          await page.goBack()
          await page.goBack()
          await expect(page).toHaveURL(new RegExp(`${address}\\?lang=Ar$`))
          await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
        }
      },
    )
  })
}

test(
  'an address with a fragment opens at that section, and the index stays beside it on a wide screen',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 800 })
    await page.goto('/companyGoals?lang=En#section-goal-skills')
    await expect(
      page.getByRole('heading', { name: 'Saudi skills in technical posts' }),
    ).toBeInViewport()
    const index = page.getByRole('navigation', { name: 'On this page' })
    await expect(index).toBeInViewport({ ratio: 1 })
  },
)
