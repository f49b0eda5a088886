import { listProductLists, listProducts } from '../addresses.ts'
import { ask } from '../ask.ts'
import { kilobytesText, megabytesText, milliseconds } from '../numbers.ts'
import { residentMb, watchMemory } from '../process-figures.ts'
import { atMost, type Row, type Section } from '../targets.ts'
import type { Run } from '../run.ts'
import { readSitemap } from '../sitemap.ts'
import { startCatalogue, startSite } from '../sites.ts'
import { median } from '../statistics.ts'

const products = 100_000
/** Of each kind, each an address that nobody has asked for. */
const asksOfKind = 5
const warmUps = 40

/**
 * A catalogue of 100,000 products. The site keeps no pages here, so that its own code is warm while
 * every page asked for is new; the second time shows what kept content saves.
 */
export async function measureLargeCatalogue(run: Run): Promise<Section> {
  run.say(`a catalogue of ${products} products: filling it`)
  const catalogue = await startCatalogue(products)
  const site = await startSite({ CONTENT_API_URL: catalogue.url, PAGE_CACHE_MB: '0' })
  const stopWatching = watchMemory(site.pid)
  try {
    for (let count = 0; count < warmUps; count++) {
      await askPage(site.port, ['/', '/News', '/about', '/projects'][count % 4] ?? '/')
    }
    run.say(`a catalogue of ${products} products: asking`)
    const lists = await listProductLists(site.port)
    const found = await measurePages(site.port, lists)
    const sitemap = await measureSitemap(site.port)
    const afterMb = residentMb(site.pid)
    const mostMb = stopWatching()
    const rows = [
      ...found.map(({ name, cold, again }) => pageRow(name, cold, again)),
      {
        what: `sitemap, ${sitemap.files} file${sitemap.files === 1 ? '' : 's'}, ${sitemap.addresses.toLocaleString('en')} addresses`,
        figure: `${milliseconds(sitemap.coldMs)}, again ${milliseconds(sitemap.againMs)}, ${kilobytesText(sitemap.bytes)}`,
      },
      {
        what: 'resident memory of the site',
        figure: `${megabytesText(afterMb)} afterwards, ${megabytesText(mostMb)} at most`,
      },
    ]
    const measured = { pages: found, sitemap, afterMb, mostMb }
    return { title: '100,000 products, pages made for each request', rows, measured }
  } finally {
    stopWatching()
    await site.stop()
    await catalogue.stop()
  }
}

async function measurePages(port: number, lists: string[]) {
  const first = lists.slice(0, asksOfKind)
  const last = lists.slice(asksOfKind, 2 * asksOfKind)
  const lastPages: string[] = []
  const list = await measureKind(port, 'a product list, first page', first)
  const detailPaths = await listProducts(port, first[0] ?? '')
  // The number of the last page is on the first one, and asking for that would have the list kept:
  // types have as many products as each other.
  const number = lastPageNumber((await ask(port, first[0] ?? '')).body.toString('utf8'))
  for (const path of last) lastPages.push(`${path}?page=${number}`)
  return [
    list,
    await measureKind(port, `a product list, page ${number}`, lastPages),
    await measureKind(port, 'a product', detailPaths.slice(-asksOfKind)),
  ]
}

async function measureKind(port: number, name: string, paths: string[]) {
  const cold: number[] = []
  const again: number[] = []
  for (const path of paths) {
    cold.push(await askPage(port, path))
    again.push(await askPage(port, path))
  }
  return { name, cold, again }
}

async function askPage(port: number, path: string) {
  const { status, wholeMs } = await ask(port, path)
  if (status !== 200) throw new Error(`${path} answered ${status}.`)
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
