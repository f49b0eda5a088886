import { describe, expect, test } from 'vitest'
import * as compare from '../../app/routes/compare.tsx'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

type Content = ReturnType<typeof adapterOf>

const load = (address: string, content?: Content) =>
  compare.loader(argsFor(address, { lang: 'En', context: content ? { content } : {} }))

async function redirectOf(address: string) {
  const { status, headers } = await thrownResponse(load(address))
  return { status, to: headers.get('Location'), policy: headers.get('Cache-Control') }
}

function specsOf(...specs: [name: string, value: string, unit?: string][]) {
  return specs.map(([name, value, unit = '']) => ({ name, value, unit }))
}

describe('the products of a comparison', () => {
  test('are those of the address, in its order, with their types', async () => {
    const { comparison, missing, unavailable } = await load('/compare?ids=tx160-3p,tm63-1p-c')
    expect(comparison.products).toMatchObject([
      { postID: 'tx160-3p', to: '/product-details/tx160-3p', type: { postID: 'mccb' } },
      { postID: 'tm63-1p-c', to: '/product-details/tm63-1p-c', type: { postID: 'mcb' } },
    ])
    expect({ missing, unavailable }).toEqual({ missing: 0, unavailable: 0 })
    expect(comparison.differingTypes).toBe(true)
  })

  test('may be order codes, each with its own values over those of its product', async () => {
    const { comparison } = await load('/compare?ids=tto-d~TTO-D500,TTO-D1000,tto-d')
    expect(comparison.products).toMatchObject([
      { id: 'tto-d~TTO-D500', code: 'TTO-D500', to: '/product-details/tto-d#TTO-D500' },
      { id: 'tto-d~TTO-D1000', code: 'TTO-D1000', postID: 'tto-d', type: {} },
      { id: 'tto-d', code: null, to: '/product-details/tto-d' },
    ])
    expect(comparison.products[1]).not.toHaveProperty('choices')
    const { choices = [] } = comparison.products[2] ?? {}
    expect(choices.map(({ id }) => id)).toContain('tto-d~TTO-D1500')
    const cellsOf = (name: string) =>
      comparison.shared.find((row) => row.name === name)?.cells.map(([spec]) => spec?.value)
    expect(cellsOf('Rated power')?.slice(0, 2)).toEqual(['500', '1000'])
    expect(cellsOf('Secondary voltage')).toEqual(['400', '400', '400'])
    const none = await load('/compare?ids=tto-d~none')
    expect(none).toMatchObject({ missing: 1, comparison: { products: [] } })
  })

  test('are searched among all types, without those that are compared already', async () => {
    const { additions, path } = await load('/compare?ids=tm63-1p-c~TM63-C16&q=TM63-C16')
    expect(additions?.results.map(({ item }) => item)).not.toContain('tm63-1p-c~TM63-C16')
    expect(path).toBe('/compare?ids=tm63-1p-c~TM63-C16')
    const found = await load('/compare?q=TM63-C16')
    expect(found.additions?.results[0]).toMatchObject({ item: 'tm63-1p-c~TM63-C16' })
    expect((await load('/compare?q=zzzqqq')).additions?.results).toEqual([])
    expect((await load('/compare')).additions).toBeNull()
  })

  test('that do not exist are left out and counted', async () => {
    const { comparison, missing } = await load('/compare?ids=none,tm63-1p-c,also-none')
    expect(comparison.products.map(({ postID }) => postID)).toEqual(['tm63-1p-c'])
    expect(missing).toBe(2)
    const nothing = await load('/compare?ids=none')
    expect(nothing).toMatchObject({ missing: 1, comparison: { products: [] } })
  })

  test('are at most four, and no call is made for a fifth', async () => {
    const queries: ContentQuery[] = []
    const content = adapterOf({ Products: [{ postID: 'p', postTitle: 'P' }] }, queries)
    const { comparison, count } = await load('/compare?ids=a,b,c,d,e,f', content)
    expect(comparison.products).toHaveLength(4)
    expect(count).toBe(6)
    const asked = queries.flatMap(({ PostId }) => (PostId === '' ? [] : [PostId]))
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
  })

  test('may be known to solutions only', async () => {
    const content = adapterOf({ SolProducts: [{ postID: 's', postTitle: 'S', parentID: 'x' }] })
    const { comparison } = await load('/compare?ids=s', content)
    expect(comparison.products).toMatchObject([{ postID: 's', to: '/products-details/s' }])
    expect(comparison.products[0]).not.toHaveProperty('type')
  })

  test('are none on the empty screen, which makes no call for any', async () => {
    const queries: ContentQuery[] = []
    const { comparison, count } = await load('/compare', adapterOf({}, queries))
    expect(comparison.products).toEqual([])
    expect(count).toBe(0)
    expect(queries.map(({ type }) => type)).not.toContain('Products')
  })

  test('are unavailable only if none can be read', async () => {
    const response = await thrownResponse(load('/compare?ids=a,b', deadAdapter()))
    expect(response.status).toBe(503)
    const content = adapterOf({ ProductsTypes: 'dead', Products: [{ postID: 'p' }] })
    expect((await load('/compare?ids=p', content)).comparison.products).toHaveLength(1)
    // Unknown to the catalogue, and solutions do not answer: it may exist.
    const unknown = adapterOf({ SolProducts: 'dead' })
    expect((await thrownResponse(load('/compare?ids=p', unknown))).status).toBe(503)
  })
})

