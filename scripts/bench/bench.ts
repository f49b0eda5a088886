/** Measures the built site on this machine, `npm run bench`: a table, and everything in it as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runPair, type LoadPair, type LoadResult } from './load.ts'
import { residentMb } from './process-figures.ts'
import {
  atLeast,
  atMost,
  formatReport,
  loadRatio,
  megabytesText,
  milliseconds,
  perSecond,
  ratioText,
  type Row,
  type Section,
} from './report.ts'
import { measureLists } from './list.ts'
import { measureSeenPages } from './offline.ts'
import { get, getGood, isHit, listPages, viewMenu } from './requests.ts'
import { measureSearch } from './search.ts'
import { measureSheets } from './sheets.ts'
import {
  chooseParts,
  logged,
  makeFolder,
  report,
  runCommand,
  startFixedServer,
  startLoggingSite,
  startSite,
  startStockSite,
  type Site,
} from './sites.ts'
import { median } from './statistics.ts'

const usage = `Measures the built site on this machine, all over loopback.

  npm run bench -- [--quick] [--only part,part] [--out file.json]

  --quick    Short rounds: to check that it runs, not for figures.
  --only     Some of: cached, rendered, start, search, list, sheets, offline.
  --out      The JSON file to write. Default: bench-results/ and the time.
  --help     Show this text.`

/** The size of a run. */
export interface Run {
  rounds: number
  seconds: number
  connections: number
  /** How long the site is idle before its memory at rest is read. */
  restSeconds: number
}

const sizes = {
  whole: { rounds: 5, seconds: 2, connections: 20, restSeconds: 20 },
  quick: { rounds: 1, seconds: 1, connections: 20, restSeconds: 2 },
}

