import { listProductLists, listProducts } from '../addresses.ts'
import { get } from '../ask.ts'
import { kilobytesText, megabytesText, milliseconds } from '../numbers.ts'
import { residentMb, watchMemory } from '../process-figures.ts'
import { atMost, type Row, type Section } from '../targets.ts'
import type { Run } from '../run.ts'
import { readSitemap } from '../sitemap.ts'
import { startCatalogue, startSite } from '../sites.ts'
import { median } from '../statistics.ts'

const products = 100_000
/** Pages of each kind; nobody has requested them before. */
const pagesPerKind = 5
const warmUps = 40

/**
 * A catalogue of 100,000 products. The site caches no pages here, so that its code is warm while
 * every page is new; the second request shows what cached content saves.
 */
export async function measureLargeCatalogue(run: Run): Promise<Section> {
  run.report(`a catalogue of ${products} products: filling it`)
  const catalogue = await startCatalogue(products)
  const site = await startSite({ CONTENT_API_URL: catalogue.url, PAGE_CACHE_MB: '0' })
  const stopWatching = watchMemory(site.pid)
  try {
    for (let count = 0; count < warmUps; count++) {
      await getPage(site.port, ['/', '/News', '/about', '/projects'][count % 4] ?? '/')
    }
    run.report(`a catalogue of ${products} products: measuring`)
    const lists = await listProductLists(site.port)
    const pages = await measurePages(site.port, lists)
    const sitemap = await measureSitemap(site.port)
    const afterMb = residentMb(site.pid)
    const peakMb = stopWatching()
    const rows = [
      ...pages.map(({ name, cold, again }) => pageRow(name, cold, again)),
      {
        what: `sitemap, ${sitemap.files} file${sitemap.files === 1 ? '' : 's'}, ${sitemap.addresses.toLocaleString('en')} addresses`,
        figure: `${milliseconds(sitemap.coldMs)}, again ${milliseconds(sitemap.againMs)}, ${kilobytesText(sitemap.bytes)}`,
      },
      {
        what: 'resident memory of the site',
        figure: `${megabytesText(afterMb)} afterwards, peak ${megabytesText(peakMb)}`,
      },
    ]
    const measured = { pages, sitemap, afterMb, peakMb }
    return { title: '100,000 products, pages rendered for each request', rows, measured }
  } finally {
    stopWatching()
    await site.stop()
    await catalogue.stop()
  }
}

async function measurePages(port: number, lists: string[]) {
  const first = lists.slice(0, pagesPerKind)
  const last = lists.slice(pagesPerKind, 2 * pagesPerKind)
  const lastPages: string[] = []
  const list = await measureKind(port, 'a product list, first page', first)
  const detailPaths = await listProducts(port, first[0] ?? '')
  // The number of the last page is on a list's first page, but requesting that would cache the list.
  // All types have the same number of products, so another list's will do.
  const number = lastPageNumber((await get(port, first[0] ?? '')).body.toString('utf8'))
  for (const path of last) lastPages.push(`${path}?page=${number}`)
  return [
    list,
    await measureKind(port, `a product list, page ${number}`, lastPages),
    await measureKind(port, 'a product', detailPaths.slice(-pagesPerKind)),
  ]
}

async function measureKind(port: number, name: string, paths: string[]) {
  const cold: number[] = []
  const again: number[] = []
  for (const path of paths) {
    cold.push(await getPage(port, path))
    again.push(await getPage(port, path))
  }
  return { name, cold, again }
}

async function getPage(port: number, path: string) {
  const { status, wholeMs } = await get(port, path)
  if (status !== 200) throw new Error(`${path}: status ${status}.`)
  return wholeMs
}

function lastPageNumber(html: string) {
  return Math.max(1, ...[...html.matchAll(/[?;&]page=(\d+)/g)].map(([, page]) => Number(page)))
}

/** The whole sitemap twice. */
async function measureSitemap(port: number) {
  const cold = await readSitemap(port)
  const again = await readSitemap(port)
  const { files, bytes, addresses } = cold
  return { files, bytes, addresses: addresses.length, coldMs: cold.ms, againMs: again.ms }
}

function pageRow(name: string, cold: number[], again: number[]): Row {
  const coldMs = median(cold)
  return {
    what: name,
    figure: `${milliseconds(coldMs)} cold, ${milliseconds(median(again))} again`,
    target: atMost(150, coldMs, ' ms'),
  }
}
