import puppeteer, { type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/browser.mjs'
import { findFirefox } from '../../scripts/engines.mjs'
import { readPdf } from '../support/pdf-text.ts'
import { screenAddresses } from '../support/screens.ts'
import { startSite, type Site } from '../support/site-host.ts'

/** Marks a heading in the text of a PDF, whose Arabic is in an order that depends on the program. */
const mark = 'H~~H'

/** Marks the headings of all but the items of lists: such an item stays whole, and its title may be its last words. */
function markHeadings(text: string) {
  for (const heading of document.querySelectorAll('main :is(h1, h2, h3, h4)')) {
    if (!heading.closest('li')) heading.append(` ${text}`)
  }
}

/** Prints a page as visitors do, and returns the last line of each of its sheets but the last one. */
async function lastLines(page: Page) {
  const { items, pages } = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  return Array.from({ length: pages - 1 }, (_, at) => {
    const sheet = items.filter((item) => item.page === at + 1)
    const last = Math.min(...sheet.map(({ y }) => y))
    const line = sheet.filter(({ y }) => y < last + 3).map(({ str }) => str)
    return `sheet ${at + 1} of ${pages}: ${line.join('')}`
  })
}

const engines = [
  ['chrome', findBrowser(), ['--no-sandbox']],
  ['firefox', findFirefox(), []],
] as const

for (const [browser, executablePath = '', args] of engines) {
  describe.runIf(executablePath)(`printed by ${browser}`, () => {
    let site: Site
    let page: Page
    let close: () => Promise<void>
    beforeAll(async () => {
      site = await startSite()
      const opened = await puppeteer.launch({ browser, executablePath, args: [...args] })
      page = await opened.newPage()
      close = () => opened.close()
    })
    afterAll(async () => {
      await close()
      await site.stop()
    })

    test.each(['Ar', 'En'])(
      'no heading is alone at the foot of a sheet, in %s',
      async (language) => {
        const alone: string[] = []
        for (const address of screenAddresses) {
          await page.goto(`${site.url}${address}?lang=${language}`)
          await page.evaluate(markHeadings, mark)
          const lines = (await lastLines(page)).filter((line) => line.includes(mark))
          alone.push(...lines.map((line) => `${address}: ${line}`))
        }
        expect(alone).toEqual([])
      },
      600_000,
    )
  })
}
