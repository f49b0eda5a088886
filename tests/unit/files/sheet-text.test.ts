import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { readPdf as readTables } from '@site/tables/read-pdf'
import { afterAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../../../app/sheets/rich-text.server.ts'
import {
  inlineOf,
  listFile,
  ltr,
  valueWithUnit,
  type Inline,
  type ProductSheet,
  type SheetDocument,
  type SheetPart,
} from '../../../server/files/sheets/sheet.ts'
import { SheetMaker } from '../../../server/files/sheets/sheets.ts'
import { eventually } from '../../support/eventually.ts'
import { hostileHtml } from '../../support/hostile-html.ts'
import { collectLog } from '../../support/logged.ts'
import { byPdfjs } from '../../support/pdf-engines.ts'
import { linesOf, plainText, readAloud, readPdf } from '../../support/pdf-text.ts'
import { tradeStrings } from '../../support/trade-strings.ts'
import { isWholeRun, sampled } from '../../support/test-size.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sheets-'))
const pictures = new Map<string, Buffer>()
const sheets = new SheetMaker({
  folder,
  findPicture: (name) => {
    const bytes = pictures.get(name)
    return Promise.resolve(bytes ? { bytes, etag: name } : null)
  },
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

  const line = 'قاطع مصغّر TM63 ثلاثي الأقطاب، منحنى C لكلّ لوحة'

  test('a line of both directions is copied in its order, its marks apart', async () => {
    const table = tableOf(['نص'], [[inlineOf(line, 'Ar')]])
    const copied = await byPdfjs(await sheets.make(documentOf([table])))
    expect(plainText(copied)).toContain(plainText(line.replaceAll('ّ', '')))
  })

  test('names and values are read aloud in rows, and each line in its order', async () => {
    const product = productOf({
      lang: 'ar',
      title: inlineOf(line, 'Ar'),
      specs: [
        { name: inlineOf('جهد التشغيل', 'Ar'), value: valueWithUnit('230/400', 'V', 'Ar') },
        { name: inlineOf('الطلاء', 'Ar'), value: inlineOf('بالغمس بسُمك 55 ميكرومتر', 'Ar') },
      ],
      codes: { head: ['رمز الطلب', 'التيار (A)'], rows: [[ltr('TM63-C6'), '6']], widths: [1, 1] },
    })
    expect(await readAloud(await sheets.make(documentOf([product])))).toEqual([
      'H1: قاطع مصغر TM63 ثلاثي الأقطاب، منحنى C لكل لوحة',
      'Figure: https://x.example/p',
      'H2: Specs',
      ...['TH: جهد التشغيل', 'TD: 230/400 V', 'TH: الطلاء', 'TD: بالغمس بسمك 55 ميكرومتر'],
      'H2: Codes',
      ...['TH: رمز الطلب', 'TH: التيار ( A )', 'TD: TM63-C6', 'TD: 6'],
      'P: x.example/p',
    ])
    const company = { style: 'rtl' as const, parts: 'شركة التيار الكهربائي' }
    const english = documentOf([tableOf(['Maker'], [[['Made by ', company, ', Riyadh']]])], 'En')
    expect(await readAloud(await sheets.make(english))).toContain(
      'TD: Made by شركة التيار الكهربائي , Riyadh',
    )
  })

  test('parts of a line in other styles, and long runs, are read and copied in their order', async () => {
    const lines = [
      'سائل H2O بارد',
      'مقطع 35 mm2 ثم نص',
      'قاطع TM63 Pro Max جديد',
      'قاطع مصغر جدا (A-1)، نص',
      'نص an English run that is longer than what is kept in a box ثم',
    ]
    const html = [
      '<p>سائل <bdi>H<sub>2</sub>O</bdi> بارد</p>',
      '<p>مقطع 35 mm<sup>2</sup> ثم نص</p>',
      '<p>قاطع <bdi>TM63 <b>Pro</b> Max</bdi> جديد</p>',
      '<p>قاطع <b>مصغر</b> جدا (<bdi>A-1</bdi>)، نص</p>',
      '<p>نص <bdi>an English run that is longer than what is kept in a box</bdi> ثم</p>',
    ]
    const text = blocksOf(html.join('')).blocks
    for (const language of ['Ar', 'En'] as const) {
      const pdf = await sheets.make(documentOf([productOf({ lang: 'ar', text })], language))
      const heard = plainText((await readAloud(pdf)).join('\n'))
      const copied = plainText(await byPdfjs(pdf))
      for (const line of lines.map(plainText)) {
        expect(heard).toContain(line)
        expect(copied).toContain(line)
      }
    }
    const words = 'Made by شركة التيار الكهربائي in الرياض for all'
    const inEnglish = documentOf([tableOf(['x'], [[inlineOf(words, 'En')]])], 'En')
    expect(await readAloud(await sheets.make(inEnglish))).toContain(`TD: ${words}`)
    const english = blocksOf('<p>of 35 mm<sup>2</sup> with <b>bold</b> words</p>').blocks
    const inArabic = await byPdfjs(await sheets.make(documentOf([productOf({ text: english })])))
    expect(plainText(inArabic)).toContain(plainText('of 35 mm2 with bold words'))
  })

  test('letters and their marks in two characters, as some programs write them', async () => {
    const words = 'الآلات لإنارة الأقطاب مسؤول هيئة'
    const table = tableOf(['نص'], [[inlineOf(words.normalize('NFD'), 'Ar')]])
    const copied = await byPdfjs(await sheets.make(documentOf([table])))
    expect(plainText(copied)).toContain(plainText(words))
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

  test('a letter at a place to break is copied, alone', async () => {
    const word = `${'x'.repeat(29)}&${'y'.repeat(29)}y&`
    const table = tableOf(['x'], [[inlineOf(word, 'En')]])
    const pdf = await sheets.make(documentOf([table], 'En'))
    expect((await byPdfjs(pdf)).replace(/\s/g, '')).toContain(word)
    expect((await readAloud(pdf)).at(-1)?.replace(/ /g, '')).toBe(`TD:${word}`)
  })

  test('the address of a long list has no QR code', async () => {
    const addressOf = (length: number) => 'https://x.example/'.padEnd(length, 'a')
    const heard = async (length: number) => {
      const part = { ...tableOf(['x'], []), address: addressOf(length), shownAddress: '' }
      return readAloud(await sheets.make(documentOf([part], 'En')))
    }
    expect(await heard(850)).toContain(`Figure: ${addressOf(850)}`)
    expect((await heard(9_000)).join()).not.toContain('Figure')
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

describe('what a sheet has', () => {
  test('a list has its rows for programs, which take them from there', async () => {
    const row = { code: 'TM63-C16', title: 'قاطع، مصغّر', asked: '', unit: '', note: '=1+1' }
    const labels = { code: 'Code', product: 'Item', quantity: 'Qty', unit: 'Unit', note: 'Note' }
    const document = {
      ...documentOf([tableOf(['x'], [['y']])]),
      table: listFile(
        [row, { ...row, quantity: 'not stated' }].map((each) => ({ quantity: 7, ...each })),
        labels,
      ),
    }
    const { sheet } = await readTables(await sheets.make(document), { pages: 9, objects: 9_999 })
    const rows = sheet.rows.map((cells) => cells.map(({ text }) => text))
    expect(rows).toEqual([
      ['Code', 'Item', 'Qty', 'Unit', 'Note'],
      ['TM63-C16', 'قاطع، مصغّر', '7', '', '=1+1'],
      // A row without a quantity would be a heading.
      ['TM63-C16', 'قاطع، مصغّر', 'not stated', '', '=1+1'],
    ])
  })

  test('drawings among its files; one that is no picture, and a letter of no font, are named in the log', async () => {
    const picture = await sharp({
      create: { width: 40, height: 30, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    pictures.set('dimensions.png', picture).set('curve.png', Buffer.from('no picture'))
    const drawings = ['dimensions.png', 'curve.png'].map((name) => ({ title: name, picture: name }))
    const { lines } = collectLog()
    const pdf = await sheets.make(documentOf([productOf({ drawings, subtitle: 'a \u0378' })], 'En'))
    const heard = await readAloud(pdf)
    // The picture, and its title below it.
    const drawn = 'P: dimensions.png'
    expect(heard.filter((words) => /png/.test(words))).toEqual([drawn, drawn])
    expect(lines.map(({ message, facts }) => [message, facts['faults']])).toEqual([
      [
        'sheet incomplete',
        ['unreadable picture curve.png', expect.stringMatching(/378.* could not be displayed/)],
      ],
    ])
  })

  test('the same bytes from another process', async () => {
    const other = new SheetMaker({ folder, findPicture: () => Promise.resolve(null) })
    const document = documentOf([productOf({ title: inlineOf('مصغّر TM63', 'Ar') })])
    const [one, same] = await Promise.all([sheets.make(document), other.make(document)])
    await other.close()
    expect(Buffer.from(same).equals(one)).toBe(true)
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
      await sheets.make(document, async () => [await pdfOf(2), broken, null]),
    )
    expect(pages).toBe(4)
    expect(text.match(/unreadable/g)).toHaveLength(2)
    expect(text).toContain('oneattached')
    // The feet of the pages count those that follow.
    expect(text).toContain('1/4')
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
