import type { Page } from 'playwright/test'
import { findViolations } from '../support/axe.ts'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { sampleContentUrl } from '../support/companies.ts'
import { findOverflow } from '../support/page-measures.ts'
import { startContentApi, type ApiFault, type ContentApi } from '../support/content-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSite, type Site } from '../support/site-host.ts'

const words = {
  Ar: { heading: 'تعذّر عرض الصفحة الآن', again: 'إعادة المحاولة', services: 'الخدمات' },
  En: { heading: 'This page cannot be shown right now', again: 'Try again', services: 'Services' },
}

type Language = keyof typeof words

const invalidWords = {
  Ar: { heading: 'هذا العنوان غير صالح', title: 'هذا العنوان غير صالح | تيار' },
  En: { heading: 'This address is not valid', title: 'This address is not valid | Tayyar' },
}

let api: ContentApi
let site: Site
/** Faults of calls, by their Type field. */
let faultOf: (type: string) => ApiFault | null = () => null

test.use({ expectedResponses: [/^(?:503|400) \//], pictures: 'real' })

test.beforeAll(async () => {
  api = await startContentApi(sampleContentUrl, { faultFor: (type) => faultOf(type) })
  site = await startSite({
    CONTENT_API_URL: api.url,
    BRAND_DIR: 'brand',
    // Nothing is served stale, so that every page fails in each test.
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    CONTENT_IMAGES_URL: `http://127.0.0.1:${await getFreePort()}/images`,
  })
})

test.afterAll(async () => {
  await site.stop()
  await api.close()
})

test.beforeEach(async () => {
  await api.listen()
  faultOf = () => null
  // Circuit breakers opened by the test before close soon.
  for (const language of ['Ar', 'En']) {
    for (const address of ['/', '/about', '/services']) {
      const status = async () => (await fetch(`${site.url}${address}?lang=${language}`)).status
      await expect.poll(status, { intervals: [50, 100, 200] }).toBe(200)
    }
  }
})

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 })
}

async function expectFallback(page: Page, language: Language) {
  await expect(heading(page)).toHaveText(words[language].heading)
  await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase())
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'Ar' ? 'rtl' : 'ltr')
}

/** Reloads, as visitors are asked to do after a short wait. */
async function tryAgainUntil(page: Page, language: Language, title: string) {
  const again = page.getByRole('main').getByRole('link', { name: words[language].again })
  await expect(async () => {
    if (await again.isVisible()) await again.click()
    await expect(heading(page)).toHaveText(title, { timeout: 1_000 })
  }).toPass()
}

test.describe('with script off', () => {
  test.use({ javaScriptEnabled: false })

  test('F01 a 503 page is shown during an outage, in both languages, and the page at the same address afterwards', async ({
    page,
  }) => {
    await api.refuse()
    const answer = await page.goto(`${site.url}/services?lang=Ar`)
    expect(answer?.status()).toBe(503)
    await expectFallback(page, 'Ar')
    const header = page.getByRole('banner')
    await header.getByRole('link', { name: 'This page in English' }).click()
    await page.waitForURL(`${site.url}/services?lang=En`)
    await expectFallback(page, 'En')
    await tryAgainUntil(page, 'En', words.En.heading)

    await api.listen()
    await tryAgainUntil(page, 'En', words.En.services)
    expect(page.url()).toBe(`${site.url}/services?lang=En`)
  })
})

