import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findDeadAddress } from '../support/loopback.ts'
import {
  findDisplaced,
  findOverflow,
  findSmallFields,
  findSmallTargets,
  measureLayout,
  resize,
} from '../support/page-measures.ts'
import { startSiteProcess } from '../support/site-process.ts'

const base = () => process.env['SITE_URL'] ?? ''
const items = 'tm63-1p-c:3,tx160-3p~TX160-16:12,gone:2'
const reference = /\/enquiry\/[A-Z2-9]{4}-[A-Z2-9]{4}\?key=/

async function startWith(page: Page, cookies: Record<string, string>, url = base()) {
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
}

const quoteCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'quote')?.value ?? ''

/** Fills in what an enquiry needs. */
async function fillIn(page: Page) {
  await page.locator('#enquiry-name').fill('أمل الحربي')
  await page.locator('#enquiry-email').fill('amal@site.example')
  await page.locator('#enquiry-city').fill('الرياض')
  await page.locator('#enquiry-message').fill('نحتاج القواطع لمشروع في الرياض.')
}

const send = (page: Page) => page.locator('.enquiry-fields .button').click()

/** Sends the form once it is as old as a person would need at least. */
async function sendLater(page: Page, age = 0) {
  await page.waitForFunction((since) => {
    // The form is as old as the response that has it.
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance.now() > Math.max(since, load?.responseEnd ?? 0) + 2_500
  }, age)
  await send(page)
}

const states: {
  name: string
  address: string
  quote?: string
  act?: (page: Page) => Promise<void>
}[] = [
  { name: 'a list with an unknown item', address: '/quote-list', quote: items },
  { name: 'a shared list', address: `/quote-list?items=${items}` },
  {
    name: 'a form with faults',
    address: '/quote-list',
    quote: items,
    act: async (page) => {
      // Without its script, which stores what is typed, the form would be sent to another page.
      await page.locator('#enquiry-city').fill('Hofuf')
      const isStored = () =>
        JSON.stringify({ ...localStorage, ...sessionStorage }).includes('Hofuf')
      await page.waitForFunction(isStored)
      await send(page)
      await expect(page.locator('.form-alert')).toBeFocused()
    },
  },
]

for (const { name, address, quote = '', act } of states) {
  test(
    `${name} is accessible, mirrored and fits on small phones`,
    { tag: act ? [] : '@long' },
    async ({ page }) => {
      const layouts = []
      for (const language of ['En', 'Ar'] as const) {
        await startWith(page, { lang: language, quote })
        await page.evaluate('globalThis.localStorage?.clear()').catch(() => undefined)
        await page.goto(address)
        await hydrated(page)
        await act?.(page)
        await resize(page, 320, 640)
        expect.soft(await findOverflow(page), `${language}, px too wide`).toBe(0)
        expect.soft(await findSmallTargets(page, 'main'), language).toEqual([])
        expect.soft(await findSmallFields(page), language).toEqual([])
        await resize(page, 1440, 900)
        layouts.push(await measureLayout(page))
        const scheme = language === 'En' ? 'light' : 'dark'
        expect.soft(await findViolations(page, scheme), language).toEqual([])
      }
      const [english, arabic] = layouts
      if (!english || !arabic) throw new Error('A layout was not measured.')
      expect(findDisplaced(english, arabic)).toEqual([])
    },
  )
}

const wanted = [
  { words: 'TM63 single-pole', quantity: '20' },
  { words: 'TX160 three-pole', quantity: '3' },
  { words: 'TV100', quantity: '1' },
]

test(
  'by keyboard alone three products are found, listed and asked for, with few keys',
  { tag: '@long' },
  async ({ page }) => {
    const main = page.locator('main')
    let presses = 0
    const focusOn = async (selector: string) => {
      const isThere = () => page.evaluate((css) => document.activeElement?.matches(css), selector)
      for (; !(await isThere()); presses += 1) {
        expect(presses, `Tab reaches ${selector}`).toBeLessThan(200)
        await page.keyboard.press('Tab')
      }
    }
    await page.goto('/?lang=En')
    for (const { words, quantity } of wanted) {
      await hydrated(page)
      await page.keyboard.press('/')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await expect(page.locator('#search-again')).toHaveValue(words)
      // The form itself loads the page, its type-ahead only the results.
      await hydrated(page)
      await focusOn('main article a')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/product-details\//)
      await expect(main).toBeFocused()
      await focusOn('.product-sheet .add-to-list [name="quantity"]')
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(quantity)
      await page.keyboard.press('Enter')
      await expect.poll(() => quoteCookie(page)).toContain(`:${quantity}`)
      // In a field the search's shortcut is a character.
      await page.keyboard.press('Tab')
    }
    await focusOn('.quote-list-link a')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/quote-list$/)
    await expect(main).toBeFocused()
    await focusOn('#enquiry-name')
    await page.keyboard.type('Amal')
    await focusOn('#enquiry-phone')
    await page.keyboard.type('٠٥٠١٢٣٤٥٦٧')
    const typedAt = await page.evaluate(() => performance.now())
    await page.waitForFunction((since) => performance.now() > since + 2_100, typedAt)
    await focusOn('.enquiry-fields .button')
    await page.keyboard.press('Enter')
    await page.waitForURL(reference)
    expect(await quoteCookie(page)).toBe('')
    await expect(page.locator('.enquiry-reference')).toContainText(/[A-Z2-9]{4}-[A-Z2-9]{4}/)
  },
)

