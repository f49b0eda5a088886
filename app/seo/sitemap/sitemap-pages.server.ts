import type { AppLoadContext } from '@remix-run/node'
import type { ContentCalls } from '../../../server/content/content-calls'
import type { Card } from '../../../server/content/posts/post'
import type { RequestScope } from '../../../server/content/request-scope.ts'
import { addresses } from '../../addresses'
import { canonicalPathsOf } from '../../content/canonical-products.server'
import { optional, scopeOf, someOf } from '../../content/content.server'
import { createIndexReader } from '../../content/search-index.server'
import { indexFilled } from '../../content/search.server'
import { readOptionalLists } from '../../content/optional-lists.server'
import { siteLanguages, type Language } from '../../language/languages'
import { addNews } from './sitemap-news.server'
import { pagesOf, screenPage, type BothLists, type SitemapPage } from './sitemap-page.server'

/** A list as one language of the content has it: without the posts of the other one in its place. */
type ReadList = (calls: ContentCalls) => Promise<Card[]>

/** The posts of all product types, in both languages. @throws ContentUnavailable when neither is available */
export function readTypes(context: AppLoadContext) {
  return readBoth(scopeOf(context), (calls) => calls.listProductTypes())
}

/**
 * The pages of a type's products. In a scope of its own, so that the lists can be garbage collected once the
 * pages are known.
 * @throws NotFound for an invalid ID, ContentUnavailable when neither language is available
 */
export async function listProductPages(context: AppLoadContext, typeId: string) {
  const scope = scopeOf(context).fork()
  const products = await readBoth(scope, (calls) => calls.listProductsOf(typeId))
  return pagesOf('product', products, addresses.product)
}

/**
 * Every page that is not a product of the catalogue. Unavailable lists are left out.
 * @throws ContentUnavailable when no list is available
 */
export async function listOtherPages(context: AppLoadContext): Promise<SitemapPage[]> {
  const scope = scopeOf(context)
  const read = (list: ReadList) => readBoth(scope, list)
  const company = async (path: string, list: ReadList): Promise<SitemapPage> => ({
    ...screenPage(path, await optional(read(list))),
    lists: { kind: 'page', ids: [path] },
  })
  const companyPages = Promise.all([
    company(addresses.about(), (calls) => calls.listAbout()),
    company(addresses.sustainability(), (calls) => calls.listSustainability()),
    company(addresses.workFields(), (calls) => calls.listWorkFields()),
    company(addresses.companyGoals(), (calls) => calls.listCompanyGoals()),
    company(addresses.branches(), (calls) => calls.listBranches()),
  ])
  const [categories, types, solutions, projects, services, news, blog] = await someOf([
    read((calls) => calls.listProductCategories()),
    readTypes(context),
    read((calls) => calls.listSolutions()),
    read((calls) => calls.listProjects()),
    read((calls) => calls.listServices()),
    read((calls) => calls.listNews()),
    read((calls) => calls.listBlog()),
  ])
  const solutionProducts = await readSolutionProducts(scope, solutions)
  const newsPages = pagesOf('news', news, addresses.newsItem)
  await addNews(newsPages, news, addresses.newsItem, scope)
  return [
    screenPage(addresses.home()),
    ...(await companyPages),
    screenPage(addresses.news(), news, 'news'),
    screenPage(addresses.solutions(), solutions, 'solution'),
    screenPage(addresses.projects(), projects, 'project'),
    screenPage(addresses.productsHome(), joined([categories, types]), 'type'),
    screenPage(addresses.productsCategories(), categories, 'type'),
    screenPage(addresses.documents()),
    screenPage(addresses.services(), services, 'service'),
    screenPage(addresses.blog(), blog, 'blog'),
    screenPage(addresses.contact()),
    ...pagesOf('type', categories, addresses.productTypes, 'type'),
    ...pagesOf('type', types, addresses.productsOfType, 'product'),
    ...pagesOf('solution', solutions, addresses.solution),
    ...pagesOf(null, solutionProducts, addresses.productByPost),
    ...pagesOf('project', projects, addresses.project),
    ...pagesOf('service', services, addresses.service),
    ...newsPages,
    ...pagesOf('blog', blog, addresses.blogPost),
  ]
}

/** @throws ContentUnavailable when neither language is available */
async function readBoth(scope: RequestScope, list: ReadList): Promise<BothLists> {
  const [Ar, En] = await someOf([list(scope.calls('Ar')), list(scope.calls('En'))])
  return { Ar, En }
}

/**
 * The products of all solutions that have no other page in the catalogue; those of unavailable lists are left
 * out. All are, as long as the catalogue is not known: a page that is listed later does no harm, a wrong one does.
 */
async function readSolutionProducts(
  scope: RequestScope,
  solutions: BothLists | null,
): Promise<BothLists> {
  const posts = siteLanguages.flatMap((language) => solutions?.[language] ?? [])
  const ids = [...new Set(posts.map(({ postID }) => postID))]
  const read = (id: string) => readBoth(scope, (calls) => calls.listSolutionProducts(id))
  const lists: (BothLists | null)[] = []
  for await (const [, list] of readOptionalLists(ids, read)) lists.push(list)
  const { Ar, En } = joined(lists)
  await optional(indexFilled())
  const readIndex = createIndexReader(scope.dependencies)

  async function withoutCatalogue(products: Card[], lang: Language) {
    const paths = await canonicalPathsOf(products, { lang, readIndex })
    return products.filter(({ postID }) => paths?.get(postID) === addresses.productByPost(postID))
  }

  return { Ar: await withoutCatalogue(Ar, 'Ar'), En: await withoutCatalogue(En, 'En') }
}

function joined(lists: (BothLists | null)[]): Record<Language, Card[]> {
  return {
    Ar: lists.flatMap((list) => list?.Ar ?? []),
    En: lists.flatMap((list) => list?.En ?? []),
  }
}
