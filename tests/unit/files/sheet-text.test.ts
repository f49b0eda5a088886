import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../../../app/sheets/rich-text.server.ts'
import {
  inlineOf,
  valueWithUnit,
  type Inline,
  type ProductSheet,
  type SheetDocument,
  type SheetPart,
} from '../../../server/files/sheets/sheet.ts'
import { createSheets } from '../../../server/files/sheets/sheets.ts'
import { eventually } from '../../support/eventually.ts'
import { hostileHtml } from '../../support/hostile-html.ts'
import { collectLog } from '../../support/logged.ts'
import { linesOf, plainText, readPdf } from '../../support/pdf-text.ts'
import { tradeStrings } from '../../support/trade-strings.ts'
import { isWholeRun, sampled } from '../../support/test-size.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sheets-'))
const sheets = createSheets({
  folder,
  findPicture: () => Promise.resolve(null),
})
afterAll(async () => {
  await sheets.close()
  rmSync(folder, { recursive: true, force: true })
})

function documentOf(parts: SheetPart[], language: 'Ar' | 'En' = 'Ar'): SheetDocument {
  return {
    language,
    lang: language === 'Ar' ? 'ar' : 'en',
    ...{ title: 'قائمة', kind: '', contact: [], company: 'شركة', companyName: 'شركة' },
    ...{ issued: '', mark: null },
    colours: {
      ink: '#000000',
      soft: '#555555',
      line: '#aaaaaa',
      accent: '#993300',
      mat: '#eeeeee',
    },
    labels: {
      specs: 'Specs',
      codes: 'Codes',
      text: 'Text',
      drawings: 'Drawings',
      contents: 'Contents',
      shortened: 'More',
    },
    parts,
  }
}

function tableOf(head: Inline[], rows: Inline[][]): SheetPart {
  return { type: 'table', heading: 'قائمة', note: '', head, rows, widths: head.map(() => 1) }
}

function productOf(changes: Partial<ProductSheet> = {}): ProductSheet {
  return {
    ...{ type: 'product', lang: 'en', place: '', title: 'A product', isLong: false, subtitle: '' },
    ...{ picture: null, specs: [], codes: null, text: [], drawings: [], lists: [] },
    ...{ isShortened: false, address: 'https://x.example/p', shownAddress: 'x.example/p' },
    ...changes,
  }
}

describe('Arabic', () => {
  test('strings of the trade are seen from left to right between Arabic words', async () => {
    const strings = sampled(tradeStrings, 100)
    const rows = strings.map((text) => [inlineOf(`بند ${text} ثم`, 'Ar')])
    const { items } = await readPdf(await sheets.make(documentOf([tableOf(['نص'], rows)])))
    const seen = linesOf(items)
    expect(strings.filter((text) => !seen.includes(`ثم${plainText(text)}بند`))).toEqual([])
  })

  test('words are whole: no letter twice, none in reverse order', async () => {
    const words = 'محوّلات لا تُغذّى الأحمال الإنارة في القصر شركة لآلئ'.split(' ')
    const rows = words.map((word) => [inlineOf(word, 'Ar')])
    const { text, info, isTagged } = await readPdf(
      await sheets.make(documentOf([tableOf(['نص'], rows)])),
    )
    for (const word of words)
      expect(text).toContain(plainText(word.replace(/[\u064b-\u0652]/g, '')))
    expect(info).toMatchObject({ Title: 'قائمة', Language: 'ar' })
    expect(isTagged).toBe(true)
  })

  test('each value is beside its unit', () => {
    expect(valueWithUnit('6–63', 'A', 'Ar')).toEqual({ style: 'ltr', parts: '6–63\u00a0A' })
    expect(valueWithUnit('حتى 63', 'A', 'Ar')).toEqual([
      'حتى ',
      { style: 'ltr', parts: '63\u00a0A' },
    ])
    expect(valueWithUnit('5', '%', 'Ar')).toEqual({ style: 'ltr', parts: '5%' })
    expect(valueWithUnit('', '', 'En')).toBe('')
  })
})