test('what is faulty is said before anything is sent, and what was typed outlives the page', async ({
  page,
}) => {
  await page.goto('/enquiry?lang=En')
  await hydrated(page)
  await page.locator('#enquiry-email').fill('amal@')
  await send(page)
  const alert = page.getByRole('alert')
  await expect(alert).toBeFocused()
  await expect(alert.getByRole('link')).toHaveText([
    'Enter your name.',
    'Enter the whole email address, such as name@example.com.',
    'Write what you need.',
  ])
  await alert.getByRole('link').first().click()
  await expect(page.locator('#enquiry-name')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter the whole email/)

  await fillIn(page)
  await page.goto('/about')
  await page.goto('/enquiry')
  await expect(page.locator('#enquiry-name')).toHaveValue('أمل الحربي')
  await hydrated(page)
  await sendLater(page)
  await page.waitForURL(reference)
  await hydrated(page)
  await page.goto('/enquiry')
  await hydrated(page)
  await expect(page.locator('#enquiry-name')).toHaveValue('')
})

test('an error goes away when its field is corrected, and not before', async ({ page }) => {
  await page.goto('/enquiry?lang=En')
  await hydrated(page)
  await page.locator('#enquiry-phone').fill('123')
  await send(page)
  const errors = page.locator('.enquiry-fields .field-error:not(:empty)')
  const links = page.getByRole('alert').getByRole('link')
  await expect(errors).toHaveCount(3)
  await page.locator('#enquiry-city').fill('Hofuf')
  await expect(errors).toHaveCount(3)
  await page.locator('#enquiry-name').fill('Amal')
  await expect(links).toHaveText([/whole phone number/, 'Write what you need.'])
  await expect(page.locator('#enquiry-name')).toBeFocused()
  await page.locator('#enquiry-phone').fill('966501234567+')
  await page.locator('#enquiry-message').fill('Two panels')
  await expect(errors).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/Error/)
})

test('files are chosen by keyboard with a button in the language of the page', async ({ page }) => {
  // Playwright does not wait until the browser hands its choosers over, so it is asked before the page is opened.
  const chooser = page.waitForEvent('filechooser')
  await page.goto('/enquiry?lang=Ar')
  await hydrated(page)
  const field = page.getByLabel('اختر من جهازك')
  await expect(page.getByText('لم تختر ملفًا بعد')).toBeVisible()
  await page.locator('#enquiry-message').focus()
  await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  const label = page.locator('.file-choice label')
  await expect(label).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Space')
  const buffer = Buffer.from('a,b')
  await (await chooser).setFiles([{ name: 'أحمال 2.csv', mimeType: 'text/csv', buffer }])
  await expect(page.locator('.file-choice')).toContainText('أحمال 2.csv')
})

