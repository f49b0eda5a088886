import type { Locator, Page } from 'playwright/test'
import { maxItems } from '../../app/enquiry/quote-items.ts'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findOverflow, findSmallTargets, resize } from '../support/page-measures.ts'

const product = '/product-details/tm63-1p-c'
const list = '/products/mcb'
const orderCode = 'TM63-C10'

/** Goes to a page, and waits for the script that adds without leaving it. */
async function open(page: Page, address: string, language: 'Ar' | 'En' = 'En') {
  const separator = address.includes('?') ? '&' : '?'
  await page.goto(`${address}${separator}lang=${language}`)
  await hydrated(page)
  await expect(message(page)).toBeAttached()
}

function message(page: Page) {
  return page.locator('.add-status')
}

function link(page: Page, name: string | RegExp) {
  return page.getByRole('banner').getByRole('link', { name, exact: true })
}

function quantityOf(form: Locator) {
  return form.getByRole('textbox', { name: /^Quantity: / })
}

function submitOf(form: Locator) {
  return form.getByRole('button', { name: /^Add to list: / })
}

function menus(page: Page) {
  return page.locator('main .card-menu')
}

/** Opens the menu of a card. @returns its form */
async function openMenu(page: Page, at: number) {
  await menus(page).nth(at).locator('summary').click()
  return menus(page).nth(at).locator('form')
}

/** The list as the browser has it. */
async function cookieOf(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'quote')?.value ?? ''
}

async function setCookie(page: Page, baseURL: string | undefined, value: string) {
  await page.context().addCookies([{ name: 'quote', value, url: baseURL ?? '' }])
}

const isFromScript = 'application/json'

/** The requests of the script, not those of the browser's own forms. */
async function onAdding(
  page: Page,
  handle: (count: number) => Promise<'go on' | 'abort' | number>,
) {
  let count = 0
  await page.route('**/quote-list', async (route) => {
    const request = route.request()
    if (request.method() !== 'POST' || request.headers()['accept'] !== isFromScript) {
      return route.fallback()
    }
    const result = await handle(++count)
    if (result === 'go on') return route.fallback()
    if (result === 'abort') return route.abort()
    return route.fulfill({ status: result, body: '' })
  })
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('a product, a card and an order code are put on the list, which is shown', async ({
    page,
  }) => {
    await page.goto(`${product}?lang=En`)
    const form = page.locator('.quotation-links form')
    await quantityOf(form).fill('3')
    await submitOf(form).click()
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toBe('tm63-1p-c:3')

    await page.goto(`${product}?lang=En`)
    const row = page.getByRole('row', { name: new RegExp(`^${orderCode} `) })
    await quantityOf(row).fill('12')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toBe(`tm63-1p-c:3,tm63-1p-c~${orderCode}:12`)

    await page.goto(`${list}?lang=En`)
    await submitOf(await openMenu(page, 1)).click()
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toMatch(/:3,.*:12,tm63-2p-c:1$/)
  })
})

test('what is added is counted and said, and the visitor stays on the page; a quantity that is none is not sent', async ({
  page,
}) => {
  await open(page, product)
  await expect(link(page, 'Quotation list')).toBeVisible()
  const form = page.locator('.quotation-links form')
  for (const invalid of ['', '0', '-1', '1.5', '100000', '1e2', '10-20', 'many']) {
    await quantityOf(form).fill(invalid)
    await submitOf(form).click()
    await expect(quantityOf(form)).toBeFocused()
  }
  expect(await cookieOf(page)).toBe('')
  await quantityOf(form).fill('3')
  await submitOf(form).click()
  await expect(message(page)).toHaveText(
    /^Added to the list: TM63 single-pole MCB, curve C\s×\s3\s*Show the list$/,
  )
  await expect(link(page, 'Quotation list one item')).toBeVisible()
  expect(await cookieOf(page)).toBe('tm63-1p-c:3')

  // An order code, by keyboard, as people of the region write.
  const row = page.getByRole('row', { name: new RegExp(`^${orderCode} `) })
  await quantityOf(row).fill('١٠٠ حبة')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText(`Added to the list: ${orderCode}\u00a0×\u00a0100`)
  await expect(link(page, 'Quotation list 2 items')).toBeVisible()
  expect(await cookieOf(page)).toBe(`tm63-1p-c:3,tm63-1p-c~${orderCode}:100`)
  await expect(page).toHaveURL(new RegExp(`${product}\\?lang=En$`))

  // On the next screen, without a page load.
  await page.locator('main .card-title a').first().click()
  await expect(page).not.toHaveURL(new RegExp(product))
  await expect(message(page)).toHaveText('')
  await submitOf(page.locator('.quotation-links form')).click()
  await expect(link(page, 'Quotation list 3 items')).toBeVisible()
  await message(page).getByRole('link', { name: 'Show the list' }).click()
  await expect(page).toHaveURL(/\/quote-list$/)
  await expect(link(page, 'Quotation list 3 items')).toBeVisible()
})

