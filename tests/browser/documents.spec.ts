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