test.describe('a form that the server has sent back', () => {
  test.use({ expectedResponses: [/^422 \/enquiry$/] })

  test('keeps everything when its faults are followed', { tag: '@long' }, async ({ page }) => {
    await page.goto('/enquiry?product=tm63-1p-c&lang=En')
    await hydrated(page)
    await page.locator('#enquiry-name').fill('Amal')
    await page.locator('#enquiry-company').fill('Site')
    // Long enough for the script, and no number in any country.
    await page.locator('#enquiry-phone').fill('+1 23456')
    await page.getByText('Add a note').click()
    await page.locator('.quote-note input').fill('Grey, please')
    await send(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Enter the whole phone number')
    await hydrated(page)
    await alert.getByRole('link').click()
    await expect(page.locator('#enquiry-phone')).toBeFocused()
    await expect(page.locator('#enquiry-name')).toHaveValue('Amal')
    await expect(page.locator('#enquiry-company')).toHaveValue('Site')
    await expect(page.locator('.quote-note input')).toHaveValue('Grey, please')
    await expect(page.locator('[name="items"]')).toHaveValue('tm63-1p-c:1')
    await expect(page).toHaveTitle(/^Error: /)
  })
})

test('a list is changed where it stands, and the last removal taken back', async ({ page }) => {
  await startWith(page, { lang: 'En', quote: items })
  await page.goto('/quote-list')
  await hydrated(page)
  const rows = page.locator('.quote-lines > li')
  // Of two quantities written at once none is lost.
  await rows.nth(0).getByLabel('Quantity').fill('41')
  await rows.nth(1).getByLabel('Quantity').fill('42')
  await expect.poll(() => quoteCookie(page)).toBe('tm63-1p-c:41,tx160-3p~TX160-16:42,gone:2')
  await rows.nth(1).getByText('Add a note').click()
  await rows.nth(1).getByLabel('Note').fill('Grey, please')
  await rows.nth(0).getByRole('button').click()
  await expect(rows).toHaveCount(2)
  await expect.poll(() => quoteCookie(page)).toBe('tx160-3p~TX160-16:42,gone:2')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect(rows).toHaveCount(3)
  await expect.poll(() => quoteCookie(page)).toMatch(/^tm63-1p-c:41,/)
  await expect(rows.nth(1).getByLabel('Note')).toHaveValue('Grey, please')
  await expect(rows.nth(2)).toContainText('This item is no longer on the site')

  const download = page.waitForEvent('download')
  await page.getByText('Export the list').click()
  await page.getByRole('button', { name: /XLSX/ }).click()
  expect((await download).suggestedFilename()).toBe('quotation-list.xlsx')
})

test('a quantity that is none says so beside its field, and in the summary with the other faults', async ({
  page,
}) => {
  await resize(page, 360, 640)
  await startWith(page, { lang: 'En', quote: 'tg-110:1,tg-1100:2' })
  await page.goto('/quote-list')
  await hydrated(page)
  const fields = page.locator('.quote-quantity input')
  const words = 'Enter the quantity as a whole number from 1 to 99,999, such as 25.'
  for (const text of ['x', '0', '12.5']) {
    await fields.nth(1).fill(text)
    await fields.nth(1).blur()
    await expect(fields.nth(1)).toHaveAccessibleDescription(words)
  }
  await page.locator('#enquiry-name').fill('Amal')
  await page.locator('#enquiry-phone').fill('123')
  await send(page)
  const links = page.getByRole('alert').getByRole('link')
  await expect(links).toHaveText([words, /whole phone number/])
  await links.first().click()
  await expect(fields.nth(1)).toBeFocused()
  const header = await page.locator('.site-header').boundingBox()
  const field = await fields.nth(1).boundingBox()
  expect(field?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  await fields.nth(1).fill('12')
  await expect(page.locator('.quote-lines .field-error')).toHaveCount(0)
})

test('a line without an order code says so; the code is chosen on the list, and its note stays with it', async ({
  page,
}) => {
  await startWith(page, { lang: 'En', quote: 'tm63-1p-c:3,tg-110:1' })
  await page.goto('/quote-list')
  await hydrated(page)
  const rows = page.locator('.quote-lines > li')
  await expect(rows.nth(0)).toContainText('Order code not chosen yet')
  await expect(rows.nth(1)).not.toContainText('Order code')
  await rows.nth(0).getByText('Add a note').click()
  await rows.nth(0).getByLabel('Note').fill('لون #3 please')
  await rows.nth(0).getByLabel('Order code').selectOption('tm63-1p-c~TM63-C16')
  await expect(rows.nth(0).locator('.quote-code')).toContainText('TM63-C16')
  await expect(page.getByText('Order code not chosen yet')).toHaveCount(0)
  await expect(rows.nth(0).getByLabel('Note')).toHaveValue('لون #3 please')
  expect(await quoteCookie(page)).toBe('tm63-1p-c~TM63-C16:3,tg-110:1')

  // Everything that the list holds is in its table, its text and its message.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByText('Export the list').click()
  await page.getByRole('button', { name: 'Copy the list as text' }).click()
  await expect(page.getByText('The list was copied')).toBeVisible()
  const copied: string = await page.evaluate('navigator.clipboard.readText()')
  expect(copied).toContain('TM63-C16')
  expect(copied).toMatch(/لون/)
  const ask = page.getByRole('link', { name: 'Ask for prices on WhatsApp' })
  await ask.dispatchEvent('mousedown')
  expect(new URL((await ask.getAttribute('href')) ?? '').searchParams.get('text')).toMatch(/لون/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  const table = readFileSync(await (await download).path(), 'utf8')
  expect(table).toContain('لون #3 please')
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await expect(page.locator('.quote-note').first()).toHaveAttribute('data-note', 'لون #3 please')
  await expect(page.getByText('The link to the list does not include notes.')).toBeVisible()
})

for (const language of ['Ar', 'En'] as const) {
  test(
    `what was sent is shown, opens again with its link alone, and begins a new list, in ${language}`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page, context }) => {
      await startWith(page, { lang: language, quote: 'tm63-1p-c:3,tg-110:1' })
      await page.goto('/quote-list')
      await hydrated(page)
      await page.locator('.quote-note summary').nth(1).click()
      await page.locator('.quote-note input').nth(1).fill('Grey, please')
      await fillIn(page)
      await page.locator('[name="code.tm63-1p-c"]').evaluate((select: HTMLSelectElement) => {
        // Sent before the list has stored it.
        select.value = 'tm63-1p-c~TM63-C10'
      })
      await sendLater(page)
      await page.waitForURL(reference)
      const lines = page.locator('.sent-lines li')
      await expect(lines).toHaveCount(2)
      await expect(lines.nth(0)).toContainText('TM63-C10')
      await expect(lines.nth(1)).toContainText('Grey, please')
      const sent = page.locator('.sent-lines table')
      for (const text of ['أمل الحربي', 'amal@site.example', 'الرياض', 'نحتاج القواطع']) {
        await expect(sent).toContainText(text)
      }
      await expect(sent).toContainText(String(new Date().getFullYear()))
      const download = page.waitForEvent('download')
      await page.locator('.sent-lines [formaction]').click()
      const table = readFileSync(await (await download).path(), 'utf8')
      expect(table).toMatch(/TM63-C10,.*"[^"]*: 10 A, .*: C",3,,/)
      expect(table).toContain('Grey, please')
      expect(await quoteCookie(page)).toBe('')
      await page.reload()
      await expect(lines).toHaveCount(2)
      await resize(page, 320, 640)
      expect(await findOverflow(page)).toBe(0)
      expect(await findViolations(page, 'dark')).toEqual([])

      const other = await context.newPage()
      await other.goto(page.url().replace(/\?.*/, ''))
      await hydrated(other)
      await expect(other.locator('.sent-lines')).toHaveCount(0)
      // Forms name this page's origin, and no request its address.
      const referrers: (string | undefined)[] = []
      page.on('request', (request) => referrers.push(request.headers()['referer']))

      await page.locator('.sent-lines .button').click()
      await expect(page).toHaveURL(/\/quote-list$/)
      await hydrated(page)
      expect(await quoteCookie(page)).toBe('tm63-1p-c~TM63-C10:3,tg-110:1')
      await expect(page.locator('.quote-note input').nth(1)).toHaveValue('Grey, please')
      expect(referrers.join()).not.toContain('key=')
    },
  )
}

test(
  'the form on the contact screen gets its token from its script',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/contact?lang=En')
    await hydrated(page)
    await page.locator('#enquiry-name').focus()
    await expect(page.locator('[name="form"]')).toHaveValue(/^form\./)
    const focusedAt = await page.evaluate(() => performance.now())
    await send(page)
    await expect(page.getByRole('alert')).toContainText('Enter your name.')
    await expect(page.locator('[name="form"]')).toHaveValue(/^form\./)
    await fillIn(page)
    // The token is as old as the first focus.
    await sendLater(page, focusedAt)
    await page.waitForURL(reference)
  },
)

