import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'

test.use({ locale: 'en-GB' })

async function setLanguage(page: Page, language: 'Ar' | 'En', url = '') {
  await page.context().addCookies([{ name: 'lang', value: language, url }])
}

test('the field suggests while one types, by the keyboard alone', async ({ page, baseURL }) => {
  await setLanguage(page, 'En', baseURL)
  await page.goto('/services')
  await hydrated(page)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  expect(scripts.filter((path) => path.includes('type-ahead'))).toEqual([])

  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search this site' })
  await expect(field).toBeFocused()
  await page.keyboard.type('tm63-3d')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const option = list.getByRole('option').first()
  await expect(option).toContainText('TM63')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(list.locator('mark').first()).toBeVisible()
  expect(await findViolations(page, 'light', '.site-header')).toEqual([])
  expect(await findViolations(page, 'dark', '.site-header')).toEqual([])

  await page.keyboard.press('ArrowDown')
  await expect(option).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await option.getAttribute('id')) ?? '',
  )
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue('tm63-3d')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/product-details/tm63-3p-d**')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('TM63')
  await expect(list).toBeHidden()
})

test('Enter searches, and results lead on, back and to one kind', async ({ page, baseURL }) => {
  await setLanguage(page, 'Ar', baseURL)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/about')
  await hydrated(page)
  // One tap: the icon is the label of the field.
  await page.locator('.site-header .search-form label').click()
  await page.keyboard.type('قاطع ٣٢ امبير ثلاثي')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?q=**')
  const results = page.locator('article[data-kind]')
  // Two series of three-pole breakers have one of 32 A.
  await expect(results.first()).toHaveAttribute('data-id', /^(tm63-3p-d|tx160-3p)$/)
  await expect(results.first().getByRole('link')).toHaveCount(1)
  await expect(page.locator('#search-again')).toHaveValue('قاطع ٣٢ امبير ثلاثي')
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await findViolations(page, 'light')).toEqual([])
  expect(await findViolations(page, 'dark', 'main')).toEqual([])

  await page.locator('#search-again').fill('مصباح')
  await page.locator('#search-again').press('Enter')
  await page.waitForURL(`**/search?q=${encodeURIComponent('مصباح')}`)
  await expect(results.first()).not.toHaveAttribute('data-id', /^(tm63-3p-d|tx160-3p)$/)
  const kinds = page.getByRole('navigation', { name: 'نوع النتائج' })
  await kinds.getByRole('link', { name: /^منتجات/ }).click()
  await page.waitForURL('**&kind=product')
  await expect(page.locator('article[data-kind="product"]').first()).toBeVisible()
  await expect(page.locator('article:not([data-kind="product"])')).toHaveCount(0)
  await page.goBack()
  await page.goBack()
  await expect(page.locator('#search-again')).toHaveValue('قاطع ٣٢ امبير ثلاثي')
})
