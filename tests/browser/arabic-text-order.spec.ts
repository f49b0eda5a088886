import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { sampleContentUrl } from '../support/companies.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { findOverflow, resize } from '../support/page-measures.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { isWholeRun } from '../support/test-size.ts'
import { partsOf, tradeStrings } from '../support/trade-strings.ts'

/** Each string stands between these words, or follows the first at the end of its text. */
const [before, after] = ['بند', 'ثم']
/** Screens that have, together, all places where texts of the content are shown. */
const screens = [
  '/',
  '/products/mcb',
  '/products/mcb?view=table',
  '/product-details/tm63-1p-c',
  '/products-details/tc-265',
  '/compare?ids=tm63-1p-c,tm63-2p-c',
  '/quote-list?items=tm63-1p-c:3,tm63-2p-c:10',
  '/newsDetails/news-tp40-type-test',
  '/branches',
  '/contact',
]
/** Screens with the same places, and those that need a full search index: with npm run test:long. */
const moreScreens = [
  '/documents',
  '/search?q=قاطع',
  '/about',
  '/productsCategories',
  '/products-types/circuit-protection',
  '/product-details/tx160-3p',
  '/solutions',
  '/solutionDetails/solution-ev-charging',
  '/blog',
  '/news',
  '/projects',
  '/projectDetails/project-hofuf-mosque',
  '/services',
]
/** Places that the screens must show, each with at least a few strings. */
const places = (
  '.breadcrumbs, h1, h2, h3, .lead, .rich-text p, .rich-text li, .rich-text td, .spec-table th, .spec-table td, ' +
  '.file-list, .ordering, .card, .product-table, .filters, .compare, ' +
  '.quote-lines, .main-menu, .top-bar, .logo-name, .site-footer, .branch, .contact-way'
).split(', ')
if (isWholeRun) places.push('.search-result', '.documents')

const contact = {
  phone1: 'الإدارة: ٠١١ ٥٥٥ ٠١٠٠ / هاتف: +966 (0)11 555 0101',
  email1: 'المبيعات: sales@x.example',
  adress1: 'مجمع B-12، الدور 3، 7421 طريق الملك فهد، الرياض 12271-3344',
}

let api: ContentApi
let site: Site
let isOfContacts = false
test.beforeAll(async () => {
  api = await startContentApi(sampleContentUrl, {
    edit: (json, { type, lang }) => {
      if (type === 'ContactData' && isOfContacts) return JSON.stringify([contact])
      return lang === 'Ar' ? JSON.stringify(withTradeStrings(JSON.parse(json))) : json
    },
  })
  site = await startSite({
    CONTENT_API_URL: api.url,
    CONTENT_CACHE_TTL_S: '0',
    PAGE_CACHE_MB: '0',
    SEARCH_CRAWL_PER_S: isWholeRun ? '1000' : '0',
  })
})
test.afterAll(async () => {
  await site.stop()
  await api.close()
})

/** Puts the strings into all texts of posts, several into each. */
function withTradeStrings(posts: unknown) {
  let next = 0
  const text = (count: number) => {
    const strings = Array.from(
      { length: count },
      (_, at) => tradeStrings[(next + at) % tradeStrings.length],
    )
    next += count
    return strings.map((string) => `${before} ${string} ${after}`).join(' ')
  }
  const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const changes: Record<string, () => string> = {
    postTitle: () => text(6),
    postSubTitle: () => text(6),
    adress1: () => text(3),
    name: () => text(1),
    value: () => text(1),
    fileTitle: () => text(3),
    postDetails: () => {
      const [heading, paragraph, item, cell] = [2, 12, 6, 1].map((count) => escaped(text(count)))
      return `<h2>${heading}</h2><p>${paragraph}</p><ul><li>${item}</li></ul><table><tr><th>${heading}</th><td>${cell}</td></tr></table>`
    },
  }
  const replaced: unknown = JSON.parse(JSON.stringify(posts), (key, value: unknown) =>
    typeof value === 'string' && value !== '' && Object.hasOwn(changes, key)
      ? changes[key]?.()
      : value,
  )
  return replaced
}

