import { describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as allSolutionProducts from '../../app/routes/all-solution-products.tsx'
import * as products from '../../app/routes/products.tsx'
import * as productsCategories from '../../app/routes/products-categories.tsx'
import * as productsHome from '../../app/routes/products-home.tsx'
import * as productsTypes from '../../app/routes/products-types.tsx'
import * as searchScreen from '../../app/routes/search.tsx'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, type WireItems } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

describe('/products/home', () => {
  test('shows some products of each category, by turns of its first types', async () => {
    const { categories } = await productsHome.loader(argsFor('/products/home', { lang: 'En' }))
    const [protection] = categories
    expect(protection?.products.map(({ postID }) => postID)).toEqual([
      'tm63-1p-c',
      'tr-2p-a30',
      'tm63-2p-c',
      'tr-4p-s300',
    ])
    const counts = categories.map(({ products }) => products.length)
    expect(counts).toEqual(categories.map(({ types }) => (types?.length === 0 ? 0 : 4)))
  })

  test('asks for few product lists of a large catalogue, and shows it without them', async () => {
    const numbers = Array.from({ length: 100 }, (_, at) => at)
    const catalogue = {
      ProductsCategory: numbers.map((at) => ({ postID: `c${at}` })),
      ProductsTypes: numbers.map((at) => ({ postID: `t${at}`, parentID: `c${at}` })),
    }
    const queries: ContentQuery[] = []
    const load = (content: ReturnType<typeof adapterOf>) =>
      productsHome.loader(argsFor('/products/home', { context: { content } }))
    await load(adapterOf({ ...catalogue, Products: [{ postID: 'p' }] }, queries))
    expect(queries.filter(({ type }) => type === 'Products')).toHaveLength(24)

    const { categories } = await load(adapterOf({ ...catalogue, Products: 'dead' }))
    expect(categories).toHaveLength(100)
    expect(categories[0]).toMatchObject({ products: [], types: [{ postID: 't0' }] })
  })

  test('a category without types is only in the list of all categories, and its last', async () => {
    const content = adapterOf({
      ProductsCategory: [{ postID: 'empty' }, { postID: 'c' }],
      ProductsTypes: [{ postID: 't', parentID: 'c' }],
    })
    const args = (path: string) => argsFor(path, { context: { content } })
    const { categories } = await productsHome.loader(args('/products/home'))
    const { cards } = await productsCategories.loader(args('/productsCategories'))
    const search = await searchScreen.loader(args('/search'))
    for (const list of [categories, search.categories]) {
      expect(list.map(({ postID }) => postID)).toEqual(['c'])
    }
    expect(cards.map(({ postID }) => postID)).toEqual(['c', 'empty'])
  })

  test('shows categories even if their types are unavailable', async () => {
    const content = adapterOf({ ProductsCategory: [{ postID: 'c' }], ProductsTypes: 'dead' })
    const data = await productsHome.loader(argsFor('/products/home', { context: { content } }))
    expect(data.categories).toMatchObject([{ postID: 'c', types: null, products: [] }])
  })
})

describe('/products-types/{id}', () => {
  test('shows the types of that category only', async () => {
    const data = await productsTypes.loader(argsFor('/products-types/lighting', { lang: 'Ar' }))
    expect(data.heading).toBe('الإنارة')
    expect(data.cards.map(({ postID }) => postID)).toContain('street-lighting')
    expect(data.cards).toHaveLength(6)
  })

  test('a category without types is an empty list, an unknown one is a 404', async () => {
    const data = await productsTypes.loader(argsFor('/products-types/smart-buildings'))
    expect(data.cards).toEqual([])
    const response = await thrownResponse(productsTypes.loader(argsFor('/products-types/nothing')))
    expect(response.status).toBe(404)
  })
})

