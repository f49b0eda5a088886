import { readSpreadsheet } from '@site/tables/read-sheets'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Catalogue } from '../../app/seo/catalogue-data/read-products.server.ts'
import type { Language } from '../../app/language/languages.ts'
import * as csv from '../../app/routes/catalogue-csv.ts'
import * as xlsx from '../../app/routes/catalogue-xlsx.ts'
import * as json from '../../app/routes/catalogue-json.ts'
import * as schema from '../../app/routes/catalogue-schema.ts'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { getSite } from '../../server/default-site.ts'
import { hostileHtml, hostileText } from '../support/hostile-html.ts'
import { argsFor } from '../support/loader-args.ts'
import {
  adapterOf,
  bilingualAdapterOf,
  deadAdapter,
  type WireItems,
} from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

interface Asked {
  content?: RequestScope
  lang?: Language
  headers?: Record<string, string>
  method?: string
}

function load(address: string, { content, lang, headers = {}, method = 'GET' }: Asked = {}) {
  const { request, ...args } = argsFor(address, { lang, context: content ? { content } : {} })
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
  const format = /^\/catalogue\.(\w+)/.exec(address)?.[1]
  const { loader } = format === 'csv' ? csv : format === 'xlsx' ? xlsx : json
  return loader({ ...args, request: new Request(request, { method }) })
}

async function read(address: string, asked: Asked = {}): Promise<Catalogue> {
  const response = await load(address, asked)
  expect(response.status).toBe(200)
  const catalogue = (await response.json()) as Catalogue
  const isValid = await validator()
  expect(isValid(catalogue), JSON.stringify(isValid.errors)).toBe(true)
  return catalogue
}

/** What the served schema says of a file. */
async function validator() {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  addFormats(ajv)
  return ajv.compile(
    (await (await schema.loader(argsFor('/catalogue.schema.json'))).json()) as object,
  )
}

const types = [
  { postID: 'mcb', postTitle: 'MCBs', parentID: 'protection' },
  { postID: 'spd', postTitle: 'SPDs', parentID: 'unknown' },
]
const categories = [{ postID: 'protection', postTitle: 'Protection' }]

/** A catalogue with these products of each type. */
function catalogueOf(products: Record<string, object[]>, queries: ContentQuery[] = []) {
  const items: WireItems = { ProductsCategory: categories, ProductsTypes: types }
  const scope = adapterOf(items, queries)
  return {
    ...scope,
    calls: (lang) => ({
      ...scope.calls(lang),
      listProductsOf: (id) => {
        const ofType = adapterOf({ Products: products[id] ?? [] }, queries)
        return ofType.calls(lang).listProductsOf(id)
      },
    }),
  } satisfies RequestScope
}

const breaker = {
  postID: 'tm63',
  postTitle: 'TM63',
  postSubTitle: 'A "breaker"',
  postImage: 'f/tm 63.webp',
  postSpecs: [
    { name: 'Rated current', value: '6–63', unit: 'A' },
    { name: 'Poles', value: '1', unit: '' },
  ],
  postVariants: [
    { code: 'TM63-C6', specs: [{ name: 'Rated current', value: '6', unit: 'A' }] },
    { code: 'TM63-C10', specs: [{ name: 'Rated current', value: '10', unit: 'A' }] },
  ],
}