test(
  'F01 V01 a stored language that differs from the page’s causes one redirect, not a loop, and the 503 page passes axe',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${site.url}/about?lang=Ar`)
    await page.evaluate("localStorage.setItem('lang', 'En')")
    const answers: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) answers.push(new URL(response.url()).pathname)
    })
    await api.refuse()
    await page.goto(`${site.url}/services`)
    await expectFallback(page, 'En')
    expect(answers).toEqual(['/services', '/services'])

    await page.goto(`${site.url}/services?lang=Ar`)
    await expectFallback(page, 'Ar')
    expect(answers).toHaveLength(3)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      expect.soft(await findViolations(page, 'light'), `${width} px`).toEqual([])
    }

    // The same where an address is invalid.
    await page.context().clearCookies({ name: 'lang' })
    await page.evaluate("localStorage.setItem('lang', 'En')")
    await page.goto(`${site.url}/News%`)
    await expect(heading(page)).toHaveText(invalidWords.En.heading)
    expect(answers).toHaveLength(5)
  },
)

test('F01 client-side navigation to an unavailable screen shows the error in place, and back works', async ({
  page,
}) => {
  await page.goto(`${site.url}/about?lang=En`)
  await hydrated(page)
  const loadedAt = () => page.evaluate(() => performance.timeOrigin)
  const first = await loadedAt()
  faultOf = (type) => (type === 'Services' ? 'status 500' : null)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Services' }).click()
  await expectFallback(page, 'En')
  expect(await loadedAt()).toBe(first)
  await expect(page).toHaveURL(`${site.url}/services`)
  await expect(page).toHaveTitle(`${words.En.heading} | Tayyar`)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toBeVisible()
  await page.locator('.menu-dropdown[data-wide] > details > summary').click()
  await expect(page.locator('[data-wide] .menu-panel a').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goBack()
  await expect(heading(page)).toHaveText('About us')
  expect(await loadedAt()).toBe(first)
  await page.goForward()
  await expectFallback(page, 'En')

  faultOf = () => null
  await tryAgainUntil(page, 'En', words.En.services)
  await expect(page).toHaveURL(`${site.url}/services`)
})

test.describe('an invalid address', () => {
  test.use({ expectedResponses: [/^4(00|14) \//] })

  test('V01 V03 shows a page that says so, with ways on, without script, and passes axe', async ({
    page,
  }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const [language, target, status] of [
      ['Ar', '/newsDetails/%00', 400],
      ['En', `/${'a'.repeat(2_100)}`, 414],
    ] as const) {
      await page.setViewportSize({ width: 320, height: 700 })
      const address = `${site.url}${target}?lang=${language}`
      const answer = await page.goto(address)
      expect(answer?.status(), target).toBe(status)
      await expect(heading(page)).toHaveText(invalidWords[language].heading)
      await expect(page).toHaveTitle(invalidWords[language].title)
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase())
      expect(page.url()).toBe(address)
      const thisPage = page.getByRole('contentinfo').locator('a[hreflang]')
      await expect(thisPage).toHaveAttribute('href', `?lang=${language === 'Ar' ? 'En' : 'Ar'}`)
      const main = page.getByRole('main')
      for (const start of ['tel:', 'mailto:', '/products/home', '/solutions', '/contact']) {
        await expect(main.locator(`a[href^="${start}"]`).first(), start).toBeVisible()
      }
      expect(await findOverflow(page)).toBe(0)
      const scheme = language === 'En' ? 'light' : 'dark'
      expect(await findViolations(page, scheme)).toEqual([])
      expect(requests.splice(0).filter((url) => /_data=|page-view|\.js$/.test(url))).toEqual([])
      await main.locator('a[href="/contact"]').click()
      await expect(page).toHaveURL(`${site.url}/contact`)
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase())
      // What that page still loads must not count for the next one.
      await page.goto('about:blank')
      requests.length = 0
    }
  })
})

test.describe('the home page without one of its sections', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test(
    'F39 without one part, the other takes the full width',
    { tag: '@long' },
    async ({ page }) => {
      for (const [type, left] of [
        ['News', '.latest'],
        ['Blog', '.latest'],
        ['HomeSlider', '.hero-text'],
      ] as const) {
        faultOf = (asked) => (asked === type ? 'status 500' : null)
        await page.goto(`${site.url}/?lang=En`)
        const box = await page.locator(left).boundingBox()
        expect(box?.width, `without ${type}`).toBeGreaterThan(1_000)
      }
    },
  )
})
