import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brandDir } from '../other-company/content.ts'
import { expect, test } from '../support/browser-test.ts'
import { otherCompany } from '../support/companies.ts'

// What another brand changes. That its screens are whole is tested with those of the sample company.

const { url } = otherCompany

const tokens = readFileSync(path.join(brandDir, 'tokens.css'), 'utf8').split('@media')

test(
  'the other company’s colours are used, in both schemes, and its mark is as high as the sample’s and undistorted',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${url}/about?lang=En`)
    for (const [at, colorScheme] of (['light', 'dark'] as const).entries()) {
      await page.emulateMedia({ colorScheme })
      const [, accent] = /--accent: (#\w{6})/.exec(tokens[at] ?? '') ?? []
      const used = await page.evaluate<string>(
        "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()",
      )
      expect(used).toBe(accent)
    }
    // With forced colours, the system's are used.
    await page.emulateMedia({ forcedColors: 'active' })
    const forced = await page.evaluate<string>(
      "getComputedStyle(document.documentElement).getPropertyValue('--accent').trim()",
    )
    expect(forced).toBe('LinkText')

    const mark = page.locator('.site-logo img')
    await expect(mark).toBeVisible()
    const { width = 0, height = 0 } = (await mark.boundingBox()) ?? {}
    expect(height).toBeCloseTo(40, 0)
    expect(width / height).toBeCloseTo(52 / 40, 1)
  },
)