describe('the catalogue as JSON', () => {
  test('has every product of the sample, in both languages, as its schema says', async () => {
    const [arabic, english] = [await read('/catalogue.json'), await read('/catalogue.json?lang=En')]
    const { products, ...head } = english
    expect(head).toMatchObject({
      $schema: `${origin}/catalogue.schema.json`,
      language: 'en',
      publisher: { name: 'Tayyar Electrical Solutions', url: `${origin}/?lang=En` },
    })
    expect(products).toHaveLength(141)
    expect(arabic.products.map(({ id }) => id)).toEqual(products.map(({ id }) => id))
    expect(arabic.products[0]?.title).toMatch(/[ء-ي]/)
    expect(products.some(({ variants }) => variants.length > 1)).toBe(true)
  })

  test('states of a product what its page does, with absolute addresses', async () => {
    const content = catalogueOf({ mcb: [breaker], spd: [{ postID: 'x' }] })
    const { products } = await read('/catalogue.json?lang=En', { content })
    expect(products).toEqual([
      {
        id: 'tm63',
        language: 'en',
        title: 'TM63',
        subTitle: 'A "breaker"',
        url: `${origin}/product-details/tm63?lang=En`,
        image: `${origin}/images/post/f/tm%2063.webp`,
        category: { id: 'protection', title: 'Protection' },
        type: { id: 'mcb', title: 'MCBs' },
        specs: breaker.postSpecs,
        variants: breaker.postVariants,
        changedAt: null,
      },
      expect.objectContaining({ id: 'x', title: 'Untitled product', image: null, category: null }),
    ])
  })

  test('has a product of two types once, and marks one that only the other language has', async () => {
    const twice = catalogueOf({ mcb: [breaker, breaker], spd: [breaker] })
    expect((await read('/catalogue.json', { content: twice })).products).toHaveLength(1)
    const arabicOnly = bilingualAdapterOf({
      Ar: { ProductsTypes: types.slice(0, 1), Products: [breaker] },
      En: { ProductsTypes: types.slice(0, 1) },
    })
    const { products, language } = await read('/catalogue.json?lang=En', { content: arabicOnly })
    expect(language).toBe('en')
    expect(products).toMatchObject([
      { language: 'ar', url: `${origin}/product-details/tm63?lang=Ar` },
    ])
  })

  test('has the specifications of an API whose lists have none', async () => {
    const specs = [{ name: 'Poles', value: '3', unit: '' }]
    vi.spyOn(getSite().search, 'specsOf').mockResolvedValue(
      new Map([['bare', { specs, variants: [] }]]),
    )
    const content = catalogueOf({ mcb: [{ postID: 'bare' }] })
    const { products } = await read('/catalogue.json', { content })
    expect(products).toMatchObject([{ id: 'bare', specs }])
  })

  test('stays as its schema says, whatever the content is', async () => {
    const texts = [...hostileHtml.map(([, html]) => html.slice(0, 2_000)), hostileText, '\u2028"\\']
    const products = texts.map((text, at) => ({
      postID: `${at}"</script>`,
      postTitle: text,
      postImage: text.slice(0, 50),
      postSpecs: [{ name: text, value: text, unit: text }],
      postVariants: [{ code: text, specs: [{ name: text, value: text, unit: '' }] }],
    }))
    const found = await read('/catalogue.json', { content: catalogueOf({ mcb: products }) })
    expect(found.products).toHaveLength(texts.length)
  })
})