describe('the limits of a sheet', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ')

  test('a product that has everything a hundred times takes four pages and says what it lacks', async () => {
    const cells = (row: number) =>
      Array.from({ length: 9 }, (_, at) => inlineOf(`value ${row} ${at} `.repeat(4), 'En', 80))
    const facts = Array.from({ length: 200 }, (_, at) => ({
      name: inlineOf(`Name ${at}`, 'En'),
      value: inlineOf(words(60), 'En'),
    }))
    const html = `<p>${words(500)}</p>`.repeat(80)
    const { pages, text } = await readPdf(
      await sheets.make({
        ...documentOf(
          [
            productOf({
              specs: facts,
              codes: {
                head: Array.from({ length: 10 }, () => 'x'),
                rows: Array.from({ length: 120 }, (_, row) => ['code', ...cells(row)]),
                widths: [0, ...Array.from({ length: 9 }, () => 1)],
              },
              text: blocksOf(html).blocks,
            }),
          ],
          'En',
        ),
        maxPages: 4,
      }),
    )
    expect(pages).toBeLessThanOrEqual(4)
    expect(text).toContain('More')
  })

  test.runIf(isWholeRun)('a word of a megabyte is cut, and long words are broken', async () => {
    const long = 'x'.repeat(1_000_000)
    const title = inlineOf(long, 'En')
    expect(plainText(JSON.stringify(title)).length).toBeLessThan(320)
    const { blocks } = blocksOf(`<p>${long}</p>`)
    const { pages, items } = await readPdf(
      await sheets.make(documentOf([productOf({ title, text: blocks })], 'En')),
    )
    expect(pages).toBeLessThanOrEqual(3)
    // A page is 595 points wide.
    expect(Math.max(...items.map(({ x }) => x))).toBeLessThan(580)
  })

  test('10,000 elements become no more blocks than a sheet has', () => {
    for (const html of ['<p>x</p>', '<ul><li>x</li></ul>', '<table><tr><td>x</td></tr></table>']) {
      const { blocks, isShortened } = blocksOf(html.repeat(10_000))
      expect(blocks.length).toBeLessThanOrEqual(40)
      expect(isShortened).toBe(true)
    }
  })
})

describe('hostile content is text', () => {
  test('V19: no vector in rich text is more than its words', async () => {
    const text = hostileHtml.flatMap(([, html]) => blocksOf(html).blocks)
    const pdf = await sheets.make(documentOf([productOf({ text })], 'En'))
    const source = Buffer.from(pdf).toString('latin1')
    expect(source).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|\/EmbeddedFile|\/SubmitForm/)
    // The only link is that to the product's page.
    expect(source.match(/\/URI \(/g)?.length).toBe(1)
  })

  test('a hundred nested elements are text, and of thousands the rest stays', async () => {
    const deep = (tag: string, depth: number) =>
      `<p>${`<${tag}>`.repeat(depth)}${tag}${`</${tag}>`.repeat(depth)}</p>`
    const text = ['b', 'i', 'sub', 'span', 'bdi'].flatMap((tag) => [
      ...blocksOf(deep(tag, 100)).blocks,
      ...blocksOf(deep(tag, 5_000)).blocks,
    ])
    const { text: read } = await readPdf(await sheets.make(documentOf([productOf({ text })], 'En')))
    for (const word of ['sub', 'span', 'bdi']) expect(read).toContain(word)
  })

  test('elements without a text are nothing', async () => {
    const html =
      '<p>one<b></b><sub></sub><bdi></bdi></p><ul><li></li><li>two</li></ul><ol></ol><h2></h2>' +
      '<table><tr><td></td></tr></table><table></table><table><tr></tr></table><p></p><blockquote></blockquote>'
    const { blocks } = blocksOf(html)
    const part = productOf({ text: blocks, codes: { head: [''], rows: [], widths: [0] } })
    const { text } = await readPdf(await sheets.make(documentOf([part], 'En')))
    for (const word of ['one', 'two']) expect(text).toContain(word)
  })

  test('signs of the layout language stay as they are', async () => {
    const signs = [
      '#read("/etc/passwd")',
      '#panic()',
      '$x^2$ \\u{41} \\ @ref <label>',
      '*bold* _it_ `raw` = Head',
      '#{while true {}}',
      '// comment /* x */',
      '{"a": "\\"}',
    ]
    const rows = signs.map((text) => [inlineOf(text, 'En')])
    const { text } = await readPdf(
      await sheets.make(documentOf([tableOf([inlineOf(signs[0] ?? '', 'En')], rows)], 'En')),
    )
    for (const sign of signs) expect(text).toContain(plainText(sign))
  })
})

