import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { resize } from '../support/page-measures.ts'

const screens = [
  '/',
  '/about',
  '/productsCategories',
  '/products-types/circuit-protection',
  '/products/mcb',
  '/products/mccb?view=table',
  '/product-details/tx630-3p-lsi',
  '/product-details/tto-m',
  '/product-details/tu-m300',
  '/products-details/tc-265',
  '/compare?ids=tx160-3p,tx630-3p-lsi,tx250-4p',
  '/search?q=630',
  '/solutionDetails/solution-ev-charging',
  '/blog_details/blog-cable-sizing-hot-climate',
  '/newsDetails/news-tp40-type-test',
  '/projects',
  '/projectDetails/project-abha-hospital',
  '/services',
  '/companyGoals',
  '/branches',
]

/** The numbers that stand on another line than their unit. */
function findTorn(page: Page) {
  return page.evaluate(() => {
    const torn: string[] = []
    let count = 0
    const units =
      /([\d٠-٩][\d.,]*)(\s+)((?:[kMGmµ]?(?:A|V|W|VA|Hz|Wh|Ω|m|g)|mm|cm|mm²|°C|%|lm|lx|ms|s|min|h|kg|dB|r\/min)(?![\p{L}\p{N}])|كيلو\p{L}+|ميجا\p{L}+|مللي|أمبير|فولت|واط|هرتز|مم|متر|سم|في المئة|درجة|ساعة|دقيقة|ثانية|طن|كجم|لومن|لوكس)/gu
    const blocks = document.querySelectorAll(
      'h1, h2, h3, h4, p, li, td, th, dt, dd, a, summary, figcaption',
    )
    for (const block of blocks) {
      // The innermost block of a text.
      if (block.querySelector('h1, h2, h3, h4, p, li, td, th, dt, dd, a, summary')) continue
      if (block.closest('.visually-hidden') || !block.checkVisibility()) continue
      const nodes: { node: Text; start: number }[] = []
      let text = ''
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node instanceof Text)) continue
        nodes.push({ node, start: text.length })
        text += node.data
      }
      const boxAt = (position: number) => {
        const found = nodes.filter(({ start }) => start <= position).at(-1)
        const range = document.createRange()
        if (!found) return new DOMRect()
        range.setStart(found.node, position - found.start)
        range.setEnd(found.node, position - found.start + 1)
        return range.getBoundingClientRect()
      }
      for (const { 0: pair, 1: number = '', 2: gap = '', index } of text.matchAll(units)) {
        const last = boxAt(index + number.length - 1)
        const first = boxAt(index + number.length + gap.length)
        if (last.width === 0 || first.width === 0) continue
        count += 1
        const isTorn = first.top >= last.bottom - 1 || first.bottom <= last.top + 1
        if (isTorn)
          torn.push(
            `${block.tagName}: ${pair} in ${text.slice(Math.max(0, index - 20), index + 30)}`,
          )
      }
    }
    return { torn, count }
  })
}

for (const language of ['Ar', 'En']) {
  const title = `no number is torn from its unit at any width in ${language}`
  test(title, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(120_000)
    let total = 0
    for (const screen of screens) {
      await page.goto(`${screen}${screen.includes('?') ? '&' : '?'}lang=${language}`)
      for (const width of [320, 360, 768, 1440]) {
        await resize(page, width, 800)
        const { torn, count } = await findTorn(page)
        total += count
        expect.soft(torn, `${screen} at ${width} px`).toEqual([])
      }
    }
    expect(total, 'pairs measured').toBeGreaterThan(1_000)
  })
}
