import { setTimeout as pause } from 'node:timers/promises'
import { askText } from '../../bench/ask.ts'
import { megabytesText, milliseconds } from '../../bench/numbers.ts'
import { residentMb } from '../../bench/process-figures.ts'
import { atMost, type Section } from '../../bench/targets.ts'
import { startSite } from '../../bench/sites.ts'
import { median, percentile } from '../../bench/statistics.ts'
import type { Condition } from '../content-api.ts'
import { listPages, type Run } from '../run.ts'
import { startVisitors, viewAll } from '../visitors.ts'

/** What happens to the content API, in shares of the part's time; good again after each of them. */
const troubles: [Condition, share: number][] = [
  ['dead', 0.3],
  ['good', 0.05],
  ['slow', 0.15],
  ['silent', 0.2],
  ['good', 0.05],
  ['broken', 0.15],
  ['dead', 0.1],
]

/** So short that all content is asked for again all the time. */
const settings = { CONTENT_CACHE_TTL_S: '3' }

/** How long the site may take to show what is new once the content API is back, ms. */
const freshLimitMs = 60_000

/** Visitors go through all pages while the content API is killed, revived, slowed and broken. */
export async function surviveOutage({ api, outageSeconds, timed, say }: Run): Promise<Section> {
  const site = await startSite({ ...settings, CONTENT_API_URL: api.url })
  const paths = await listPages(site.port)
  const first = await viewAll(site.port, paths)
  say(`outage: ${first.count} pages seen once`)

  const memory: number[] = []
  const sampling = setInterval(() => memory.push(residentMb(site.pid)), 200)
  const visit = startVisitors(site.port, paths, { visitors: 6, pauseMs: 20 })
  for (const [condition, share] of troubles) {
    say(`outage: the content API is ${condition}`)
    await api.set(condition)
    await pause(share * outageSeconds * 1000)
  }

  api.takeMostAtOnce()
  const word = `back-${Date.now()}`
  api.mark(word)
  await api.set('good')
  const freshMs = await timeUntilFresh(site.port, paths, word)
  const callsAtOnce = api.takeMostAtOnce()
  const { count, failed, staleMs } = await visit.stop()
  clearInterval(sampling)
  await site.stop()

  const third = Math.ceil(memory.length / 3)
  // In the first third it still takes what it needs for all this.
  const growth = median(memory.slice(-third)) - median(memory.slice(third, -third))
  const slowest = percentile(Float64Array.from(staleMs).sort(), 0.99)
  const problems = [...first.failed, ...failed]
  return {
    title: 'While the content API is killed, revived, slowed and broken',
    rows: [
      {
        what: `failed views of ${count} of pages seen before`,
        figure: String(problems.length),
        target: atMost(0, problems.length),
      },
      {
        what: `first byte of ${staleMs.length} stale pages, p99`,
        figure: milliseconds(slowest),
        ...timed(atMost(300, slowest, ' ms')),
      },
      {
        what: 'all pages fresh after its return',
        figure: `${(freshMs / 1000).toFixed(1)} s`,
        target: atMost(freshLimitMs / 1000, freshMs / 1000, ' s'),
      },
      {
        what: 'most calls at once after its return',
        figure: String(callsAtOnce),
        target: atMost(32, callsAtOnce),
      },
      {
        what: 'growth of memory, last third against the one before',
        figure: megabytesText(growth),
        ...timed(atMost(20, growth, ' MB')),
      },
    ],
    measured: { count, problems: problems.slice(0, 20), slowest, freshMs, callsAtOnce, memory },
  }
}

/** Until every page shows what the content API says now, ms; beyond the limit it is not waited for. */
async function timeUntilFresh(port: number, paths: readonly string[], word: string) {
  const startedAt = performance.now()
  const waiting = paths.flatMap((path) =>
    ['Ar', 'En'].map((language) => ({ path, headers: { cookie: `lang=${language}` } })),
  )
  while (waiting.length > 0 && performance.now() - startedAt < freshLimitMs) {
    for (const page of waiting.splice(0)) {
      const html = await askText(port, page.path, page.headers).catch(() => '')
      if (!html.includes(word)) waiting.push(page)
    }
  }
  return waiting.length > 0 ? Infinity : performance.now() - startedAt
}
