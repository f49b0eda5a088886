import type { SearchKind } from '@site/product-search/types'
import { optional, readLists, type LoadContext } from '../../content/content.server'
import { siteLanguages, type Language } from '../../language/languages'
import { idsOf, latestOf, type LoggedPosts, type SitemapPage } from './sitemap-page.server'
import { serverAddresses } from '../../addresses'
import { listOtherPages, listProductPages, readTypes } from './sitemap-pages.server'

type Times = Map<SearchKind, Map<string, number>>

/**
 * Dates pages by the changes that were seen in their posts, where these are later than the posts' own dates. Without
 * the change log no page is dated, since its posts' dates may be long past.
 * @returns false without the change log
 */
async function addSeenChanges(
  pages: SitemapPage[],
  { site: { search } }: LoadContext,
): Promise<boolean> {
  const seen = await Promise.all(
    siteLanguages.map(async (language) => {
      const changes = await optional(readChanges(search, pages, language))
      for (const { versions, shows, lists } of pages) {
        const version = versions[language]
        if (!version) continue
        version.lastModified =
          changes &&
          latestOf([
            version.lastModified,
            ...timesOf(shows, changes.posts),
            ...timesOf(lists, changes.lists),
          ])
      }
      return changes !== null
    }),
  )
  return seen.every(Boolean)
}

/** @throws ContentUnavailable when the change log does not respond */
async function readChanges(
  { changes }: LoadContext['site']['search'],
  pages: SitemapPage[],
  language: Language,
) {
  const { changedAt, latestAmong } = changes
  const posts = await readTimes(
    pages.flatMap(({ shows }) => shows ?? []),
    async (kind, ids) => {
      const times = await changedAt(kind, ids, language)
      return new Map([...times].map(([id, time]) => [id, time.changedAt ?? 0]))
    },
  )
  const lists = await readTimes(
    pages.flatMap((page) => page.lists ?? []),
    (kind, ids) => latestAmong(kind, ids, language),
  )
  return { posts, lists }
}

async function readTimes(
  asked: LoggedPosts[],
  find: (kind: SearchKind, ids: string[]) => Promise<Map<string, number>>,
) {
  const times: Times = new Map()
  for (const kind of new Set(asked.map((posts) => posts.kind))) {
    const ofKind = asked.filter((posts) => posts.kind === kind)
    const ids = [...new Set(ofKind.flatMap((posts) => posts.ids))]
    times.set(kind, await find(kind, ids))
  }
  return times
}

function timesOf(posts: LoggedPosts | null, times: Times) {
  return (posts?.ids ?? []).map((id) => (posts && times.get(posts.kind)?.get(id)) ?? null)
}

/**
 * Maximum number of pages per sitemap file, each in two languages, and of the characters of their addresses. A file is
 * made in memory, and stays below the protocol's 50 MB and 50,000 addresses.
 */
const maxPagesPerFile = 2_000
const maxCharactersPerFile = 4_000_000

/** Splits pages into files. In each language an entry has its address four times, and a picture's once. */
function filesOf(pages: SitemapPage[]) {
  const files: SitemapPage[][] = []
  let characters = 0
  for (const page of pages) {
    const images = Object.values(page.versions).map(({ image }) => image.length)
    const length = images.reduce((sum, image) => sum + image, 8 * page.path.length)
    const file = files.at(-1)
    characters += length
    if (file && file.length < maxPagesPerFile && characters <= maxCharactersPerFile) file.push(page)
    else {
      files.push([page])
      characters = length
    }
  }
  return files
}

/** The pages of the whole site or, if they do not fit into one file, the addresses of the parts. */
type Sitemap = { pages: SitemapPage[] } | { parts: string[] }

/** The name of the part with all pages except the products of the catalogue. */
const pagesGroup = 'pages'

/** The prefix of the names of the parts with a type's products. */
const productsPrefix = 'products-'

/**
 * Reads the sitemap.
 * @throws ContentUnavailable when a list is unavailable: the last whole sitemap is served in its place
 */
export async function readSitemap(context: LoadContext): Promise<Sitemap> {
  const [otherPages, types] = await Promise.all([listOtherPages(context), readTypes(context)])
  const pages = new Map(otherPages.map((page) => [page.path, page]))
  const parts = partAddressesOf(pagesGroup, filesOf(otherPages).length)
  // The lists themselves are not retained, to save memory.
  const lists = readLists(idsOf(types), (typeId) => listProductPages(context, typeId))
  for await (const [typeId, products] of lists) {
    parts.push(...partAddressesOf(productsPrefix + typeId, filesOf(products).length))
    if (pages.size > maxPagesPerFile) continue
    for (const page of products) {
      // Another type may list the product too, perhaps in one language only.
      const versions = { ...page.versions, ...pages.get(page.path)?.versions }
      pages.set(page.path, { ...page, versions })
    }
  }
  return filesOf([...pages.values()]).length <= 1
    ? { pages: await dated([...pages.values()], context) }
    : { parts: parts.map((part) => context.site.siteUrl + part) }
}

/**
 * Reads the pages of one part.
 * @param group the part's name in its address
 * @param number the number of the file in its group, counted from 1
 * @returns null if there is no such part
 * @throws ContentUnavailable when a list is unavailable
 */
export async function readSitemapPart(context: LoadContext, group: string, number: number) {
  const all = await pagesOfGroup(context, group)
  const pages = all && filesOf(all)[number - 1]
  return pages ? dated(pages, context) : null
}

async function pagesOfGroup(context: LoadContext, group: string) {
  if (group === pagesGroup) return listOtherPages(context)
  if (!group.startsWith(productsPrefix)) return null
  const typeId = group.slice(productsPrefix.length)
  // A made-up type costs no content call.
  if (!idsOf(await readTypes(context)).includes(typeId)) return null
  return listProductPages(context, typeId)
}

function partAddressesOf(group: string, count: number) {
  return Array.from({ length: count }, (_, at) =>
    serverAddresses.sitemapPart(group, String(at + 1)),
  )
}

async function dated(pages: SitemapPage[], context: LoadContext) {
  // A partial response is cached briefly, so crawlers soon get a dated one.
  if (!(await addSeenChanges(pages, context))) context.content.dependencies.isPartial = true
  return pages
}
