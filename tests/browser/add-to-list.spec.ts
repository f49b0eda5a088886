import type { Locator, Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, test } from '../support/browser-test.ts'
import { findOverflow, findSmallTargets, resize } from '../support/page-measures.ts'

/** A product with order codes, and one without. */
const series = '/product-details/tm63-1p-c'
const product = '/product-details/tg-110'
/** Lists of such products. */
const seriesList = '/products/mcb'
const list = '/products/generators-ats'
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

function rowOf(page: Page, code: string) {
  return page.locator('.ordering').getByRole('row', { name: new RegExp(`^${code} `) })
}

/** The form of a card. */
function cardForm(page: Page, at: number) {
  return page.locator('main .card > .add-to-list').nth(at)
}

function stepOf(form: Locator, name: 'One more' | 'One fewer') {
  return form.getByRole('button', { name: new RegExp(`^${name}: `) })
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

  test('an order code, a product and a card are put on the list, which is shown; a card of several codes leads to their choice', async ({
    page,
  }) => {
    await page.goto(`${seriesList}?lang=En`)
    await expect(cardForm(page, 0)).toHaveCount(0)
    await page
      .getByRole('link', { name: /^Choose an order code: / })
      .first()
      .click()
    await expect(page).toHaveURL(/\/product-details\/tm63-1p-c#order-code$/)
    const first = rowOf(page, 'TM63-C16')
    await expect(first).toBeInViewport()
    await quantityOf(first).fill('3')
    await submitOf(first).click()
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toBe('tm63-1p-c~TM63-C16:3')

    await page.goto(`${series}?lang=En`)
    const row = rowOf(page, orderCode)
    await quantityOf(row).fill('12')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toBe(`tm63-1p-c~TM63-C16:3,tm63-1p-c~${orderCode}:12`)

    await page.goto(`${list}?lang=En`)
    await submitOf(cardForm(page, 1)).click()
    await expect(page).toHaveURL(/\/quote-list$/)
    expect(await cookieOf(page)).toMatch(/:3,.*:12,tg-1100:1$/)

    // On a phone the way to send it comes first, then its tools, then the long form.
    await resize(page, 360, 740)
    const parts = [
      page.locator('main').getByRole('link', { name: 'Send the list', exact: true }),
      page.getByRole('heading', { name: 'Share or save the list' }),
      page.locator('#enquiry-name'),
    ]
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y ?? 0))
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  })
})

test('what is added is counted and said, and the visitor stays on the page; a quantity that is none is not sent', async ({
  page,
}) => {
  await open(page, series)
  await expect(link(page, 'Quotation list')).toBeVisible()
  const form = rowOf(page, 'TM63-C16')
  for (const invalid of ['', '0', '-1', '1.5', '100000', '1e2', '10-20', 'many']) {
    await quantityOf(form).fill(invalid)
    await submitOf(form).click()
    await expect(quantityOf(form)).toBeFocused()
  }
  expect(await cookieOf(page)).toBe('')
  await quantityOf(form).fill('3')
  await submitOf(form).click()
  await expect(message(page)).toHaveText(/^Added to the list: TM63-C16\s×\s3$/)
  const note = form.locator('.added-note')
  await expect(note).toHaveText(/^Added to your list\s+Open the list$/)
  await expect(note.getByRole('link')).toHaveAttribute('href', '/quote-list')
  await expect(link(page, 'Quotation list one item')).toBeVisible()
  expect(await cookieOf(page)).toBe('tm63-1p-c~TM63-C16:3')

  // An order code, by keyboard, as people of the region write.
  const row = rowOf(page, orderCode)
  await quantityOf(row).fill('١٠٠ حبة')
  await page.keyboard.press('Enter')
  await expect(message(page)).toContainText(`Added to the list: ${orderCode}\u00a0×\u00a0100`)
  await expect(page.locator('.added-note')).toHaveCount(1)
  await expect(link(page, 'Quotation list 2 items')).toBeVisible()
  await expect(quantityOf(row)).toHaveValue('100')
  expect(await cookieOf(page)).toBe(`tm63-1p-c~TM63-C16:3,tm63-1p-c~${orderCode}:100`)
  await expect(page).toHaveURL(new RegExp(`${series}\\?lang=En$`))
  // Each row shows what is listed of its code.
  await expect(quantityOf(rowOf(page, 'TM63-C20'))).toHaveValue('1')
  await expect(quantityOf(form)).toHaveValue('3')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with script ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled })

    test('eight order codes of a series are shown, the one that the address names, and all of them once unfolded', async ({
      page,
    }) => {
      await page.goto(`${series}?lang=En`)
      const rows = page.locator('.ordering tbody tr')
      await expect(rows.filter({ visible: true })).toHaveCount(8)
      await page.goto(`${series}?lang=En#TM63-B16`)
      await expect(rowOf(page, 'TM63-B16')).toBeVisible()
      await expect(rows.filter({ visible: true })).toHaveCount(9)
      await page.getByText('All 16 order codes').click()
      await expect(rows.filter({ visible: true })).toHaveCount(16)
    })
  })
}

