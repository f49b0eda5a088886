import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

// /sustainability and /workFields are made of the same parts.
const address = '/companyGoals'

test(
  `${address} leads from its index to each section, and back, on a phone and a desk`,
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${address}?lang=Ar`)
    await hydrated(page)
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
        await expect(links.and(page.locator('[aria-current="true"]'))).toHaveText([title])
      }
      await page.goBack()
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`${address}\\?lang=Ar$`))
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    }
  },
)
