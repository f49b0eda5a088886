import type { MetaFunction } from '@remix-run/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ContentQuery } from '../../server/content/content-calls.ts'
import { loader as frame } from '../../app/root.tsx'
import * as allSolutionProducts from '../../app/routes/all-solution-products.tsx'
import * as blog from '../../app/routes/blog.tsx'
import * as newsDetails from '../../app/routes/news-details.tsx'
import * as productDetails from '../../app/routes/product-details.tsx'
import * as products from '../../app/routes/products.tsx'
import * as sitemap from '../../app/routes/sitemap.ts'
import * as solutionDetails from '../../app/routes/solution-details.tsx'
import { pageMeta } from '../../app/seo/page-meta.ts'
import { markOnlyLanguage } from '../../app/seo/rendered-page.server.ts'
import { loadContextOf } from '../../app/content/content.server.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { getSite } from '../../server/default-site.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, bilingualAdapterOf, type WireItems } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const type = { postID: 't', parentID: 'c' }
const untitled = adapterOf({
  ProductsCategory: [{ postID: 'c' }],
  ProductsTypes: [type],
  Products: [{ postID: 'p', parentID: 't', postTitle: null }],
  Solutions: [{ postID: 's', postTitle: ' ' }],
  SolProducts: [{ postID: 'p', parentID: 's' }],
  SolProductsBackground: [{ postID: 'p' }],
  News: [{ postID: 'n' }],
})

describe('what has no title is named by its kind', () => {
  const args = (address: string, lang: 'Ar' | 'En' = 'En') =>
    argsFor(address, { lang, context: { content: untitled } })

  test('in the menu', async () => {
    const { productMenu } = await frame(args('/about'))
    expect(productMenu).toEqual([
      { id: 'c', title: 'Untitled category', types: [{ id: 't', title: 'Untitled type' }] },
    ])
  })

  test('in headings, cards and breadcrumbs, in the page’s language', async () => {
    const list = await products.loader(args('/products/t', 'Ar'))
    expect(list.heading).toBe('نوع بلا اسم')
    expect(list.cards[0]?.postTitle).toBe('منتج بلا اسم')
    const { post, crumbs } = await productDetails.loader(args('/product-details/p'))
    expect(post.postTitle).toBe('Untitled product')
    expect(crumbs.map(({ title }) => title)).toEqual(['Untitled category', 'Untitled type'])
    expect((await newsDetails.loader(args('/newsDetails/n'))).post.postTitle).toBe(
      'Untitled news item',
    )
  })

  test('a solution’s products are then simply products', async () => {
    const data = await allSolutionProducts.loader(args('/all-solution-products/s/anything'))
    expect(data).toMatchObject({ heading: 'Products', path: '/all-solution-products/s/s' })
    expect(data.crumb?.title).toBe('Untitled solution')
    const { post } = await solutionDetails.loader(args('/solutionDetails/s'))
    expect(post).toMatchObject({ postTitle: 'Untitled solution', isUntitled: true })
  })
})

