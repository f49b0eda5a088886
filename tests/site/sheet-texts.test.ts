import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  byPdfjs,
  openMupdf,
  openPdfium,
  openPoppler,
  type PdfEngine,
} from '../support/pdf-engines.ts'
import { isWholeRun, sampled } from '../support/test-size.ts'

interface Product {
  title: string
  subTitle: string
  type: { id: string }
  specs: { name: string; value: string; unit: string }[]
  variants: { code: string }[]
}

const url = inject('siteUrl')

async function get(path: string) {
  const response = await fetch(url + path)
  expect(response.status, path).toBe(200)
  return response
}

/** Returns a text with letters in one form, without marks, signs of direction and line breaks. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u064B-\u0652\u0670\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
const wordsIn = (text: string) => new Set(plain(text).match(/\p{L}{2,}/gu))

/** Specifications that a sheet has in sections of their own. */
const isRelation = (name: string) => /^(?:بديل|المنتج البديل|مكافئ|الملحقات)/.test(name)
const isOneValue = (text: string) => /^[^،]+ [A-Za-z]+$/.test(text)

/** The engines, with the least shares of words, and of values with units, that are copied as they are shown. */
const engines = new Map<string, { textOf: PdfEngine; words: number; values: number }>()
beforeAll(async () => {
  engines.set('pdf.js', { textOf: byPdfjs, words: 0.99, values: 1 })
  // It turns what is from left to right in a line with Arabic letters, which no writer can prevent.
  engines.set('PDFium', { textOf: await openPdfium(), words: 0.99, values: 0.5 })
  if (!isWholeRun) return
  engines.set('poppler', { textOf: openPoppler(), words: 0.99, values: 1 })
  // It joins an Arabic word with a Latin one that follows it; codes and values are whole.
  engines.set('MuPDF', { textOf: openMupdf(), words: 0.9, values: 1 })
  // Installing them has kept this thread from noticing closed connections.
  await setImmediate()
})

interface Sheet {
  bytes: Uint8Array
  words: string[]
  codes: string[]
  values: string[]
}

/** What the sheets of a type's products show: words, order codes, values with their units. */
function shownOf(products: Product[]): Omit<Sheet, 'bytes'> {
  const specs = products.flatMap((product) => product.specs.filter(({ name }) => !isRelation(name)))
  const texts = [
    ...products.flatMap(({ title, subTitle }) => [title, subTitle]),
    ...specs.flatMap(({ name, value }) => [name, value]),
  ]
  return {
    words: [...wordsIn(texts.join(' '))],
    codes: products.flatMap(({ variants }) => variants.map(({ code }) => plain(code))),
    values: specs.map(({ value, unit }) => plain(`${value} ${unit}`)).filter(isOneValue),
  }
}

describe.each(['Ar', 'En'])('the sheets of products in %s', (lang) => {
  test('are copied and searched as they are shown', { timeout: 300_000 }, async () => {
    const catalogue = await get(`/catalogue.json?lang=${lang}`)
    const { products } = (await catalogue.json()) as { products: Product[] }
    const sheets: Sheet[] = []
    for (const id of sampled([...new Set(products.map(({ type }) => type.id))], 10)) {
      const response = await get(`/products/${id}.pdf?lang=${lang}`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      sheets.push({ bytes, ...shownOf(products.filter(({ type }) => type.id === id)) })
    }
    for (const [engine, { textOf, ...least }] of engines) {
      const missing = { words: [] as string[], codes: [] as string[], values: [] as string[] }
      for (const { bytes, words, codes, values } of sheets) {
        const text = plain(await textOf(bytes.slice()))
        const read = wordsIn(text)
        missing.words.push(...words.filter((word) => !read.has(word)))
        missing.codes.push(...codes.filter((code) => !text.includes(code)))
        missing.values.push(...values.filter((value) => !text.includes(value)))
      }
      const share = (kind: keyof typeof missing) =>
        1 - missing[kind].length / (sheets.flatMap((sheet) => sheet[kind]).length || 1)
      const told = `${engine}: ${JSON.stringify(missing)}`
      expect(share('words'), told).toBeGreaterThanOrEqual(least.words)
      expect(share('codes'), told).toBeGreaterThanOrEqual(0.99)
      expect(share('values'), told).toBeGreaterThanOrEqual(least.values)
    }
  })
})