test('a mark that is no SVG for Typst is left out', async () => {
  const document = { ...documentOf([productOf({ title: 'Marked' })], 'En'), mark: '<svg><path' }
  expect((await readPdf(await sheets.make(document))).text).toContain('Marked')
})

describe('a sheet for all visitors', () => {
  const document = documentOf([productOf({ title: 'Kept' })], 'En')

  test('is made once for the same content, and kept on disk', async () => {
    const [one, same] = await Promise.all([sheets.find(document, 320), sheets.find(document, 320)])
    expect(same.etag).toBe(one.etag)
    expect(Buffer.from(same.pdf).equals(one.pdf)).toBe(true)
    const stored = () => readdirSync(folder).filter((name) => name.endsWith('.sheet'))
    await eventually(() => expect(stored()).toHaveLength(1))
    expect(Buffer.from((await sheets.find(document, 320)).pdf).equals(one.pdf)).toBe(true)
    expect(stored()).toHaveLength(1)
    const other = await sheets.find({ ...document, title: 'Other' }, 320)
    expect(other.etag).not.toBe(one.etag)
  })
})

describe('the process', () => {
  test.runIf(isWholeRun)(
    'that ends takes one document with it, and leaves one line in the log',
    async () => {
      await sheets.make(documentOf([productOf()], 'En'))
      const { lines } = collectLog()
      // Much more than the limit of time and memory allows.
      const rows = Array.from({ length: 60_000 }, (_, at) =>
        Array.from({ length: 8 }, () => `${at} x`),
      )
      const making = sheets.make(
        documentOf(
          [
            tableOf(
              Array.from({ length: 8 }, () => 'h'),
              rows,
            ),
          ],
          'En',
        ),
      )
      await expect(making).rejects.toMatchObject({ fault: 'costly' })
      expect(lines.map(({ message }) => message)).toEqual(['sheet failed'])
      const { text } = await readPdf(
        await sheets.make(documentOf([productOf({ title: 'Next' })], 'En')),
      )
      expect(text).toContain('Next')
    },
    30_000,
  )
})

describe('certificates', () => {
  async function pdfOf(pages: number) {
    const pdf = await PDFDocument.create()
    for (let page = 0; page < pages; page += 1) pdf.addPage([300, 300])
    return pdf.save()
  }
  const attachments = {
    ...{ heading: 'Certificates', attached: 'attached', unreadable: 'unreadable' },
    ...{ head: ['File', 'State'], rows: [['one'], ['two'], ['three']] },
  }

  test('are appended; one that cannot be read is named', async () => {
    const document = { ...documentOf([productOf()], 'En'), attachments }
    const broken = Buffer.from('%PDF-1.4 this is none')
    const { pages, text } = await readPdf(
      await sheets.make(document, [await pdfOf(2), broken, null]),
    )
    expect(pages).toBe(4)
    expect(text.match(/unreadable/g)).toHaveLength(2)
    expect(text).toContain('oneattached')
  })
})

test('V28: one client has two documents of its own made at a time, and a product’s sheet comes before them all', async () => {
  const [first, second] = [sheets.begin('client'), sheets.begin('client')]
  expect(sheets.begin('client')).toBeNull()
  expect(sheets.begin('another client')).not.toBeNull()
  first?.()
  second?.()
  expect(sheets.begin('client')).not.toBeNull()

  const ended: string[] = []
  const lists = ['first', 'second', 'third'].map(async (title) => {
    await sheets.make(documentOf([tableOf([title], [])]))
    ended.push(title)
  })
  const product = sheets.find(documentOf([productOf()]), 320).then(() => ended.push('product'))
  await Promise.all([...lists, product])
  expect(ended).toEqual(['first', 'product', 'second', 'third'])
})
