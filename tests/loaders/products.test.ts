import type { AppLoadContext } from '@remix-run/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import * as allSolutionProducts from '../../app/routes/all-solution-products.tsx'
import * as products from '../../app/routes/products.tsx'
import * as productsHome from '../../app/routes/products-home.tsx'
import * as productsTypes from '../../app/routes/products-types.tsx'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { getSite } from '../../server/site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter, type WireItems } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'

// A page waits for its content for some seconds; how long the service takes to start is not looked at.
beforeAll(() => getSite().ready(), 60_000)
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
    const answer = await thrownResponse(productsTypes.loader(argsFor('/products-types/nothing')))
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
    expect((await thrownResponse(products.loader(argsFor('/products/nothing')))).status).toBe(404)
    const context = { content: deadAdapter() }
    const answer = await thrownResponse(products.loader(argsFor('/products/mcb', { context })))
    expect(answer.status).toBe(503)
  })
})

describe('/all-solution-products/{id}/{title}', () => {
  const solution = { postID: 's', postTitle: 'A/B "50%"' }
  const products = [{ postID: 'p', postTitle: 'P' }]

  test('shows the banner and all products of the solution', async () => {
    const address = addresses.allSolutionProducts('solution-industry', 'الصناعة')
    const data = await allSolutionProducts.loader(argsFor(address, { lang: 'Ar' }))
    expect(data.heading).toBe('منتجات حلول المصانع والمنشآت الصناعية')
    expect(data.image).toBe('products-background.png')
    expect(data.cards).toHaveLength(14)
    expect(data.count).toBe(14)
  })

  test('V29: has the title that the content gives its solution, whatever the address says', async () => {
    const content = adapterOf({ Solutions: [solution], SolProductsBackground: products })
    const own = addresses.allSolutionProducts('s', solution.postTitle)
    for (const address of [own, '/all-solution-products/s/Free%20money']) {
      const context: AppLoadContext = { content }
      const data = await allSolutionProducts.loader(argsFor(address, { lang: 'En', context }))
      expect(data).toMatchObject({
        heading: 'A/B "50%" Products',
        name: 'A/B "50%" Products',
        path: own,
        solution: { id: 's', title: solution.postTitle },
      })
      expect(context.isMadeUp, 'whether caches leave it alone').toBe(address !== own)
    }
  })

  test.each([
    'A/B 50% "q"',
    'What? #7 + more & more',
    'literally %2F and %25',
    '100%',
    "l'été «خاص» <b>",
    'لوحات / قواطع',
  ])('of an unknown solution the title %s arrives as it was written', async (title) => {
    const context: AppLoadContext = { content: adapterOf({ SolProductsBackground: products }) }
    const address = addresses.allSolutionProducts('s2', title)
    const data = await allSolutionProducts.loader(argsFor(address, { lang: 'En', context }))
    expect(data.heading).toBe(`${title} Products`)
    // And nowhere but there.
    const { heading: _, ...rest } = data
    expect(rest).toMatchObject({ name: 'Products', solution: null })
    expect(rest.path).toBe('/all-solution-products/s2/s2')
    expect(context.isMadeUp).toBe(true)
  })

  test('a solution without products is an empty list, an unknown one is 404', async () => {
    const content = adapterOf({ Solutions: [solution] })
    const load = (id: string) =>
      allSolutionProducts.loader(
        argsFor(`/all-solution-products/${id}/x`, { context: { content } }),
      )
    expect((await load('s')).cards).toEqual([])
    expect((await thrownResponse(load('made-up'))).status).toBe(404)
  })

  test('does without its banner and the solution’s title, but not without its products', async () => {
    const address = '/all-solution-products/s/t'
    const load = (answers: WireItems) =>
      allSolutionProducts.loader(
        argsFor(address, { lang: 'En', context: { content: adapterOf(answers) } }),
      )
    const dead = { ProductsCateBackground: 'dead', Solutions: 'dead' } as const
    const data = await load({ ...dead, SolProductsBackground: products })
    expect(data).toMatchObject({ image: '', heading: 't Products', name: 'Products' })
    // Whether there is such a solution nobody knows.
    expect((await thrownResponse(load(dead))).status).toBe(503)
    const answer = await thrownResponse(load({ SolProductsBackground: 'dead' }))
    expect(answer.status).toBe(503)
  })
})
