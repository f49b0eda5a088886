import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from './bench.ts'
import { runLoad, runPair, type LoadPair } from './load.ts'
import { residentMb, watchMemory } from './process-figures.ts'
import {
  atLeast,
  atMost,
  loadRatio,
  megabytesText,
  milliseconds,
  ratioText,
  times,
  timesText,
  type Row,
  type Section,
} from './report.ts'
import { get, getGood, isHit, listPages, viewMenu } from './requests.ts'
import { startSearchable } from './search.ts'
import { report, startFixedServer, startSite, type Site } from './sites.ts'
import { median } from './statistics.ts'

/** A catalogue whose types have about a hundred products each. */
const products = 3_000
const type = '/products/mcb.pdf'
const sheetsPerS = 10

/** PDF sheets: of products, of a type of a hundred products, and beside cached pages. */
export async function measureSheets(run: Run): Promise<Section[]> {
  report('sheets: the sample')
  const site = await startSite({ ACCESS_LOG: 'none' })
  await viewMenu(site.port)
  const paths = (await listPages(site.port))
    .filter((page) => page.startsWith('/product-details/'))
    .flatMap((page) => ['Ar', 'En'].map((language) => `${page}.pdf?lang=${language}`))
  // The first one starts the process.
  await getGood(site.port, paths.pop() ?? '')
  const made: number[] = []
  const withPicture: number[] = []
  for (const path of paths.splice(0, 40 * run.rounds)) {
    // The second language of a product finds its picture resized, as after a view of its page.
    const list = path.includes('lang=Ar') ? withPicture : made
    list.push((await getGood(site.port, path)).wholeMs)
  }
  const cached = await measureCached(site, run)
  const beside = await measurePagesBeside(site, run, paths)
  await site.stop()
  const rows: Row[] = [
    {
      what: 'a sheet that was not made before',
      figure: timesText(made),
      target: atMost(50, median(made), ' ms'),
    },
    {
      what: 'the same, with a picture that was not resized before',
      figure: milliseconds(median(withPicture)),
    },
    ...cached,
    ...beside,
    ...(await measureType()),
  ]
  return [{ title: 'PDF sheets', rows, measured: { made } }]
}

/** A cached sheet, against node:http sending the same bytes. */
async function measureCached(site: Site, run: Run): Promise<Row[]> {
  const path = '/product-details/tm63-1p-c.pdf?lang=Ar'
  for (let time = 0; time < 2; time += 1) await getGood(site.port, path)
  const response = await getGood(site.port, path)
  if (!isHit(response)) throw new Error('The sheet is not cached.')
  const pairs: LoadPair[] = []
  for (let round = 0; round < run.rounds; round += 1) {
    const fixed = await startFixedServer(new Map([[path, response]]))
    pairs.push(await runPair(round, site, fixed, { ...run, paths: [path] }))
    await fixed.stop()
  }
  const ratio = loadRatio(pairs)
  return [
    {
      what: 'a cached sheet, against node:http sending the same bytes',
      figure: milliseconds(median(pairs.map(({ own }) => own.p99Ms))) + ' p99',
      ratio: ratioText(ratio, 'the limit'),
      target: atLeast(0.6, ratio.byCpu, ' ×'),
    },
  ]
}

/** Cached pages: alone, while sheets are made that were not made before, and while as many pages are rendered. */
async function measurePagesBeside(site: Site, run: Run, paths: string[]): Promise<Row[]> {
  const load = { ...run, paths: ['/'] }
  const p99s = { alone: [] as number[], sheets: [] as number[], pages: [] as number[] }
  let count = 0
  async function loadBeside(next: () => string) {
    let isRunning = true
    const loading = runLoad(site, load).finally(() => (isRunning = false))
    const pending: Promise<unknown>[] = []
    while (isRunning) {
      pending.push(get(site.port, next()))
      await pause(1000 / sheetsPerS)
    }
    await Promise.all(pending)
    return (await loading).p99Ms
  }
  // Another quantity is another list, which is made anew.
  const list = (ending: string) => `/quote-list${ending}?items=tm63-1p-c:${(count += 1)}`
  for (let round = 0; round < run.rounds; round += 1) {
    report(`sheets: round ${round + 1}, beside cached pages`)
    p99s.alone.push((await runLoad(site, load)).p99Ms)
    p99s.sheets.push(await loadBeside(() => paths.pop() ?? list('.pdf')))
    p99s.pages.push(await loadBeside(() => list('')))
  }
  const [alone, sheets, pages] = [p99s.alone, p99s.sheets, p99s.pages].map(median)
  const ratio = (sheets ?? 0) / (alone ?? 1)
  return [
    {
      what: `p99 of cached pages while ${sheetsPerS} sheets a second are made`,
      figure: `${milliseconds(sheets ?? 0)}; without ${milliseconds(alone ?? 0)}; with as many pages rendered ${milliseconds(pages ?? 0)}`,
      ratio: times(ratio),
      target: atMost(2, ratio, ' ×'),
    },
  ]
}

async function measureType(): Promise<Row[]> {
  report(`sheets: a type of a catalogue of ${products} products`)
  const { site, stop } = await startSearchable(products, 100)
  await getGood(site.port, '/product-details/tm63-1p-c.pdf')
  const idleMb = residentMb(site.pid)
  const stopWatching = watchMemory(site.pid)
  const processes = watchChildren(site.pid)
  const first = await getGood(site.port, type)
  const addedMb = stopWatching() - idleMb
  const peakMb = processes()
  const again = await getGood(site.port, type)
  const pages = first.body.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  await stop()
  return [
    {
      what: `a type of a hundred products, ${pages} pages, ${megabytesText(first.body.length / 2 ** 20)}`,
      figure: `${milliseconds(first.wholeMs)}; from the disk ${milliseconds(again.wholeMs)}`,
      target: atMost(3_000, first.wholeMs, ' ms'),
    },
    {
      what: 'resident memory of the site meanwhile, more than before',
      figure: `${megabytesText(addedMb)}; its largest other process ${megabytesText(peakMb)}`,
      target: atMost(64, addedMb, ' MB'),
    },
  ]
}

/** Watches the memory of the processes that a process has started. @returns a function that returns the peak of one, MB */
function watchChildren(pid: number) {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const stops = children
    .trim()
    .split(/\s+/)
    .map((child) => watchMemory(Number(child)))
  return () => Math.max(...stops.map((stop) => stop()))
}
