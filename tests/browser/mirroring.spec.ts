import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

/** Elements with the same position in both languages, whatever their text. */
const mirrored = [
  'header.site-header',
  '.site-logo',
  '.breadcrumbs',
  '.breadcrumbs li:first-child a',
  'h1',
  '.card',
  'main section',
  'main table',
  'main .picture',
  '.band-heading',
  '.feeder-switch',
  '.site-footer',
  '.site-footer-columns > *',
  '.earth',
]

for (const width of [360, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 900 },
      javaScriptEnabled: false,
      expectedResponses: [/^404 \/error_404$/],
    })

    for (const address of [...screenAddresses, '/error_404']) {
      test(`${decodeURI(address)} in Arabic is the mirror image of the English one`, async ({
        page,
      }) => {
        const english = await boxesOf(page, `${address}?lang=En`)
        const arabic = await boxesOf(page, `${address}?lang=Ar`)
        expect(arabic.map(({ name }) => name)).toEqual(english.map(({ name }) => name))

        const pageWidth = await page.evaluate<number>('document.documentElement.clientWidth')
        const displaced = arabic.flatMap((box, at) => {
          const other = english[at]
          const offset = other ? Math.abs(box.x + box.width - (pageWidth - other.x)) : 0
          return offset <= 2 ? [] : [`${box.name}: ${offset} px`]
        })
        expect(displaced).toEqual([])
      })
    }
  })
}

interface Box {
  name: string
  x: number
  width: number
}

async function boxesOf(page: Page, address: string) {
  await page.goto(address)
  const boxes: Box[] = []
  for (const selector of mirrored) {
    const found = await page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const { x, width } = element.getBoundingClientRect()
        return { x, width }
      }),
    )
    boxes.push(
      ...found
        .filter((box) => box.width > 0)
        .map((box, at) => ({ ...box, name: `${selector} ${at + 1}` })),
    )
  }
  return boxes
}
