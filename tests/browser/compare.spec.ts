import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findOverflow, findSmallTargets, resize } from '../support/page-measures.ts'

const list = '/products/mcb?lang=En'
const four = '/compare?ids=tm63-1p-c,tm63-2p-c,tx160-3p,tc-265'

function choices(page: Page) {
  return page.getByRole('checkbox', { name: /^Add to comparison/ })
}

function tray(page: Page) {
  return page.getByRole('region', { name: 'Products to compare' })
}

/** The titles above the columns that are shown. */
function titles(page: Page) {
  return page.locator('.compare thead th a').filter({ visible: true })
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('ticked products of a list are compared, in its order', async ({ page }) => {
    await page.goto(list)
    await choices(page).nth(2).check()
    await choices(page).nth(0).check()
    const names = await page.locator('main .card-title').allTextContents()
    const button = page.getByRole('button', { name: 'Compare chosen products' })
    // It comes to the window's edge once something is ticked.
    await expect(button).toBeInViewport()
    await button.click()
    await expect(titles(page)).toHaveText([names[0] ?? '', names[2] ?? ''])
    expect(new URL(page.url()).search).toMatch(/^\?ids=[\w-]+,[\w-]+$/)
  })

  test('order codes of a table are compared, and the code of a product is chosen in its column', async ({
    page,
  }) => {
    await page.goto('/product-details/tto-d?lang=En')
    await page.getByRole('checkbox', { name: /^Compare ?: TTO-D500$/ }).check()
    await page.getByRole('checkbox', { name: /^Compare ?: TTO-D1000$/ }).check()
    await page.getByRole('button', { name: 'Compare chosen products' }).click()
    await expect(titles(page)).toHaveText([/^TTO-D500/, /^TTO-D1000/])
    await expect(page.getByRole('row', { name: /^Rated power/ })).toContainText('500 kVA')
    await page.goto('/compare?ids=ttd-e,tto-d~TTO-D1000&only=differences&lang=En')
    await page.getByRole('combobox').selectOption({ value: 'ttd-e~TTD-E1000' })
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    await expect(titles(page)).toHaveText([/^TTD-E1000/, /^TTO-D1000/])
    await expect(page.getByRole('row', { name: /^Rated power/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Add to list: TTD-E1000' })).toBeVisible()
  })

  test('a phone has all columns, by scrolling, beside the names, and marks what differs between any', async ({
    page,
  }) => {
    await resize(page, 360, 740)
    await page.goto(`${four}&lang=En`)
    await expect(titles(page)).toHaveCount(4)
    await titles(page).last().scrollIntoViewIfNeeded()
    await expect(titles(page).last()).toBeInViewport({ ratio: 1 })
    // The two circuit breakers state the same.
    const voltage = page.getByRole('row', { name: /^Rated operational voltage/ })
    await voltage.getByRole('rowheader').scrollIntoViewIfNeeded()
    await expect(voltage.locator('.compare-mark')).toBeVisible()
    await expect(voltage.getByRole('rowheader')).toBeInViewport({ ratio: 1 })
  })
})

test('chosen products stay in the tray during the visit, and are compared from there', async ({
  page,
}) => {
  await page.goto(list)
  await hydrated(page)
  await choices(page).nth(0).check()
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: 'Added to the comparison' })).toHaveCount(
    1,
  )
  // Another screen, by a click, and after a reload.
  await page.getByRole('link', { name: 'Moulded-case circuit breakers' }).last().click()
  await page.waitForURL('**/products/mccb')
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  await choices(page).nth(0).check()
  await expect(tray(page).getByRole('listitem')).toHaveCount(2)
  await tray(page).getByRole('link', { name: 'Compare' }).click()
  await expect(titles(page)).toHaveCount(2)
  await page
    .getByRole('link', { name: /^Remove from the comparison/ })
    .first()
    .click()
  await expect(titles(page)).toHaveCount(1)
  await page.goBack()
  await expect(titles(page)).toHaveCount(2)
  await page.goBack()
  await page.waitForURL('**/products/mccb')
  await expect(tray(page).getByRole('listitem')).toHaveCount(2)
})

test('an order code that is chosen in a column is compared at once, by keyboard, too', async ({
  page,
}) => {
  await page.goto('/compare?ids=ttd-e,tto-d~TTO-D1000&only=differences&lang=En')
  await hydrated(page)
  await expect(page).toHaveURL(/ids=ttd-e,tto-d~TTO-D1000&only=differences&lang=En$/)
  await expect(page.getByRole('button', { name: 'Choose', exact: true })).toHaveCount(0)
  await page.getByRole('combobox').focus()
  await page.keyboard.press('ArrowDown')
  await expect(titles(page)).toHaveText([/^TTD-E/, /^TTO-D1000/])
  await expect(page).toHaveURL(/ids=ttd-e~TTD-E[^&]+&only=differences/)
  await expect(page.locator('main')).toBeFocused()
})

test(
  'at most four products are chosen; a fifth is refused with the reason',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(list)
    await hydrated(page)
    for (const at of [0, 1, 2, 3]) await choices(page).nth(at).check()
    await expect(tray(page).getByRole('listitem')).toHaveCount(4)
    await choices(page).nth(4).click()
    await expect(choices(page).nth(4)).not.toBeChecked()
    await expect(page.getByText('At most four products can be compared.')).toBeVisible()
    // By keyboard: removing one makes room, and the focus stays in the tray.
    await tray(page).getByRole('button').first().focus()
    await page.keyboard.press('Enter')
    await expect(tray(page).getByRole('listitem')).toHaveCount(3)
    await expect(tray(page)).toBeFocused()
    await expect(choices(page).nth(0)).not.toBeChecked()
    await tray(page).getByRole('button', { name: 'Clear' }).click()
    await expect(tray(page)).toHaveCount(0)
    await expect(choices(page).and(page.locator(':checked'))).toHaveCount(0)
  },
)

