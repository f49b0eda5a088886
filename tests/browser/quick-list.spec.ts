import type { Page } from 'playwright/test'
import { workbookOf } from '@site/tables/write-tables'
import { isWholeRun } from '../support/test-size.ts'
import { findViolations } from '../support/axe.ts'
import { expect, hydrated, sendAsPeopleDo, test } from '../support/browser-test.ts'
import {
  findDisplaced,
  findOverflow,
  findSmallFields,
  findSmallTargets,
  measureLayout,
  resize,
} from '../support/page-measures.ts'
import { getFreePort } from '../support/loopback.ts'
import { sampleFiles } from '../support/sample-files.ts'
import { startSite } from '../support/site-host.ts'

const longWord = `${'portlandzement'.repeat(6)}${'0123456789'.repeat(5)}`
const lines = {
  Ar: `TM63-C16 - ٤٨ حبة
قاطع مصغر ١٦ أمبير ٣٠ حبة
أسمنت بورتلاندي ${longWord} ٢٠٠ كيس
TM63-C10 عدد ٢
الإجمالي`,
  En: `TM63-C16 x 48
MCB 16 A, 30 nos
Portland cement ${longWord}, 200 bags
TM63-C10, 2 nos
Total`,
}
const states = ['sure', 'choose', 'none', 'sure', 'note']

async function open(page: Page, language: 'Ar' | 'En', isHydrated: boolean) {
  await page.goto(`/quick-list?lang=${language}`)
  if (isHydrated) await hydrated(page)
}

/** Checks a list, which loads the page. */
async function check(page: Page, list: string, isHydrated: boolean) {
  await page.locator('[name="lines"]').fill(list)
  await page.locator('.list-form .button').click()
  await expect(rows(page).first()).toBeAttached()
  if (isHydrated) await hydrated(page)
}

const rows = (page: Page) => page.locator('.checked-lines > li')
const row = (page: Page, number: number) => page.locator(`[data-line="${number}"]`)
const quantity = (page: Page, number: number) => row(page, number).locator('[name^="quantity."]')
/** Takes the second choice of a line by keyboard; returns its order code. */
async function choose(page: Page, number: number) {
  const radios = row(page, number).getByRole('radio')
  await radios.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(radios.nth(1)).toBeChecked()
  const second = row(page, number).locator('label[data-code]').first()
  return (await second.getAttribute('data-code')) ?? ''
}

/** The states of the lines, in the order of the list. */
const statesOf = (page: Page) =>
  rows(page).evaluateAll((each) =>
    each
      .toSorted((a, b) => Number(a.dataset['line']) - Number(b.dataset['line']))
      .map((line) => line.dataset['state']),
  )

const bar = (page: Page) => page.locator('.checked-bar')
/** Brings the bar to its own place: axe takes what is half below it for a small target. */
const scrollToEnd = (page: Page) =>
  page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
/** Unfolds the lines that were found. */
const unfold = (page: Page) => page.locator('#lines-sure > summary').click()
const reference = /\/enquiry\/[A-Z2-9]{4}-[A-Z2-9]{4}\?key=/

