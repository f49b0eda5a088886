import { getText } from './ask.ts'
import { readSitemap } from './sitemap.ts'

const patterns = {
  list: /^\/products\/(?!home$)[^/]+$/,
  product: /^\/product-details\/[^/]+$/,
  news: /^\/newsDetails\/[^/]+$/,
}

/** The paths of all links in the site header. */
export async function listMenu(port: number) {
  const home = await getText(port, '/')
  return linksOf(/<header[\s>][\s\S]*?<\/header>/.exec(home)?.[0] ?? '')
}

/** The product lists in the menu: one for each type. */
export async function listProductLists(port: number) {
  return (await listMenu(port)).filter((path) => patterns.list.test(path))
}

/** The products on one list page. */
export async function listProducts(port: number, list: string) {
  return linksOf(await getText(port, list)).filter((path) => patterns.product.test(path))
}

/** Every product and news item in the sitemap, once. */
export async function listProductsAndNews(port: number) {
  const paths = (await readSitemap(port)).addresses.map(({ pathname }) => pathname)
  return [...new Set(paths)].filter(
    (path) => patterns.product.test(path) || patterns.news.test(path),
  )
}

/** The resized pictures on some pages: each file once, in the middle one of its widths. */
export async function listPictures(port: number, pages: readonly string[]) {
  const byFile = new Map<string, Set<number>>()
  for (const page of pages) {
    const html = await getText(port, page)
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