test(
  'a product is compared with those that were chosen before',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(list)
    await hydrated(page)
    await choices(page).nth(1).check()
    await page.locator('main .card-title a').first().click()
    await page.waitForURL('**/product-details/**')
    await expect(tray(page).getByRole('listitem')).toHaveCount(1)
    const link = page.locator('.quotation-links').getByRole('link', { name: 'Compare' })
    await expect(link).toHaveAttribute('href', /ids=[\w-]+(?:,|%2C)[\w-]+$/) // its script loads late
    await link.click()
    await expect(titles(page)).toHaveCount(2)
  },
)

test('hostile content of the browser’s storage is ignored', { tag: '@long' }, async ({ page }) => {
  const product = { id: 'a', title: 'T', image: '', language: 'En' }
  const hostile = JSON.stringify([
    { ...product, path: 'javascript:alert(1)' },
    { ...product, path: '//evil.example' },
  ])
  for (const [compared, viewed] of [
    ['no json', '[1, null, {}]'],
    ['null', '{}'],
    [hostile, hostile],
  ] as const) {
    await page.addInitScript(
      ([first, second]) => {
        sessionStorage.setItem('compare', first)
        localStorage.setItem('viewed', second)
      },
      [compared, viewed] as const,
    )
    await page.goto('/product-details/tm63-1p-c?lang=En')
    await hydrated(page)
    await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0)
    await expect(tray(page)).toHaveCount(0)
  }
})

test(
  'without storage products are still chosen and compared',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(`for (const name of ['getItem', 'setItem']) {
    const original = Storage.prototype[name]
    Storage.prototype[name] = function (key, ...values) {
      if (key === 'compare') throw new DOMException('Denied', 'SecurityError')
      return original.call(this, key, ...values)
    }
  }`)
    await page.goto(list)
    await choices(page).first().check()
    await expect(tray(page).getByRole('listitem')).toHaveCount(1)
  },
)

for (const language of ['Ar', 'En'] as const) {
  test(
    `lists with a tray and comparisons in ${language} are accessible, fit on small phones and one landscape sheet, and keep their titles in view`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      await page.goto(`/products/mcb?lang=${language}`)
      await hydrated(page)
      for (const at of [0, 1, 2, 3]) await page.locator('.compare-choice input').nth(at).check()
      await expect(page.locator('.compare-tray li')).toHaveCount(4)
      const scheme = language === 'Ar' ? 'light' : 'dark'
      await resize(page, 320, 640)
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, '.compare-tray')).toEqual([])
      const bar = await page.locator('.compare-form').boundingBox()
      expect(bar?.height).toBeLessThanOrEqual(56)
      expect(await findViolations(page, scheme, '.compare-tray')).toEqual([])
      await page.goto(`${four}&lang=${language}`)
      await hydrated(page)
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, 'main')).toEqual([])
      expect(await findViolations(page, scheme)).toEqual([])

      for (const width of [360, 1280]) {
        await resize(page, width, 640)
        const last = page.locator('.compare tbody tr').last()
        await last.locator('th').scrollIntoViewIfNeeded()
        await page.mouse.wheel(0, 40)
        // On a phone the table scrolls in a box as high as the window.
        if (width === 360)
          await page.locator('.compare-scroll').evaluate((box) => box.scrollIntoView())
        await expect(titles(page).first()).toBeInViewport()
        const side = await last.locator('th').boundingBox()
        const value = await last.locator('td:visible').first().boundingBox()
        expect((side?.x ?? 0) < (value?.x ?? 0)).toBe(language === 'En')
      }
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
      expect(Number(width)).toBeGreaterThan(Number(height))
    },
  )
}

test(
  'products that were viewed are listed below others, in their language, until cleared',
  { tag: '@long' },
  async ({ page }) => {
    const heading = page.getByRole('heading', { name: 'Recently viewed' })
    const stored = () => page.evaluate(() => localStorage.getItem('viewed'))
    await page.goto('/product-details/tm63-1p-c?lang=En')
    await hydrated(page)
    await expect.poll(stored).toContain('tm63')
    await expect(heading).toHaveCount(0)
    await page.goto('/product-details/tm63-2p-c?lang=En')
    await expect(heading).toBeVisible()
    const section = page.locator('section.band').filter({ has: heading })
    const [product, code] = [section.getByRole('link').first(), section.getByRole('link').last()]
    await expect(product).toHaveText('TM63 single-pole MCB')
    await expect(product).toHaveAttribute('href', '/product-details/tm63-1p-c')
    // Of several order codes one has to be chosen first.
    await expect(section.getByRole('button', { name: /^Add to list/ })).toHaveCount(0)
    await expect(code).toHaveText('Choose an order code')
    await expect(code).toHaveAttribute('href', '/product-details/tm63-1p-c#order-code')

    // Titles of another language are left out.
    await page.goto('/product-details/tm63-2p-c?lang=Ar')
    await hydrated(page)
    await expect.poll(stored).toContain('"language":"Ar"')
    await expect(page.getByRole('heading', { name: 'ما شاهدته مؤخرًا' })).toHaveCount(0)
    await page.goto('/search?lang=En')
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await page.goto('/product-details/tx160-3p?lang=En')
    await expect(section.getByRole('listitem')).toHaveCount(1)
    await section.getByRole('button', { name: 'Clear recently viewed' }).click()
    await expect(heading).toHaveCount(0)
    await expect(page.locator('main')).toBeFocused()
    expect(await stored()).toBe('[]')
  },
)
