import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The other scheme changes nothing but colours, so these are all that it can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

for (const language of ['Ar', 'En'] as const) {
  for (const script of ['on', 'off'] as const) {
    test.describe(`in ${language} with script ${script}`, () => {
      test.use({ expectedAnswers: [/^404 \/error_404$/] })

      for (const address of [...screenAddresses, '/error_404']) {
        test(`${decodeURI(address)} has no barrier that axe knows`, async ({ page }) => {
          if (script === 'off') await withoutScript(page)
          await page.goto(`${address}?lang=${language}`)
          // What script adds or takes away it does so at every width.
          for (const width of script === 'on' ? [360, 1440] : [360]) {
            await page.setViewportSize({ width, height: 800 })
            for (const colorScheme of ['light', 'dark'] as const) {
              await page.emulateMedia({ colorScheme })
              // There are no frames to gather from, which is what the other mode is for. What is
              // right need not be written down: that takes longer than finding what is wrong.
              const axe = new AxeBuilder({ page })
                .setLegacyMode()
                .options({ resultTypes: ['violations'] })
              if (colorScheme === 'light') axe.withTags(rules)
              else axe.withRules(rulesOfColour)
              const { violations } = await axe.analyze()
              expect(
                violations.map(
                  ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
                ),
                `${width} px, ${colorScheme}`,
              ).toEqual([])
            }
          }
        })
      }
    })
  }
}

/** Axe is script itself, so the browser keeps its own running and the page comes without any. */
async function withoutScript(page: Page) {
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = (await response.text()).replace(/<script\b[^>]*>.*?<\/script>/gs, '')
      return route.fulfill({ response, body })
    },
  )
}