test('the message stays while it is needed, then goes', async ({ page }) => {
  await open(page, product)
  await page.clock.install()
  await submitOf(page.locator('.quotation-links form')).click()
  const show = message(page).getByRole('link')
  await expect(show).toBeVisible()
  await show.hover()
  await page.clock.runFor(20_000)
  await expect(show).toBeVisible()
  await page.mouse.move(0, 0)
  await show.focus()
  await page.clock.runFor(20_000)
  await expect(show).toBeVisible()
  // Escape moves the focus before the link goes.
  await page.keyboard.press('Escape')
  await expect(show).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()

  await submitOf(page.locator('.quotation-links form')).click()
  await expect(show).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(show).toHaveCount(0)
})

test('the menu of a card is used by keyboard, and closes once it is done or another opens', async ({
  page,
}) => {
  await open(page, list)
  await openMenu(page, 1)
  await openMenu(page, 0)
  await expect(page.locator('.card-menu[open]')).toHaveCount(1)
  const menu = menus(page).nth(1)
  const summary = menu.locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(quantityOf(menu)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).not.toHaveAttribute('open')
  await expect(summary).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await expect(submitOf(menu)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText(/two-pole.*×\s7/)
  await expect(menu).not.toHaveAttribute('open')
  await expect(summary).toBeFocused()
  expect(await cookieOf(page)).toBe('tm63-2p-c:7')
  // The card's link and the filters have not noticed.
  await expect(page).toHaveURL(new RegExp(`${list}\\?lang=En$`))
})

test('a form that is being sent is not sent again', async ({ page }) => {
  await open(page, product)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let sent = 0
  await onAdding(page, async (count) => {
    sent = count
    await held
    return 'go on'
  })
  const form = page.locator('.quotation-links form')
  await submitOf(form).dblclick()
  await expect(form).toHaveAttribute('aria-busy', 'true')
  await submitOf(form).click()
  release()
  await expect(link(page, 'Quotation list one item')).toBeVisible()
  await expect(form).not.toHaveAttribute('aria-busy')
  expect(sent).toBe(1)
  expect(await cookieOf(page)).toBe('tm63-1p-c:1')
})

test.describe('with a full list', () => {
  test.use({ expectedResponses: [/^409 \/quote-list$/] })

  test('the visitor is told so', async ({ page, baseURL }) => {
    const full = Array.from({ length: maxItems }, (_, at) => `p${at}:1`).join(',')
    await setCookie(page, baseURL, full)
    await open(page, product)
    await submitOf(page.locator('.quotation-links form')).click()
    await expect(message(page)).toContainText(
      'The list is full: it has 50 items. Remove one to add another.',
    )
    await expect(link(page, 'Quotation list 50 items')).toBeVisible()
    expect(await cookieOf(page)).toBe(full)
  })
})

test.describe('where the script’s request fails', () => {
  test.use({ expectedResponses: [/^503 \/quote-list$/] })

  test('or is refused, the browser sends the form itself', async ({ page }) => {
    let failure: 'abort' | 503 = 'abort'
    await onAdding(page, async () => failure)
    for (failure of ['abort', 503] as const) {
      await open(page, product)
      const form = page.locator('.quotation-links form')
      await quantityOf(form).fill('4')
      await submitOf(form).click()
      await expect(page).toHaveURL(/\/quote-list$/)
    }
    expect(await cookieOf(page)).toBe('tm63-1p-c:8')
  })
})

test('the counter follows other tabs, and pages that the visitor comes back to, with Arabic’s plural forms', async ({
  page,
  baseURL,
}) => {
  await open(page, product, 'Ar')
  for (const [count, words] of [
    [1, 'صنف واحد'],
    [2, 'صنفان'],
    [3, '3 أصناف'],
    [11, '11 صنفًا'],
  ] as const) {
    const items = Array.from({ length: count }, (_, at) => `p${at}:1`).join(',')
    await setCookie(page, baseURL, items)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(link(page, `قائمة طلب السعر ${words}`)).toBeVisible()
  }
  await setCookie(page, baseURL, 'a:1,b%2Cb:1')
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
  await expect(link(page, 'قائمة طلب السعر صنفان')).toBeVisible()
  await page.locator('.quotation-links form').getByRole('button').click()
  await expect(message(page)).toContainText('أُضيف إلى القائمة: قاطع مصغّر TM63 أحادي القطب')
  await setCookie(page, baseURL, 'a:')
  await page.reload()
  await expect(link(page, 'قائمة طلب السعر صنف واحد')).toBeVisible()
})

test('the message is above the products to compare', async ({ page }) => {
  await resize(page, 360, 740)
  await open(page, list)
  await page.locator('.compare-choice input').first().check()
  await expect(page.locator('.compare-tray')).toBeVisible()
  await submitOf(await openMenu(page, 0)).click()
  const text = message(page).locator('p')
  await expect(text).toBeVisible()
  const places = async () => {
    const tray = await page.locator('.compare-form').boundingBox()
    const box = await text.boundingBox()
    if (!tray || !box) throw new Error('Not shown.')
    return { overlap: box.y + box.height - tray.y, end: box.y + box.height }
  }
  for (const width of [360, 1280]) {
    await resize(page, width, 740)
    await expect.poll(async () => (await places()).overlap).toBeLessThanOrEqual(0)
    expect((await places()).end).toBeGreaterThan(500)
  }
})

test('products side by side, and those of a table, are put on the list', async ({ page }) => {
  await open(page, '/compare?ids=tm63-1p-c,tx160-3p')
  const row = page.getByRole('row', { name: /^Quotation list / })
  await submitOf(row).nth(1).click()
  await expect(link(page, 'Quotation list one item')).toBeVisible()
  expect(await cookieOf(page)).toBe('tx160-3p:1')
  await open(page, `${list}?view=table`)
  await submitOf(page.getByRole('row', { name: /^TM63 two-pole/ })).click()
  await expect(link(page, 'Quotation list 2 items')).toBeVisible()
  expect(await cookieOf(page)).toBe('tx160-3p:1,tm63-2p-c:1')
})

for (const language of ['Ar', 'En'] as const) {
  test(
    `forms, counter and message in ${language} are accessible and fit on small phones`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page, baseURL }) => {
      const parts = ':is(.add-to-list, .card-menu, .add-status, .site-header)'
      const scheme = language === 'Ar' ? 'light' : 'dark'
      await setCookie(page, baseURL, Array.from({ length: 40 }, (_, at) => `p${at}:1`).join(','))
      await resize(page, 320, 640)
      await open(page, list, language)
      await menus(page).first().locator('summary').click()
      await expect(menus(page).first().locator('form')).toBeVisible()
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, parts)).toEqual([])
      expect(await findViolations(page, scheme, '.card-menu[open]')).toEqual([])

      await open(page, product, language)
      await expect(page.locator('.quote-count')).toHaveText('40')
      await page.locator('main .add-to-list button').first().click()
      await expect(message(page).locator('p')).toBeVisible()
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, parts)).toEqual([])
      expect(await findViolations(page, scheme)).toEqual([])
    },
  )
}