test.describe('while nothing can be stored or delivered', () => {
  test.use({ expectedResponses: [/^503 \/enquiry$/] })

  test(
    'the visitor keeps every word, with other ways to send them',
    { tag: '@long' },
    async ({ page }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'no-outbox-'))
      // A file where the outbox's folder should be.
      writeFileSync(path.join(folder, 'enquiries'), '')
      const site = await startSiteProcess({
        DATA_DIR: folder,
        ENQUIRY_DELIVERY: 'webhook',
        ENQUIRY_WEBHOOK_URL: await findDeadAddress(),
        ENQUIRY_WEBHOOK_SECRET: 'a-secret-of-the-tests',
        LOG_LEVEL: 'fatal',
      })
      try {
        await page.goto(`${site.url}/enquiry?product=tm63-1p-c&lang=Ar`)
        await hydrated(page)
        await fillIn(page)
        await sendLater(page)
        const alert = page.getByRole('alert')
        await expect(alert).toBeFocused()
        await expect(page.locator('#enquiry-message')).toHaveValue(/القواطع/)
        const whatsapp = await alert.locator('a[href^="https://wa.me/"]').getAttribute('href')
        const text = new URL(whatsapp ?? '').searchParams.get('text') ?? ''
        expect(text).toContain('نحتاج القواطع لمشروع في الرياض.')
        expect(text).toContain('TM63')
        await expect(alert.locator('a[href^="mailto:"], a[href^="tel:"]')).toHaveCount(2)
        await resize(page, 320, 640)
        expect(await findOverflow(page)).toBe(0)
        expect(await findViolations(page, 'light', '.form-alert')).toEqual([])
      } finally {
        await site.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})
