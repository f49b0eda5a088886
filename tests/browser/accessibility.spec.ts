import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The other scheme changes nothing but colours, so these are all that it can break. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What script adds or takes away it does so at every width. */
const widths = { on: [360, 1440], off: [360] }

/** Colours are the same in both languages and without script, so each width is dark in one of them. */
const widthInDark = { Ar: 360, En: 1440 }

for (const language of ['Ar', 'En'] as const) {
  for (const script of ['on', 'off'] as const) {
    test.describe(`in ${language} with script ${script}`, () => {
      test.use({ expectedResponses: [/^404 \/error_404$/] })

      for (const address of [...screenAddresses, '/error_404']) {
        test(`${decodeURI(address)} has no barrier that axe knows`, async ({ page }) => {
          if (script === 'off') await withoutScript(page)
          await page.goto(`${address}?lang=${language}`)
          for (const width of widths[script]) await expectNoBarrier(page, width, 'light')
          if (script === 'on') await expectNoBarrier(page, widthInDark[language], 'dark')
        })
      }
    })
  }
}

async function expectNoBarrier(page: Page, width: number, colorScheme: 'light' | 'dark') {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
  // There are no frames to gather from, which is what the other mode is for. What is right need not
  // be written down: that takes longer than finding what is wrong.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (colorScheme === 'light') axe.withTags(rules)
  else axe.withRules(rulesOfColour)
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    `${width} px, ${colorScheme}`,
  ).toEqual([])
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
