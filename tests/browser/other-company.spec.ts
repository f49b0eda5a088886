import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { brandDir, startOtherCompany, type OtherCompany } from '../other-company/content.ts'
import { findViolations } from '../support/axe.ts'
import { hydrated, expect, test } from '../support/browser-test.ts'
import { findOverflow, resize } from '../support/page-measures.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

// Screens with another company's brand and content: other colours, another logo, other words.

const screens = [
  '/',
  '/about',
  '/product-details/tm63-1p-c',
  '/blog_details/blog-mcb-curves',
  '/solutionDetails/solution-industry',
  '/branches',
  '/contact',
]

const brand = JSON.parse(readFileSync(path.join(brandDir, 'brand.json'), 'utf8')) as {
  shortName: Record<string, string>
}
const [lightTokens = '', darkTokens = ''] = readFileSync(
  path.join(brandDir, 'tokens.css'),
  'utf8',
).split('@media')

/** For every picture: what is measured here does not depend on it, and encoding takes time. */
const placeholder = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"/>',
}

let company: OtherCompany
let site: SiteProcess

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  company = await startOtherCompany()
  site = await startSiteProcess({ ...company.settings, BRAND_DIR: brandDir })
})
test.afterAll(async () => {
  await site?.stop()
  await company?.close()
})

function tokenIn(css: string, name: string) {
  return new RegExp(`--${name}: (#\\w{6})`).exec(css)?.[1]
}

function tokenOf(page: Page, name: string) {
  return page.evaluate(
    (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(),
    `--${name}`,
  )
}

for (const [at, address] of screens.entries()) {
  test(`${address} of another company is whole and accessible, in its colours`, async ({
    page,
  }) => {
    await page.route('**/images/**', (route) => route.fulfill(placeholder))
    for (const language of ['Ar', 'En'] as const) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${site.url}${address}?lang=${language}`)
      await hydrated(page)
      await expect.soft(page).toHaveTitle(new RegExp(` \\| ${brand.shortName[language]}$`))
      for (const width of [320, 360, 1440]) {
        await resize(page, width, 800)
        expect.soft(await findOverflow(page), `px too wide in ${language} at ${width} px`).toBe(0)
      }
      // Each screen on a phone in one language and on a desk in the other.
      if ((language === 'Ar') === (at % 2 === 0)) await resize(page, 360, 800)
      expect.soft(await findViolations(page, 'light'), `${language}, light`).toEqual([])
      expect.soft(await tokenOf(page, 'accent')).toBe(tokenIn(lightTokens, 'accent'))
      expect.soft(await findViolations(page, 'dark'), `${language}, dark`).toEqual([])
      expect.soft(await tokenOf(page, 'accent')).toBe(tokenIn(darkTokens, 'accent'))
    }
  })
}

test('the other company’s mark is in the header, as high as the sample’s and undistorted', async ({
  page,
}) => {
  await page.goto(`${site.url}/?lang=En`)
  const mark = page.locator('.site-logo img')
  await expect(mark).toBeVisible()
  const { width = 0, height = 0 } = (await mark.boundingBox()) ?? {}
  expect(height).toBeCloseTo(40, 0)
  expect(width / height).toBeCloseTo(52 / 40, 1)
})

test('the language button switches the other company’s name too', async ({ page }) => {
  await page.goto(`${site.url}/services?lang=En`)
  await hydrated(page)
  await expect(page).toHaveTitle(`Services | ${brand.shortName['En']}`)
  await page.locator('form[action="/language"]').getByRole('button').first().click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page).toHaveTitle(new RegExp(` \\| ${brand.shortName['Ar']}$`))
  await expect(page.getByRole('banner')).toContainText(brand.shortName['Ar'] ?? '')
})
