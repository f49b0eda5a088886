import type { LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import * as blogDetails from '../../app/routes/blog-details.tsx'
import * as newsDetails from '../../app/routes/news-details.tsx'
import * as productDetails from '../../app/routes/product-details.tsx'
import * as productsDetails from '../../app/routes/products-details.tsx'
import * as projectDetails from '../../app/routes/project-details.tsx'
import * as serviceDetails from '../../app/routes/service-details.tsx'
import * as solutionDetails from '../../app/routes/solution-details.tsx'
import { createContentCalls, type ContentCalls } from '../../server/content/content-calls.ts'
import type { ContentType } from '../../server/config.ts'
import type { Card } from '../../server/content/posts/post.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, deadAdapter } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

interface DetailScreen {
  path: string
  type: ContentType
  list: (content: ContentCalls) => Promise<Card[]>
  loader: (args: LoaderFunctionArgs) => Promise<{
    post: { postID: string; postTitle: string; postDetails: string }
    others: { postID: string }[]
  }>
}

const details: DetailScreen[] = [
  { path: 'blog_details', type: 'Blog', list: (c) => c.listBlog(), loader: blogDetails.loader },
  { path: 'newsDetails', type: 'News', list: (c) => c.listNews(), loader: newsDetails.loader },
  {
    path: 'serviceDetails',
    type: 'Services',
    list: (c) => c.listServices(),
    loader: serviceDetails.loader,
  },
  {
    path: 'projectDetails',
    type: 'Projects',
    list: (c) => c.listProjects(),
    loader: projectDetails.loader,
  },
  {
    path: 'solutionDetails',
    type: 'Solutions',
    list: (c) => c.listSolutions(),
    loader: solutionDetails.loader,
  },
  {
    path: 'product-details',
    type: 'Products',
    list: (c) => c.listProductsOf('mcb'),
    loader: productDetails.loader,
  },
  {
    path: 'products-details',
    type: 'SolProducts',
    list: (c) => c.listSolutionProducts('solution-industry'),
    loader: productsDetails.loader,
  },
]

function contentIn(lang: 'Ar' | 'En') {
  return createContentCalls(getSite().content.forRequest(lang, 4_000))
}

describe.each(details)('/$path/{id}', ({ path, type, list, loader }) => {
  test.each(['Ar', 'En'] as const)('shows every post of the sample in %s', async (lang) => {
    const posts = await list(contentIn(lang))
    expect(posts.length).toBeGreaterThan(0)
    for (const { postID, postTitle } of posts) {
      const { post, others } = await loader(argsFor(`/${path}/${postID}`, { lang }))
      expect(post.postTitle).toBe(postTitle)
      expect(others.map((other) => other.postID)).not.toContain(postID)
      expect(others.length).toBeLessThanOrEqual(5)
    }
  })

  test('is a 404 for a post that does not exist', async () => {
    const response = await thrownResponse(loader(argsFor(`/${path}/no-such-post`)))
    expect(response.status).toBe(404)
  })

  test('is a 503, never a 404, when the API fails', async () => {
    const context = { content: deadAdapter() }
    const response = await thrownResponse(loader(argsFor(`/${path}/any`, { context })))
    expect(response.status).toBe(503)
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
