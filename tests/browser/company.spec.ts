import { hydrated, expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

const screens = ['/sustainability', '/workFields', '/companyGoals']

for (const script of ['on', 'off'] as const) {
  test.describe(`with script ${script}`, { tag: script === 'off' ? '@long' : [] }, () => {
    test.use({ javaScriptEnabled: script === 'on' })

    for (const address of script === 'on' ? screens : ['/companyGoals']) {
      test(`${address} leads from its index to each section, and back, on a phone and a desk`, async ({
        page,
      }) => {
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
      })
    }
  })
}

test('an address with a fragment opens at that section', async ({ page }) => {
  await page.goto('/companyGoals?lang=En#section-goal-skills')
  await expect(
    page.getByRole('heading', { name: 'Saudi skills in technical posts' }),
  ).toBeInViewport()
})

test('the index stays beside the text on a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.goto('/workFields?lang=En')
  const index = page.getByRole('navigation', { name: 'On this page' })
  await page.getByRole('heading', { name: 'Transport and roads' }).scrollIntoViewIfNeeded()
  await expect(index).toBeInViewport({ ratio: 1 })
})

test('the history is a table of years in the text', async ({ page }) => {
  await page.goto('/about?lang=En')
  const rows = page.getByRole('group', { name: 'Table' }).getByRole('row')
  await expect(rows).toHaveCount(13)
  await expect(rows.nth(1)).toContainText(/1987\s*Workshop in Al Sulay/)
})

test('the contact screen links to each branch', async ({ page }) => {
  await page.goto('/contact?lang=En')
  await expect(page.getByRole('link', { name: 'Jeddah branch' })).toHaveAttribute(
    'href',
    '/branches#branch-jeddah',
  )
  await expect(
    page.locator('main').getByRole('link', { name: '+966 12 555 0120' }),
  ).toHaveAttribute('href', 'tel:+966125550120')
})
