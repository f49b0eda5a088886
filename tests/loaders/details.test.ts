import type { LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import * as blogDetails from '../../app/routes/blog-details.tsx'
import * as newsDetails from '../../app/routes/news-details.tsx'
import * as productDetails from '../../app/routes/product-details.tsx'
import * as productsDetails from '../../app/routes/products-details.tsx'
import * as projectDetails from '../../app/routes/project-details.tsx'
import * as serviceDetails from '../../app/routes/service-details.tsx'
import * as solutionDetails from '../../app/routes/solution-details.tsx'
import type { ContentType } from '../../server/config.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

interface DetailScreen {
  path: string
  type: ContentType
  loader: (args: LoaderFunctionArgs) => Promise<{ post: { postID: string; postDetails: string } }>
}

const details: DetailScreen[] = [
  { path: 'blog_details', type: 'Blog', loader: blogDetails.loader },
  { path: 'newsDetails', type: 'News', loader: newsDetails.loader },
  { path: 'serviceDetails', type: 'Services', loader: serviceDetails.loader },
  { path: 'projectDetails', type: 'Projects', loader: projectDetails.loader },
  { path: 'solutionDetails', type: 'Solutions', loader: solutionDetails.loader },
  { path: 'product-details', type: 'Products', loader: productDetails.loader },
  { path: 'products-details', type: 'SolProducts', loader: productsDetails.loader },
]

describe.each(details)('/$path/{id}', ({ path, type, loader }) => {
  test('is a 404 for a post that does not exist, and a 503 when the API fails', async () => {
    const missing = await thrownResponse(loader(argsFor(`/${path}/no-such-post`)))
    expect(missing.status).toBe(404)
    const context = { content: deadAdapter() }
    const failed = await thrownResponse(loader(argsFor(`/${path}/any`, { context })))
    expect(failed.status).toBe(503)
  })

  test('sends rich text without scripts', async () => {
    const post = {
      postID: 7,
      postTitle: 'x',
      postDetails: '<h2>Good</h2><script>alert(1)</script><img src=x onerror=alert(1)>',
    }
    const context = { content: adapterOf({ [type]: [post] }) }
    const data = await loader(argsFor(`/${path}/7`, { lang: 'En', context }))
    expect(data.post.postID).toBe('7')
    expect(data.post.postDetails).toBe('<h2 id="part-1">Good</h2>')
  })
})

test('a product leads back over its type to its category', async () => {
  const { crumbs } = await productDetails.loader(
    argsFor('/product-details/tm63-1p-c', { lang: 'En' }),
  )
  expect(crumbs.map((crumb) => crumb.to)).toEqual([
    '/products-types/circuit-protection',
    '/products/mcb',
  ])
})

test('a product is shown even if its category and type are unavailable', async () => {
  const answers = { ProductsCategory: 'dead', ProductsTypes: 'dead' } as const
  const content = adapterOf({ ...answers, Products: [{ postID: 'p', postTitle: 'Breaker' }] })
  const data = await productDetails.loader(argsFor('/product-details/p', { context: { content } }))
  expect(data.post.postTitle).toBe('Breaker')
  expect(data.crumbs).toEqual([])
})

test('a solution is shown even without products', async () => {
  const address = '/solutionDetails/solution-energy-efficiency'
  expect((await solutionDetails.loader(argsFor(address))).products).toEqual([])
})

test('a product of a solution names its solution', async () => {
  const { crumbs, menuLink, allPath } = await productsDetails.loader(
    argsFor('/products-details/tm63-1p-c', { context: { content: withSolution() } }),
  )
  expect(crumbs.at(-1)).toEqual({ title: 'Towers', to: '/solutionDetails/s' })
  expect(menuLink).toBe('/solutions')
  expect(allPath).toBe('/all-solution-products/s/Towers')
})

test('a product that only the catalogue has leads to no solution', async () => {
  const parentID = 's'
  const content = adapterOf({
    Products: [{ postID: 'p', postTitle: 'Breaker', parentID }],
    Solutions: [{ postID: parentID, postTitle: 'A solution with the id of a type' }],
  })
  const data = await productsDetails.loader(
    argsFor('/products-details/p', { context: { content } }),
  )
  expect(data.post.postTitle).toBe('Breaker')
  expect(data).toMatchObject({ menuLink: '/products/home', allPath: null, others: [] })
  expect(data.crumbs.map(({ to }) => to)).toEqual(['/products/home'])
})

function withSolution() {
  return adapterOf({
    SolProducts: [{ postID: 'tm63-1p-c', parentID: 's' }],
    Solutions: [{ postID: 's', postTitle: 'Towers' }],
  })
}
