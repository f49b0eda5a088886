import type { LoaderFunctionArgs } from '@remix-run/node'
import { addresses, serverAddresses } from '../addresses'
import { contentFor, optional, scopeOf, someOf, type Card } from '../content/content.server'
import { readOptionalLists } from '../content/optional-lists.server'
import { languageKey } from '../language/languages'

/** The loader arguments that the sitemap uses. */
type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** Maximum number of pages per sitemap file, each in two languages. */
const maxPagesPerFile = 3_000

/**
 * The protocol's maximum length of an address. An entry contains its address four times, so a file
 * stays below the protocol's 50 MB even with the longest addresses, and below its 50,000 addresses.
 */
const maxAddressLength = 2_048

/** The pages of the whole site or, if they do not fit into one file, the addresses of the parts. */
type Sitemap = { paths: string[] } | { parts: string[] }

/** The name of the part with all pages except the products of the catalogue. */
const pagesGroup = 'pages'

/** The prefix of the names of the parts with a type's products. */
const productsPrefix = 'products-'

/**
 * The sitemap, as paths. Unavailable lists are left out.
 * @throws a 503 response when no list is available
 */
export async function readSitemap(args: Args): Promise<Sitemap> {
  const { siteUrl, listProductTypes } = contentFor(args)
  const [pages, types] = await Promise.all([
    listPages(args),
    optional(listProductTypes()), // without its type, a product is left out
  ])
  const typeIds = [...new Set((types ?? []).map(({ postID }) => postID))]
  const paths = [...pages]
  const parts = partsOf(pagesGroup, pages.length)
  // Without retaining the lists themselves.
  const lists = readOptionalLists(typeIds, (typeId) => listProducts(args, typeId))
  for await (const [typeId, products] of lists) {
    // An unavailable list may be available again when its part is requested.
    parts.push(...partsOf(productsPrefix + typeId, products?.length ?? 1))
    if (paths.length <= maxPagesPerFile) paths.push(...(products ?? []))
  }
  const isWhole = paths.length <= maxPagesPerFile
  return isWhole ? { paths } : { parts: parts.map((part) => siteUrl + part) }
}

/**
 * The paths of one part.
 * @param group the part's name in its address
 * @param number the number of the file in its group, counted from 1
 * @returns null if there is no such part
 * @throws a 503 response when its lists are unavailable, a 404 response for an invalid type id
 */
export async function readSitemapPart(args: Args, group: string, number: number) {
  const all = await pathsOfGroup(args, group)
  const paths = all?.slice((number - 1) * maxPagesPerFile, number * maxPagesPerFile) ?? []
  return paths.length > 0 ? paths : null
}

async function pathsOfGroup(args: Args, group: string) {
  if (group === pagesGroup) return listPages(args)
  if (!group.startsWith(productsPrefix)) return null
  return listProducts(args, group.slice(productsPrefix.length))
}

function partsOf(group: string, pages: number) {
  const count = Math.ceil(pages / maxPagesPerFile)
  return Array.from({ length: count }, (_, at) =>
    serverAddresses.sitemapPart(group, String(at + 1)),
  )
}

/** In a scope of its own, so that the list can be garbage collected once its paths are known. */
async function listProducts({ request, context }: Args, typeId: string) {
  const content = contentFor({ request, context: { content: scopeOf(context).fork() } })
  return pathsOf(await content.listProductsOf(typeId), addresses.product, content.siteUrl)
}

/** Every page that is not a product of the catalogue. */
async function listPages(args: Args) {
  const content = contentFor(args)
  const [categories, types, solutions, projects, services, news, blog] = await someOf([
    content.listProductCategories(),
    content.listProductTypes(),
    content.listSolutions(),
    content.listProjects(),
    content.listServices(),
    content.listNews(),
    content.listBlog(),
  ])
  const solutionProducts = await Promise.all(
    (solutions ?? []).map(({ postID }) => optional(content.listSolutionProducts(postID))),
  )
  const paths = (posts: Card[] | null, addressOf: (id: string) => string) =>
    pathsOf(posts ?? [], addressOf, content.siteUrl)
  return [
    ...fixedPages(),
    ...paths(categories, addresses.productTypes),
    ...paths(types, addresses.productsOfType),
    ...paths(solutions, addresses.solution),
    // A product may belong to several solutions but has one page.
    ...new Set(solutionProducts.flatMap((posts) => paths(posts, addresses.productByPost))),
    ...paths(projects, addresses.project),
    ...paths(services, addresses.service),
    ...paths(news, addresses.newsItem),
    ...paths(blog, addresses.blogPost),
  ]
}

function pathsOf(posts: Card[], addressOf: (id: string) => string, siteUrl: string) {
  const maxPathLength = maxAddressLength - siteUrl.length - `?${languageKey}=En`.length
  return posts.map(({ postID }) => addressOf(postID)).filter((path) => path.length <= maxPathLength)
}

function fixedPages() {
  return [
    addresses.home(),
    addresses.about(),
    addresses.sustainability(),
    addresses.workFields(),
    addresses.companyGoals(),
    addresses.branches(),
    addresses.news(),
    addresses.solutions(),
    addresses.projects(),
    addresses.productsHome(),
    addresses.productsCategories(),
    addresses.documents(),
    addresses.services(),
    addresses.blog(),
    addresses.contact(),
  ]
}
