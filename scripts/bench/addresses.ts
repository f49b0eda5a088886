import { askText } from './ask.ts'
import { readSitemap } from './sitemap.ts'

/** What the addresses of the site's own pages look like. */
const kinds = {
  list: /^\/products\/(?!home$)[^/]+$/,
  product: /^\/product-details\/[^/]+$/,
  news: /^\/newsDetails\/[^/]+$/,
}

/** The pages that the header of a page leads to. */
export async function listMenu(port: number) {
  const home = await askText(port, '/')
  return linksOf(/<header[\s>][\s\S]*?<\/header>/.exec(home)?.[0] ?? '')
}

/** The product lists that the menu leads to: one of each type. */
export async function listProductLists(port: number) {
  return (await listMenu(port)).filter((path) => kinds.list.test(path))
}

/** The products of one list page. */
export async function listProducts(port: number, list: string) {
  return linksOf(await askText(port, list)).filter((path) => kinds.product.test(path))
}

/** Every product and every news item that the sitemap has, once. */
export async function listProductsAndNews(port: number) {
  const paths = (await readSitemap(port)).addresses.map(({ pathname }) => pathname)
  return [...new Set(paths)].filter((path) => kinds.product.test(path) || kinds.news.test(path))
}

/** The resized pictures that pages show, each file once in a middle width. */
export async function listPictures(port: number, pages: readonly string[]) {
  const byFile = new Map<string, Set<number>>()
  for (const page of pages) {
    const html = await askText(port, page)
    for (const [, file = '', width] of html.matchAll(/(\/images\/post\/[^"?\s,]+)\?w=(\d+)/g)) {
      byFile.set(file, (byFile.get(file) ?? new Set()).add(Number(width)))
    }
  }
  return [...byFile].map(([file, widths]) => {
    const sorted = [...widths].sort((a, b) => a - b)
    return `${file}?w=${sorted[sorted.length >> 1]}`
  })
}

function linksOf(html: string) {
  const paths = [...html.matchAll(/ href="(\/[^"#?]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  )
  return [...new Set(paths)]
}