describe('the catalogue as CSV', () => {
  const linesOf = async (response: Response) => {
    const bytes = Buffer.from(await response.arrayBuffer())
    return bytes.toString('utf8').split('\r\n')
  }

  test('has a row for each order code, what it states itself first', async () => {
    const content = catalogueOf({ mcb: [breaker], spd: [{ postID: 'x', postTitle: '=1+1' }] })
    const response = await load('/catalogue.csv?lang=En', { content })
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    const page = `${origin}/product-details/tm63?lang=En`
    const rest = `${page},${origin}/images/post/f/tm%2063.webp,,tm63,`
    const start = 'TM63,"A ""breaker""",Protection,MCBs'
    expect(await linesOf(response)).toEqual([
      '\ufeffOrder code,Item,Description,Category,Type,Specifications,Page,Picture,Last change,ID,Availability',
      `TM63-C6,${start},"Rated current: 6 A; Poles: 1",${rest}`,
      `TM63-C10,${start},"Rated current: 10 A; Poles: 1",${rest}`,
      `,'=1+1,,,SPDs,,${origin}/product-details/x?lang=En,,,x,`,
      '',
    ])
  })

  test('gives no order code the size of the largest one', async () => {
    const ladder = {
      postID: 'ladder',
      postTitle: 'Ladder',
      postSpecs: [
        { name: 'Finish', value: 'Galvanised', unit: '' },
        { name: 'Mass', value: '29', unit: 'kg' },
        { name: 'Mass per metre', value: '9.7', unit: 'kg/m' },
        { name: 'Mass flow', value: '1', unit: 'kg/s' },
        { name: 'Dimensions (W × H × D)', value: '900 × 150 × 3000', unit: 'mm' },
      ],
      postVariants: ['150', '900'].map((width) => ({
        code: `L${width}`,
        specs: [{ name: 'Mass', value: width === '150' ? '15.6' : '29', unit: 'kg' }],
      })),
    }
    const single = {
      ...ladder,
      postID: 'one',
      postVariants: [{ code: 'ONE', specs: [{ name: 'Width', value: '9', unit: '' }] }],
    }
    const text = await (
      await load('/catalogue.csv?lang=En', { content: catalogueOf({ mcb: [ladder, single] }) })
    ).text()
    expect(text).toContain('"Mass: 15.6 kg; Finish: Galvanised; Mass flow: 1 kg/s"')
    expect(text).toMatch(/ONE,.*Mass: 29 kg; .*900 × 150 × 3000 mm/)
  })

  test('in Arabic separates specifications as Arabic does', async () => {
    const content = catalogueOf({ mcb: [breaker] })
    const text = await (await load('/catalogue.csv?lang=Ar', { content })).text()
    expect(text).toMatch(/6 A؛ [^,]*: 1/)
  })

  test('F49 repeats long texts of a product in none of the rows after its first', async () => {
    const value = 'v'.repeat(500)
    const series = {
      postID: 'x',
      postTitle: 'Series',
      postSpecs: Array.from({ length: 100 }, (_, at) => ({ name: `n${at}`, value, unit: '' })),
      postVariants: Array.from({ length: 300 }, (_, at) => ({
        code: `x-${at}`,
        specs: [{ name: 'n0', value: `${at}`, unit: '' }],
      })),
    }
    const content = catalogueOf({ mcb: [series] })
    const lines = await linesOf(await load('/catalogue.csv?lang=En', { content }))
    expect(lines).toHaveLength(302)
    expect(lines[1]).toContain(`"n0: 0; n1: ${value}; n2: ${value}`)
    expect(lines[2]).toMatch(/^x-1,Series,,.*,n0: 1,/)
    expect(lines.join('').length).toBeLessThan(150_000)
  })

  test('has its columns’ names without products, too', async () => {
    const lines = await linesOf(await load('/catalogue.csv', { content: adapterOf({}) }))
    expect(lines).toEqual([expect.stringMatching(/^\ufeffرمز الطلب,/), ''])
  })
})

