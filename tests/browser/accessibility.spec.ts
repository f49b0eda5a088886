import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Between colour schemes only the colours differ, so only these rules can fail. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** With script off one width is enough: script changes the same elements at every width. */
const widths = { on: [360, 1440], off: [360] }

/** Colours depend neither on the language nor on script, so each width is tested in dark once. */
const widthInDark = { Ar: 360, En: 1440 }

for (const language of ['Ar', 'En'] as const) {
  for (const script of ['on', 'off'] as const) {
    test.describe(`in ${language} with script ${script}`, () => {
      test.use({ expectedResponses: [/^404 \/error_404$/] })

      for (const address of [...screenAddresses, '/error_404']) {
        test(`${decodeURI(address)} passes axe`, async ({ page }) => {
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
  // The other mode is for pages with frames; there are none. Only violations are collected, because
  // collecting the passed checks takes longer than running them.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (colorScheme === 'light') axe.withTags(rules)
  else axe.withRules(rulesOfColour)
  const { violations } = await axe.analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    `${width} px, ${colorScheme}`,
  ).toEqual([])
}

/** Axe is a script, so script stays on in the browser and is removed from the page instead. */
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
