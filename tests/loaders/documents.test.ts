import { describe, expect, onTestFinished, test } from 'vitest'
import * as documents from '../../app/routes/documents.tsx'
import * as archive from '../../app/routes/archive.ts'
import * as details from '../../app/routes/product-details.tsx'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const load = (query = '', lang: 'Ar' | 'En' = 'En') =>
  documents.loader(argsFor(`/documents${query}`, { lang }))

describe('/documents', () => {
  test('lists the files of products, with what they belong to', async () => {
    const { documents: list, total, counts, pages } = await load()
    expect(total).toBeGreaterThan(20)
    expect(counts).toEqual({ certificate: 16, manual: 8, datasheet: 141, catalogue: total - 165 })
    expect(pages).toBe(Math.ceil(total / 24))
    const file = list.find(({ href }) => href.includes('/tm63-3p-d-'))
    expect(file).toMatchObject({
      href: '/images/post/tm63-3p-d-declaration-of-conformity-ar-en.pdf',
      title: 'Declaration of conformity TM63-3P-D',
      facts: { kind: 'certificate', fileLanguage: 'both', type: 'PDF' },
      owner: { title: 'TM63 three-pole MCB, curve D', to: '/product-details/tm63-3p-d' },
    })
    expect(file?.facts.size).toMatch(/^\d+\u00A0kB$/)
  })

  test('is in the language of the page', async () => {
    const { heading, documents: list } = await load('', 'Ar')
    expect(heading).toBe('الوثائق')
    expect(list[0]?.owner.title).toMatch(/\p{Script=Arabic}/u)
    expect(list[0]).not.toHaveProperty('language')
  })

  test('finds documents by the words of their product', async () => {
    const { documents: list } = await load('?q=TM63')
    expect(list.length).toBeGreaterThan(0)
    for (const { owner } of list) expect(owner.title).toContain('TM63')
    for (const text of ['TM63-C16', 'tm63 c16']) {
      const [first, ...others] = (await load(`?q=${encodeURIComponent(text)}`, 'Ar')).documents
      expect(first?.href).toBe('/product-details/tm63-1p-c.pdf?lang=Ar')
      expect(others).toEqual([])
    }
  })

  test('lists those of one product, and of one solution and its products', async () => {
    const ofProduct = await load('?product=tm63-3p-d')
    expect(ofProduct).toMatchObject({ total: 2, heading: expect.stringContaining('TM63') })
    expect(ofProduct.owner?.to).toBe('/product-details/tm63-3p-d')
    expect(ofProduct.documents[1]).toMatchObject({
      href: '/product-details/tm63-3p-d.pdf?lang=En',
      title: 'Datasheet: TM63 three-pole MCB, curve D',
      facts: { fileLanguage: 'En', type: 'PDF', size: '', date: '' },
    })
    const ofSolution = await load('?solution=solution-industry')
    expect(ofSolution.total).toBeGreaterThan(0)
    expect(ofSolution.owner?.to).toBe('/solutionDetails/solution-industry')
    expect((await load('?kind=catalogue')).documents[0]).toMatchObject({
      href: '/products/acb.pdf?lang=En',
      owner: { title: 'Air circuit breakers', to: '/products/acb' },
    })
    expect((await load('?kind=photometry')).documents).toEqual([])
    expect((await load('?kind=manual')).total).toBe(8)
  })

  test('lists those of one category, with the categories that have any', async () => {
    const { categories, total } = await load()
    expect(categories.length).toBeGreaterThan(3)
    expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    const [first] = categories
    const ofFirst = await load(`?category=${first?.id}`)
    expect(ofFirst.total).toBe(first?.count)
    expect(ofFirst.categories).toEqual(categories)
    expect((await load('?category=none')).documents).toEqual([])
  })

  test('lists files only where no sheets are made', async () => {
    const { sheets } = getSite()
    const { isAvailable } = sheets
    onTestFinished(() => void (sheets.isAvailable = isAvailable))
    sheets.isAvailable = false
    expect((await load()).counts).toEqual({ certificate: 16, manual: 8 })
    expect(await load('?q=tm63&kind=datasheet')).toMatchObject({
      documents: [],
      counts: { certificate: 1 },
    })
  })

  test('a product without a file has no link to all files, and no ZIP where no sheets are made', async () => {
    const load = (loader: typeof archive.loader | typeof details.loader, address: string) =>
      Promise.resolve(loader(argsFor(address, { lang: 'En' })))
    const linkOn = async (id: string) => {
      const data = await load(details.loader, `/product-details/${id}`)
      return 'archive' in data && data.archive
    }
    expect(await linkOn('tm63-1p-c')).toBeNull()
    expect(await linkOn('tm63-3p-d')).toMatchObject({
      href: '/product-details/tm63-3p-d.zip?lang=En',
      text: expect.stringMatching(/^All files \(ZIP, 2 files, \d+\u00a0kB\)$/),
    })
    const { sheets } = getSite()
    const { isAvailable } = sheets
    onTestFinished(() => void (sheets.isAvailable = isAvailable))
    sheets.isAvailable = false
    expect(await linkOn('tm63-3p-d')).toBeNull()
    const statusOf = async (id: string) => {
      const response = await load(archive.loader, `/product-details/${id}.zip`)
      return response instanceof Response && response.status
    }
    expect([await statusOf('tm63-1p-c'), await statusOf('tm63-3p-d')]).toEqual([404, 200])
  })

  test('lists those of one type of the category', async () => {
    const { types, total } = await load('?category=circuit-protection')
    expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    const ofType = await load('?category=circuit-protection&type=mcb')
    expect(ofType.total).toBe(types.find(({ id }) => id === 'mcb')?.count)
    expect(ofType.types).toEqual(types)
  })

  test.each(['?product=none', '?solution=none'])('%s is a 404', async (query) => {
    expect((await thrownResponse(load(query))).status).toBe(404)
  })

  test.each([
    ['شهادة', '?kind=certificate'],
    ['الشهادات', '?kind=certificate'],
    ['شهادة سابر', '?kind=certificate'],
    ['certificates for SABER', '?kind=certificate'],
    ['كتالوج', '?kind=catalogue'],
    ['datasheet tm63c16', '?kind=datasheet&q=tm63c16'],
    ['نشرة TM63-C16', '?kind=datasheet&q=TM63-C16'],
    ['TMB-1 manual', '?kind=manual&q=TMB-1'],
    ['ملف DWG', '?kind=cad'],
    ['CAD', '?kind=cad'],
    ['ies files', '?kind=photometry'],
  ])('%s selects a kind of documents: %s', async (q, to) => {
    const { status, headers } = await thrownResponse(load(`?q=${encodeURIComponent(q)}`))
    expect({ status, to: headers.get('Location') }).toEqual({ status: 308, to: `/documents${to}` })
    const found = await load(to)
    const { kind } = found.selection
    expect(found.total).toBe(found.counts[kind as keyof typeof found.counts] ?? 0)
  })

  test('a standard is not found by another one', async () => {
    expect((await load('?q=iso+9001')).documents).toEqual([])
  })

  test('a question that names two kinds selects none', async () => {
    expect((await load('?q=manual+certificate')).selection.kind).toBe('')
  })

  test.each([
    ['?kind=nonsense', '/documents'],
    ['?kind=drawing', '/documents?kind=cad'],
    ['?q=', '/documents'],
    ['?q=%20a%20%20b', '/documents?q=a+b'],
    ['?solution=a&product=b&lang=En', '/documents?lang=En&solution=a'],
    ['?category=c&product=tm63-3p-d', '/documents?product=tm63-3p-d'],
    ['?type=mcb', '/documents'],
    ['?kind=certificate&page=999', '/documents?kind=certificate'],
  ])('%s is redirected to %s', async (query, to) => {
    const { status, headers } = await thrownResponse(load(query))
    expect({ status, to: headers.get('Location') }).toEqual({ status: 308, to })
  })
})
