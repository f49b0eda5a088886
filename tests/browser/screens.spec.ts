import { currentYear } from '../../app/language/format.ts'
import { languages } from '../../app/language/languages.ts'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

const arabicLetters = /\p{Script=Arabic}/u

for (const language of ['Ar', 'En'] as const) {
  const { lang, dir } = languages[language]

  for (const script of ['on', 'off'] as const) {
    test.describe(`in ${language} with script ${script}`, () => {
      test.use({ javaScriptEnabled: script === 'on' })

      for (const address of screenAddresses) {
        test(`${decodeURI(address)} is a complete page`, async ({ page, context, baseURL }) => {
          await context.addCookies([{ name: 'lang', value: language, url: baseURL ?? '' }])
          const before = currentYear()
          const answer = await page.goto(address, { waitUntil: 'load' })

          expect(answer?.status()).toBe(200)
          expect(answer?.headers()['content-language']).toBe(lang)
          expect(answer?.headers()['vary']).toBe('Accept-Encoding, Cookie')
          expect(answer?.headers()['etag']).toMatch(/^"[\w-]+"$/)
          await expect(page.locator('html')).toHaveAttribute('lang', lang)
          await expect(page.locator('html')).toHaveAttribute('dir', dir)
          await expect(page.locator('link[href*="rtl"]')).toHaveCount(language === 'Ar' ? 1 : 0)

          const brand = language === 'Ar' ? 'تيار' : 'Tayyar'
          expect(await page.title()).toMatch(new RegExp(`^\\S.* \\| ${brand}$`))
          const heading = page.getByRole('heading', { level: 1 })
          await expect(heading).toHaveCount(1)
          expect(arabicLetters.test((await heading.textContent()) ?? '')).toBe(language === 'Ar')
          await expect(page.getByRole('banner')).toBeVisible()
          const years = [before, currentYear()].join('|')
          await expect(page.getByRole('contentinfo')).toContainText(new RegExp(years))
          await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
            'href',
            new RegExp(`^${baseURL}/.*lang=${language}$`),
          )
          await expect(page.locator('link[rel="alternate"][hreflang]')).toHaveCount(3)

          const overflow = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect(overflow).toBeLessThanOrEqual(0)
        })
      }
    })
  }
}

test.describe('on a phone 320 px wide', () => {
  // With script off no request is pending when the next page is opened.
  test.use({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })

  for (const language of ['Ar', 'En'] as const) {
    test(`no screen, and no article with a wide table, is wider than the phone in ${language}`, async ({
      page,
    }) => {
      test.setTimeout(180_000)
      const addresses = [...screenAddresses]
      for (const list of ['/blog', '/solutions']) {
        await page.goto(`${list}?lang=${language}`)
        const links = page.locator('main .card a')
        const articles = await links.evaluateAll((found) =>
          found.map((link) => link.getAttribute('href') ?? ''),
        )
        expect(articles.length).toBeGreaterThan(5)
        addresses.push(...articles)
      }
      for (const address of addresses) {
        await page.goto(`${address}?lang=${language}`)
        const overflow = await page
          .locator('html')
          .evaluate((root) => root.scrollWidth - root.clientWidth)
        expect(overflow, address).toBeLessThanOrEqual(0)
      }
    })
  }
})
