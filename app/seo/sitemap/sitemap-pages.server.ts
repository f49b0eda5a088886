import type { RequestScope } from '../../../server/content/request-scope'
import { companyNamesOf } from '../../site/brand.server'
import { siteLanguages, type Language } from '../../language/languages'
import {
  publishedAt,
  type BothLists,
  type SitemapPage,
  idsOf,
  pagesOf,
  screenPage,
} from './sitemap-page.server'
import type { ContentCalls } from '../../../server/content/content-calls'
import type { Card } from '../../../server/content/posts/post'
import { addresses } from '../../addresses'
import { canonicalPathsOf, indexFilled } from '../../site/search.server'
import { createIndexReader, found, readLists, type LoadContext } from '../../content/content.server'

/** Search engines do not accept older articles as news. */
const maxAgeMs = 2 * 24 * 60 * 60 * 1000

/** A news sitemap may have a thousand entries, in both languages together. */
const maxArticles = 500

/** Marks the pages of recent articles as news of the company. Articles without a title are skipped. */
async function addNews(
  pages: SitemapPage[],
  articles: BothLists,
  pathOf: (id: string) => string,
  context: LoadContext,
) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  for (const language of siteLanguages) {
    const recent = articles[language].filter(isRecent).slice(0, maxArticles)
    if (recent.length === 0) continue
    const publication = await companyNameIn(language, context)
    if (publication === '') continue
    for (const { postID, postTitle, postDate } of recent) {
      const version = byPath.get(pathOf(postID))?.versions[language]
      if (version) version.news = { publication, title: postTitle, date: postDate }
    }
  }
}

function isRecent({ postTitle, postDate }: { postTitle: string; postDate: string }) {
  const at = publishedAt(postDate)
  return at !== null && at >= Date.now() - maxAgeMs && postTitle !== ''
}

async function companyNameIn(lang: Language, { site: { brand }, content }: LoadContext) {
  const { findFooter } = content.calls(lang)
  const { name } = await companyNamesOf({ lang, brand, findFooter })
  return name
}

/** Reads a list in one language, without substitutes from the other one. */
type ReadList = (calls: ContentCalls) => Promise<Card[]>

/** Reads all product types in both languages. @throws ContentUnavailable */
export function readTypes(context: LoadContext) {
  return readBoth(context.content, (calls) => calls.listProductTypes())
}

/**
 * Lists the pages of a type's products. It uses its own scope, so that the lists can be garbage collected once the
 * pages are known.
 * @throws ContentUnavailable
 */
export async function listProductPages(context: LoadContext, typeId: string) {
  const scope = context.content.fork()
  const products = await readBoth(scope, (calls) => calls.listProductsOf(typeId))
  return pagesOf(context, 'product', products, addresses.product)
}

/**
 * Lists every page that is not a product of the catalogue.
 * @throws ContentUnavailable when a list is unavailable: crawlers take an address that is missing for one that is gone
 */
export async function listOtherPages(context: LoadContext): Promise<SitemapPage[]> {
  const read = (list: ReadList) => readBoth(context.content, list)
  const company = async (path: string, list: ReadList): Promise<SitemapPage> => ({
    ...screenPage(path, await read(list)),
    lists: { kind: 'page', ids: [path] },
  })
  const [categories, types, solutions, projects, services, news, blog, ...companyPages] =
    await Promise.all([
      read((calls) => calls.listProductCategories()),
      readTypes(context),
      read((calls) => calls.listSolutions()),
      read((calls) => calls.listProjects()),
      read((calls) => calls.listServices()),
      read((calls) => calls.listNews()),
      read((calls) => calls.listBlog()),
      company(addresses.about(), (calls) => calls.listAbout()),
      company(addresses.sustainability(), (calls) => calls.listSustainability()),
      company(addresses.workFields(), (calls) => calls.listWorkFields()),
      company(addresses.companyGoals(), (calls) => calls.listCompanyGoals()),
      company(addresses.branches(), (calls) => calls.listBranches()),
    ])
  const solutionProducts = await readSolutionProducts(context, solutions)
  const newsPages = pagesOf(context, 'news', news, addresses.newsItem)
  await addNews(newsPages, news, addresses.newsItem, context)
  return [
    screenPage(addresses.home()),
    ...companyPages,
    screenPage(addresses.news(), news, 'news'),
    screenPage(addresses.solutions(), solutions, 'solution'),
    screenPage(addresses.projects(), projects, 'project'),
    screenPage(addresses.productsHome(), joined([categories, types]), 'type'),
    screenPage(addresses.productsCategories(), categories, 'type'),
    screenPage(addresses.documents()),
    screenPage(addresses.services(), services, 'service'),
    screenPage(addresses.blog(), blog, 'blog'),
    screenPage(addresses.contact()),
    screenPage(addresses.privacy()),
    ...pagesOf(context, 'type', categories, addresses.productTypes, 'type'),
    ...pagesOf(context, 'type', types, addresses.productsOfType, 'product'),
    ...pagesOf(context, 'solution', solutions, addresses.solution),
    ...pagesOf(context, null, solutionProducts, addresses.productByPost),
    ...pagesOf(context, 'project', projects, addresses.project),
    ...pagesOf(context, 'service', services, addresses.service),
    ...newsPages,
    ...pagesOf(context, 'blog', blog, addresses.blogPost),
  ]
}

/** @throws ContentUnavailable when a language is unavailable */
async function readBoth(scope: RequestScope, list: ReadList): Promise<BothLists> {
  // A post in the list of a language that it does not have has no page of its own there.
  const ownPosts = async (language: Language) => {
    const posts = (await found(list(scope.calls(language)))) ?? []
    return posts.filter(({ postLanguage }) => (postLanguage ?? language) === language)
  }
  const [Ar, En] = await Promise.all([ownPosts('Ar'), ownPosts('En')])
  return { Ar, En }
}

/**
 * Returns the products of all solutions that have no page in the catalogue; none until the index has read the catalogue.
 * @throws ContentUnavailable when the index does not respond
 */
async function readSolutionProducts(
  { content: scope, site: { search, brand } }: LoadContext,
  solutions: BothLists,
): Promise<BothLists> {
  const read = (id: string) => readBoth(scope, (calls) => calls.listSolutionProducts(id))
  const lists: BothLists[] = []
  for await (const [, list] of readLists(idsOf(solutions), read)) lists.push(list)
  const { Ar, En } = joined(lists)
  await indexFilled({ search, brand })
  const readIndex = createIndexReader(search, scope.dependencies)

  async function withoutCatalogue(products: Card[], lang: Language) {
    const paths = await canonicalPathsOf(products, { lang, readIndex })
    return products.filter(({ postID }) => paths?.get(postID) === addresses.productByPost(postID))
  }

  return { Ar: await withoutCatalogue(Ar, 'Ar'), En: await withoutCatalogue(En, 'En') }
}

function joined(lists: BothLists[]): BothLists {
  return { Ar: lists.flatMap(({ Ar }) => Ar), En: lists.flatMap(({ En }) => En) }
}
