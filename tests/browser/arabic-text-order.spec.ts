import type { Page } from 'playwright/test'
import { expect, test } from '../support/browser-test.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { findOverflow, resize } from '../support/page-measures.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { tradeStrings } from '../support/trade-strings.ts'

/** Where the strings are shown: the texts of a post, and the elements of its rich text. */
const places = {
  '.company-heading h2': (text: string) => `بند ${text} ثم`,
  '.company-heading .lead': (text: string) => `بقيمة (${text})، ثم`,
  '.spec-table th': (text: string) => `قيمة ${text}`,
  '.spec-table td': (text: string) => text,
  '.rich-text h3': (text: string) => `بند ${text}`,
  '.rich-text p': (text: string) => `وقيمته (${text})، ثم ${text}.`,
  '.rich-text li': (text: string) => `${text}: قيمة`,
  '.rich-text td': (text: string) => text,
}

/** A field of work for every few strings: more would be on further pages or not be isolated. */
const fields = Array.from({ length: Math.ceil(tradeStrings.length / 5) }, (_, at) => {
  const texts = tradeStrings.slice(at * 5, at * 5 + 5).map(({ text }) => text)
  const joined = (place: keyof typeof places) => texts.map(places[place]).join(' ')
  return {
    postID: `field-${at}`,
    postTitle: joined('.company-heading h2'),
    postSubTitle: joined('.company-heading .lead'),
    postSpecs: texts.map((text) => ({
      name: places['.spec-table th'](text),
      value: text,
      unit: '',
    })),
    postDetails: texts.map(richText).join(''),
  }
})

function richText(text: string) {
  const written = (place: keyof typeof places) =>
    places[place](text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return (
    `<h3>${written('.rich-text h3')}</h3><p>${written('.rich-text p')}</p>` +
    `<ul><li>${written('.rich-text li')}</li></ul>` +
    `<table><tr><th>القيمة</th><td>${written('.rich-text td')}</td></tr></table>`
  )
}

const contact = {
  phone1: 'الإدارة: ٠١١ ٥٥٥ ٠١٠٠ / هاتف: +966 (0)11 555 0101',
  email1: 'المبيعات: sales@x.example',
  adress1: 'مجمع B-12، الدور 3، 7421 طريق الملك فهد، الرياض 12271-3344',
}

let api: ContentApi
let site: SiteProcess
test.beforeAll(async () => {
  const posts: Partial<Record<string, object[]>> = { WorkFields: fields, ContactData: [contact] }
  api = await startContentApi(({ type }) => posts[type] ?? [])
  site = await startSiteProcess({ CONTENT_API_URL: api.url })
})
test.afterAll(async () => {
  await site.stop()
  await api.close()
})

interface Expected {
  place: string
  /** What stands there. */
  around: string
  text: string
  /** From left to right. */
  parts: string[]
}

/** The texts that are missing or whose parts, by their boxes, are in another order. */
function findWrongOrder(page: Page, expected: Expected[]) {
  return page.evaluate((all) => {
    /** The first and the last box of some of an element's text, which may be on two lines. */
    function boxesOf(element: Element, start: number, length: number) {
      const range = document.createRange()
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let position = 0
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const end = position + (node.textContent?.length ?? 0)
        if (start >= position && start < end) range.setStart(node, start - position)
        if (start + length <= end) {
          range.setEnd(node, start + length - position)
          break
        }
        position = end
      }
      const boxes = [...range.getClientRects()]
      return { first: boxes[0] ?? new DOMRect(), last: boxes.at(-1) ?? new DOMRect() }
    }

    function isInOrder(element: Element, start: number, parts: string[]) {
      let position = start
      const boxes = parts.map((part) => {
        const text = element.textContent ?? ''
        // Words from right to left stand before what is on their left.
        const next = text.indexOf(part, position)
        const at = next < 0 ? text.indexOf(part, start) : next
        position = at + part.length
        return boxesOf(element, at, part.length)
      })
      return boxes.every(({ first }, at) => {
        const before = boxes[at - 1]?.last
        const isOnNextLine = before && first.top >= before.bottom - 1
        return first.width > 0 && (!before || isOnNextLine || first.left >= before.right - 1)
      })
    }

    return all.flatMap(({ place, around, text, parts }) => {
      const element = [...document.querySelectorAll(place)].find((candidate) =>
        candidate.textContent?.includes(around),
      )
      const start = (element?.textContent?.indexOf(around) ?? 0) + around.indexOf(text)
      return element && isInOrder(element, start, parts) ? [] : [`${place}: ${around}`]
    })
  }, expected)
}

test('values, part numbers and formulae read from left to right in Arabic text', async ({
  page,
}) => {
  const expected = Object.entries(places).flatMap(([place, written]) =>
    tradeStrings.map(({ text, parts }) => ({ place, around: written(text), text, parts })),
  )
  await page.goto(`${site.url}/workFields?lang=Ar`)
  for (const width of [1440, 320]) {
    await resize(page, width, 800)
    expect.soft(await findWrongOrder(page, expected), `${width} px`).toEqual([])
    expect.soft(await findOverflow(page), `${width} px`).toBe(0)
  }
})

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
    ].map((each) => ({ place, around: each.text, ...each }))
    await page.goto(`${site.url}/contact?lang=${language}`)
    await resize(page, 1440, 800)
    expect(await findWrongOrder(page, expected)).toEqual([])
    // A value is one line, not a column for each of its parts.
    for (const value of await page.locator(place).all()) {
      expect(await value.evaluate((element) => element.children.length)).toBeLessThanOrEqual(2)
    }
    await resize(page, 320, 800)
    expect(await findOverflow(page)).toBe(0)
  })
}
