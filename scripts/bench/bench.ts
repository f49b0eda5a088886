/** Measures the built site on this machine, `npm run bench`: a table, and everything in it as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chooseParts, runCommand } from './command.ts'
import { describeMachine, machineLine } from './machine.ts'
import { measureCachedPages } from './parts/cached-pages.ts'
import { measureColdStart } from './parts/cold-start.ts'
import { measureLargeCatalogue } from './parts/large-catalogue.ts'
import { memorySection, type MemoryFigures } from './parts/memory.ts'
import { measurePhone } from './parts/phone.ts'
import { measurePictures } from './parts/pictures.ts'
import { measureRenderedPages } from './parts/rendered-pages.ts'
import { measureSearch } from './parts/search.ts'
import { residentMb, watchMemory } from './process-figures.ts'
import type { Section } from './targets.ts'
import {
  hasPageCache,
  logsWarmUp,
  viewMenu,
  warmUp,
  withAccessLog,
  withoutAccessLog,
  type Run,
} from './run.ts'
import { startLoggingSite, startSite, startStockSite, type Site } from './sites.ts'
import { countMet, markdownTable, textTable } from './table.ts'

const usage = `Measures the built site on this machine, all over loopback.

  npm run bench -- [--quick] [--only part,part] [--out file.json] [--readme]

  --quick    Short rounds: to check that it runs, not for figures.
  --only     Some of: pages, start, catalogue, search, phone.
  --out      The JSON file to write. Default: bench-results/ and the time.
  --readme   Print the table in Markdown.
  --help     Show this text.`

/** Each part returns sections of the report. The site's memory is measured under their load. */
const parts = {
  pages: measurePages,
  start: async (run: Run) => [await measureColdStart(run)],
  catalogue: async (run: Run) => [await measureLargeCatalogue(run)],
  search: measureSearch,
  phone: measureOnPhone,
}

await runCommand(bench)

async function bench() {
  const options = readOptions()
  if (options.help) {
    process.stdout.write(`${usage}\n`)
    return
  }
  const startedAt = performance.now()
  const machine = describeMachine()
  const run = runOf(options.quick)
  const sections: Section[] = []
  for (const measure of options.parts) sections.push(...(await measure(run)))

  const { rounds, seconds, connections, browserRounds } = run
  const tookSeconds = Math.round((performance.now() - startedAt) / 1000)
  const method =
    `Medians of ${rounds} rounds of ${seconds} s with ${connections} connections; ` +
    `Lighthouse: of ${browserRounds} visits. The run took ${tookSeconds} s.`
  const table = options.readme ? markdownTable(sections) : textTable(sections)
  const { met, of } = countMet(sections)
  process.stdout.write(`\n${machineLine(machine)}\n${method}\n\n${table}\n\n${met} of ${of} met.\n`)

  const file = options.out ?? `bench-results/${machine.date.replaceAll(':', '-').slice(0, 19)}.json`
  mkdirSync(path.dirname(file), { recursive: true })
  const report = { machine, method: { rounds, seconds, connections, browserRounds }, sections }
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  process.stdout.write(`${file}\n`)
}

/** Cached pages, memory, pages rendered for each request and pictures, on the same processes. */
async function measurePages(run: Run): Promise<Section[]> {
  const atRest = await measureAtRest(run)
  const stock = await startStockSite()
  const cached = await measureCachedPages(run, {
    startSite: startWarmSite,
    startLoggingSite: () => warm(startLoggingSite(withAccessLog)),
    stock,
  })
  const site = await startWarmSite()
  const pictures = await whileWatching(site, () => measurePictures(run, site))
  await site.stop()

  const cacheless = await startSite({ ...withoutAccessLog, PAGE_CACHE_MB: '0' })
  const rendered = await whileWatching(cacheless, () => measureRenderedPages(run, cacheless, stock))
  await cacheless.stop()
  await stock.stop()

  const underLoad: MemoryFigures['underLoad'] = {
    'cached pages': cached.peakMb,
    'new pictures': pictures.peakMb,
    'pages rendered for each request': rendered.peakMb,
  }
  const memory = memorySection({ atRest, underLoad })
  return [cached.section, rendered.section, memory, pictures.section]
}

/** The memory of an idle site that has warmed up the pages of its menu, MB. */
async function measureAtRest(run: Run) {
  const site = await startSite(logsWarmUp)
  if (await hasPageCache(site)) await warmUp(site)
  run.report(`memory at rest: ${run.restSeconds} s idle`)
  await pause(run.restSeconds * 1000)
  const megabytes = residentMb(site.pid)
  await site.stop()
  return megabytes
}

async function measureOnPhone(run: Run): Promise<Section[]> {
  const site = await startWarmSite()
  const section = await measurePhone(run, site)
  await site.stop()
  return [section]
}

function startWarmSite() {
  return warm(startSite(withoutAccessLog))
}

async function warm(starting: Promise<Site>) {
  const site = await starting
  if (await hasPageCache(site)) await viewMenu(site)
  return site
}

async function whileWatching({ pid }: Site, measure: () => Promise<Section>) {
  const stopWatching = watchMemory(pid)
  try {
    const section = await measure()
    return { section, peakMb: stopWatching() }
  } finally {
    stopWatching()
  }
}

function runOf(isQuick: boolean): Run {
  const size = isQuick
    ? { rounds: 1, startRounds: 1, seconds: 1, restSeconds: 2, browserRounds: 1 }
    : { rounds: 5, startRounds: 3, seconds: 2, restSeconds: 20, browserRounds: 3 }
  return { connections: 20, ...size, report: (line) => process.stderr.write(`${line}\n`) }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      out: { type: 'string' },
      readme: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return { ...values, parts: chooseParts(parts, values.only) }
}
