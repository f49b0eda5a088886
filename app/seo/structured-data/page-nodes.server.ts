import type {
  BlogPosting,
  NewsArticle,
  LocalBusiness,
  OpeningHoursSpecification,
  ItemList,
  ListItem,
  CreativeWork,
  Service,
  WebPage,
} from 'schema-dts'
import type { ArticleView, PostView } from '../../views/post-view.server'
import type { CardView } from '../../views/card-views.server'
import { documentAt, documentNode, contactProperties } from './organization.server'
import {
  imageAddresses,
  languageTag,
  listed,
  organizationId,
  thingId,
  type PageContext,
  pageAddress,
} from './page-context.server'
import type { BranchView } from '../../branches/branch-card'
import { clockTime, minutesPerWeek } from '../../branches/open-badge'
import { minutesPerDay, type OpenSpan } from '@site/arabic-text/opening-hours'
import { addresses, screens, type Screen } from '../../addresses'
import { pageSize } from '../../posts/list-views'
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
import { resultsPerPage } from '../../site/search.server'
import { productNode } from './product.server'

/** Describes a news item or blog post. The content names no author, so the company is named. */
export function articleNode(
  type: 'NewsArticle' | 'BlogPosting',
  post: ArticleView,
  page: PageContext,
): NewsArticle | BlogPosting {
  const { frame, path } = page
  return {
    '@type': type,
    '@id': thingId(frame, path, 'article'),
    headline: post.postTitle,
    description: post.postSubTitle || undefined,
    url: page.canonical,
    mainEntityOfPage: { '@id': page.canonical },
    inLanguage: languageTag(page, post),
    datePublished: post.postDate || undefined,
    image: imageAddresses(frame, [post.postImage, ...post.postImages]),
    wordCount: post.wordCount || undefined,
    author: { '@id': organizationId(frame) },
    publisher: { '@id': organizationId(frame) },
    subjectOf: listed(post.postFiles.map((file) => documentNode(file, page))),
  }
}

/** Schema.org day names, indexed by day number. */
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** Describes a branch with its location, contact and opening hours. */
export function branchNode(branch: BranchView, { frame, language }: PageContext): LocalBusiness {
  const [latitude, longitude] = branch.place.split(',')
  const path = addresses.branches()
  return {
    '@type': 'LocalBusiness',
    '@id': thingId(frame, path, branch.anchor),
    name: branch.postTitle,
    description: branch.postSubTitle || undefined,
    url: `${pageAddress(frame, path, language)}#${branch.anchor}`,
    image: imageAddresses(frame, [branch.postImage]),
    ...contactProperties(branch.links),
    hasMap: branch.mapUrl || undefined,
    geo: longitude ? { '@type': 'GeoCoordinates', latitude, longitude } : undefined,
    openingHoursSpecification: branch.open ? listed(hoursOf(branch.open.spans)) : undefined,
    parentOrganization: { '@id': organizationId(frame) },
  }
}

/** Groups opening hours by days with the same hours. A span past midnight belongs to its first day. */
function hoursOf(spans: readonly OpenSpan[]): OpeningHoursSpecification[] {
  const daysByHours = new Map<string, (typeof days)[number][]>()
  for (const [from, to] of joinWeekEnd(spans).flatMap(byDay)) {
    const day = days[Math.floor(from / minutesPerDay) % days.length]
    const hours = `${timeOf(from)}-${closingTimeOf(to)}`
    if (day) daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day])
  }
  return [...daysByHours].map(([hours, dayOfWeek]) => {
    const [opens = '', closes = ''] = hours.split('-')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }
  })
}

/** Spans are split where the week ends: this joins those of the night after Saturday again. */
function joinWeekEnd(spans: readonly OpenSpan[]): readonly OpenSpan[] {
  const [first, ...others] = spans
  const last = others.pop()
  return first?.[0] === 0 && last?.[1] === minutesPerWeek
    ? [...others, [last[0], minutesPerWeek + first[1]]]
    : spans
}

/** Splits a span of a day or more, such as a week without closing: it must not end at the time it starts. */
function byDay([from, to]: OpenSpan): OpenSpan[] {
  const midnight = (Math.floor(from / minutesPerDay) + 1) * minutesPerDay
  return to <= midnight || to - from < minutesPerDay
    ? [[from, to]]
    : [[from, midnight], ...byDay([midnight, to])]
}

function timeOf(minute: number) {
  return clockTime(minute % minutesPerDay).padStart(5, '0')
}

/** The end of a day is "23:59", as search engines require. */
function closingTimeOf(minute: number) {
  return minute % minutesPerDay === 0 ? '23:59' : timeOf(minute)
}