test.describe('a form that comes back', () => {
  test.use({ expectedResponses: [/^422 \/quick-list$/] })

  test('a list is pasted, checked by keyboard, changed, listed and sent, with a file', async ({
    page,
  }) => {
    await open(page, 'Ar', true)
    await check(page, lines.Ar, true)
    expect(await statesOf(page)).toEqual(states)
    await expect(row(page, 1)).toHaveAttribute('data-quantity', '48')
    // What needs a look comes first, each item with its number; what was found is a press away.
    await expect(rows(page)).toContainText(['السطر 2', 'السطر 3', 'السطر 1', 'السطر 4', 'الإجمالي'])
    await expect(row(page, 1)).not.toBeVisible()
    await bar(page).getByRole('link', { name: 'وجدنا: 2' }).click()
    await expect(row(page, 1)).toBeInViewport()

    // Other words are searched with Enter, too.
    const details = row(page, 4).locator('details')
    await details.locator('summary').focus()
    await page.keyboard.press('Enter')
    await quantity(page, 1).fill('٥٠')
    const words = details.locator('[name^="words."]')
    await words.fill('TM63-C20')
    await words.press('Enter')
    await expect(row(page, 4)).toHaveAttribute('data-code', 'TM63-C20')
    await expect(page).toHaveURL(/\/quick-list$/)
    await expect(row(page, 4)).toBeFocused()
    await expect(row(page, 4)).toBeInViewport()
    await hydrated(page)
    await expect(quantity(page, 1)).toHaveValue('50')

    // The choice by keyboard stays when another line is removed, and products are put on the list.
    await expect(row(page, 2).getByRole('radio', { checked: true })).toHaveCount(0)
    const chosen = await choose(page, 2)
    await row(page, 4).locator('.quote-remove').click()
    await expect(rows(page)).toHaveCount(4)
    await hydrated(page)
    await expect(row(page, 2).getByRole('radio').nth(1)).toBeChecked()
    await bar(page).getByText('المزيد').click()
    await bar(page)
      .getByRole('button', { name: /^إضافة المنتجات إلى/ })
      .click()
    await expect(page.locator('.list-added').getByRole('link')).toBeVisible()
    const cookies = await page.context().cookies()
    const listed = cookies.find(({ name }) => name === 'quote')?.value
    expect(listed).toContain('TM63-C16:50')
    expect(listed).toContain(`${chosen}:30`)
    await hydrated(page)

    await page.locator('#enquiry-name').fill('Amal')
    await page.locator('#enquiry-phone').fill('+1 234 567')
    const [name, buffer] = Object.entries(sampleFiles)[0] ?? ['', Buffer.alloc(0)]
    const file = { name, mimeType: 'application/pdf', buffer }
    await page.locator('#enquiry-files').setInputFiles([file])
    await page.locator('.enquiry-fields .button').click()
    // What only the server rejects brings the list back with its choices and the file.
    await expect(page.locator('.form-alert')).toBeFocused()
    await expect(row(page, 2).getByRole('radio').nth(1)).toBeChecked()
    await expect(page.locator('.file-field li')).toHaveCount(1)
    await hydrated(page)
    await scrollToEnd(page)
    expect(await findViolations(page, 'light')).toEqual([])
    await page.locator('#enquiry-phone').fill('+966 55 123 4567')
    await sendAsPeopleDo(page)

    // All lines have arrived in the buyer's words, with what was chosen, and the file.
    const stored = await fetch(`${process.env['SITE_ADMIN_URL']}/enquiries?format=csv`)
    const sent = (await stored.text()).split(page.url().split(/[/?]/)[4] ?? '')[1] ?? ''
    for (const part of ['TM63-C16', chosen, longWord, '50 ×', '30 ×', '200 ×', name]) {
      expect(sent).toContain(part)
    }

    // The page of the enquiry shows what was chosen, and begins a new list with it.
    await hydrated(page)
    await expect(page.locator('.sent-lines li').nth(1)).toContainText(chosen)
    expect(await findViolations(page, 'light')).toEqual([])
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goForward()
    await expect(page).toHaveURL(reference)
    await page.locator('.sent-lines form .button').click()
    await expect(page).toHaveURL(/\/quote-list$/)
    await expect(page.locator('.quote-lines > li[data-state="found"]')).toHaveCount(2)
    await expect(page.locator('.quote-lines > li[data-state="missing"]')).toHaveCount(0)
  })
})

test.describe('a form without a list', () => {
  test.use({ expectedResponses: [/^422 \/quick-list$/] })

  test(
    'fault and checked list are accessible, mirrored and fit on small phones',
    {
      tag: '@sized',
    },
    async ({ page }) => {
      // The form alone is one of the screens (screens.spec.ts), and part of both.
      const states = [
        async () => {
          await page.locator('.list-form .button').click()
          await expect(page.getByRole('alert')).toBeVisible()
          await hydrated(page)
        },
        async () => {
          const buffer = sampleFiles['photo.jpg']
          const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer }
          await page.locator('[name="file"]').setInputFiles([photo])
          await page.locator('.list-form .button').click()
          await page.getByRole('alert').getByRole('link').click()
          await expect(page.locator('.send-file .file-field li')).toContainText('bill.jpg')
          await hydrated(page)
        },
        async (language: 'Ar' | 'En') => check(page, lines[language], true),
      ]
      for (const act of isWholeRun ? states : states.slice(-1)) {
        const layouts = []
        for (const language of ['En', 'Ar'] as const) {
          await open(page, language, true)
          await act(language)
          await resize(page, 320, 640)
          expect.soft(await findOverflow(page), `${language}, px too wide`).toBe(0)
          expect.soft(await findSmallTargets(page, 'main'), language).toEqual([])
          expect.soft(await findSmallFields(page), language).toEqual([])
          await resize(page, 1440, 900)
          layouts.push(await measureLayout(page))
          await scrollToEnd(page)
          const scheme = language === 'En' ? 'dark' : 'light'
          expect.soft(await findViolations(page, scheme), language).toEqual([])
        }
        const [english, arabic] = layouts
        if (!english || !arabic) throw new Error('A layout was not measured.')
        expect.soft(findDisplaced(english, arabic)).toEqual([])
      }
    },
  )
})

