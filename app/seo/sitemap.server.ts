import type { LoaderFunctionArgs } from '@remix-run/node'
import { addresses } from '../addresses'
import { contentFor, optional, scopeOf, someOf, type Card } from '../content/content.server'
import { languageKey } from '../language/languages'

/** What a loader is given, as far as the sitemap reads it. */
type Asked = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** How many pages a file of the sitemap names, each in two languages. */
export const filePages = 3_000

/**
 * The protocol knows no longer addresses. An entry writes its address four times, so even a file of
 * the longest ones stays below the protocol's 50 MB, as it does below its 50,000 addresses.
 */
const longestAddress = 2_048

/** How many lists of products are asked for at once. */
const listsAtOnce = 4

/** The pages of the whole site; or, where a file cannot name them all, the files that do together. */
type Sitemap = { paths: string[] } | { parts: string[] }

/** The name of the part with what is not a product of the catalogue. */
const pagesGroup = 'pages'

/** What the names of the parts with a type's products begin with. */
const productsPrefix = 'products-'

/**
 * What the sitemap is, as paths. A list that cannot be had is left out.
 * @throws a 503 answer when no list can be had
 */
export async function readSitemap(asked: Asked): Promise<Sitemap> {
  const { siteUrl, listProductTypes } = contentFor(asked)
  const [pages, types] = await Promise.all([
    listPages(asked),
    optional(listProductTypes()), // products whose type is unknown have no place here
  ])
  const typeIds = [...new Set((types ?? []).map(({ postID }) => postID))]
  const paths = [...pages]
  const parts = partsOf(pagesGroup, pages.length)
  await eachProductList(asked, typeIds, (typeId, products) => {
    // A list that could not be had may be there when its part is asked for.
    parts.push(...partsOf(productsPrefix + typeId, products?.length ?? 1))
    if (paths.length <= filePages) paths.push(...(products ?? []))
  })
  const isWhole = paths.length <= filePages
  return isWhole ? { paths } : { parts: parts.map((part) => siteUrl + part) }
}

/**
 * The paths that one part names.
 * @param group the part's name in its address
 * @param number which file of that name, from 1 on
 * @returns null where there is no such part
 * @throws a 503 answer when its lists cannot be had, a 404 one for an impossible type
 */
export async function readSitemapPart(asked: Asked, group: string, number: number) {
  const all = await pathsOfGroup(asked, group)
  const paths = all?.slice((number - 1) * filePages, number * filePages) ?? []
  return paths.length > 0 ? paths : null
}

async function pathsOfGroup(asked: Asked, group: string) {
  if (group === pagesGroup) return listPages(asked)
  if (!group.startsWith(productsPrefix)) return null
  return listProducts(asked, group.slice(productsPrefix.length))
}

function partsOf(group: string, pages: number) {
  const count = Math.ceil(pages / filePages)
  return Array.from({ length: count }, (_, at) => addresses.sitemapPart(group, String(at + 1)))
}

/**
 * Goes through the products type by type, a few lists at a time, and holds on to none. When none of
 * the few can be had nobody is asked any more: a dead API would be asked once for every type.
 */
async function eachProductList(
  asked: Asked,
  typeIds: string[],
  take: (typeId: string, paths: string[] | null) => void,
) {
  let isAnswering = true
  for (let at = 0; at < typeIds.length; at += listsAtOnce) {
    const some = typeIds.slice(at, at + listsAtOnce)
    const lists = await Promise.all(
      some.map(async (id) => (isAnswering ? optional(listProducts(asked, id)) : null)),
    )
    lists.forEach((paths, index) => take(some[index] ?? '', paths))
    isAnswering &&= lists.some((paths) => paths !== null)
  }
}

/** In a scope of its own, so that the list can be garbage collected once its paths are known. */
async function listProducts({ request, context }: Asked, typeId: string) {
  const content = contentFor({ request, context: { content: scopeOf(context).fork() } })
  return pathsOf(await content.listProductsOf(typeId), addresses.product, content.siteUrl)
}

/** Every page that is not a product of the catalogue. */
async function listPages(asked: Asked) {
  const content = contentFor(asked)
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
    // A product may belong to several solutions, and has one page.
    ...new Set(solutionProducts.flatMap((posts) => paths(posts, addresses.productByPost))),
    ...paths(projects, addresses.project),
    ...paths(services, addresses.service),
    ...paths(news, addresses.newsItem),
    ...paths(blog, addresses.blogPost),
  ]
}

function pathsOf(posts: Card[], addressOf: (id: string) => string, siteUrl: string) {
  const longestPath = longestAddress - siteUrl.length - `?${languageKey}=En`.length
  return posts.map(({ postID }) => addressOf(postID)).filter((path) => path.length <= longestPath)
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
    addresses.services(),
    addresses.blog(),
    addresses.contact(),
  ]
}
