import type { CDPSession, Locator, Page, Response } from 'playwright/test'
import { currentYear } from '../../app/language/format.ts'
import { languages } from '../../app/language/languages.ts'
import { findUnreadable, findViolations } from '../support/axe.ts'
import { hydrated, expect, test } from '../support/browser-test.ts'
import {
  findDisplaced,
  findOverflow,
  findSmallFields,
  findSmallTargets,
  measureLayout,
  resize,
  type Layout,
} from '../support/page-measures.ts'
import { newerApis, removeApis } from '../support/newer-apis.ts'
import { otherCompany, sampleCompany, type Company } from '../support/companies.ts'
import { privateScreens, screenAddresses } from '../support/screens.ts'

type Language = 'Ar' | 'En'

const arabicLetters = /\p{Script=Arabic}/u
const errorPage = '/error_404'
const phone = 360
const desk = 1440
/** The item of the main menu that the section of a screen is marked at. */
const markedInMenu = new Map([
  ['/', 'Home'],
  ['/companyGoals', 'About'],
  ['/newsDetails/news-tp40-type-test', 'About'],
  ['/solutionDetails/solution-industry', 'Solutions'],
  ['/products-details/tc-265', 'Solutions'],
  ['/projectDetails/project-hofuf-mosque', 'Projects'],
  ['/products/mcb', 'Products'],
  ['/product-details/tm63-1p-c', 'Products'],
  ['/serviceDetails/service-installation', 'Services'],
  ['/blog_details/blog-mcb-curves', 'Blog'],
])

/** Screens with the parts of another one, or whose own tests look for the same: nothing new is found there. */
const likeOthers = [
  ...['/sustainability', '/workFields', '/products-types/circuit-protection', '/Loading'],
  '/offline',
  ...['/products-details/tc-265', ...screenAddresses.filter((each) => /^.all-sol/.test(each))],
  ...['/blog', '/services', '/projects', '/product-details/tm63-1p-c'],
  ...['/newsDetails/news-tp40-type-test', '/serviceDetails/service-installation'],
  ...['/projectDetails/project-hofuf-mosque', '/search', '/compare', '/documents'],
  ...[
    '/quote-list',
    '/quick-list',
    '/enquiry',
    '/solutions',
    '/productsCategories',
    '/companyGoals',
    '/privacy',
    '/about',
    '/News',
    '/branches',
    '/contact',
  ],
  ...['/products/home', '/solutionDetails/solution-industry'],
]

/** What another brand and other content change is seen on a screen of each kind. */
const screensOfOther = [
  ...['/', '/solutions', '/products/mcb', '/product-details/tm63-1p-c'],
  ...['/blog_details/blog-mcb-curves', '/contact', '/search', '/enquiry'],
]

for (const address of [...markedInMenu.keys(), ...likeOthers, ...screensOfOther]) {
  if (!screenAddresses.includes(address)) throw new Error(`${address} is not among the screens.`)
}

/** Screens of one post and of the company: each ends with a way to reach the company. */
const leadingOn =
  /^\/(?:\w+[-_]?details\/|about$|sustainability$|workFields$|companyGoals$)|^\/products?-details\//i

test.use({ expectedResponses: [/^404 \/error_404$/] })
test.describe.configure({ mode: 'parallel' })

/** The screens of a worker share a page: its browser process and cache cost more than a screen. */
const onOnePage = test.extend({ page: ({ sharedPage }, use) => use(sharedPage) })

/** The home page has two addresses. */
const addresses = [...screenAddresses, errorPage].filter((address) => address !== '/home')

