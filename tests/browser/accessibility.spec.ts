import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

for (const language of ['Ar', 'En'] as const) {
  for (const width of [360, 1440]) {
    test.describe(`in ${language} at ${width} px`, () => {
      test.use({ viewport: { width, height: 800 } })

      for (const address of screenAddresses) {
        test(`${decodeURI(address)} has no barrier that axe knows`, async ({ page }) => {
          await page.goto(`${address}?lang=${language}`)
          const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
          expect(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          ).toEqual([])
        })
      }
    })
  }
}