describe('what exists in one language only is shown in the other, and says so', () => {
  const article = { postID: 'n', postTitle: 'A new branch', postDetails: '<p>Text</p>' }
  const english: WireItems = {
    News: [article],
    Blog: [article],
    ProductsTypes: [{ ...type, postTitle: 'Pumps' }],
    Products: [{ postID: 'p', parentID: 't', postTitle: 'Pump' }],
  }

  function contentWith(items: Record<'Ar' | 'En', WireItems>) {
    const queries: (ContentQuery & { lang?: 'Ar' | 'En' })[] = []
    return { content: bilingualAdapterOf(items, queries), queries }
  }

  test('a post, which search engines find in its own language', async () => {
    const { content } = contentWith({ Ar: {}, En: english })
    const data = await newsDetails.loader(argsFor('/newsDetails/n', { context: { content } }))
    expect(data.post).toMatchObject({ postTitle: 'A new branch', language: 'En' })
    const { meta } = newsDetails as unknown as { meta: MetaFunction }
    const root = { lang: 'Ar', siteUrl: 'https://site.example', siteName: 'X', siteDescription: '' }
    const tags = meta({
      data,
      matches: [{ id: 'root', data: root }],
      location: { pathname: '/newsDetails/n', search: '', hash: '', state: null, key: '' },
    } as unknown as Parameters<MetaFunction>[0])
    const own = 'https://site.example/newsDetails/n?lang=En'
    expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: own })
    expect(tags?.filter((tag) => 'hrefLang' in tag)).toEqual([
      { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: own },
    ])
  })

  test('a list, each post of which is marked', async () => {
    const { content } = contentWith({ Ar: {}, En: english })
    const { cards } = await blog.loader(argsFor('/blog', { context: { content } }))
    expect(cards).toMatchObject([{ postTitle: 'A new branch', language: 'En' }])
  })

  test('a post that the list of the other language has, marked with its own', async () => {
    const arabic = { postID: 'a', postTitle: 'فرع جديد', postLanguage: 'Ar' }
    const { content } = contentWith({
      Ar: {},
      En: { News: [article, arabic], Blog: [arabic, article] },
    })
    const args = (address: string) => argsFor(address, { lang: 'En', context: { content } })
    const { cards } = await blog.loader(args('/blog'))
    expect(cards).toMatchObject([{ language: 'Ar' }, { postTitle: 'A new branch' }])
    expect(cards[1]).not.toHaveProperty('language')
    const { content: details } = contentWith({ Ar: {}, En: { News: [arabic] } })
    const { post } = await newsDetails.loader(
      argsFor('/newsDetails/a', { lang: 'En', context: { content: details } }),
    )
    expect(post).toMatchObject({ postTitle: 'فرع جديد', language: 'Ar' })
    const site = await sitemap.loader(args('/sitemap.xml'))
    const newsPages = (await site.text()).match(/<loc>[^<]*newsDetails[^<]*/g)
    expect(newsPages).toEqual(['<loc>http://localhost:3000/newsDetails/n?lang=En'])
  })

  test('the products of a type, with its name', async () => {
    const { content } = contentWith({ Ar: {}, En: english })
    const data = await products.loader(argsFor('/products/t', { context: { content } }))
    expect(data).toMatchObject({ heading: 'Pumps', language: 'En' })
    expect(data.cards).toMatchObject([{ postTitle: 'Pump', language: 'En' }])
  })

  test('products whose type exists in both languages', async () => {
    const { content } = contentWith({
      Ar: { ProductsTypes: [{ ...type, postTitle: 'مضخات' }] },
      En: english,
    })
    const data = await products.loader(argsFor('/products/t', { context: { content } }))
    expect(data.heading).toBe('مضخات')
    expect(data).not.toHaveProperty('language')
    expect(data.cards).toMatchObject([{ postTitle: 'Pump', language: 'En' }])
  })

  test('the other language is asked only when the first has nothing', async () => {
    const { content, queries } = contentWith({ Ar: english, En: {} })
    await newsDetails.loader(argsFor('/newsDetails/n', { context: { content } }))
    await blog.loader(argsFor('/blog', { context: { content } }))
    await products.loader(argsFor('/products/t', { context: { content } }))
    const inEnglish = queries.filter(({ lang }) => lang === 'En').map(({ type }) => type)
    // The categories of the breadcrumbs: this content has none.
    expect(inEnglish).toEqual(['ProductsCategory'])
  })

  test('a post in neither language is a 404, and unknown while one of them is unavailable', async () => {
    const status = async (En: WireItems) => {
      const { content } = contentWith({ Ar: {}, En })
      const page = newsDetails.loader(argsFor('/newsDetails/n', { context: { content } }))
      return (await thrownResponse(page)).status
    }
    expect(await status({})).toBe(404)
    expect(await status({ News: 'dead' })).toBe(503)
  })

  test('a list stays empty while the other language is unavailable', async () => {
    const { content } = contentWith({ Ar: {}, En: { Blog: 'dead' } })
    expect((await blog.loader(argsFor('/blog', { context: { content } }))).cards).toEqual([])
  })
})

test('without any name of the company a page’s title is its own', () => {
  const frameData = { lang: 'En', siteUrl: '', siteName: '', siteDescription: '' }
  const matches = [{ id: 'root', data: frameData }] as unknown as Parameters<
    typeof pageMeta
  >[0]['matches']
  const location = { pathname: '/News', search: '', hash: '', state: null, key: '' }
  expect(pageMeta({ matches, location }, { title: 'News' })).toContainEqual({ title: 'News' })
})

describe('F65: what the index does not say is not claimed to crawlers', () => {
  test.each([
    ['knows the translation', async () => new Map([['n', 'A new branch']]), false],
    ['knows none', async () => new Map(), true],
    ['does not respond', () => Promise.reject(new ContentUnavailable('timeout', 'Test')), true],
  ])('a page names a translation if the index knows it: it %s', async (_, titlesOf, isAlone) => {
    vi.spyOn(getSite().search, 'titlesOf').mockImplementation(titlesOf)
    onTestFinished(() => void vi.restoreAllMocks())
    const page = {
      matches: [{ route: { path: 'newsDetails/:id' }, params: { id: 'n' } }],
      loaderData: { root: { lang: 'Ar' } },
    } as unknown as Parameters<typeof markOnlyLanguage>[0]
    const marked = await markOnlyLanguage(page, await loadContextOf(argsFor('/').context))
    expect(marked.loaderData['root'].isOnlyInThisLanguage === true).toBe(isAlone)
  })

  test('a page whose canonical address is unknown names none', () => {
    const matches = [
      { id: 'root', data: { lang: 'En', siteUrl: '', siteName: '', siteDescription: '' } },
    ]
    const location = { pathname: '/products-details/p', search: '', hash: '', state: null, key: '' }
    const args = { matches, location } as unknown as Parameters<typeof pageMeta>[0]
    const namesOne = (path?: string | null) =>
      pageMeta(args, { title: 'P', path }).some((tag) => 'rel' in tag && tag.rel === 'canonical')
    expect([namesOne(), namesOne('/product-details/p'), namesOne(null)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
