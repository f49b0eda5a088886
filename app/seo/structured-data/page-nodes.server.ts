import type { WebPage } from 'schema-dts'
import { addresses } from '../../addresses'
import type * as allSolutionProducts from '../../routes/all-solution-products'
import type * as blog from '../../routes/blog'
import type * as blogDetails from '../../routes/blog-details'
import type * as branches from '../../routes/branches'
import type * as compare from '../../routes/compare'
import type * as documents from '../../routes/documents'
import type * as news from '../../routes/news'
import type * as newsDetails from '../../routes/news-details'
import type * as productDetails from '../../routes/product-details'
import type * as products from '../../routes/products'
import type * as productsCategories from '../../routes/products-categories'
import type * as productsDetails from '../../routes/products-details'
import type * as productsHome from '../../routes/products-home'
import type * as productsTypes from '../../routes/products-types'
import type * as projectDetails from '../../routes/project-details'
import type * as projects from '../../routes/projects'
import type * as search from '../../routes/search'
import type * as serviceDetails from '../../routes/service-details'
import type * as services from '../../routes/services'
import type * as solutionDetails from '../../routes/solution-details'
import type * as solutions from '../../routes/solutions'
import { articleNode } from './article.server'
import { branchNode } from './branch.server'
import { documentNode } from './document.server'
import { firstOf, itemList, linkList, thingList } from './item-list.server'
import { resultsPerPage } from '../../content/search.server'
import { organizationId, type PageContext } from './page-context.server'
import { productNode } from './product.server'
import { projectNode, serviceNode } from './works.server'

/** What the graph of a page has besides the company, the site and the page's breadcrumbs. */
interface PageNodes {
  /** The kind of page. */
  type: Extract<WebPage, { '@type': string }>['@type']
  /** What the page is about; undefined for an empty list. */
  about?: { '@id'?: string } | undefined
}

type AboutCompany = () => object

/** The loaders whose data becomes nodes, by the id of their route. */
interface Loaders {
  'routes/about': AboutCompany
  'routes/all-solution-products': typeof allSolutionProducts.loader
  'routes/blog': typeof blog.loader
  'routes/blog-details': typeof blogDetails.loader
  'routes/branches': typeof branches.loader
  'routes/company-goals': AboutCompany
  'routes/compare': typeof compare.loader
  'routes/contact': AboutCompany
  'routes/documents': typeof documents.loader
  'routes/news': typeof news.loader
  'routes/news-details': typeof newsDetails.loader
  'routes/product-details': typeof productDetails.loader
  'routes/products': typeof products.loader
  'routes/products-categories': typeof productsCategories.loader
  'routes/products-details': typeof productsDetails.loader
  'routes/products-home': typeof productsHome.loader
  'routes/products-types': typeof productsTypes.loader
  'routes/project-details': typeof projectDetails.loader
  'routes/projects': typeof projects.loader
  'routes/search': typeof search.loader
  'routes/service-details': typeof serviceDetails.loader
  'routes/services': typeof services.loader
  'routes/solution-details': typeof solutionDetails.loader
  'routes/solutions': typeof solutions.loader
  'routes/sustainability': AboutCompany
  'routes/work-fields': AboutCompany
}

type NodesByRoute = {
  [Id in keyof Loaders]: (data: Awaited<ReturnType<Loaders[Id]>>, page: PageContext) => PageNodes
}

const nodesByRoute: NodesByRoute = {
  'routes/about': aboutCompany,
  'routes/company-goals': aboutCompany,
  'routes/sustainability': aboutCompany,
  'routes/work-fields': aboutCompany,
  'routes/contact': (_, page) => ({ ...aboutCompany(_, page), type: 'ContactPage' }),
  'routes/branches': ({ branches: shown, count, page: number }, page) => {
    const items = shown.map((branch) => ({ item: branchNode(branch, page) }))
    return collection(thingList(items, page, { first: firstOf(number), count }))
  },

  'routes/products-home': ({ categories }, page) =>
    collection(itemList({ cards: categories }, addresses.productTypes, page)),
  'routes/products-categories': (list, page) =>
    collection(itemList(list, addresses.productTypes, page)),
  'routes/products-types': (list, page) =>
    collection(itemList(list, addresses.productsOfType, page)),
  'routes/products': (list, page) =>
    collection(itemList({ ...list, count: list.found }, addresses.product, page)),
  'routes/all-solution-products': (list, page) =>
    collection(itemList(list, addresses.productByPost, page)),
  'routes/solutions': (list, page) => collection(itemList(list, addresses.solution, page)),
  'routes/services': (list, page) => collection(itemList(list, addresses.service, page)),
  'routes/projects': (list, page) => collection(itemList(list, addresses.project, page)),
  'routes/news': (list, page) => collection(itemList(list, addresses.newsItem, page)),
  'routes/blog': (list, page) => collection(itemList(list, addresses.blogPost, page)),
  'routes/documents': ({ documents: files, total, page: number }, page) => {
    const items = files.map(({ fileName, title }) => ({
      item: documentNode({ fileName, fileTitle: title }, page),
    }))
    return collection(thingList(items, page, { first: firstOf(number), count: total }))
  },
  'routes/compare': ({ comparison }, page) => ({
    type: 'ItemPage',
    about: itemList({ cards: comparison.products }, addresses.product, page),
  }),
  'routes/search': ({ found }, page) => ({
    type: 'SearchResultsPage',
    about: linkList(
      (found?.results ?? []).map(({ title, href }) => ({ title, to: href })),
      page,
      { first: firstOf(found?.page ?? 1, resultsPerPage), count: found?.total ?? 0 },
    ),
  }),

  'routes/product-details': ({ post, crumbs, others }, page) => {
    const category = crumbs.map(({ title }) => title).join(' > ')
    return item(productNode(post, { category, others, addressOf: addresses.product }, page))
  },
  'routes/products-details': ({ post, others }, page) =>
    item(productNode(post, { category: '', others, addressOf: addresses.productByPost }, page)),
  'routes/service-details': ({ post }, page) => item(serviceNode(post, [], page)),
  'routes/solution-details': ({ post, products: parts }, page) =>
    item(serviceNode(post, parts, page)),
  'routes/project-details': ({ post }, page) => item(projectNode(post, page)),
  'routes/news-details': ({ post }, page) => item(articleNode('NewsArticle', post, page)),
  'routes/blog-details': ({ post }, page) => item(articleNode('BlogPosting', post, page)),
}

/**
 * The nodes of a screen.
 * @param data of the route's loader
 */
export function nodesOf(routeId: string, data: unknown, page: PageContext): PageNodes {
  // The router keeps the data of each route under its id, so it is of that route's loader.
  const nodes = nodesByRoute as Partial<
    Record<string, (data: unknown, page: PageContext) => PageNodes>
  >
  return nodes[routeId]?.(data, page) ?? { type: 'WebPage' }
}

function aboutCompany(_: object, { frame }: PageContext): PageNodes {
  return { type: 'AboutPage', about: { '@id': organizationId(frame) } }
}

function collection(list: PageNodes['about']): PageNodes {
  return { type: 'CollectionPage', about: list }
}

function item(thing: PageNodes['about']): PageNodes {
  return { type: 'ItemPage', about: thing }
}
