import type { Page } from 'playwright/test'
import { expect, hydrated, test as base } from '../support/browser-test.ts'

/** Holds back every script of the site until it is released, as a slow network does. */
const test = base.extend<{ release: () => Promise<void> }>({
  release: [
    async ({ page }, use) => {
      let open = () => {}
      const released = new Promise<void>((resolve) => (open = resolve))
      await page.route('**/assets/*.js', async (route) => {
        await released
        await route.fallback()
      })
      await use(async () => {
        open()
        await hydrated(page)
      })
      open()
    },
    { auto: true },
  ],
})

const items = 'tm63-1p-c:3,tx160-3p:12'

async function startWith(page: Page, quote: string, language = 'En') {
  const url = process.env['SITE_URL'] ?? ''
  await page.context().addCookies([
    { name: 'lang', value: language, url },
    { name: 'quote', value: quote, url },
  ])
}

const listOf = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'quote')?.value ?? ''

const rows = (page: Page) => page.locator('.quote-lines > li')
const quantity = (page: Page, row: number) => rows(page).nth(row).locator('.quote-quantity input')
const note = (page: Page, row: number) => rows(page).nth(row).locator('.quote-note input')
const cards = (page: Page) => page.locator('.product-list .card-title')
const filter = (page: Page, value: RegExp) =>
  page.getByRole('group', { name: 'Poles', exact: true }).getByRole('checkbox', { name: value })
const draft = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

test('a quantity and a note that are written on the list are stored', async ({ page, release }) => {
  await startWith(page, items)
  await page.goto('/quote-list')
  await quantity(page, 1).fill('٢٥ حبة')
  await rows(page).nth(0).locator('.quote-note summary').click()
  await note(page, 0).fill('Grey, please')
  await page.locator('#enquiry-name').fill('Amal')
  await release()
  await expect.poll(() => listOf(page)).toBe('tm63-1p-c:3,tx160-3p:25')
  await expect(quantity(page, 1)).toHaveValue('٢٥ حبة')
  await expect.poll(() => draft(page)).toContain('Grey, please')
  // The button that is needed without script has gone.
  await expect(page.getByRole('button', { name: 'Save quantities' })).toHaveCount(0)
  await page.goto('/contact')
  await expect(page.locator('#enquiry-name')).toHaveValue('Amal')
  // Notes are of the list, which every tab has; the rest is of the form in this tab.
  const tab = await page.context().newPage()
  await tab.goto('/quote-list')
  await expect(note(tab, 0)).toHaveValue('Grey, please')
  await expect(tab.locator('#enquiry-name')).toHaveValue('')
})

test(
  'what is written on the list outlives the removal of an item and its undoing',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, items)
    await page.goto('/quote-list')
    await quantity(page, 1).fill('40')
    await rows(page).nth(1).locator('.quote-note summary').click()
    await note(page, 1).fill('Grey, please')
    await rows(page).nth(0).getByRole('button').click()
    await expect(rows(page)).toHaveCount(1)
    expect(await listOf(page)).toBe('tx160-3p:40')
    await expect(quantity(page, 0)).toHaveValue('40')
    await expect(note(page, 0)).toHaveValue('Grey, please')
    await quantity(page, 0).fill('41')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(2)
    expect(await listOf(page)).toBe('tm63-1p-c:3,tx160-3p:41')
    await expect(note(page, 1)).toHaveValue('Grey, please')
    await release()
    await expect(note(page, 1)).toHaveValue('Grey, please')
  },
)

test('an order code is added with the quantity that is written, and a card adds one', async ({
  page,
  release,
}) => {
  await startWith(page, '')
  await page.goto('/product-details/tm63-1p-c')
  const form = page
    .locator('.ordering')
    .getByRole('row', { name: /^TM63-C10 / })
    .locator('form')
  await form.locator('[name="quantity"]').fill('٢٥')
  await release()
  await expect(form.locator('[name="quantity"]')).toHaveValue('٢٥')
  await form.getByRole('button').click()
  await expect.poll(() => listOf(page)).toBe('tm63-1p-c~TM63-C10:25')
  await page.goto('/products/generators-ats')
  await page.locator('.card .add-to-list button').first().click()
  await expect.poll(() => listOf(page)).toMatch(/^tm63-1p-c~TM63-C10:25,[^,]+:1$/)
})

test(
  'a quantity that is written for what is listed already stays, and is added',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, 'tm63-1p-c~TM63-C10:3,tm63-1p-c~TM63-C16:5')
    await page.goto('/product-details/tm63-1p-c#TM63-C16')
    const box = page
      .locator('.ordering')
      .getByRole('row', { name: /^TM63-C16 / })
      .locator('form')
    await box.locator('[name="quantity"]').fill('7')
    const row = page
      .locator('.ordering')
      .getByRole('row', { name: /^TM63-C10 / })
      .locator('form')
    await row.locator('[name="quantity"]').fill('٢٥')
    await release()
    await expect(page.locator('.quote-count')).toHaveText('2')
    await expect(row.locator('[name="quantity"]')).toHaveValue('٢٥')
    await row.getByRole('button').click()
    await expect.poll(() => listOf(page)).toContain('TM63-C10:28')
    await expect(row.locator('[name="quantity"]')).toHaveValue('28')
    await expect(box.locator('[name="quantity"]')).toHaveValue('7')
    await box.getByRole('button').click()
    await expect.poll(() => listOf(page)).toContain('TM63-C16:12')
  },
)

