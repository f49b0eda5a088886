import { get } from './ask.ts'

/** The whole sitemap: its index, if it is split, and every file. */
export interface Sitemap {
  files: number
  addresses: URL[]
  bytes: number
  /** The time to request one file after another, ms. */
  ms: number
}

/** @throws Error unless every file has status 200 */
export async function readSitemap(port: number): Promise<Sitemap> {
  const root = await getFile(port, '/sitemap.xml')
  const isIndex = root.body.includes('<sitemapindex')
  const files = isIndex ? [] : [root]
  if (isIndex) {
    for (const { pathname, search } of locationsIn(root.body)) {
      files.push(await getFile(port, pathname + search))
    }
  }
  const all = isIndex ? [root, ...files] : files
  return {
    files: files.length,
    addresses: files.flatMap(({ body }) => locationsIn(body)),
    bytes: all.reduce((sum, { body }) => sum + body.length, 0),
    ms: all.reduce((sum, { wholeMs }) => sum + wholeMs, 0),
  }
}

async function getFile(port: number, path: string) {
  const response = await get(port, path)
  if (response.status !== 200) throw new Error(`${path}: status ${response.status}.`)
  return response
}

function locationsIn(xml: Buffer) {
  const found = xml.toString('utf8').matchAll(/<loc>([^<]+)<\/loc>/g)
  return Array.from(found, ([, address = '']) => new URL(address.replaceAll('&amp;', '&')))
}