describe('/products/{id}', () => {
  test('shows the products of that type, their number, its category and the other types of that', async () => {
    const data = await products.loader(argsFor('/products/mcb', { lang: 'En' }))
    expect(data.cards).toHaveLength(5)
    expect(data.crumbs.map(({ to }) => to)).toEqual(['/products-types/circuit-protection'])
    expect(data.count).toBe(5)
    expect(data.category).toBe('Circuit protection')
    expect(data.otherTypes.map(({ postID }) => postID)).toEqual(['rccb', 'mccb', 'acb', 'spd'])
  })

  test('asks for its lists only', async () => {
    const queries: ContentQuery[] = []
    const types = [{ postID: 't', parentID: 'c' }]
    const answers = { Products: [{ postID: 'p' }], ProductsTypes: types }
    const content = adapterOf({ ...answers, ProductsCategory: [{ postID: 'c' }] }, queries)
    await products.loader(argsFor('/products/t', { context: { content } }))
    const requested = new Set(queries.map(({ type }) => type))
    expect([...requested].sort()).toEqual(['Products', 'ProductsCategory', 'ProductsTypes'])
  })

  test('shows the products without other types if the categories and types are unavailable', async () => {
    const answers = { ProductsCategory: 'dead', ProductsTypes: 'dead' } as const
    const content = adapterOf({ ...answers, Products: [{ postID: 'p' }] })
    const data = await products.loader(argsFor('/products/t', { context: { content } }))
    expect(data.cards).toHaveLength(1)
    expect(data.otherTypes).toEqual([])
  })
})

describe('/all-solution-products/{id}/{title}', () => {
  const solution = { postID: 's', postTitle: 'A/B "50%"' }
  const products = [{ postID: 'p', postTitle: 'P' }]

  test('shows the banner and all products of the solution', async () => {
    const address = addresses.allSolutionProducts('solution-industry', 'الصناعة')
    const data = await allSolutionProducts.loader(argsFor(address, { lang: 'Ar' }))
    const title = 'حلول المصانع والمنشآت الصناعية'
    expect(data.heading).toBe(`منتجات ${title}`)
    expect(data.crumb).toEqual({ title, to: '/solutionDetails/solution-industry' })
    expect(data.image).toBe('products-background-2.webp')
    expect(data.cards).toHaveLength(14)
    expect(data.count).toBe(14)
  })

  test('of an unknown solution the title arrives as it was written', async () => {
    const title = 'A/B 50% "q"? #7 + %2F <b> لوحات'
    const content = adapterOf({ SolProductsBackground: products })
    const address = addresses.allSolutionProducts('s2', title)
    const data = await allSolutionProducts.loader(
      argsFor(address, { lang: 'En', context: { content } }),
    )
    expect(data.heading).toBe(`${title} Products`)
    // The title from the address appears nowhere else.
    const { heading: _, ...rest } = data
    expect(rest).toMatchObject({ name: 'Products', crumb: null })
    expect(rest.path).toBe('/all-solution-products/s2/s2')
    expect(content.dependencies.hasAddressText).toBe(true)
  })

  test('a solution without products is an empty list, an unknown one is a 404', async () => {
    const content = adapterOf({ Solutions: [solution] })
    const load = (id: string) =>
      allSolutionProducts.loader(
        argsFor(`/all-solution-products/${id}/x`, { context: { content } }),
      )
    expect((await load('s')).cards).toEqual([])
    expect((await thrownResponse(load('made-up'))).status).toBe(404)
  })

  test('is shown without its banner and the solution’s title, but not without its products', async () => {
    const address = '/all-solution-products/s/t'
    const load = (answers: WireItems) =>
      allSolutionProducts.loader(
        argsFor(address, { lang: 'En', context: { content: adapterOf(answers) } }),
      )
    const unavailable = { ProductsCateBackground: 'dead', Solutions: 'dead' } as const
    const data = await load({ ...unavailable, SolProductsBackground: products })
    expect(data).toMatchObject({ image: '', heading: 't Products', name: 'Products' })
    // Without the lists it is unknown whether the solution exists.
    expect((await thrownResponse(load(unavailable))).status).toBe(503)
    const response = await thrownResponse(load({ SolProductsBackground: 'dead' }))
    expect(response.status).toBe(503)
  })
})
