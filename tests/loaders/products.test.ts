import { afterAll, describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as allSolutionProducts from '../../app/routes/all-solution-products.tsx'
import * as products from '../../app/routes/products.tsx'
import * as productsHome from '../../app/routes/products-home.tsx'
import * as productsTypes from '../../app/routes/products-types.tsx'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownAnswer } from '../support/thrown-answer.ts'

afterAll(() => getSite().close())

describe('/products/home', () => {
  test('shows all categories with their own types', async () => {
    const { categories } = await productsHome.loader(argsFor('/products/home', { lang: 'En' }))
    expect(categories).toHaveLength(10)
    const protection = categories.find(({ postID }) => postID === 'circuit-protection')
    expect(protection?.types?.map(({ postID }) => postID)).toEqual([
      'mcb',
      'rccb',
      'mccb',
      'acb',
      'spd',
    ])
    expect(categories.filter(({ types }) => types?.length === 0)).toHaveLength(2)
  })

  test('shows categories even when their types are dead', async () => {
    const content = adapterOf({ ProductsCategory: [{ postID: 'c' }], ProductsTypes: 'dead' })
    const data = await productsHome.loader(argsFor('/products/home', { context: { content } }))
    expect(data.categories).toMatchObject([{ postID: 'c', types: null }])
  })
})

describe('/products-types/{id}', () => {
  test('shows the types of that category only', async () => {
    const data = await productsTypes.loader(argsFor('/products-types/lighting', { lang: 'Ar' }))
    expect(data.heading).toBe('الإنارة')
    expect(data.cards.map(({ postID }) => postID)).toContain('street-lighting')
    expect(data.cards).toHaveLength(6)
  })

  test('a category without types is an empty list, an unknown one is 404', async () => {
    const data = await productsTypes.loader(argsFor('/products-types/smart-buildings'))
    expect(data.cards).toEqual([])
    const answer = await thrownAnswer(productsTypes.loader(argsFor('/products-types/nothing')))
    expect(answer.status).toBe(404)
  })
})

describe('/products/{id}', () => {
  test('shows the products of that type under their category', async () => {
    const data = await products.loader(argsFor('/products/mcb', { lang: 'En' }))
    expect(data.cards).toHaveLength(5)
    expect(data.way.map(({ to }) => to)).toEqual(['/products-types/circuit-protection'])
  })

  test('counts its products, and names the other types of its category', async () => {
    const data = await products.loader(argsFor('/products/mcb', { lang: 'En' }))
    expect(data.count).toBe(5)
    expect(data.category).toBe('Circuit protection')
    expect(data.otherTypes.map(({ postID }) => postID)).toEqual(['rccb', 'mccb', 'acb', 'spd'])
  })

  test('asks for its lists only, each once', async () => {
    const asked: ContentQuery[] = []
    const types = [{ postID: 't', parentID: 'c' }]
    const answers = { Products: [{ postID: 'p' }], ProductsTypes: types }
    const content = adapterOf({ ...answers, ProductsCategory: [{ postID: 'c' }] }, asked)
    await products.loader(argsFor('/products/t', { context: { content } }))
    expect(asked.map(({ type }) => type).sort()).toEqual([
      'Products',
      'ProductsCategory',
      'ProductsTypes',
    ])
  })

  test('without the categories there are products all the same, and no other types', async () => {
    const answers = { ProductsCategory: 'dead', ProductsTypes: 'dead' } as const
    const content = adapterOf({ ...answers, Products: [{ postID: 'p' }] })
    const data = await products.loader(argsFor('/products/t', { context: { content } }))
    expect(data.cards).toHaveLength(1)
    expect(data.otherTypes).toEqual([])
  })

  test('an unknown type is 404, a dead API is 503', async () => {
    expect((await thrownAnswer(products.loader(argsFor('/products/nothing')))).status).toBe(404)
    const context = { content: deadAdapter() }
    const answer = await thrownAnswer(products.loader(argsFor('/products/mcb', { context })))
    expect(answer.status).toBe(503)
  })
})

describe('/all-solution-products/{id}/{title}', () => {
  test('shows the banner and all products of the solution', async () => {
    const address = addresses.allSolutionProducts('solution-industry', 'الصناعة')
    const data = await allSolutionProducts.loader(argsFor(address, { lang: 'Ar' }))
    expect(data.heading).toBe('منتجات الصناعة')
    expect(data.image).toBe('products-background.png')
    expect(data.cards).toHaveLength(14)
    expect(data.count).toBe(14)
  })

  test.each([
    'A/B 50% "q"',
    'What? #7 + more & more',
    'literally %2F and %25',
    '100%',
    "l'été «خاص» <b>",
    'لوحات / قواطع',
  ])('the title %s arrives as it was written', async (title) => {
    const address = addresses.allSolutionProducts('s2', title)
    const data = await allSolutionProducts.loader(argsFor(address, { lang: 'En' }))
    expect(data.heading).toBe(`${title} Products`)
  })

  test('does without its banner, but not without its products', async () => {
    const content = adapterOf({ ProductsCateBackground: 'dead' })
    const address = '/all-solution-products/s/t'
    const data = await allSolutionProducts.loader(argsFor(address, { context: { content } }))
    expect(data.image).toBe('')
    const dead = { content: adapterOf({ SolProductsBackground: 'dead' }) }
    const answer = await thrownAnswer(
      allSolutionProducts.loader(argsFor(address, { context: dead })),
    )
    expect(answer.status).toBe(503)
  })
})
