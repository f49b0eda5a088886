import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findOverflow, findSmallTargets, resize } from '../support/page-measures.ts'

for (const language of ['Ar', 'En'] as const) {
  test(
    `the documents in ${language} are accessible and fit on small phones`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      await page.goto(`/documents?lang=${language}`)
      await expect(page.locator('.file-list li')).not.toHaveCount(0)
      await hydrated(page)
      await resize(page, 320, 640)
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, 'main')).toEqual([])
      expect(await findViolations(page, language === 'Ar' ? 'light' : 'dark')).toEqual([])
    },
  )
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('documents are searched, and those of a solution are a link away', async ({ page }) => {
    await page.goto('/products/home?lang=En')
    await page.getByRole('main').getByRole('link', { name: 'Documents' }).click()
    await page.getByRole('main').getByRole('searchbox').fill('TM63')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/documents\?q=TM63$/)
    const file = page.locator('.file-list li').first()
    await expect(file).toContainText('PDF')
    await expect(file.locator('a').last()).toHaveAttribute('href', /^\/images\/post\/.+\.pdf$/)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')

    await page.goto('/solutionDetails/solution-industry?lang=En')
    await page.getByRole('link', { name: 'All documents of this solution' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Documents for /)
    // A search stays within the solution.
    await page.getByRole('main').getByRole('searchbox').fill('contactor')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\?q=contactor&solution=solution-industry|solution=.*&q=contactor/)
  })
})
