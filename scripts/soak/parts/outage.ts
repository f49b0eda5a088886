import { setTimeout as pause } from 'node:timers/promises'
import { getText } from '../../bench/ask.ts'
import { megabytesText, milliseconds } from '../../bench/numbers.ts'
import { residentMb } from '../../bench/process-figures.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { median, percentile } from '../../bench/statistics.ts'
import type { Condition } from '../content-api.ts'
import { listPages, type Run } from '../run.ts'
import { startVisitors, viewAll } from '../visitors.ts'

/** The conditions of the content API in order, with their shares of the part's time; good at the end. */
const phases: [Condition, share: number][] = [
  ['dead', 0.3],
  ['good', 0.05],
  ['slow', 0.15],
  ['silent', 0.2],
  ['good', 0.05],
  ['broken', 0.15],
  ['dead', 0.1],
]

/** Short, so that all content is refreshed all the time. */
const settings = { CONTENT_CACHE_TTL_S: '3' }

/** How long the site may take to show new content once the content API is back, ms. */
const freshLimitMs = 60_000

/** Visitors go through all pages while the content API is killed, revived, slowed and broken. */
export async function surviveOutage({ api, outageSeconds, timed, report }: Run): Promise<Section> {
  const site = await startSite({ ...settings, CONTENT_API_URL: api.url })
  const paths = await listPages(site.port)
  const first = await viewAll(site.port, paths)
  report(`outage: ${first.count} pages viewed once`)

  const memory: number[] = []
  const sampling = setInterval(() => memory.push(residentMb(site.pid)), 200)
  const visitors = startVisitors(site.port, paths, { visitors: 6, pauseMs: 20 })
  for (const [condition, share] of phases) {
    report(`outage: the content API is ${condition}`)
    await api.set(condition)
    await pause(share * outageSeconds * 1000)
  }

  api.takeMaxConcurrency()
  const word = `back-${Date.now()}`
  api.mark(word)
  await api.set('good')
  const freshMs = await timeUntilFresh(site.port, paths, word)
  const maxConcurrency = api.takeMaxConcurrency()
  const { count, failed, staleMs } = await visitors.stop()
  clearInterval(sampling)
  await site.stop()

  const third = Math.ceil(memory.length / 3)
  // The first third is left out: memory still grows to what the load needs.
  const growth = median(memory.slice(-third)) - median(memory.slice(third, -third))
  const staleP99 = percentile(Float64Array.from(staleMs).sort(), 0.99)
  const problems = [...first.failed, ...failed]
  return {
    title: 'While the content API is killed, revived, slowed and broken',
    rows: [
      {
        what: `failed views, of ${count} of pages viewed before`,
        figure: String(problems.length),
        target: atMost(0, problems.length),
      },
      {
        what: `first byte of ${staleMs.length} stale pages, p99`,
        figure: milliseconds(staleP99),
        ...timed(atMost(300, staleP99, ' ms')),
      },
      {
        what: 'all pages fresh after recovery',
        figure: `${(freshMs / 1000).toFixed(1)} s`,
        target: atMost(freshLimitMs / 1000, freshMs / 1000, ' s'),
      },
      {
        what: 'most concurrent calls after recovery',
        figure: String(maxConcurrency),
        target: atMost(32, maxConcurrency),
      },
      {
        what: 'memory growth, last third against the one before',
        figure: megabytesText(growth),
        ...timed(atMost(20, growth, ' MB')),
      },
    ],
    measured: {
      ...{ count, problems: problems.slice(0, 20), staleP99, freshMs, maxConcurrency, memory },
    },
  }
}

/** The time until every page contains a word, ms; Infinity beyond the limit. */
async function timeUntilFresh(port: number, paths: readonly string[], word: string) {
  const startedAt = performance.now()
  const outdated = paths.flatMap((path) =>
    ['Ar', 'En'].map((language) => ({ path, headers: { cookie: `lang=${language}` } })),
  )
  while (outdated.length > 0 && performance.now() - startedAt < freshLimitMs) {
    for (const page of outdated.splice(0)) {
      const html = await getText(port, page.path, page.headers).catch(() => '')
      if (!html.includes(word)) outdated.push(page)
    }
  }
  return outdated.length > 0 ? Infinity : performance.now() - startedAt
}
