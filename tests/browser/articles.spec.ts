import { expect, test } from '../support/browser-test.ts'

/** Number of characters in each full line. A letter and its diacritics count as one. */
function lineLengths(paragraphs: Element[]) {
  return paragraphs.flatMap((paragraph) => {
    const lines: { bottom: number; characters: number }[] = []
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [at, sign] of [...(node.textContent ?? '')].entries()) {
        if (/\p{M}/u.test(sign)) continue
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const box = range.getClientRects()[0]
        if (!box) continue
        const line = lines.at(-1)
        if (line && box.top < line.bottom) line.characters += 1
        else lines.push({ bottom: box.bottom, characters: 1 })
      }
    }
    return lines.slice(0, -1).map(({ characters }) => characters)
  })
}

for (const language of ['Ar', 'En'] as const) {
  test.describe(`in ${language}`, { tag: language === 'En' ? '@long' : [] }, () => {
    test.use({ viewport: { width: 1440, height: 900 } })

    test('lines of an article are 60 to 75 characters long, which is easy to read', async ({
      page,
    }) => {
      await page.goto(`/blog_details/blog-mcb-curves?lang=${language}`)
      await page.evaluate(() => document.fonts.ready)
      const lengths = await page.locator('.rich-text > p').evaluateAll(lineLengths)
      expect(lengths.length).toBeGreaterThan(10)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
      const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
      expect(average).toBeGreaterThanOrEqual(60)
    })
  })
}
