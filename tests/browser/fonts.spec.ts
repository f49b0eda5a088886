import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'

const article = '/newsDetails/news-tp40-type-test'

/**
 * Measured with the fallback fonts Liberation Sans for Latin and DejaVu Sans for Arabic, as on Debian:
 * layout shift 0.003 in Arabic and 0.001 in English, where one line of the lead wraps differently in
 * Chromium's headless shell. The limits (the latter in px) allow for one such line, as other fonts may
 * have it; above 0.1 a page counts as unstable.
 */
const maxShift = 0.05
const maxMove = 36

/** Where Chromium was installed by hand, its fallback font may be missing, and another has other widths. */
const hasFallbackFont = spawnSync('fc-list', { encoding: 'utf8' }).stdout?.includes(
  'Liberation Sans',
)

/** Sets the language, and records every font file that a page requests, with its size in bytes. */
async function visitIn(page: Page, language: 'Ar' | 'En', baseURL = '') {
  const fonts = new Map<string, number>()
  page.on('response', (response) => {
    const [, name] = /\/assets\/([a-z]+-(?:\d+|words))-[^/]*\.woff2$/.exec(response.url()) ?? []
    if (name) fonts.set(name, Number(response.headers()['content-length']))
  })
  await page.context().addCookies([{ name: 'lang', value: language, url: baseURL }])
  return {
    names: () => [...fonts.keys()].sort(),
    bytes: () => [...fonts.values()].reduce((sum, size) => sum + size, 0),
  }
}

/** Positions of the page's blocks, and of the lines of text that determine their heights. */
function placesOfBlocks(page: Page) {
  const script = `Array.from(document.querySelectorAll('main > *, main h1, main p, footer'), (element) => {
    const { top, height } = element.getBoundingClientRect()
    return { top: top + scrollY, height }
  })`
  return page.evaluate<{ top: number; height: number }[]>(script)
}

/** The preloaded fonts are those used above the fold. */
async function expectPreloads(page: Page, language: 'Ar' | 'En') {
  const preloads = page.locator('link[rel="preload"][as="font"]')
  const addresses = await preloads.evaluateAll((links) =>
    links.map((link) => (link as HTMLLinkElement).href),
  )
  expect(addresses).toHaveLength(language === 'Ar' ? 3 : 2)
  const used = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2')).map(({ name }) => name)`,
  )
  for (const address of addresses) expect(used).toContain(address)
}

for (const [language, files, most] of [
  ['Ar', ['arabic-400', 'arabic-600', 'latin-400', 'latin-600'], 90_000],
  ['En', ['arabic-words', 'latin-400', 'latin-600'], 45_000],
] as const) {
  test.describe(language, { tag: language === 'En' ? '@long' : [] }, () => {
    test('a page loads only the fonts that it uses, and preloads those above the fold', async ({
      page,
      baseURL,
    }) => {
      const fonts = await visitIn(page, language, baseURL)
      for (const path of [article, '/', '/product-details/tm63-1p-c', '/branches']) {
        await page.goto(path)
        await page.evaluate('document.fonts.ready.then(() => undefined)')
        if (path === article) await expectPreloads(page, language)
        expect(fonts.names().filter((name) => !files.some((file) => file === name))).toEqual([])
      }
      expect(fonts.names()).toEqual(files)
      expect(fonts.bytes()).toBeGreaterThan(30_000)
      expect(fonts.bytes()).toBeLessThan(most)
    })

    test(
      'late fonts cause no noticeable layout shift',
      { tag: '@long' },
      async ({ page, baseURL }) => {
        test.skip(!hasFallbackFont, 'measured with Liberation Sans, which is not installed')
        await visitIn(page, language, baseURL)
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.addInitScript(`
        shifted = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifted += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      `)
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route('**/*.woff2', async (route) => {
          await held
          await route.continue()
        })
        await page.goto(article, { waitUntil: 'domcontentloaded' })
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const before = await placesOfBlocks(page)
        release()
        await page.waitForLoadState('load')
        await page.evaluate('document.fonts.ready.then(() => undefined)')
        const after = await placesOfBlocks(page)
        expect(await page.evaluate('shifted')).toBeLessThan(maxShift)
        expect(after).toHaveLength(before.length)
        for (const [at, { top, height }] of after.entries()) {
          expect(Math.abs(top - (before[at]?.top ?? 0))).toBeLessThan(maxMove)
          expect(Math.abs(height - (before[at]?.height ?? 0))).toBeLessThan(maxMove)
        }
      },
    )
  })
}
