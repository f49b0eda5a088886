import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false, hasTouch: true })

for (const language of ['Ar', 'En'] as const) {
  test(`tap targets are large enough in ${language}`, async ({ page }) => {
    test.slow()
    for (const address of screenAddresses) {
      await page.goto(`${address}?lang=${language}`)
      const small = await page.locator('a, button, summary').evaluateAll((targets) =>
        targets
          // A link in a sentence is as high as its line, and a card's link covers the card.
          .filter((target) => !target.closest('.rich-text, .skip-link, p.lead'))
          .map((target) => target.closest('.card, .branch-map-node') ?? target)
          .map((target) => ({ target, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && box.height > 0)
          .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
          .map(
            ({ target, box }) =>
              `${target.outerHTML.slice(0, 120)} ${Math.round(box.width)} × ${Math.round(box.height)}`,
          ),
      )
      expect(small, address).toEqual([])
    }
  })
}
