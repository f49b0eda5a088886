import { chromium, expect, test, type Browser, type Page } from 'playwright/test'
import { installOldBrowser, runsOldBrowsers } from '../../scripts/old-browser.mjs'
import { hydrated } from '../support/browser-test.ts'
import { findOverflow } from '../support/page-measures.ts'

/** As old as the oldest supported browsers, and of 2023. */
const supported = ['103.0.0', '110.0.1'] as const
const unsupported = '92.0.0'

const phone = 360
const desk = 1440

const screens = [
  '/',
  '/about',
  '/branches',
  '/compare?ids=tm63-1p-c,tm63-2p-c',
  '/contact',
  '/newsDetails/news-tp40-type-test',
  '/product-details/tm63-1p-c',
  '/products/mcb',
  '/quote-list?items=tm63-1p-c:3,tm63-2p-c:10',
  '/search?q=tm63',
]

test.skip(!runsOldBrowsers, 'There are old browsers for Linux on x64 only.')
test.describe.configure({ mode: 'parallel', timeout: 300_000 })

for (const version of supported) {
  for (const language of ['Ar', 'En'] as const) {
    test(`ten screens are whole and interactive in Chromium ${version}, in ${language}`, async ({
      baseURL,
    }) => {
      await inBrowser(version, async (open) => {
        for (const width of [phone, desk]) {
          for (const address of screens) {
            const page = await open(width)
            await page.context().addCookies([
              { name: 'lang', value: language, url: baseURL ?? '' },
              { name: 'quote', value: 'tm63-1p-c:3', url: baseURL ?? '' },
            ])
            await page.goto(`${baseURL}${address}`)
            await hydrated(page)
            expect(await findBroken(page), `${address} at ${width} px`).toEqual([])
            await page.close()
          }
        }
      })
    })
  }

  test(`menu, search and quotation list work by script in Chromium ${version}`, async ({
    baseURL,
  }) => {
    await inBrowser(version, async (open) => {
      const page = await open(phone)
      await page.goto(`${baseURL}/product-details/tm63-1p-c?lang=En`)
      await hydrated(page)
      await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''))

      // The script of these forms comes late. Before it they load a page, whose end is not seen here (see inBrowser).
      await page.waitForFunction(() => document.querySelector('.add-status') !== null)
      await press(page, '.ordering .add-to-list button')
      await page.waitForFunction(() =>
        document.querySelector('.add-status')?.textContent?.includes('Added to the list'),
      )

      await press(page, '.menu-button')
      expect(await page.evaluate(boxOf, '.main-menu')).toMatchObject({ left: 0, width: phone })
      await press(page, '.menu-close')
      expect(await page.evaluate(boxOf, '.main-menu')).toMatchObject({ width: 0 })
      await press(page, '.menu-button')
      await press(page, '.main-menu a[href="/services"]')
      await page.waitForFunction(() => location.pathname === '/services')
      await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Services')
      expect(await page.evaluate(boxOf, '.main-menu')).toMatchObject({ width: 0 })

      await press(page, '.search-form label')
      await page.keyboard.type('tm63-3d')
      await page.waitForFunction(() => document.querySelector('[role=option]') !== null)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelector('.search-result a') !== null)

      await press(page, '.quote-list-link a')
      await page.waitForFunction(() => document.querySelectorAll('.quote-lines > li').length === 1)
      const isSame = () => document.documentElement.hasAttribute('data-same-document')
      expect(await page.evaluate(isSame), 'no page was loaded').toBe(true)
    })
  })
}

test(`an older browser (Chromium ${unsupported}) gets plain pages, with their links and forms`, async ({
  baseURL,
}) => {
  await inBrowser(unsupported, async (open) => {
    const page = await open(phone)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.goto(`${baseURL}/?lang=En`)
    expect(await findOverflow(page), 'px too wide').toBe(0)
    await page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>('[name=q]')
      if (field) field.value = 'tm63-3d'
      field?.form?.submit()
    })
    await page.waitForURL(/\/search\?q=tm63-3d$/, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.querySelector('.search-result a') !== null)
    expect(scripts).toEqual([])
  })
})

/**
 * Opens pages in an old browser, and fails on what their scripts throw. Each page is for one address: Playwright
 * does not see the end of a second page load there.
 */
async function inBrowser(
  version: Parameters<typeof installOldBrowser>[0],
  use: (open: (width: number) => Promise<Page>) => Promise<void>,
) {
  const browser: Browser = await chromium.launch({
    executablePath: installOldBrowser(version),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  const errors: string[] = []
  try {
    await use(async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 740 } })
      const page = await context.newPage()
      page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`))
      return page
    })
  } finally {
    await browser.close()
  }
  expect(errors).toEqual([])
}

/** Presses the middle of an element: Playwright's own click needs a newer browser. */
async function press(page: Page, selector: string) {
  await page.evaluate(
    (found) => document.querySelector(found)?.scrollIntoView({ block: 'center' }),
    selector,
  )
  const { left, top, width, height } = await page.evaluate(boxOf, selector)
  await page.mouse.click(left + width / 2, top + height / 2)
}

function boxOf(selector: string) {
  const { left, top, width, height } =
    document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
  return { left, top, width, height }
}

/** What is wrong with the layout and the state of a page that was just loaded. */
function findBroken(page: Page) {
  return page.evaluate(() => {
    const boxOf = (selector: string) =>
      document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
    const [topBar, bar, menu] = ['.top-bar', '.site-header-bar', '.main-menu'].map(boxOf)
    const [header, main, heading] = ['.site-header', 'main', 'h1'].map(boxOf)
    if (!topBar || !bar || !menu || !header || !main || !heading) return ['It has no frame.']
    const isWide = innerWidth >= 1280
    const container = document.getElementById('page') ?? document.body
    const isHydrated = Object.keys(container).some((key) => key.startsWith('__reactContainer'))
    const checks = {
      'it is interactive': isHydrated,
      'it is as wide as the window': document.documentElement.scrollWidth === innerWidth,
      'the top bar is above the bar with the menu': topBar.bottom <= bar.top + 1,
      'the header is low': header.height < 170,
      'the header does not cover the page': header.bottom <= main.top + 1,
      'the menu is part of the header, or closed':
        menu.height === 0 ? !isWide : isWide && menu.bottom <= header.bottom,
      'the heading is in view': heading.height > 0 && heading.top < 740,
      'no text is a column of letters': ![
        ...document.querySelectorAll('p, li, td, th, h2, h3, dd'),
      ].some((text) => text.clientWidth > 0 && text.clientWidth < 24 && text.clientHeight > 120),
      'the page is coloured':
        getComputedStyle(document.body.parentElement ?? document.body).backgroundColor !==
        'rgba(0, 0, 0, 0)',
    }
    return Object.entries(checks).flatMap(([name, isMet]) => (isMet ? [] : [name]))
  })
}
