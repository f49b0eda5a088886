import type { LoaderFunctionArgs } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import * as blog from '../../app/routes/blog.tsx'
import * as categories from '../../app/routes/products-categories.tsx'
import * as news from '../../app/routes/news.tsx'
import * as projects from '../../app/routes/projects.tsx'
import * as services from '../../app/routes/services.tsx'
import * as solutions from '../../app/routes/solutions.tsx'
import type { ContentType } from '../../server/config.ts'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

interface ListScreen {
  address: string
  type: ContentType
  loader: (
    args: LoaderFunctionArgs,
  ) => Promise<{ cards: { postID: string }[]; page: number; pages: number }>
}

const lists: ListScreen[] = [
  { address: '/blog', type: 'Blog', loader: blog.loader },
  { address: '/News', type: 'News', loader: news.loader },
  { address: '/services', type: 'Services', loader: services.loader },
  { address: '/projects', type: 'Projects', loader: projects.loader },
  { address: '/solutions', type: 'Solutions', loader: solutions.loader },
  { address: '/productsCategories', type: 'ProductsCategory', loader: categories.loader },
]

describe.each(lists)('$address', ({ address, type, loader }) => {
  test('shows an empty list if the API’s list is empty', async () => {
    const context = { content: adapterOf({}) }
    expect((await loader(argsFor(address, { context }))).cards).toEqual([])
  })

  test('V27: pages a list of more than 24, and redirects other page numbers to the list', async () => {
    const posts = Array.from({ length: 50 }, (_, at) => ({ postID: at, postTitle: `Post ${at}` }))
    const page = (search: string) =>
      loader(argsFor(address + search, { context: { content: adapterOf({ [type]: posts }) } }))

    const first = await page('')
    expect(first).toMatchObject({ page: 1, pages: 3 })
    expect(first.cards).toHaveLength(24)
    expect((await page('?page=3')).cards.map((card) => card.postID)).toEqual(['48', '49'])
    const { status, headers } = await thrownResponse(page('?page=4&lang=En'))
    expect([status, headers.get('Location')]).toEqual([308, `${address}?lang=En`])
  })
})

describe('a solution in the list', () => {
  test('shows three facts, three products and a project, as far as the sample has them', async () => {
    const { cards } = await solutions.loader(argsFor('/solutions', { lang: 'En' }))
    const [first, ...others] = cards
    expect(first?.specs.map(({ name }) => name)).toHaveLength(3)
    expect(first?.products.map(({ postID }) => postID)).toHaveLength(3)
    expect(first?.project).toMatchObject({ postID: 'project-abha-hospital' })
    const efficiency = others.find(({ postID }) => postID === 'solution-energy-efficiency')
    expect(efficiency?.products).toEqual([])
  })

  test('is shorter without its products and projects', async () => {
    const posts = [{ postID: 's', postSpecs: [{ name: 'n', value: 'v' }] }]
    for (const state of ['dead' as const, []]) {
      const content = adapterOf({ Solutions: posts, SolProducts: state, Projects: state })
      const { cards } = await solutions.loader(argsFor('/solutions', { context: { content } }))
      expect(cards).toMatchObject([{ postID: 's', products: [], specs: [{ name: 'n' }] }])
      expect(cards[0]).not.toHaveProperty('project')
    }
  })

  test('takes one call, and only on its own page of the list', async () => {
    const queries: ContentQuery[] = []
    const posts = Array.from({ length: 30 }, (_, at) => ({ postID: `s${at}` }))
    const content = adapterOf({ Solutions: posts, SolProducts: [{ postID: 'p' }] }, queries)
    await solutions.loader(argsFor('/solutions?page=2', { context: { content } }))
    const asked = queries.filter(({ type }) => type === 'SolProducts')
    expect(asked.map(({ ParentId }) => ParentId)).toEqual(
      posts.slice(24).map(({ postID }) => postID),
    )
  })
})

test('news show their date in the page’s language', async () => {
  const context = {
    content: adapterOf({ News: [{ postID: '1', postTitle: 'x', postDate: '2026-03-14' }] }),
  }
  const dateIn = async (lang: 'Ar' | 'En') =>
    (await news.loader(argsFor('/News', { lang, context }))).cards[0]?.dateText
  expect(await dateIn('En')).toBe('14 March 2026')
  expect(await dateIn('Ar')).toBe('14 مارس 2026')
})
