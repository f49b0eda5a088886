/** Measures the built site on this machine, `npm run bench`: a table, and everything in it as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runPair, type LoadPair, type LoadResult } from './load.ts'
import { findCpuSeconds, residentMb } from './process-figures.ts'
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
import { startNextSite } from './next-site.ts'
import {
  get,
  getGood,
  isHit,
  listPages,
  mixedHeads,
  mixedRequests,
  viewMenu,
  type GetResponse,
  type Requested,
} from './requests.ts'
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
  --help     Show this text.

With BENCH_NEXT=DIR, cached pages are also compared with those of Next: run "npm install next react react-dom" in DIR first.`

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
  const pairs: Record<string, LoadPair[]> = {}
  for (let round = 1; round <= run.rounds; round += 1) {
    for (const [log, start] of Object.entries(hosts)) {
      report(`cached pages: round ${round}, ${log}`)
      const site = await start()
      await viewMenu(site.port)
      const mixed = await mixedRequests(site.port)
      const loads = {
        'home, plain': [{ path: '/', headers: { 'Accept-Encoding': 'identity' } }],
        'home, brotli': [{ path: '/', headers: { 'Accept-Encoding': 'br' } }],
        [`${mixed.length} addresses with ${mixedHeads.length} heads`]: mixed,
      }
      for (const [name, requests] of Object.entries(loads)) {
        const fixed = await startFixedServer(await cachedResponses(site.port, requests))
        const pair = await runPair(round, site, fixed, { ...run, paths: [], requests })
        const all = (pairs[`${name}, ${log}`] ??= [])
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
    ...(await measureNext(run)),
  ]
}

/** @returns the responses of the page cache, by their path */
async function cachedResponses(port: number, requests: readonly Requested[]) {
  const responses = new Map<string, GetResponse>()
  for (const { path: address, headers } of requests) {
    await getGood(port, address, headers)
    const response = await getGood(port, address, headers)
    if (!isHit(response)) throw new Error(`${address} is not cached.`)
    responses.set(address, response)
  }
  return responses
}

/** Compares the cached home page with a page of the same length of Next, which its own cache has. */
async function measureNext(run: Run): Promise<Section[]> {
  const folder = process.env['BENCH_NEXT']
  if (!folder) return []
  const headers = { 'Accept-Encoding': 'identity' }
  const site = await startSite({ SEARCH_CRAWL_PER_S: '0', ACCESS_LOG: 'none' })
  const own = await getGood(site.port, '/', headers)
  report('cached pages: Next builds its page')
  const next = await startNextSite(folder, own.body.length)
  const peer = await getGood(next.port, '/', headers)
  const pairs: LoadPair[] = []
  for (let round = 1; round <= run.rounds; round += 1) {
    report(`cached pages: round ${round}, Next`)
    pairs.push(await runPair(round, site, next, { ...run, paths: ['/'], headers }))
  }
  await site.stop()
  await next.stop()
  const kilobytes = [own, peer].map(({ body }) => Math.round(body.length / 1000))
  const row = loadRow(`home, plain, ${kilobytes.join(' and ')} kB`, pairs, 'Next', 12)
  return [{ title: 'Cached pages, against Next', rows: [row], measured: pairs }]
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

/**
 * From the start of the process to the first page and until the sample is searched whole, with the processor time of all
 * threads; until the menu is cached, and the memory of the idle site.
 */
async function measureStart({ rounds, restSeconds }: Run): Promise<Section[]> {
  const first: StartFigures[] = []
  const filled: StartFigures[] = []
  const again: number[] = []
  const warm: number[] = []
  let atRestMb = 0
  for (let round = 1; round <= rounds; round += 1) {
    report(`start: round ${round}`)
    const folder = makeFolder()
    const empty = await startTimed(folder)
    first.push(empty.firstPage)
    await logged(empty.site, /search index filled/, 60)
    const whole = figuresOf(empty.site, empty.startedAt)
    filled.push({ ...whole, ms: whole.ms - empty.firstPage.ms })
    await empty.site.stop()
    const { site, firstPage, startedAt } = await startTimed(folder)
    again.push(firstPage.ms)
    await logged(site, /warm start done/, 60)
    warm.push(performance.now() - startedAt)
    if (round === rounds) {
      await viewMenu(site.port)
      await pause(restSeconds * 1000)
      atRestMb = residentMb(site.pid)
    }
    await site.stop()
  }
  const row = (what: string, values: number[]) => ({ what, figure: milliseconds(median(values)) })
  const startRow = (what: string, figures: StartFigures[], maxMs: number, maxCpuS: number) => {
    const ms = median(figures.map((one) => one.ms))
    const cpuS = median(figures.map((one) => one.cpuS))
    const met = ms <= maxMs && cpuS <= maxCpuS
    const target = { text: `≤ ${milliseconds(maxMs)}, ${maxCpuS} s`, met }
    return { what, figure: `${milliseconds(ms)}, ${cpuS.toFixed(1)} s`, target }
  }
  const rest = {
    what: 'resident memory at rest, the embedded content service included',
    figure: megabytesText(atRestMb),
    target: atMost(130, atRestMb, ' MB'),
  }
  return [
    {
      title: 'Start, and memory at rest',
      rows: [
        startRow(
          'first start, to the whole home page; processor time of all threads',
          first,
          2_000,
          3,
        ),
        startRow(
          'from there until the sample is searched whole; processor time in all',
          filled,
          4_000,
          9,
        ),
        row('restart on the same data, to the whole home page', again),
        row('the same, until the pages of the menu are cached', warm),
        rest,
      ],
      measured: { first, filled, again, warm, atRestMb },
    },
  ]
}

/** How long a start has taken, ms, and the processor time of its process, s. */
interface StartFigures {
  ms: number
  cpuS: number
}

function figuresOf(site: Site, startedAt: number): StartFigures {
  return { ms: performance.now() - startedAt, cpuS: findCpuSeconds(site.pid) ?? Number.NaN }
}

async function startTimed(folder: string) {
  const startedAt = performance.now()
  const site = await startSite({ SEARCH_CRAWL_PER_S: '10', DATA_DIR: folder, LOG_LEVEL: 'info' })
  await get(site.port, '/')
  return { site, startedAt, firstPage: figuresOf(site, startedAt) }
}