/** A page of a list, as its screen shows it. */
interface ListedPosts<P> {
  cards: P[]
  /** Page number, from 1. */
  page?: number
  /** Number of posts on all pages, if known. */
  count?: number
}

/** Lists the pages that a list links to. Positions count from the first page. */
function itemList<P extends { postID: string; postTitle: string }>(
  { cards, page = 1, count }: ListedPosts<P>,
  addressOf: (id: string) => string,
  context: PageContext,
): ItemList | undefined {
  return linkList(
    cards.map(({ postID, postTitle }) => ({ title: postTitle, to: addressOf(postID) })),
    context,
    { first: firstOf(page), count },
  )
}

/** Lists links. @param to paths */
function linkList(
  links: { title: string; to: string }[],
  page: PageContext,
  place?: ListPlace,
): ItemList | undefined {
  return thingList(
    links.map(({ title, to }) => ({
      name: title,
      url: pageAddress(page.frame, to, page.language),
    })),
    page,
    place,
  )
}

/** The position of listed items in the whole list. */
interface ListPlace {
  /** Position of the first one, from 1. */
  first?: number
  /** Number of items on all pages. */
  count?: number | undefined
}

/** Lists items that are described in the list itself. @param items properties of the list's items */
function thingList(
  items: Pick<Extract<ListItem, { position?: unknown }>, 'name' | 'url' | 'item'>[],
  { canonical }: PageContext,
  { first = 1, count = items.length }: ListPlace = {},
): ItemList | undefined {
  if (items.length === 0) return undefined
  return {
    '@type': 'ItemList',
    '@id': `${canonical}#list`,
    numberOfItems: count,
    itemListElement: items.map((item, at) => ({
      '@type': 'ListItem',
      position: first + at,
      ...item,
    })),
  }
}

/** Returns the position of the first item of a page. @param page from 1 @param size items on each page */
function firstOf(page: number, size = pageSize) {
  return (page - 1) * size + 1
}

/** Describes a service or a solution. @param parts the products of the solution that its screen shows */
function serviceNode(post: PostView, parts: CardView[], page: PageContext): Service {
  const { frame, path, language } = page
  return {
    '@type': 'Service',
    '@id': thingId(frame, path, 'service'),
    ...propertiesOf(post, page),
    provider: { '@id': organizationId(frame) },
    isRelatedTo: listed(
      parts.map(({ postID, postTitle }) => ({
        '@type': 'Product' as const,
        name: postTitle,
        url: pageAddress(frame, addresses.productByPost(postID), language),
      })),
    ),
  }
}

/** Describes a project that the company has carried out. */
function projectNode(post: PostView, page: PageContext): CreativeWork {
  const { frame, path } = page
  return {
    '@type': 'CreativeWork',
    '@id': thingId(frame, path, 'project'),
    ...propertiesOf(post, page),
    inLanguage: languageTag(page, post),
    dateCreated: post.postDate || undefined,
    creator: { '@id': organizationId(frame) },
  }
}

function propertiesOf(post: PostView, page: PageContext) {
  return {
    name: post.postTitle,
    description: post.postSubTitle || undefined,
    url: page.canonical,
    mainEntityOfPage: { '@id': page.canonical },
    image: imageAddresses(page.frame, [post.postImage, ...post.postImages]),
    subjectOf: listed(post.postFiles.map((file) => documentNode(file, page))),
  }
}

/** The nodes of a page's graph besides the company, the site and the page's breadcrumbs. */
export interface PageNodes {
  /** The kind of page. */
  type: Extract<WebPage, { '@type': string }>['@type']
  /** The main subject of the page; undefined for an empty list. */
  about?: { '@id'?: string } | undefined
}

type AboutCompany = () => object

/** The loaders whose data becomes nodes. */
interface Loaders {
  [screens.about]: AboutCompany
  [screens.allSolutionProducts]: typeof allSolutionProducts.loader
  [screens.blog]: typeof blog.loader
  [screens.blogDetails]: typeof blogDetails.loader
  [screens.branches]: typeof branches.loader
  [screens.companyGoals]: AboutCompany
  [screens.compare]: typeof compare.loader
  [screens.contact]: AboutCompany
  [screens.documents]: typeof documents.loader
  [screens.news]: typeof news.loader
  [screens.newsDetails]: typeof newsDetails.loader
  [screens.productDetails]: typeof productDetails.loader
  [screens.products]: typeof products.loader
  [screens.productsCategories]: typeof productsCategories.loader
  [screens.productsDetails]: typeof productsDetails.loader
  [screens.productsHome]: typeof productsHome.loader
  [screens.productsTypes]: typeof productsTypes.loader
  [screens.projectDetails]: typeof projectDetails.loader
  [screens.projects]: typeof projects.loader
  [screens.search]: typeof search.loader
  [screens.serviceDetails]: typeof serviceDetails.loader
  [screens.services]: typeof services.loader
  [screens.solutionDetails]: typeof solutionDetails.loader
  [screens.solutions]: typeof solutions.loader
  [screens.sustainability]: AboutCompany
  [screens.workFields]: AboutCompany
}