/** Each part returns sections of the report. */
const parts = {
  cached: measureCachedPages,
  rendered: measureRenderedPages,
  start: measureStart,
  search: measureSearch,
  list: measureLists,
  sheets: measureSheets,
  offline: measureSeenPages,
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const run = values.quick ? sizes.quick : sizes.whole
  const sections: Section[] = []
  for (const measure of chooseParts(parts, values.only)) sections.push(...(await measure(run)))
  process.stdout.write(`\n${formatReport(sections).text}`)

  const date = new Date().toISOString()
  const file = values.out ?? `bench-results/${date.replaceAll(':', '-').slice(0, 19)}.json`
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ date, run, sections }, null, 2)}\n`)
  process.stdout.write(`${file}\n`)
})

/**
 * Compares the cached home page with node:http sending the same bytes, as it comes and without the access log. One
 * process of a program may be a fifth slower than another for minutes, so each round starts its own site and its own
 * limit, and no other site runs meanwhile.
 */
async function measureCachedPages(run: Run): Promise<Section[]> {
  // The index is filled once; what is measured here is every second after that.
  const settings = { LOG_LEVEL: 'info', SEARCH_CRAWL_PER_S: '0' }
  const hosts = {
    'without the access log': () => startSite({ ...settings, ACCESS_LOG: 'none' }),
    'with the access log': () => startLoggingSite(settings),
  }
  const encodings = { plain: 'identity', brotli: 'br' }
  const pairs: Record<string, LoadPair[]> = {}
  for (let round = 1; round <= run.rounds; round += 1) {
    for (const [log, start] of Object.entries(hosts)) {
      report(`cached pages: round ${round}, ${log}`)
      const site = await start()
      await viewMenu(site.port)
      for (const [name, encoding] of Object.entries(encodings)) {
        const headers = { 'Accept-Encoding': encoding }
        const response = await getGood(site.port, '/', headers)
        if (!isHit(response)) throw new Error('The home page is not cached.')
        const fixed = await startFixedServer(response)
        const pair = await runPair(round, site, fixed, { ...run, paths: ['/'], headers })
        const all = (pairs[`home, ${name}, ${log}`] ??= [])
        all.push(pair)
        await fixed.stop()
      }
      await site.stop()
    }
  }
  const rows = Object.entries(pairs).map(([what, all]) =>
    loadRow(what, all, 'the limit', what.includes('without') ? 0.85 : 0.75),
  )
  return [
    { title: 'Cached pages, against node:http sending the same bytes', rows, measured: pairs },
  ]
}

/** Pages rendered for each request: by the site without its page cache, and by the stock host. */
async function measureRenderedPages(run: Run): Promise<Section[]> {
  const site = await startSite({ ACCESS_LOG: 'none', PAGE_CACHE_MB: '0' })
  const stock = await startStockSite()
  const pages = await listPages(site.port)
  const many = pages.filter((page) => /^\/(?:product-details|newsDetails)\//.test(page))
  const kinds = { home: ['/'], [`${many.length} product and news pages in turn`]: many }
  const pairs: Record<string, LoadPair[]> = {}
  for (let round = 1; round <= run.rounds; round += 1) {
    report(`rendered pages: round ${round}`)
    for (const [what, paths] of Object.entries(kinds)) {
      const pair = await runPair(round, site, stock, { ...run, paths })
      const all = (pairs[what] ??= [])
      all.push(pair)
    }
  }
  await site.stop()
  await stock.stop()
  const title = 'Pages rendered for each request, against stock remix-serve'
  const rows = Object.entries(pairs).map(([what, all]) => loadRow(what, all, 'remix-serve', 2))
  return [{ title, rows, measured: pairs }]
}

function loadRow(what: string, pairs: LoadPair[], peerName: string, target: number): Row {
  const describe = (results: LoadResult[]) => {
    const p99 = milliseconds(median(results.map(({ p99Ms }) => p99Ms)))
    return `${perSecond(median(results.map((result) => result.perSecond)))}, p99 ${p99}`
  }
  const ratio = loadRatio(pairs)
  return {
    what,
    figure: `${describe(pairs.map(({ own }) => own))}; ${peerName} ${describe(pairs.map(({ peer }) => peer))}`,
    ratio: ratioText(ratio, peerName),
    target: atLeast(target, ratio.byCpu, ' ×'),
  }
}

/** From the start of the process to the first page, until the menu is cached, and the memory of the idle site. */
async function measureStart({ rounds, restSeconds }: Run): Promise<Section[]> {
  const starts = { first: [] as number[], again: [] as number[], warm: [] as number[] }
  let atRestMb = 0
  for (let round = 1; round <= rounds; round += 1) {
    report(`start: round ${round}`)
    const folder = makeFolder()
    const first = await startTimed(folder)
    starts.first.push(first.firstPageMs)
    await first.site.stop()
    const { site, firstPageMs, startedAt } = await startTimed(folder)
    starts.again.push(firstPageMs)
    await logged(site, /warm start done/, 60)
    starts.warm.push(performance.now() - startedAt)
    if (round === rounds) {
      await viewMenu(site.port)
      await pause(restSeconds * 1000)
      atRestMb = residentMb(site.pid)
    }
    await site.stop()
  }
  const row = (what: string, values: number[]) => ({ what, figure: milliseconds(median(values)) })
  const rest = {
    what: 'resident memory at rest, the embedded content service included',
    figure: megabytesText(atRestMb),
    target: atMost(130, atRestMb, ' MB'),
  }
  return [
    {
      title: 'Start, and memory at rest',
      rows: [
        row('first start, to the whole home page', starts.first),
        row('restart on the same data, to the same', starts.again),
        row('the same, until the pages of the menu are cached', starts.warm),
        rest,
      ],
      measured: { ...starts, atRestMb },
    },
  ]
}

async function startTimed(
  folder: string,
): Promise<{ site: Site; startedAt: number; firstPageMs: number }> {
  const startedAt = performance.now()
  const site = await startSite({ SEARCH_CRAWL_PER_S: '10', DATA_DIR: folder, LOG_LEVEL: 'info' })
  await get(site.port, '/')
  return { site, startedAt, firstPageMs: performance.now() - startedAt }
}
