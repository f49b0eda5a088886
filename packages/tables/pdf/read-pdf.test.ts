import { readFileSync } from 'node:fs'
import { PDFDocument, PDFString, StandardFonts } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readPdf } from './read-pdf.ts'

const folder = 'tests/printed-lists'
const limits = { pages: 60, objects: 1_000_000 }

const readList = (name: string, own = limits) => readPdf(readFileSync(`${folder}/${name}.pdf`), own)

/** The rows that were printed, by the language of the list: number, code, description, unit, quantity. */
const printed = z
  .record(z.string(), z.array(z.array(z.string())))
  .parse(JSON.parse(readFileSync(`${folder}/lists.json`, 'utf8')))

/** The shares of codes, quantities and words that stand in one row of the file, each in a cell of its own. */
async function sharesOf(name: string) {
  const { sheet } = await readList(name)
  const rows = sheet.rows.map((row) => row.map(({ text }) => text))
  const wanted = printed[/-(ar|en|mx)-/.exec(name)?.[1] ?? ''] ?? []
  const found = wanted.map(([, code = '', description = '', , quantity = '']) => {
    const words = description.split(' ')
    const count = (row: readonly string[]) => {
      const all = row.join(' ').split(' ')
      return words.filter((word) => all.includes(word)).length
    }
    const row = rows.reduce((best, one) => (count(one) > count(best) ? one : best), [])
    const plain = row.map((cell) => cell.replace(/,(?=\d{3})/, ''))
    return {
      code: code === '' ? undefined : row.includes(code),
      quantity: plain.includes(quantity.replace(',', '')),
      words: [count(row), words.length] as const,
    }
  })
  const codes = found.flatMap(({ code }) => code ?? [])
  const sum = (at: 0 | 1) => found.reduce((total, { words }) => total + words[at], 0)
  return {
    codes: codes.filter(Boolean).length / codes.length,
    quantities: found.filter(({ quantity }) => quantity).length / found.length,
    words: sum(0) / sum(1),
  }
}

describe('lists that programs have printed', () => {
  test.each([
    'chromium-ar-narrow-plain',
    'chromium-en-narrow-plain',
    'chromium-mx-wide-lines',
    'writer-ar-wide-plain',
    'writer-en-narrow-plain',
    'writer-mx-narrow-lines',
    'calc-ar-rtl-lines',
    'calc-mx-ltr-plain',
    'calc-en-ltr-plain',
    'gs-ar-wide-lines',
    'cairo-mx-wide-plain',
  ])('%s', async (name) => {
    const { codes, quantities, words } = await sharesOf(name)
    expect(codes).toBeGreaterThanOrEqual(0.98)
    expect(quantities).toBeGreaterThanOrEqual(0.98)
    expect(words).toBeGreaterThanOrEqual(0.97)
  })

  test('a row in Arabic has its right cell first, and sizes as they are read', async () => {
    const { sheet, pages, pictures } = await readList('writer-ar-wide-plain')
    expect({ pages, pictures }).toEqual({ pages: 1, pictures: [] })
    const rows = sheet.rows.map((row) => row.map(({ text }) => text))
    expect(rows).toContainEqual(['4', '', 'كيبل نحاس مسلح 4×35 مم معزول XLPE', 'متر', '300'])
    expect(rows).toContainEqual([
      '5',
      '',
      'لوحة توزيع 12 خط (تركيب داخل الجدار) مع باب معدني',
      'لوحة',
      '4',
    ])
  })
})

test('a list as this site makes it: its heading apart from what stands above, each lam-alef in order', async () => {
  const { sheet } = await readList('own-sheet')
  const rows = sheet.rows.map((row) => row.map(({ text }) => text))
  expect(rows).toContainEqual(['التاريخ: 29 نوفمبر 2026', '', '', '', ''])
  expect(rows).toContainEqual(['م المطلوب', 'رمز الطلب', 'الصنف', 'الكمية', 'وحدة البيع'])
  const items = rows.filter(([first = '']) => /^\d/.test(first))
  expect(items.map(([, code, , quantity]) => [code, quantity])).toEqual([
    ['TM63-3D32', '6'],
    ['TR-4P63-S300', '3'],
    ['TCX-A-4x35', '300'],
  ])
  expect(items[0]?.[2]).toBe('قاطع مصغر TM63 ثلاثي الأقطاب، منحنى D · سعة القطع: 10 kA')
})