test('one press adds one; then the same place changes the quantity, also by keyboard', async ({
  page,
}) => {
  await open(page, list)
  const form = cardForm(page, 0)
  await expect(form.getByRole('button')).toHaveCount(1)
  await submitOf(form).focus()
  await page.keyboard.press('Enter')
  await expect(quantityOf(form)).toHaveValue('1')
  await expect(stepOf(form, 'One more')).toBeFocused()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter')
  await expect(quantityOf(form)).toHaveValue('4')
  await stepOf(form, 'One fewer').click()
  await expect(quantityOf(form)).toHaveValue('3')
  await expect(message(page)).toHaveText(/^On the list: .*×\s3$/)
  await quantityOf(form).fill('٢٥')
  await page.keyboard.press('Tab')
  await expect.poll(() => cookieOf(page)).toBe('tg-110:25')
  await expect(quantityOf(form)).toHaveValue('25')
  await quantityOf(form).fill('many')
  await page.keyboard.press('Tab')
  await expect(quantityOf(form)).toHaveValue('25')
  await quantityOf(form).fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(() => cookieOf(page)).toBe('tg-110:1')
  await stepOf(form, 'One fewer').click()
  await expect(message(page)).toHaveText('Removed from the list.')
  await expect(submitOf(form)).toBeVisible()
  expect(await cookieOf(page)).toBe('')
  await expect(page).toHaveURL(new RegExp(`${list}\\?lang=En$`))
  // Another visit shows it as it is.
  await submitOf(form).click()
  await page.reload()
  await expect(quantityOf(form)).toHaveValue('1')
})

for (const [width, language, word] of [
  [360, 'Ar', 'أُضيف'],
  [1440, 'En', 'Added'],
] as const) {
  const title = `at ${width} px the notice of a card stands in the header, hides nothing of the page, and goes by itself`
  test(title, { tag: width === 360 ? [] : '@long' }, async ({ page }) => {
    await resize(page, width, 740)
    await open(page, list, language)
    await page.clock.install()
    await page.locator('main .card [value="add"]').first().click()
    await page.evaluate('scrollTo(0, 0)')
    const notice = message(page).locator('[aria-hidden]')
    await expect(notice).toHaveText(word)
    // Both at one moment: on a phone, the header slides into view.
    const [box, header] = await notice.evaluate((element) =>
      [element, element.closest('header')].map(
        (each) => each?.getBoundingClientRect().toJSON() as DOMRect,
      ),
    )
    if (!header || !box) throw new Error('Not shown.')
    expect(box.top).toBeGreaterThanOrEqual(header.top)
    expect(box.bottom).toBeLessThanOrEqual(header.bottom)
    expect(box.left).toBeGreaterThanOrEqual(0)
    await page.clock.runFor(6_000)
    await expect(message(page)).toHaveText('')
  })
}

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
  expect(await cookieOf(page)).toBe('tg-110:1')
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
      expect(await cookieOf(page)).toBe('tg-110:4')
      await page.context().clearCookies({ name: 'quote' })
    }
  })
})

test(
  'the counter follows other tabs, and pages that the visitor comes back to, with Arabic’s plural forms',
  { tag: '@long' },
  async ({ page, baseURL }) => {
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
    await expect(message(page)).toContainText('أُضيف إلى القائمة: ')
    await setCookie(page, baseURL, 'a:')
    await page.reload()
    await expect(link(page, 'قائمة طلب السعر صنف واحد')).toBeVisible()
  },
)

for (const language of ['Ar', 'En'] as const) {
  test(
    `forms, counter and message in ${language} are accessible and fit on small phones`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page, baseURL }) => {
      const parts = ':is(.add-to-list, .add-choice, .site-header)'
      const scheme = language === 'Ar' ? 'light' : 'dark'
      await setCookie(page, baseURL, Array.from({ length: 40 }, (_, at) => `p${at}:1`).join(','))
      await resize(page, 320, 640)
      await open(page, list, language)
      await submitOf(cardForm(page, 0)).or(cardForm(page, 0).getByRole('button')).first().click()
      await expect(cardForm(page, 0).getByRole('textbox')).toBeVisible()
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, parts)).toEqual([])
      expect(await findViolations(page, scheme, '.add-to-list[data-listed]')).toEqual([])

      await open(page, series, language)
      await expect(page.locator('.quote-count')).toHaveText('41')
      await page.locator('.ordering .add-to-list button').first().click()
      await expect(message(page).locator('p')).toBeAttached()
      expect(await findOverflow(page)).toBe(0)
      expect(await findSmallTargets(page, parts)).toEqual([])
      expect(await findViolations(page, scheme)).toEqual([])
    },
  )
}