for (const [at, address] of addresses.entries()) {
  onOnePage(
    `${decodeURI(address)} is whole, accessible and mirrored at every width`,
    { tag: likeOthers.includes(address) ? '@long' : [] },
    async ({ page }) => {
      const devTools = await page.context().newCDPSession(page)
      const layouts: Partial<Record<Language, Map<number, Layout>>> = {}
      for (const language of ['Ar', 'En'] as const) {
        // What is looked at in one language only alternates between the screens.
        const isTurn = (language === 'Ar') === (at % 2 === 0)
        const differsWithoutScript = await test.step(`in ${language} with script on`, async () => {
          await visit(page, address, language, sampleCompany)
          // The page without a network has no script.
          if (address !== '/offline') await hydrated(page)
          if (language === 'En') await expectMark(page, address)
          if (language === 'En') await expectWayOn(page, address)
          layouts[language] = await measureSizes(page)
          const width = (language === 'Ar') === at % 4 < 2 ? phone : desk
          await resize(page, width, 800)
          await expectBreadcrumbs(page, width)
          if (width === phone)
            expect.soft(await findSmallFields(page), 'fields on a phone').toEqual([])
          if (!isTurn) return false
          await expectTargets(page, devTools)
          await resize(page, width, 800)
          expect.soft(await findViolations(page, 'light'), `${width} px, light`).toEqual([])
          expect.soft(await findViolations(page, 'dark'), `${width} px, dark`).toEqual([])
          // Header and footer are the same on all screens.
          const part = at === 0 ? 'body' : 'main'
          return (await listElements(page, part)) !== (await listSentElements(page, part))
        })

        // With the same elements it has the same layout, and axe would find nothing new.
        if (!differsWithoutScript) continue
        await test.step(`in ${language} with script off`, async () => {
          await setScript(devTools, 'off')
          await visit(page, address, language, sampleCompany)
          await measureSizes(page)
          await expectTargets(page, devTools)
          await setScript(devTools, 'on')
          expect.soft(await findViolations(page, 'light'), 'without script').toEqual([])
        })
      }
      for (const width of [phone, desk]) {
        const [english, arabic] = [layouts.En?.get(width), layouts.Ar?.get(width)]
        if (!english || !arabic) throw new Error('A layout was not measured.')
        const names = ({ boxes }: Layout) => boxes.map(({ name }) => name)
        expect.soft(names(arabic), `the same parts at ${width} px`).toEqual(names(english))
        expect.soft(findDisplaced(english, arabic), `displaced at ${width} px`).toEqual([])
      }
      await devTools.detach()
    },
  )
}

for (const [at, address] of screensOfOther.entries()) {
  const language = at % 2 === 0 ? 'Ar' : 'En'
  test(
    `${decodeURI(address)} of another company is whole and readable in ${language}, at every width, without newer APIs`,
    { tag: '@long' },
    async ({ page }) => {
      await removeApis(page, newerApis)
      // A page names its translation once the lists have been read, and until then there is no sitemap.
      const sitemap = `${otherCompany.url}/sitemap.xml`
      await expect.poll(async () => (await page.request.get(sitemap)).status()).toBe(200)
      await visit(page, address, language, otherCompany)
      await hydrated(page)
      await measureSizes(page)
      expect.soft(await findUnreadable(page, 'light'), 'light').toEqual([])
      expect.soft(await findUnreadable(page, 'dark'), 'dark').toEqual([])
    },
  )
}

/** Visits a screen for the first time, in the language of the cookie, and checks the whole page. */
async function visit(page: Page, address: string, language: Language, company: Company) {
  if (page.url() !== 'about:blank') await page.evaluate('localStorage.clear()')
  await page.context().addCookies([{ name: 'lang', value: language, url: company.url }])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 720 })
  const year = currentYear()
  const response = await page.goto(company.url + address, { waitUntil: 'load' })
  if (address !== errorPage) expectHeaders(response, language, privateScreens.includes(address))
  const { lang, dir } = languages[language]
  await expect.soft(page.locator('html')).toHaveAttribute('lang', lang)
  await expect.soft(page.locator('html')).toHaveAttribute('dir', dir)
  await expect.soft(page.locator('link[href*="rtl"]')).toHaveCount(language === 'Ar' ? 1 : 0)
  const name = company.shortName[language]
  expect.soft(await page.title()).toMatch(new RegExp(`^\\S.* \\| ${name}$`))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.soft(heading).toHaveCount(1)
  expect.soft(arabicLetters.test((await heading.textContent()) ?? '')).toBe(language === 'Ar')
  await expect.soft(page.getByRole('banner')).toBeVisible()
  const years = new RegExp([year, currentYear()].join('|'))
  await expect.soft(page.getByRole('contentinfo')).toContainText(years)
  expect.soft(await findOverflow(page), 'px too wide at 1280 px').toBe(0)
  if (address === errorPage) return
  const canonical = new RegExp(`^${company.url}/.*lang=${language}$`)
  await expect.soft(page.locator('link[rel="canonical"]')).toHaveAttribute('href', canonical)
  await expect.soft(page.locator('link[rel="alternate"][hreflang]')).toHaveCount(3)
}

function expectHeaders(response: Response | null, language: Language, isPrivate: boolean) {
  expect.soft(response?.status()).toBe(200)
  const headers = response?.headers() ?? {}
  expect.soft(headers['content-language']).toBe(languages[language].lang)
  expect.soft(headers['vary']).toBe('Accept-Encoding, Cookie')
  if (isPrivate) expect.soft(headers['cache-control']).toBe('no-store')
  else expect.soft(headers['etag']).toMatch(/^"[\w-]+"$/)
}

