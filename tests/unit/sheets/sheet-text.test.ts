import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inlineOf, type Inline, type SheetDocument } from '../../../server/sheets/sheet.ts'
import { createSheets } from '../../../server/sheets/sheets.ts'
import { tradeStrings } from '../../support/trade-strings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sheets-'))
const sheets = createSheets({ folder, findPicture: () => Promise.resolve(null) })
afterAll(async () => {
  await sheets.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A document with one column of texts. */
function listOf(rows: Inline[][]): SheetDocument {
  return {
    ...{ language: 'Ar', lang: 'ar', intl: 'ar', title: 'قائمة', kind: '', contact: [] },
    ...{ company: 'شركة', companyName: 'شركة', issued: '', mark: null },
    colours: {
      ink: '#000000',
      soft: '#555555',
      line: '#aaaaaa',
      accent: '#993300',
      mat: '#eeeeee',
    },
    labels: { specs: '', codes: '', text: '', contents: '', shortened: '' },
    parts: [{ type: 'table', heading: 'قائمة', note: '', head: ['نص'], rows, widths: [1] }],
  }
}

interface Item {
  str: string
  x: number
  y: number
}

async function itemsOf(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const items: Item[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items: found } = await page.getTextContent()
    for (const item of found) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , , , x = 0, y = 0] = item.transform as number[]
      items.push({ str: item.str, x, y: Math.round(y) + number * 10_000 })
    }
  }
  return { items, document }
}

/** Each string stands between these words. */
const [before, after] = ['بند', 'ثم']

let items: Item[]
beforeAll(async () => {
  const rows = tradeStrings.map((text) => [inlineOf(`${before} ${text} ${after}`, 'Ar')])
  items = (await itemsOf(await sheets.make(listOf(rows)))).items
})

const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u200b\u200e]/g, '')

test('strings of the trade are seen from left to right between Arabic words', () => {
  const lines = new Map<number, Item[]>()
  for (const item of items) lines.set(item.y, [...(lines.get(item.y) ?? []), item])
  const seen = [...lines.values()].map((line) =>
    plain(
      line
        .sort((a, b) => a.x - b.x)
        .map(({ str }) => str)
        .join(''),
    ),
  )
  const missing = tradeStrings.filter((text) => !seen.includes(after + plain(text) + before))
  expect(missing).toEqual([])
})