/** The strings whose words and signs, by their boxes, are in another order, and how many are in each place. */
function findWrongOrder(page: Page) {
  const partsByString = tradeStrings.map((string) => [string, partsOf(string)] as const)
  return page.evaluate(
    ({ partsByString, places, before, after }) => {
      const known = new Map(partsByString)
      const counts = Object.fromEntries(places.map((place) => [place, 0]))
      const wrong: string[] = []
      const texts: { node: Text; start: number }[] = []
      let whole = ''
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (
          !(node instanceof Text) ||
          node.parentElement?.closest('script, style, .visually-hidden')
        )
          continue
        texts.push({ node, start: whole.length })
        whole += node.data
      }

      let last = 0
      function nodeAt(position: number) {
        while ((texts[last]?.start ?? 0) > position) last -= 1
        while ((texts[last + 1]?.start ?? Infinity) <= position) last += 1
        return { node: texts[last]?.node ?? document, offset: position - (texts[last]?.start ?? 0) }
      }

      function boxOf(start: number, length: number) {
        const range = document.createRange()
        const first = nodeAt(start)
        range.setStart(first.node, first.offset)
        const end = nodeAt(start + length - 1)
        range.setEnd(end.node, end.offset + 1)
        return range.getBoundingClientRect()
      }

      const pattern = new RegExp(`${before} (.+?) ${after}`, 'gs')
      for (const { 0: marked, 1: shown = '', index } of whole.matchAll(pattern)) {
        const string = shown.replaceAll('\u00A0', ' ')
        const parts = known.get(string)
        const element = nodeAt(index).node.parentElement
        // Not the text of an invisible or truncated part.
        if (!parts || !element?.checkVisibility?.()) continue
        let position = index + marked.indexOf(shown)
        const boxes = parts.map((part) => {
          const at = whole.indexOf(part, position)
          position = at + part.length
          return boxOf(at, part.length)
        })
        if (boxes.some(({ width }) => width === 0)) continue
        for (const place of places)
          if (element.closest(place)) counts[place] = (counts[place] ?? 0) + 1
        const isInOrder = boxes.every(
          ({ left }, at) => left >= (boxes[at - 1]?.right ?? -Infinity) - 1,
        )
        if (!isInOrder) wrong.push(`${string} in ${element.closest('[class]')?.className}`)
      }
      // A run that is an item of a flex container stands in a column of its own.
      const torn = [...document.querySelectorAll('bdi')].filter(
        (run) =>
          getComputedStyle(run).display === 'block' &&
          [...(run.parentNode?.childNodes ?? [])].some(
            (node) => node instanceof Text && node.data.trim() !== '',
          ),
      )
      wrong.push(
        ...torn.map((run) => `"${run.textContent}" is torn from "${run.parentNode?.textContent}"`),
      )
      return { wrong, counts }
    },
    { partsByString, places, before, after },
  )
}

test(
  'strings of the trade read from left to right in Arabic text, wherever content is shown',
  { tag: '@sized' },
  async ({ page }) => {
    test.setTimeout(120_000)
    const totals: Record<string, number> = {}
    // The crawl comes to the documents last.
    if (isWholeRun)
      await expect
        .poll(async () => (await page.request.get(`${site.url}/documents?lang=Ar`)).text(), {
          timeout: 60_000,
        })
        .toContain('file-list documents')
    for (const screen of isWholeRun ? [...screens, ...moreScreens] : screens) {
      await page.goto(`${site.url}${screen}${screen.includes('?') ? '&' : '?'}lang=Ar`)
      // Lines that do not wrap have one order, whatever their width.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '* { white-space: nowrap !important; -webkit-line-clamp: none !important; }',
        )
        document.adoptedStyleSheets = [sheet]
      })
      await page.evaluate(() =>
        document.querySelectorAll('details').forEach((each) => (each.open = true)),
      )
      const { wrong, counts } = await findWrongOrder(page)
      expect.soft(wrong.slice(0, 20), screen).toEqual([])
      for (const [place, count] of Object.entries(counts))
        totals[place] = (totals[place] ?? 0) + count
    }
    expect(Object.keys(totals).filter((place) => (totals[place] ?? 0) < 3)).toEqual([])
  },
)

/** The values whose parts, by their boxes, do not stand from left to right. */
function findOutOfOrder(expected: { place: string; text: string; parts: string[] }[]) {
  return expected.flatMap(({ place, text, parts }) => {
    const element = [...document.querySelectorAll(place)].find((each) =>
      each.textContent?.includes(text),
    )
    const lefts = parts.map((part) => {
      const texts = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const at = node.textContent?.indexOf(part) ?? -1
        if (at < 0) continue
        range.setStart(node, at)
        range.setEnd(node, at + part.length)
        return range.getBoundingClientRect().left
      }
      return NaN
    })
    const isInOrder = lefts.every((left, at) => left > (lefts[at - 1] ?? -Infinity))
    return element && isInOrder ? [] : [`${text}: ${lefts.join(', ')}`]
  })
}

for (const language of ['Ar', 'En']) {
  const title = `contact values with words around them keep their order in ${language}`
  test(title, { tag: language === 'En' ? '@long' : [] }, async ({ page }) => {
    const place = '.contact-way dd'
    const [phone, mail, address] = [contact.phone1, contact.email1, contact.adress1]
    const expected = [
      { text: phone, parts: ['٠١١', '٥٥٥', '٠١٠٠', 'الإدارة'] },
      { text: phone, parts: ['+966', '(0)11', '555', '0101'] },
      { text: mail, parts: ['sales@', 'x.example', 'المبيعات'] },
      ...(language === 'Ar' ? [{ text: address, parts: ['B-12', 'مجمع'] }] : []),
    ].map((each) => ({ place, ...each }))
    isOfContacts = true
    await page.goto(`${site.url}/contact?lang=${language}`)
    await resize(page, 1440, 800)
    expect(await page.evaluate(findOutOfOrder, expected)).toEqual([])
    // A value is one line, not a column for each of its parts.
    for (const value of await page.locator(place).all()) {
      expect(await value.evaluate((element) => element.children.length)).toBeLessThanOrEqual(2)
    }
    await resize(page, 320, 800)
    expect(await findOverflow(page)).toBe(0)
  })
}