test(
  'a quantity that is none says so once the script has started',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, items)
    await page.goto('/quote-list')
    await quantity(page, 1).fill('12.5')
    await release()
    await expect(quantity(page, 1)).toHaveAccessibleDescription(/whole number/)
    await expect(quantity(page, 1)).toHaveValue('12.5')
    expect(await listOf(page)).toBe(items)
  },
)

test('filters that are ticked, numbers and an order are applied, and products that are ticked are compared', async ({
  page,
  release,
}) => {
  await startWith(page, '')
  await page.goto('/products/mcb')
  const boxes = page.locator('.product-list .compare-choice input')
  await boxes.nth(0).check()
  await boxes.nth(2).check()
  await filter(page, /^3/).check()
  await filter(page, /^4/).check()
  await page.getByRole('group', { name: 'Rated current' }).getByLabel('From').fill('٦٣')
  await page.getByLabel('Sort by').selectOption('Rated current: descending')
  await release()
  await expect(page).toHaveURL(
    /\?sort=-rated-current&spec\.poles=3&spec\.poles=4&spec\.rated-current=63\.\.$/,
  )
  await expect(filter(page, /^4/)).toBeChecked()
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toContainText('≥ 63 A')
  await expect(page.locator('.compare-tray li')).toHaveCount(2)
})

test(
  'an order has its own button, a number that is being typed is left alone',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, '')
    await page.goto('/products/mcb')
    const sort = page.getByRole('button', { name: 'Sort', exact: true })
    await expect(sort).toBeHidden()
    await page.getByLabel('Sort by').selectOption('Rated current: descending')
    await sort.click()
    await expect(page).toHaveURL(/\?sort=-rated-current$/)
    const from = page.getByRole('group', { name: 'Rated current' }).getByLabel('From')
    await from.pressSequentially('12')
    await from.press('ArrowLeft')
    await release()
    await expect(sort).toHaveCount(0)
    await from.press('0')
    await expect(from).toHaveValue('102')
    await expect(page).toHaveURL(/\?sort=-rated-current$/)
    await from.press('Tab')
    await expect(page).toHaveURL(/\?sort=-rated-current&spec\.rated-current=102\.\.$/)
  },
)

test(
  'a filter that the visitor goes back from is not applied again',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, '')
    await page.goto('/products/mcb')
    await filter(page, /^3/).check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await expect(cards(page)).toHaveCount(1)
    await page.goBack()
    await release()
    await expect(page.getByLabel('Sort by')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sort', exact: true })).toHaveCount(0)
    await expect(cards(page)).toHaveCount(5)
    await expect(filter(page, /^3/)).not.toBeChecked()
    await expect(page).toHaveURL(/\/products\/mcb$/)
  },
)

test(
  'what is typed into the search is suggested for, and searched',
  { tag: '@long' },
  async ({ page, release }) => {
    await startWith(page, '')
    await page.goto('/services')
    const search = page.locator('#search')
    await search.pressSequentially('TM63')
    await search.press('ArrowLeft')
    await release()
    await expect(search).toBeFocused()
    await expect(page.getByRole('option').first()).toContainText('TM63')
    expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(3)
    await search.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=TM63$/)
  },
)

for (const address of ['/enquiry', '/contact']) {
  test(
    `what is typed on ${address} stays, with its focus, and is sent`,
    { tag: address === '/contact' ? '@long' : [] },
    async ({ page, release }) => {
      await startWith(page, '')
      await page.goto(address)
      await page.locator('#enquiry-name').fill('Amal')
      await page.locator('#enquiry-email').fill('info@شركة.السعودية')
      const message = page.locator('#enquiry-message')
      await message.pressSequentially('Two panels')
      for (let key = 0; key < 6; key += 1) await message.press('ArrowLeft')
      await release()
      await expect.poll(() => draft(page)).toContain('Two panels')
      await expect(message).toBeFocused()
      await message.pressSequentially('more ')
      await expect(message).toHaveValue('Two more panels')
      await expect(page.locator('[name="form"]')).toHaveValue(/^form\./)
      // The browser and the script accept the address, in either form.
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.route('**/enquiry', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ body: '' }) : route.fallback(),
      )
      await page.locator('.enquiry-fields .button').click()
      const body = (await sent).postDataBuffer()?.toString() ?? ''
      expect(body).toMatch(/info@(?:شركة\.السعودية|xn--)/)
      expect(body).toContain('Two more panels')
    },
  )
}

test.describe('a form that the server has sent back', () => {
  test.use({ expectedResponses: [/^422 \/enquiry$/] })

  test(
    'keeps what is corrected in it, and the focus',
    { tag: '@long' },
    async ({ page, release }) => {
      await startWith(page, '')
      await page.goto('/enquiry?product=tm63-1p-c')
      await page.locator('#enquiry-message').fill('Two panels')
      await quantity(page, 0).fill('many')
      await page.locator('.enquiry-fields .button').click()
      const alert = page.getByRole('alert')
      await expect(alert).toBeFocused()
      await expect(alert.getByRole('link').first()).toHaveText(
        'Enter the quantity as a whole number from 1 to 99,999, such as 25.',
      )
      await expect(quantity(page, 0)).toHaveValue('many')
      await expect(quantity(page, 0)).toHaveAccessibleDescription(/whole number/)
      await quantity(page, 0).fill('2')
      const message = page.locator('#enquiry-message')
      await message.fill('Three panels')
      await message.press('Home')
      await release()
      await expect.poll(() => draft(page)).toContain('Three panels')
      await expect(message).toBeFocused()
      await message.pressSequentially('Now: ')
      await expect(message).toHaveValue('Now: Three panels')
      await expect(quantity(page, 0)).toHaveValue('2')
    },
  )
})