describe('the catalogue as an Excel workbook', () => {
  const codes = ['00123', '1E5', '4-5', '=A1', '+966500000000', '-5', 'TRUE', '2026-05-03', '١٢٣']
  const series = {
    ...breaker,
    postVariants: codes.map((code) => ({
      code,
      specs: [{ name: 'Note', value: '=1+1', unit: '' }],
    })),
  }
  const content = catalogueOf({ mcb: [series], spd: [{ postID: 'x', postTitle: '-20 °C' }] })

  test.each(['Ar', 'En'] as const)(
    'has the rows of the CSV without its apostrophes: %s',
    async (lang) => {
      const response = await load(`/catalogue.xlsx?lang=${lang}`, { content })
      const headers = Object.fromEntries(response.headers)
      expect(headers).toMatchObject({
        'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'content-disposition': 'attachment; filename="catalogue.xlsx"',
      })
      const [sheet] = await readSpreadsheet('c.xlsx', Buffer.from(await response.arrayBuffer()))
      expect(sheet?.name).toBe(lang === 'Ar' ? 'المنتجات' : 'Products')
      const table = await (await load(`/catalogue.csv?lang=${lang}`, { content })).text()
      const rows: string[][] = parse(table, { bom: true })
      const written = rows.map((row) => row.map((cell) => cell.replace(/^'(?=[=+-])/, '')))
      const filled = (row: string[]) => row.join('\t').trimEnd()
      expect(sheet?.rows.map((row) => filled(row.map(({ value }) => value)))).toEqual(
        written.map(filled),
      )
      expect(sheet?.rows.slice(1, -1).map(([code]) => code?.value)).toEqual(codes)
    },
  )

  test('is read from right to left in Arabic', async () => {
    const directions = (['Ar', 'En'] as const).map(async (lang) => {
      const response = await load(`/catalogue.xlsx?lang=${lang}`, { content })
      const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
      return strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).includes(
        'rightToLeft="1"',
      )
    })
    expect(await Promise.all(directions)).toEqual([true, false])
  })
})

describe('with a change log', () => {
  const site = getSite()
  const { changes, isCrawled } = site.search
  const changedAt = Date.UTC(2026, 0, 31)

  beforeEach(() => {
    site.search.isCrawled = true
    vi.spyOn(changes, 'sequence').mockResolvedValue(7)
    vi.spyOn(changes, 'changedAt').mockResolvedValue(
      new Map([['changed', { firstSeenAt: 0, changedAt }]]),
    )
  })
  afterEach(() => {
    site.search.isCrawled = isCrawled
    vi.restoreAllMocks()
  })

  const content = catalogueOf({ mcb: [{ postID: 'old' }, { postID: 'changed' }] })

  test('it is said when a product has changed', async () => {
    const { products } = await read('/catalogue.json', { content })
    expect(products.map(({ changedAt: at }) => at)).toEqual([null, '2026-01-31T00:00:00.000Z'])
  })

  test('while it is unavailable, or without a crawl, everything is there, without an entity tag', async () => {
    async function expectUndated() {
      const { products } = await read('/catalogue.json', { content })
      expect(products.map(({ changedAt: at }) => at)).toEqual([null, null])
      expect((await load('/catalogue.json', { content })).headers.has('ETag')).toBe(false)
    }
    site.search.isCrawled = false
    await expectUndated()
    site.search.isCrawled = true
    const unavailable = new ContentUnavailable('busy', 'Test failure')
    vi.spyOn(changes, 'sequence').mockRejectedValue(unavailable)
    vi.spyOn(changes, 'changedAt').mockRejectedValue(unavailable)
    await expectUndated()
  })

  test('an unchanged file is a 304 that reads nothing; any change gives another entity tag', async () => {
    const queries: ContentQuery[] = []
    const recorded = catalogueOf({ mcb: [{ postID: 'old' }] }, queries)
    const tagOf = async (address: string) =>
      (await load(address, { content: recorded, method: 'HEAD' })).headers.get('ETag') ?? ''
    const tag = await tagOf('/catalogue.json')
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    const headers = { 'if-none-match': tag }
    for (const address of ['/catalogue.json', '/catalogue.csv', '/catalogue.xlsx']) {
      const unchanged = await load(address, { content: recorded, headers })
      expect([unchanged.status, unchanged.headers.get('ETag')]).toEqual([304, tag])
    }
    expect(queries.filter(({ type }) => type === 'Products')).toEqual([])
    const others = [
      await tagOf('/catalogue.json?lang=En'),
      (vi.spyOn(changes, 'sequence').mockResolvedValue(8), await tagOf('/catalogue.json')),
    ]
    expect(new Set([tag, ...others]).size).toBe(3)
  })
})

test('while any part of it is unavailable, the catalogue is a 503', async () => {
  for (const content of [
    deadAdapter(),
    adapterOf({ ProductsTypes: types, Products: 'dead' }),
    adapterOf({ ProductsTypes: types, Products: [breaker], ProductsCategory: 'dead' }),
    // What the other language has would be in the catalogue as well.
    bilingualAdapterOf({ Ar: { ProductsTypes: types }, En: { Products: 'dead' } }),
    bilingualAdapterOf({ Ar: { Products: [breaker] }, En: { ProductsTypes: 'dead' } }),
  ]) {
    expect((await load('/catalogue.json', { content })).status).toBe(503)
    expect((await load('/catalogue.csv', { content })).status).toBe(503)
    expect((await load('/catalogue.xlsx', { content })).status).toBe(503)
  }
})

test('an API that has lost all products does not empty the catalogue', async () => {
  const full = catalogueOf({ mcb: [breaker] })
  let lists = 0
  const content: RequestScope = {
    ...full,
    calls: (lang) => {
      const calls = full.calls(lang)
      // Visitors still have the lists that came before.
      const listProductsOf: typeof calls.listProductsOf = async (id) =>
        (lists += 1) > 4 ? calls.listProductsOf(id) : []
      return { ...calls, listProductsOf }
    },
  }
  expect((await load('/catalogue.json', { content })).status).toBe(503)
})