/** Screens without one of these loaders have nothing to describe. */
type NodesByScreen = {
  [S in Screen]: S extends keyof Loaders
    ? (data: Awaited<ReturnType<Loaders[S]>>, page: PageContext) => PageNodes
    : null
}

const nodesByScreen: NodesByScreen = {
  [screens.about]: aboutCompany,
  [screens.companyGoals]: aboutCompany,
  [screens.sustainability]: aboutCompany,
  [screens.workFields]: aboutCompany,
  [screens.contact]: (_, page) => ({ ...aboutCompany(_, page), type: 'ContactPage' }),
  [screens.branches]: ({ branches: shown, count, page: number }, page) => {
    const items = shown.map((branch) => ({ item: branchNode(branch, page) }))
    return collection(thingList(items, page, { first: firstOf(number), count }))
  },

  [screens.productsHome]: ({ categories }, page) =>
    collection(itemList({ cards: categories }, addresses.productTypes, page)),
  [screens.productsCategories]: (list, page) =>
    collection(itemList(list, addresses.productTypes, page)),
  [screens.productsTypes]: (list, page) =>
    collection(itemList(list, addresses.productsOfType, page)),
  [screens.products]: (list, page) =>
    collection(itemList({ ...list, count: list.found }, addresses.product, page)),
  [screens.allSolutionProducts]: (list, page) =>
    collection(itemList(list, addresses.productByPost, page)),
  [screens.solutions]: (list, page) => collection(itemList(list, addresses.solution, page)),
  [screens.services]: (list, page) => collection(itemList(list, addresses.service, page)),
  [screens.projects]: (list, page) => collection(itemList(list, addresses.project, page)),
  [screens.news]: (list, page) => collection(itemList(list, addresses.newsItem, page)),
  [screens.blog]: (list, page) => collection(itemList(list, addresses.blogPost, page)),
  [screens.documents]: ({ documents: files, total, page: number }, page) => {
    // A sheet has the name of what it is of, as the page says it.
    const items = files.map(({ href, title, sheetOf, owner }) => ({
      item: documentAt(href, sheetOf ? owner.title : title, page),
    }))
    return collection(thingList(items, page, { first: firstOf(number), count: total }))
  },
  [screens.compare]: ({ comparison }, page) => ({
    type: 'ItemPage',
    about: itemList({ cards: comparison.products }, addresses.product, page),
  }),
  [screens.search]: ({ found }, page) => ({
    type: 'SearchResultsPage',
    about: linkList(
      (found?.results ?? []).map(({ title, href }) => ({ title, to: href })),
      page,
      { first: firstOf(found?.page ?? 1, resultsPerPage), count: found?.total ?? 0 },
    ),
  }),

  [screens.productDetails]: ({ post, crumbs, ...more }, page) => {
    const category = crumbs.map(({ title }) => title).join(' > ')
    return item(productNode(post, { ...more, category, addressOf: addresses.product }, page))
  },
  [screens.productsDetails]: ({ post, ...more }, page) =>
    item(productNode(post, { ...more, category: '', addressOf: addresses.productByPost }, page)),
  [screens.serviceDetails]: ({ post }, page) => item(serviceNode(post, [], page)),
  [screens.solutionDetails]: ({ post, products: parts }, page) =>
    item(serviceNode(post, parts, page)),
  [screens.projectDetails]: ({ post }, page) => item(projectNode(post, page)),
  [screens.newsDetails]: ({ post }, page) => item(articleNode('NewsArticle', post, page)),
  [screens.blogDetails]: ({ post }, page) => item(articleNode('BlogPosting', post, page)),

  [screens.root]: null,
  [screens.home]: null,
  [screens.privacy]: null,
  [screens.quoteList]: null,
  [screens.quickList]: null,
  [screens.enquiry]: null,
  [screens.enquirySent]: null,
  [screens.error]: null,
  [screens.loading]: null,
  [screens.offline]: null,
}

/**
 * Returns the nodes of a screen.
 * @param screen null for a route without a screen
 * @param data of the route's loader
 */
export function nodesOf(screen: Screen | null, data: unknown, page: PageContext): PageNodes {
  // The router stores each route's data under its id, so the data has the type of that route's loader.
  const nodes = nodesByScreen as Record<
    Screen,
    ((data: unknown, page: PageContext) => PageNodes) | null
  >
  return (screen === null ? null : nodes[screen]?.(data, page)) ?? { type: 'WebPage' }
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