test('a workbook is read, its product pages open beside it, and the print-out has lines only', async ({
  page,
}) => {
  const buffer = await workbookOf([
    {
      name: 'BOQ',
      rows: [
        ['Item', 'Description', 'Unit', 'Qty'],
        [1, 'TM63-C16', 'No.', 48],
        [2, 'Lift, 8 persons', 'No.', 1],
      ],
    },
  ])
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await open(page, 'En', true)
  await page.locator('[name="file"]').setInputFiles([{ name: 'boq.xlsx', mimeType, buffer }])
  await page.locator('.list-form .button').click()
  const found = page.locator('[data-code="TM63-C16"]')
  await expect(found).toHaveAttribute('data-quantity', '48')
  await hydrated(page)
  await unfold(page)

  const opened = page.waitForEvent('popup')
  await found.locator('a').first().click()
  await (await opened).close()
  await expect(found).toBeVisible()

  await unfold(page)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  const shown = (selector: string) => page.locator(selector).filter({ visible: true })
  await expect(
    shown('main :is(button:not([aria-hidden]), li summary, .text-link, [type="file"])'),
  ).toHaveCount(0)
  await expect(found).toBeVisible()
  await expect(found.locator('[name^="quantity."]')).toBeVisible()
})

test.describe('the bar at the end of the lines', () => {
  test.use({ javaScriptEnabled: false })

  test('leads to sending from anywhere in the list, in one line of a small phone, and covers nothing that has the focus', async ({
    page,
  }) => {
    await resize(page, 320, 640)
    for (const language of ['En', 'Ar'] as const) {
      await open(page, language, false)
      await check(page, lines[language], false)
      const box = await bar(page).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(64)
      await expect(bar(page).locator('.button')).toBeInViewport({ ratio: 1 })
      expect(await findOverflow(page)).toBe(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
      const summaries = page.locator('.checked-group > summary')
      await summaries.evaluateAll((each) =>
        each.forEach((one) => one.parentElement?.setAttribute('open', '')),
      )
      const covered = await page
        .locator('.checked-lines :is(a, input, button, summary)')
        .evaluateAll((each) => {
          const fixed = document.querySelector('.checked-bar')
          return each.filter((one) => {
            one.focus()
            const [own, over] = [one, fixed].map((element) => element?.getBoundingClientRect())
            return own && over && own.bottom > over.top + 1 && own.top < over.bottom
          }).length
        })
      expect(covered, language).toBe(0)
      await page.evaluate(() => scrollTo(0, 0))
      await bar(page).locator('.button').click()
      await expect(page.locator('#enquiry-details')).toBeInViewport()
      await expect(bar(page)).not.toBeInViewport()
    }
  })
})

/** Holds back the scripts of the pages that follow. @returns a function that lets them load */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.fallback()
  })
  return release
}

test('what is written and chosen before the script starts is kept', async ({ page }) => {
  const release = await holdScripts(page)
  await open(page, 'En', false)
  await check(page, lines.En, false)
  await unfold(page)
  await quantity(page, 1).fill('٢٥')
  await row(page, 2).getByRole('radio').nth(1).check()
  await row(page, 3).locator('summary').click()
  await row(page, 3).locator('[name^="words."]').fill('TM63-C20')
  release()
  await hydrated(page)
  await expect(quantity(page, 1)).toHaveValue('٢٥')
  await expect(row(page, 2).getByRole('radio').nth(1)).toBeChecked()
  await page.locator('.quote-buttons [value="search"]').click()
  await expect(row(page, 3)).toHaveAttribute('data-code', 'TM63-C20')
  await expect(quantity(page, 1)).toHaveValue('25')
  await expect(row(page, 2).getByRole('radio').nth(1)).toBeChecked()
})

