import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findOverflow, findSmallTargets, resize } from '../support/page-measures.ts'

const list = '/products/mcb?lang=En'
const titles = {
  onePole: 'TM63 single-pole MCB',
  threePoles: 'TM63 three-pole MCB, curve D',
  fourPoles: 'TM125 four-pole MCB, curve C or D',
}

const cards = (page: Page) => page.locator('.product-list .card-title')
const results = (page: Page) => page.locator('.list-tools').getByRole('status')
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' })
const field = (page: Page, filter: string) =>
  filters(page).getByRole('group', { name: filter, exact: true })
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })

/** The parameters of the address that select something. */
const selected = (page: Page) =>
  decodeURIComponent(new URL(page.url()).search).replace(/^\?|lang=En&?/g, '')

test('with script a filter changes the list in place, the address with it, and the focus stays', async ({
  page,
}) => {
  await page.goto(list)
  await hydrated(page)
  // A product's own checkbox is none of the filters.
  await page
    .getByRole('checkbox', { name: /^Add to comparison/ })
    .first()
    .check()
  expect(new URL(page.url()).search).toBe('?lang=En')
  await page.evaluate(() => scrollTo(0, 200))
  const three = field(page, 'Poles').getByRole('checkbox', { name: /^3/ })
  await three.focus()
  await page.keyboard.press('Space')
  await expect(cards(page)).toHaveText([titles.threePoles])
  await expect(results(page)).toHaveText('One of 5 products')
  await expect(three).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(200)
  expect(selected(page)).toBe('spec.poles=3')

  // A value that no product has beside it cannot be picked by accident.
  await expect(field(page, 'Tripping curve').getByRole('checkbox', { name: /^B/ })).toBeDisabled()
  await field(page, 'Poles').getByRole('checkbox', { name: /^4/ }).check()
  await expect(cards(page)).toHaveText([titles.threePoles, titles.fourPoles])
  expect(selected(page)).toBe('spec.poles=3&spec.poles=4')

  const from = field(page, 'Rated current').getByLabel('From')
  await from.fill('٨٠')
  await page.keyboard.press('Tab')
  await expect(cards(page)).toHaveText([titles.fourPoles])
  await expect(from).toHaveValue('80')
  expect(selected(page)).toBe('spec.poles=3&spec.poles=4&spec.rated-current=80..')
  await expect(field(page, 'Rated current').getByLabel('To')).toBeFocused()

  // Back from a product to the list as it was.
  await cards(page).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(titles.fourPoles)
  await page.goBack()
  await expect(cards(page)).toHaveText([titles.fourPoles])
  await expect(from).toHaveValue('80')
  await expect(three).toBeChecked()

  await chosen(page).getByRole('link', { name: 'Rated current: ≥ 80 A' }).click()
  await expect(cards(page)).toHaveCount(2)
  await expect(from).toHaveValue('')
  await expect(results(page)).toBeFocused()
  await chosen(page).getByRole('link', { name: 'Clear all' }).click()
  await expect(cards(page)).toHaveCount(5)
  await expect(three).not.toBeChecked()
  await expect(chosen(page)).toHaveCount(0)
  expect(selected(page)).toBe('')
})

test('on a phone the filters are a sheet, which shows the results when it closes', async ({
  page,
}) => {
  await resize(page, 320, 640)
  await page.goto(list)
  await hydrated(page)
  await expect(filters(page)).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await field(page, 'Poles').getByRole('checkbox', { name: /^3/ }).check()
  await expect(cards(page)).toHaveCount(1)
  await expect(filters(page)).toBeVisible()
  await page.getByRole('button', { name: 'Show results' }).click()
  await expect(filters(page)).toBeHidden()
  await expect(cards(page)).toHaveText([titles.threePoles])
  await page.getByRole('button', { name: 'Filters (1)' }).click()
  await page.keyboard.press('Escape')
  await expect(filters(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form filters and sorts, on a phone in its sheet', async ({ page }) => {
    await resize(page, 320, 640)
    await page.goto(list)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await field(page, 'Poles').getByRole('checkbox', { name: /^3/ }).check()
    await field(page, 'Poles').getByRole('checkbox', { name: /^4/ }).check()
    await field(page, 'Rated current').getByLabel('From').fill('10.0')
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(cards(page)).toHaveText([titles.threePoles, titles.fourPoles])
    expect(selected(page)).toBe('spec.poles=3&spec.poles=4&spec.rated-current=10..')
    // A card with order codes offers these for comparison, not its product as well.
    await expect(page.getByRole('checkbox', { name: /^Compare/ })).not.toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: /^Add to comparison/ })).toHaveCount(0)

    await page.getByLabel('Sort by').selectOption('Rated current: descending')
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await expect(cards(page)).toHaveText([titles.fourPoles, titles.threePoles])
    await chosen(page).getByRole('link', { name: 'Poles: 4' }).click()
    await expect(cards(page)).toHaveText([titles.threePoles])
    await page.getByRole('link', { name: 'Table' }).click()
    await expect(page.getByRole('rowheader')).toContainText([titles.threePoles])
    expect(selected(page)).toBe(
      'sort=-rated-current&spec.poles=3&spec.rated-current=10..&view=table',
    )
  })
})

for (const language of ['Ar', 'En'] as const) {
  test(
    `cards, table, sheet and empty list fit any screen and have no violations, in ${language}`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      const plain = `/products/mcb?lang=${language}`
      for (const [search, part] of [
        ['', '.product-list'],
        ['&view=table&sort=name', '.product-list [role="region"]'],
        ['&spec.poles=1&spec.rated-current=100..', '.list-tools'],
      ] as const) {
        await page.goto(plain + search)
        for (const width of [1280, 320]) {
          await resize(page, width, 800)
          expect(await findOverflow(page), `${search} at ${width} px`).toBe(0)
        }
        expect(await findViolations(page, 'light', part)).toEqual([])
        expect(await findSmallTargets(page, '.product-list')).toEqual([])
      }
      expect(await findViolations(page, 'dark', '.product-list')).toEqual([])
      await page.locator('.list-tools .button').first().click()
      await expect(page.locator('.filters')).toBeVisible()
      expect(await findSmallTargets(page, '.product-list')).toEqual([])
      const scheme = language === 'Ar' ? 'light' : 'dark'
      expect(await findViolations(page, scheme, '.filters')).toEqual([])
    },
  )
}