describe('the rows of a comparison', () => {
  const products: Record<string, ReturnType<typeof specsOf>> = {
    a: specsOf(['Current', '6–63', 'A'], ['Poles', '1'], ['Curve', 'C']),
    b: specsOf(['Poles', '1'], ['Current', '10–40', 'A'], ['Mass', '0.2', 'kg']),
    c: specsOf(['Current', '6–63', 'A'], ['Poles', '1']),
  }

  /** Every product is a call of its own, so each gets an answer of its own. */
  async function rowsOf(address: string) {
    const scope = adapterOf({})
    const content: Content = {
      ...scope,
      calls: (language) => ({
        ...scope.calls(language),
        getProduct: async (id) => ({
          postID: id,
          postTitle: id,
          postSubTitle: '',
          postImage: '',
          parentID: '',
          postDate: '',
          postDay: '',
          postDetails: '',
          postImages: [],
          postFiles: [],
          postVariants: [],
          postSpecs: products[id] ?? [],
        }),
      }),
    }
    const { comparison } = await load(address, content)
    const { shared, others } = comparison
    const namesOf = (rows: typeof shared) =>
      rows.map(({ name, differing }) => name + (differing ? ' ≠' : ''))
    return { shared: namesOf(shared), others: namesOf(others), cells: others[0]?.cells }
  }

  test('are those that all products state, with a mark where they differ, then the others, which are unknown of some', async () => {
    const { shared, others, cells } = await rowsOf('/compare?ids=a,b,c')
    expect(shared).toEqual(['Current ≠', 'Poles'])
    expect(others).toEqual(['Curve', 'Mass'])
    expect(cells).toEqual([[{ name: 'Curve', value: 'C', unit: '' }], [], []])
  })

  test('are only those with a difference on request', async () => {
    const only = await rowsOf('/compare?ids=a,b,c&only=differences')
    expect(only.shared).toEqual(['Current ≠'])
    expect((await rowsOf('/compare?ids=a&only=differences')).others).toEqual([])
  })
})

describe('the address of a comparison', () => {
  test.each([
    ['/compare?ids=b&ids=a', '/compare?ids=b,a'],
    ['/compare?ids=a,b&ids=b&lang=En', '/compare?ids=a,b&lang=En'],
    ['/compare?ids=a,,a', '/compare?ids=a'],
    ['/compare?ids=', '/compare'],
    ['/compare?ids=&lang=Ar', '/compare?lang=Ar'],
    ['/compare?only=differences', '/compare'],
    ['/compare?q=a++b&ids=a&ids=b', '/compare?ids=a,b&q=a%20b'],
    ['/compare?q=&ids=a', '/compare?ids=a'],
    ['/compare?ids=a&only=x', '/compare?ids=a'],
    ['/compare?ids=a&only=differences&only=differences', '/compare?ids=a&only=differences'],
    ['/compare?ids=a%252Cb&ids=c', '/compare?ids=a%252Cb,c'],
  ])('%s is redirected to %s', async (address, to) => {
    expect(await redirectOf(address)).toEqual({ status: 308, to, policy: 'no-store' })
  })
})