describe('V43: what cannot be read is named', () => {
  test('a file that does not say what its letters are', async () => {
    expect((await readList('without-letters')).isNoise).toBe(true)
    expect((await readList('gs-ar-wide-lines')).isNoise).toBe(false)
  })

  test('a file over a limit, and one that is broken', async () => {
    const name = 'calc-en-ltr-plain'
    await expect(readList(name, { ...limits, pages: 0 })).rejects.toMatchObject({ fault: 'large' })
    await expect(readList(name, { ...limits, objects: 99 })).rejects.toMatchObject({
      fault: 'large',
    })
    const half = readFileSync(`${folder}/${name}.pdf`).subarray(0, 900)
    await expect(readPdf(half, limits)).rejects.toMatchObject({ fault: 'broken' })
  })
})

test('of attached files, only the one table of a list of this site is read instead of the pages', async () => {
  const table = 'Order code,Quantity\r\nTM63-C16,4\r\n'
  let pages = '1'
  const read = async (...files: [name: string, content: string][]) => {
    const file = await PDFDocument.create()
    const font = await file.embedFont(StandardFonts.Helvetica)
    file.addPage([400, 300]).drawText('on the page', { x: 20, y: 200, size: 9, font })
    for (const [name, content] of files) await file.attach(Buffer.from(content), name)
    const { context } = file
    const info = context.obj({ ListPages: PDFString.of(pages) })
    context.trailerInfo.Info = context.register(info)
    const { sheet } = await readPdf(await file.save(), limits)
    return sheet.rows.map((row) => row.map(({ text }) => text).join(' ')).join('|')
  }
  const ofPage = 'on the page'
  expect(await read(['list.csv', table])).toBe('Order code Quantity|TM63-C16 4')
  expect(await read(['settings.csv', table])).toBe(ofPage)
  for (pages of ['2', '']) expect(await read(['list.csv', table])).toBe(ofPage)
  pages = '1'
  expect(await read(['list.csv', table], ['list.csv', table])).toBe(ofPage)
  for (const broken of ['', 'a,b\n"c,d', '\u0001"\u0000', 'a\n'.repeat(60_000), ' '.repeat(2e6)])
    expect(await read(['list.csv', broken])).toBe(ofPage)
})

test('headers and footers that are printed on each page are no rows, but a heading stays', async () => {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (let at = 0; at < 4; at += 1) {
    const page = file.addPage([400, 300])
    const draw = (texts: string[], y: number) =>
      texts.forEach((text, column) =>
        page.drawText(text, { x: 20 + column * 110, y, size: 9, font }),
      )
    draw(['Clinic, block B', '', '29/11/2026'], 285)
    draw(['Description', 'Unit', 'Quantity'], 260)
    for (const row of [1, 2, 3]) {
      draw([`MCB ${at * 10 + row * 2}A`, 'No.', String(40 + row * at)], 260 - row * 20)
    }
    draw(['https://bills.example/7', '', `Page ${at + 1} of 4`], 10)
  }
  const { sheet } = await readPdf(await file.save(), limits)
  const rows = sheet.rows.map((row) =>
    row
      .map(({ text }) => text)
      .join(' ')
      .trim(),
  )
  const quantities = [0, 1, 2, 3].flatMap((at) =>
    [1, 2, 3].map((row) => `MCB ${at * 10 + row * 2}A No. ${40 + row * at}`),
  )
  expect(rows).toEqual(['Clinic, block B 29/11/2026', 'Description Unit Quantity', ...quantities])
})