test(
  'lines stay when an extension has changed the page before the script starts',
  { tag: '@long' },
  async ({ page }) => {
    const release = await holdScripts(page)
    await open(page, 'En', false)
    await check(page, lines.En, false)
    await page.evaluate(() => {
      document.querySelector('h1')?.replaceChildren('Changed')
      document.querySelector('main')?.prepend(document.createElement('div'))
    })
    release()
    await hydrated(page)
    expect(await statesOf(page)).toEqual(states)
    await page.locator('.quote-buttons [value="search"]').click()
    await expect(row(page, 1)).toHaveAttribute('data-quantity', '48')
  },
)

test('a list that takes long says how far it is', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/quick-list$/, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.fallback()
  })
  const asked: string[] = []
  await page.route('**/quick-list/progress/*', async (route) => {
    asked.push(route.request().url().split('/').at(-1) ?? '')
    const progress = asked.length === 1 ? null : { of: 'pages', done: 7, total: 60 }
    await route.fulfill({ json: { progress, isIndexed: true } })
  })
  await open(page, 'En', true)
  await page.locator('[name="lines"]').fill(lines.En)

  // Nothing can be looked at on a page that the browser is leaving.
  await page.evaluate(() =>
    document.addEventListener('submit', (event) => event.preventDefault(), { once: true }),
  )
  await page.locator('.list-form .button').click()
  await expect(page.locator('.list-waiting')).toHaveText('Reading page 7 of 60…')
  expect(await findViolations(page, 'light')).toEqual([])
  await resize(page, 320, 640)
  expect(await findOverflow(page)).toBe(0)

  const [first, before] = [asked[0], asked.length]
  await page.locator('.list-form .button').click({ noWaitAfter: true })
  await expect.poll(() => asked.length).toBeGreaterThan(before + 2)
  expect(asked.at(-1)).toMatch(/^[a-z\d]{28}$/)
  expect(asked.at(-1)).not.toBe(first)
  release()
  await expect(rows(page).first()).toBeAttached()
})

test('lines that were not searched yet are searched by the page itself, but not while somebody writes', async ({
  page,
}) => {
  const own = await startSite({
    CONTENT_API_URL: `http://127.0.0.1:${await getFreePort()}`,
    SEARCH_CRAWL_PER_S: '1000',
  })
  try {
    let isIndexed = false
    let asked = 0
    await page.route('**/quick-list/progress/*', async (route) => {
      asked += 1
      await route.fulfill({ json: { progress: null, isIndexed } })
    })
    // The page asks each ten seconds.
    await page.addInitScript(() => {
      const { setTimeout } = window
      const quick = (run: () => void, ms?: number) => setTimeout(run, ms === 10_000 ? 100 : ms)
      Object.assign(window, { setTimeout: quick })
    })
    await page.goto(`${own.url}/quick-list?lang=En`)
    await hydrated(page)
    await check(page, lines.En, true)
    expect(await statesOf(page)).toEqual(['later', 'later', 'later', 'later', 'note'])
    const alert = page.locator('.checked-summary [role="alert"]')
    await expect(alert).toContainText('This page searches again by itself')
    await expect(alert.getByRole('button')).toBeVisible()
    expect(await findViolations(page, 'dark')).toEqual([])

    const posts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/quick-list')) posts.push('list')
    })
    await expect.poll(() => asked).toBeGreaterThan(0)
    await quantity(page, 2).fill('77')
    isIndexed = true
    const before = asked
    // A field with the focus holds back what comes after the question that is on its way.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    expect(asked - before).toBeLessThanOrEqual(1)
    expect(posts).toEqual([])
    await quantity(page, 2).blur()
    await expect.poll(() => posts).toEqual(['list', 'list', 'list', 'list', 'list'])
    await expect(quantity(page, 2)).toHaveValue('77')
  } finally {
    await own.stop()
  }
})
