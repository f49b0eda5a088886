import { ask } from './ask.ts'

/** The whole sitemap: its index, if it is split, and every file of it. */
export interface Sitemap {
  files: number
  addresses: URL[]
  bytes: number
  /** Until all of it was there, asked one file after another, ms. */
  ms: number
}

/** @throws Error when a file of it is no 200 */
export async function readSitemap(port: number): Promise<Sitemap> {
  const root = await askFile(port, '/sitemap.xml')
  const isIndex = root.body.includes('<sitemapindex')
  const files = isIndex ? [] : [root]
  if (isIndex) {
    for (const { pathname, search } of locationsIn(root.body)) {
      files.push(await askFile(port, pathname + search))
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

async function askFile(port: number, path: string) {
  const answer = await ask(port, path)
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
  return answer
}

function locationsIn(xml: Buffer) {
  const found = xml.toString('utf8').matchAll(/<loc>([^<]+)<\/loc>/g)
  return Array.from(found, ([, address = '']) => new URL(address.replaceAll('&amp;', '&')))
}