async function expectMark(page: Page, address: string) {
  const marked = markedInMenu.get(address)
  if (marked === undefined) return
  const items = page.locator('.main-menu-items > li > a, .menu-dropdown > details > summary')
  await expect.soft(items.and(page.locator('[aria-current]'))).toHaveText([marked])
}

/** The page's parents and its heading; on a phone one line, a link to the nearest parent. */
async function expectBreadcrumbs(page: Page, width: number) {
  const breadcrumbs = page.locator('.breadcrumbs')
  if ((await breadcrumbs.count()) === 0) return
  const current = breadcrumbs.locator('[aria-current="page"]')
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.soft(current).toHaveText(heading ?? '')
  const parents = breadcrumbs.locator('a:visible')
  expect.soft((await breadcrumbs.boundingBox())?.height).toBeLessThan(50)
  await expect.soft(current).toBeVisible({ visible: width === desk })
  if (width === phone) await expect.soft(parents).toHaveCount(1)
  else expect.soft(await parents.count()).toBe((await breadcrumbs.locator('li').count()) - 1)
}

/** The phone number, the enquiry form and the branches, beside the text or before the footer. */
async function expectWayOn(page: Page, address: string) {
  const links = page.locator('main :is(.contact-band, .next-steps) a')
  if (!leadingOn.test(address)) return
  for (const target of ['tel:+', '/enquiry', '/branches']) {
    await expect.soft(links.and(page.locator(`[href^="${target}"]`)), target).toHaveCount(1)
  }
}

/** Checks a page at each width. @returns its layout at the widths that are compared */
async function measureSizes(page: Page) {
  const layouts = new Map<number, Layout>()
  for (const width of [320, phone, desk]) {
    await resize(page, width, 800)
    expect.soft(await findOverflow(page), `px too wide at ${width} px`).toBe(0)
    if (width > 320) layouts.set(width, await measureLayout(page))
  }
  return layouts
}

async function expectTargets(page: Page, devTools: CDPSession) {
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await resize(page, phone, 740)
  expect.soft(await findSmallTargets(page), 'targets on a phone').toEqual([])
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: false })
}

function setScript(devTools: CDPSession, script: 'on' | 'off') {
  return devTools.send('Emulation.setScriptExecutionDisabled', { value: script === 'off' })
}

/** The elements of a screen with their attributes, except scripts and what stands in for them. */
function listElements(page: Page, part: string) {
  return page.evaluate<string>(
    `(${describeElements.toString()})(document.querySelector('${part}'))`,
  )
}

/** The same of the page as the site sent it. */
function listSentElements(page: Page, part: string) {
  return page.evaluate<string>(`fetch(location.href)
    .then((response) => response.text())
    .then((html) => new DOMParser().parseFromString(html, 'text/html').querySelector('${part}'))
    .then(${describeElements.toString()})`)
}

function describeElements(part: HTMLElement) {
  return (
    [...part.querySelectorAll('*')]
      // The region for messages is empty.
      .filter((element) => !element.matches('script, noscript, noscript *, .add-status'))
      .map((element) => {
        const attributes = element
          .getAttributeNames()
          .map((name) => ` ${name}="${element.getAttribute(name)}"`)
        return `<${element.tagName}${attributes.sort().join('')}>`
      })
      .join('\n')
  )
}

function countLines(text: Locator) {
  return text.evaluate((element) => {
    const height = Number.parseFloat(getComputedStyle(element).lineHeight)
    return Math.round(element.getBoundingClientRect().height / height)
  })
}

for (const language of ['Ar', 'En'] as const) {
  test.describe(`on a phone 320 px wide in ${language}`, { tag: '@long' }, () => {
    test.use({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })

    test('no article, with a wide table or without, is wider than the phone, or has a heading of many lines', async ({
      page,
    }) => {
      for (const list of ['/blog', '/solutions']) {
        await page.goto(`${list}?lang=${language}`)
        const links = page.locator('main .card-title a')
        const articles = await links.evaluateAll((found) =>
          found.map((link) => link.getAttribute('href') ?? ''),
        )
        expect(articles.length).toBeGreaterThan(5)
        // Each in one language: half of them is right to left.
        const own = articles.filter((_, at) => at % 2 === (language === 'Ar' ? 0 : 1))
        for (const address of own) {
          await page.goto(`${address}?lang=${language}`)
          expect(await findOverflow(page), address).toBe(0)
          expect(await countLines(page.locator('h1')), address).toBeLessThanOrEqual(6)
        }
      }
    })
  })
}
